#!/bin/sh
# check_in.sh ROOT SUITE DEB OLD_DEB REPORT APT_CACHE
# One clean system, from nothing to purged. Run by check.sh in mount and process namespaces of its
# own; DISPLAY is that of an X server outside.
set -eu

root=$1 suite=$2 deb=$3 old=$4 report=$5 archives=$6
here=$(dirname "$0")
data=/var/lib/tabledisplay
# shellcheck source=installer/deb/clean_system.sh
. "$here/clean_system.sh"

# --- 1: only what the package says it needs ------------------------------------------------------
say "dependencies"
apt update
apt satisfy -y --no-install-recommends "$(dpkg-deb -f "$deb" Depends)" >"$report/apt.log" 2>&1 ||
    { tail -n 20 "$report/apt.log" >&2 && fail "Depends cannot be met"; }
inside useradd --create-home guest
list 1-before

say "fresh install"
inside dpkg -i /tmp/new.deb >"$report/install.log" 2>&1 || { cat "$report/install.log" >&2 && exit 1; }
[ "$(inside stat -c '%a %U:%G' $data)" = "750 tabledisplay:tabledisplay" ] || fail "$data: wrong rights"
case " $(inside id -nG tabledisplay) " in *" dialout "*) ;; *) fail "the account is not in dialout" ;; esac

say "self-check"
as guest tabledisplay self-check --lang en >"$report/self-check.txt" 2>&1 ||
    { cat "$report/self-check.txt" >&2 && fail "self-check"; }
as guest tabledisplay payout sicbo 5 2 5 --json | grep -q '"dice":\[2,5,5\]' || fail "payout"
[ -z "$(as guest find /tmp -user guest -newer /tmp/new.deb -name '.local')" ] || fail "data were touched"

say "demo, off screen and on a display"
as guest env -u DISPLAY tabledisplay demo --shots /tmp/shots >"$report/demo.txt" 2>&1 ||
    { cat "$report/demo.txt" >&2 && fail "demo --shots"; }
cp -r "$root/tmp/shots" "$report/shots"
xdotool getdisplaygeometry >"$report/display.txt" || fail "the display $DISPLAY is gone"
as guest tabledisplay demo >"$report/demo-x.txt" 2>&1 &
demo=$!
seen=
for _ in $(seq 60); do
    sleep 1
    kill -0 $demo 2>/dev/null || { cat "$report/demo-x.txt" >&2 && fail "demo ended by itself"; }
    seen=$(xdotool search --onlyvisible --class tabledisplay 2>/dev/null | wc -l)
    [ "$seen" -lt 2 ] || break
done
[ "$seen" -ge 2 ] || fail "demo showed $seen windows, not 2"
# A whole round: the demo takes some 30 s for it.
sleep 32
.venv/bin/python "$here/look.py" "$report/demo-x.png" || fail "demo: nothing to see"
program=$(pgrep -f '[t]abledisplay demo$' | tail -n 1)
kill -TERM "$program"
code=0
wait $demo || code=$?
[ $code = 0 ] || fail "demo ended with $code"
[ ! -s "$report/demo-x.txt" ] || { cat "$report/demo-x.txt" >&2 && fail "demo complained"; }

say "purge"
inside dpkg --purge tabledisplay >"$report/purge.log" 2>&1
list 1-after
account="/etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/subuid /etc/subgid"
# shellcheck disable=SC2086  # words are meant
compare 1-purged 1-before 1-after $account $data

# --- 2: with the kiosk's packages: from a lower version to this one, then away -------------------
say "packages of the kiosk"
# shellcheck disable=SC2046  # words are meant
apt install -y --no-install-recommends udev \
    $(dpkg-deb -f "$deb" Recommends | sed 's/,/ /g') xserver-xorg-video-dummy >>"$report/apt.log" 2>&1 ||
    { tail -n 20 "$report/apt.log" >&2 && fail "Recommends cannot be met"; }
list 2-before

# play N: N rounds by the console on the kiosk's data
play() {
    {
        echo '{"do":"open_table","minimum":5,"float_ref":"CHECK"}'
        for _ in $(seq "$1"); do
            echo '{"do":"start_shake"}'
            echo '{"do":"end_shake"}'
            echo '{"do":"close_bets"}'
            echo '{"do":"enter_dice","dice":[5,2,5],"reason":"no_device"}'
            echo '{"do":"confirm"}'
        done
        echo '{"do":"close_table"}'
        echo '{"do":"quit"}'
    } | as tabledisplay tabledisplay console --data $data >"$report/console.jsonl"
    ! grep -q '"refused":{' "$report/console.jsonl" || fail "the console refused something"
}
head_of() { as tabledisplay tabledisplay verify --json --data $data; }
rounds() { as tabledisplay tabledisplay rounds --format jsonl --data $data; }

say "lower version, a journal, settings, kiosk"
inside dpkg -i /tmp/old.deb >>"$report/install.log" 2>&1
play 3
echo '[table]
name = "Table 7"' >"$root$data/settings.toml"
inside chown tabledisplay:tabledisplay $data/settings.toml
echo '#changed by the technician' >>"$root/etc/tabledisplay/screens.conf"
inside tabledisplay-kiosk enable >"$report/kiosk.txt" || { cat "$report/kiosk.txt" >&2 && fail "kiosk enable"; }
head_of >"$report/head-before.json"
rounds >"$report/rounds-before.jsonl"
[ "$(wc -l <"$report/rounds-before.jsonl")" = 3 ] || fail "3 rounds were played"
sum=$(sha256sum "$root$data/settings.toml" "$root/etc/tabledisplay/screens.conf")

say "upgrade"
inside dpkg -i /tmp/new.deb >>"$report/install.log" 2>&1 || { tail "$report/install.log" >&2 && exit 1; }
head_of >"$report/head-after.json"
rounds >"$report/rounds-after.jsonl"
cmp "$report/head-before.json" "$report/head-after.json" || fail "the chain's head moved"
cmp "$report/rounds-before.jsonl" "$report/rounds-after.jsonl" || fail "the rounds changed"
[ "$sum" = "$(sha256sum "$root$data/settings.toml" "$root/etc/tabledisplay/screens.conf")" ] ||
    fail "settings changed"
[ ! -e "$root/usr/lib/tabledisplay/of-old" ] || fail "a file of the lower version is left"
inside tabledisplay-kiosk status >>"$report/kiosk.txt" || fail "the kiosk is no longer enabled"
play 1
[ "$(rounds | wc -l)" = 4 ] || fail "a round after the upgrade"
as guest tabledisplay self-check >>"$report/self-check.txt" || fail "self-check after the upgrade"

# shellcheck source=installer/deb/bad_input.sh
. "$here/bad_input.sh"
# shellcheck source=installer/deb/two_screens.sh
. "$here/two_screens.sh"

say "units, rules"
inside systemd-analyze verify --man=no /usr/lib/systemd/system/tabledisplay-kiosk.service >"$report/units.txt" 2>&1 || :
inside env XDG_RUNTIME_DIR=/run systemd-analyze --user verify --man=no /usr/lib/systemd/user/tabledisplay.service >>"$report/units.txt" 2>&1 || :
! grep tabledisplay "$report/units.txt" || fail "systemd-analyze complains, see $report/units.txt"
if inside udevadm verify --help >/dev/null 2>&1; then
    inside udevadm verify --no-style /usr/lib/udev/rules.d/61-tabledisplay-shaker.rules \
        /etc/udev/rules.d/90-tabledisplay-kiosk.rules >"$report/udev.txt" 2>&1 ||
        { cat "$report/udev.txt" >&2 && fail "udevadm verify"; }
fi

say "remove, install again, purge"
inside dpkg --remove tabledisplay >"$report/remove.log" 2>&1
grep -q "Les résultats sont des preuves" "$report/remove.log" || fail "remove does not say what stays"
[ ! -e "$root/usr/bin/tabledisplay" ] || fail "removed, and still there"
[ -f "$root$data/journal.db" ] || fail "remove took the journal"
inside dpkg -i /tmp/new.deb >>"$report/install.log" 2>&1
rounds >"$report/rounds-again.jsonl"
[ "$(wc -l <"$report/rounds-again.jsonl")" = 4 ] || fail "the journal did not outlive the removal"
inside dpkg --purge tabledisplay >"$report/purge.log" 2>&1
grep -q "Results are evidence" "$report/purge.log" || fail "purge does not say what stays"
list 2-after
# shellcheck disable=SC2086  # words are meant
compare 2-purged 2-before 2-after $account "$data" "$data/*"
[ -f "$root$data/journal.db" ] || fail "purge took the journal"
say "well"
