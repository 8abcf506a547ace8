# shellcheck shell=sh
# shellcheck disable=SC2154  # the variables are those of check_in.sh
# Sourced by check_in.sh, after bad_input.sh: the kiosk's own session on an Xorg with two dummy
# monitors, with the kiosk's X settings, its screens.conf and the command of its unit.

say "two monitors under Xorg"
outside=$DISPLAY
DISPLAY=:$(($(echo "$outside" | tr -d :) + 1000))
cat >"$root/etc/X11/xorg.conf.d/10-dummy.conf" <<'END'
Section "Device"
    Identifier "dummy"
    Driver "dummy"
    VideoRam 64000
EndSection
Section "Monitor"
    Identifier "monitor"
    HorizSync 5.0-1000.0
    VertRefresh 5.0-200.0
EndSection
Section "Screen"
    Identifier "screen"
    Device "dummy"
    Monitor "monitor"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Virtual 3840 1080
    EndSubSection
EndSection
END
inside Xorg "$DISPLAY" -nolisten tcp -noreset -background none -s 0 -ac -logfile /tmp/xorg.log >"$report/xorg.log" 2>&1 &
xorg=$!
for _ in $(seq 100); do
    ! inside xset q >/dev/null 2>&1 || break
    kill -0 $xorg 2>/dev/null || { cat "$report/xorg.log" >&2 && fail "Xorg ended by itself"; }
    sleep 0.1
done
inside xrandr --addmode DUMMY1 1280x800
cp "$root/etc/tabledisplay/screens.conf" "$report/screens.conf"
cat >>"$root/etc/tabledisplay/screens.conf" <<'END'
screen DUMMY0 --mode 1280x800 --pos 0x0 --primary
screen DUMMY1 --mode 1280x800 --pos 1280x0
END
# No systemd runs here: the session's script says that it cannot start the unit and goes on.
as tabledisplay env XDG_RUNTIME_DIR=/tmp /usr/libexec/tabledisplay/desktop >"$report/desktop.txt" 2>&1 &
session=$!
# shown WHERE WHAT: the visible windows stand just there, within 10 s: panel X,Y WxH|public X,Y WxH|
shown() {
    for _ in $(seq 50); do
        there=$(for window in $(xdotool search --onlyvisible --class tabledisplay 2>/dev/null); do
            case $(xdotool getwindowname "$window" 2>/dev/null) in
            tabledisplay*) printf 'panel ' ;;
            *) printf 'public ' ;;
            esac
            xdotool getwindowgeometry --shell "$window" 2>/dev/null | tr '\n' ' ' |
                sed 's/.*X=\(-*[0-9]*\) Y=\(-*[0-9]*\) WIDTH=\([0-9]*\) HEIGHT=\([0-9]*\).*/\1,\2 \3x\4|/'
        done | tr '|' '\n' | sort | tr '\n' '|')
        [ "$there" != "$1" ] || return 0
        sleep 0.2
    done
    inside xrandr >"$report/xrandr.txt" 2>&1 || :
    fail "$2: windows at « $there », not « $1 »"
}
both="panel 0,0 1280x800|public 1280,0 1280x800|"
command=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/user/tabledisplay.service")
kiosk="env QT_QPA_PLATFORM=xcb $command"
start $kiosk
shown "$both" "two monitors"
inside xset q | tr '\n' ' ' | grep -q "timeout: *0 .*does not have the DPMS Extension" || fail "screens may go dark"
.venv/bin/python "$here/look.py" "$report/two-screens.png" || fail "two monitors: nothing to see"
for keys in alt+F4 ctrl+alt+BackSpace ctrl+q alt+space Menu; do xdotool key --clearmodifiers "$keys"; done
sleep 1
shown "$both" "after keys that lead out elsewhere"
[ "$(health pid)" = "$program" ] && kill -0 "$program" || fail "a key ended the table"

kill -KILL "$program"
wait $started || :
start $kiosk
shown "$both" "after a kill"
[ "$(health phase)" = no_more_bets ] || fail "after a kill: the round is not where it was"

inside xrandr --output DUMMY1 --off
shown "panel 0,0 1280x800|" "without the customers' monitor"
inside xrandr --output DUMMY1 --mode 1280x800 --pos 1280x0
shown "$both" "the customers' monitor is back"
inside xrandr --output DUMMY0 --off
shown "public 0,0 1280x800|" "without the croupier's monitor" # xrandr moves what is left to 0,0
inside xrandr --output DUMMY1 --off
shown "" "without any monitor"
stop "without any monitor"
start $kiosk
shown "" "started without any monitor"
inside xrandr --output DUMMY0 --mode 1280x800 --pos 0x0 --primary --output DUMMY1 --mode 1280x800 --pos 1280x0
shown "$both" "both monitors are back"
stop "both monitors are back"

# What the kiosk shows of what it cannot mend: one sentence, on the croupier's screen.
inside mv $data/settings.last-good.json /tmp/
echo '[table' >"$root$data/settings.toml"
as tabledisplay env NOTIFY_SOCKET=/tmp/none $kiosk >>"$report/run.txt" 2>&1 </dev/null &
started=$!
shown "$both" "the sentence"
.venv/bin/python "$here/look.py" "$report/standstill.png" || fail "the sentence: nothing to see"
code=0
wait $started || code=$?
[ $code = 2 ] || fail "damaged settings in the kiosk: exit code $code"
cp -p "$report/settings.toml" "$root$data/settings.toml"
inside mv /tmp/settings.last-good.json $data/

kill $session $xorg 2>/dev/null
wait $session $xorg 2>/dev/null || :
rm "$root/etc/X11/xorg.conf.d/10-dummy.conf"
cp "$report/screens.conf" "$root/etc/tabledisplay/screens.conf"
DISPLAY=$outside
