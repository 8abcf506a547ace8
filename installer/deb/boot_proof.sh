#!/bin/sh
# Runs inside the PC that boot_check.sh plays, as root; each line goes to it over the serial line.
set -u

unit=tabledisplay.service
slow=$(sed -n 's/.*proof\.slow=\([0-9]*\).*/\1/p' /proc/cmdline)
uid=$(id -u tabledisplay)
bad() {
    echo "bad: $*"
    journalctl -b --no-pager -n 120 -o short-monotonic
    exit 1
}
user() { runuser -u tabledisplay -- env XDG_RUNTIME_DIR="/run/user/$uid" systemctl --user "$@"; }
show() { user show --property="$1" --value "$unit" 2>/dev/null; }
now() { cut -d. -f1 /proc/uptime; }
# until_ SECONDS WHAT COMMAND…: waits for the command to succeed; a slow PC has longer
until_() {
    end=$(($(now) + $1 * slow)) what=$2 && shift 2
    while ! "$@" >/dev/null 2>&1; do
        [ "$(now)" -lt "$end" ] || bad "$what: not within the time"
        sleep 0.3
    done
}
plays() { [ "$(show ActiveState)" = active ]; }
# plays_anew PID: another process than that one
plays_anew() { plays && [ "$(show MainPID)" != "$1" ]; }
on_first_console() { [ "$(cat /sys/class/tty/tty0/active)" = tty1 ]; }
picture() {
    sleep $((2 + slow))
    echo "do: picture $1"
    sleep 3
}
key() {
    echo "do: key $1"
    sleep 2.5
}

until_ 120 "the table after the start" plays
echo "the table plays $(now) s after the kernel's start"
[ "$(systemctl is-active tabledisplay-kiosk)" = active ] || bad "the kiosk's unit is not active"
on_first_console || bad "not on the first console"
[ "$(ps -o uid= -C Xorg | tr -d ' ' | sort -u)" = "$uid" ] || bad "Xorg runs as somebody else"
[ -d /var/lib/tabledisplay/logs ] || bad "no data in /var/lib/tabledisplay"
picture 1-table

pid=$(show MainPID)
before=$(now)
kill -KILL "$pid"
until_ 10 "back after kill -KILL" plays_anew "$pid"
echo "killed: back within $(($(now) - before)) s"

pid=$(show MainPID)
before=$(now)
kill -STOP "$pid"
until_ 40 "back after a hang" plays_anew "$pid"
echo "hung: back within $(($(now) - before)) s"

pid=$(show MainPID)
before=$(now)
pkill -KILL -x Xorg
until_ 20 "back after the death of X" plays_anew "$pid"
echo "X killed: back within $(($(now) - before)) s"
picture 2-after-x

pid=$(show MainPID)
boot=$(cat /proc/sys/kernel/random/boot_id)
for keys in alt-f4 ctrl-alt-f2 ctrl-alt-f3 alt-f2 ctrl-alt-backspace ctrl-alt-delete alt-tab \
    meta_l-r ctrl-alt-t alt-spc alt-esc alt-sysrq-r alt-sysrq-k alt-sysrq-e ctrl-q f1 menu shift-f10; do
    key "$keys"
    on_first_console || bad "$keys led to another console"
    [ "$(show ActiveState) $(show MainPID)" = "active $pid" ] || bad "$keys ended the table"
done
[ "$(cat /proc/sys/kernel/random/boot_id)" = "$boot" ] || bad "the PC was restarted"
echo "no key leads out"
runuser -u tabledisplay -- env DISPLAY=:0 XAUTHORITY="/run/user/$uid/tabledisplay-xauthority" xset q |
    grep -A2 -E 'Screen Saver|DPMS' | tr '\n' ' '
echo
pgrep -x agetty >/dev/null && bad "a getty waits behind the table"
picture 3-after-keys

dpkg -i /root/new.deb >/root/upgrade.log 2>&1 || bad "upgrade: $(cat /root/upgrade.log)"
until_ 30 "back after the upgrade" plays_anew "$pid"
echo "upgraded while it played: back"

user restart "$unit"
until_ 10 "back after a restart by hand" plays
sleep 2
[ "$(systemctl is-active tabledisplay-kiosk)" = active ] || bad "a restart by hand ended the kiosk"
echo "restarted by hand: still there"

# What the technician's PIN does: the program ends in good order because it was asked to.
kill -TERM "$(show MainPID)"
left() { [ "$(systemctl is-active tabledisplay-kiosk)" = inactive ]; }
until_ 20 "the end for the technician" left
until_ 20 "a login after it" systemctl is-active getty@tty1.service
picture 4-left
echo "left by the technician: a login on the first console"
systemctl start tabledisplay-kiosk
until_ 30 "back for the technician" plays
systemctl is-active getty@tty1.service >/dev/null && bad "the getty is still there"

tabledisplay-kiosk disable
[ "$(systemctl is-active tabledisplay-kiosk)" = active ] && bad "disabled and still running"
echo well
sleep 5
systemctl poweroff
