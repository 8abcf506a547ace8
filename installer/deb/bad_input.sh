# shellcheck shell=sh
# shellcheck disable=SC2154  # the variables are those of check_in.sh
# Sourced by check_in.sh, with the package installed and a journal of closed rounds: whatever is
# wrong, the program and the package say one plain sentence, and the journal stays as it was.

run="tabledisplay run --data $data"
# told NAME CODE WORDS COMMAND…: the account's command ends with CODE and one sentence that has WORDS
told() {
    name=$1 wanted=$2 words=$3 && shift 3
    code=0
    as tabledisplay timeout 60 "$@" >"$report/told-$name.txt" 2>&1 </dev/null || code=$?
    if [ "$code" != "$wanted" ] || [ "$(wc -l <"$report/told-$name.txt")" != 1 ] ||
        ! grep -q "$words" "$report/told-$name.txt"; then
        cat "$report/told-$name.txt" >&2
        fail "$name: wanted one sentence about « $words » and exit code $wanted, got $code and the above"
    fi
}
# unharmed WHAT [DATA]: the chain is whole, and the rounds are those from before
unharmed() {
    as tabledisplay tabledisplay verify --json --data "${2:-$data}" >"$report/head-now.json" ||
        { cat "$report/head-now.json" >&2 && fail "$1: the journal is harmed"; }
    as tabledisplay tabledisplay rounds --format jsonl --data "${2:-$data}" >"$report/rounds-now.jsonl"
    cmp "$report/rounds-now.jsonl" "$report/rounds-kept.jsonl" || fail "$1: rounds have changed"
}
# health FIELD: what the running program last said of itself
health() { sed -n "s/^ *\"$1\": \"\\{0,1\\}\\([^\",]*\\)\"\\{0,1\\},\\{0,1\\}\$/\\1/p" "$root$data/health/state.json" 2>/dev/null; }
# start COMMAND…: the program as the kiosk's account, waited for until its windows stand
start() {
    rm -f "$root$data/health/state.json"
    as tabledisplay "$@" >>"$report/run.txt" 2>&1 </dev/null &
    started=$!
    for _ in $(seq 150); do
        [ "$(health ended)" != false ] || break
        kill -0 $started 2>/dev/null || { tail "$report/run.txt" >&2 && fail "$*: ended by itself"; }
        sleep 0.2
    done
    program=$(health pid)
    [ "$(health ended)" = false ] || fail "$*: no sign of life"
}
# The program counts processes from inside this namespace, as this script does.
stop() {
    kill -TERM "$program"
    code=0
    wait $started || code=$?
    [ $code = 0 ] || fail "$1: asked to end, it ended with $code"
}
offscreen="env -u DISPLAY QT_QPA_PLATFORM=offscreen"

say "bad input"
# A round that is open while all of this happens: bets are closed.
{
    echo '{"do":"open_table","minimum":5,"float_ref":"CHECK"}'
    echo '{"do":"start_shake"}'
    echo '{"do":"end_shake"}'
    echo '{"do":"close_bets"}'
} | as tabledisplay tabledisplay console --data $data >"$report/console.jsonl"
rounds >"$report/rounds-kept.jsonl"
cp -p "$root$data/settings.toml" "$report/settings.toml"

told no-monitor 2 "Aucun écran accessible" env -u DISPLAY $run
unharmed "without monitors"

start $offscreen $run --port /dev/tabledisplay/none
[ "$(health phase) $(health link) $(health bugs)" = "no_more_bets absent 0" ] ||
    fail "without the shaker: $(cat "$root$data/health/state.json")"
told twice 0 "déjà ouvert" $offscreen $run
stop "without the shaker"
as tabledisplay env -u DISPLAY tabledisplay doctor --data $data --port /dev/tabledisplay/none >"$report/doctor.txt" 2>&1 || :
grep -q "/dev/tabledisplay/none.*: absent" "$report/doctor.txt" || fail "doctor does not tell the missing shaker"
told no-shaker 0 '"link":"absent"' sh -c "echo '{\"do\":\"quit\"}' | tabledisplay console --data $data --port /dev/tabledisplay/none | tail -n 1"

echo '[table' >"$root$data/settings.toml"
start $offscreen $run
[ "$(health phase)" = no_more_bets ] || fail "damaged settings: the last good copy does not play"
stop "damaged settings"
rm "$root$data/settings.last-good.json"
told settings 2 "settings.toml" $offscreen $run
cp -p "$report/settings.toml" "$root$data/settings.toml"
unharmed "damaged settings"

inside cp -a $data /tmp/newer
python3 - "$root/tmp/newer/journal.db" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as journal:
    journal.execute("PRAGMA user_version = 999")
END
sum=$(cd "$root/tmp/newer" && sha256sum journal.db)
told newer 2 "version plus récente" $offscreen tabledisplay run --data /tmp/newer
told newer-console 2 "version plus récente" tabledisplay console --data /tmp/newer
[ "$sum" = "$(cd "$root/tmp/newer" && sha256sum journal.db)" ] || fail "a newer journal was changed"

mkdir "$root/tmp/full"
mount -t tmpfs -o size=4m tmpfs "$root/tmp/full"
inside cp -a $data/. /tmp/full
dd if=/dev/zero of="$root/tmp/full/filler" bs=4k 2>/dev/null || :
told full-disk 2 "est plein" $offscreen tabledisplay run --data /tmp/full/new
{
    echo '{"do":"enter_dice","dice":[5,2,5],"reason":"no_device"}'
    echo '{"do":"quit"}'
} | as tabledisplay tabledisplay console --data /tmp/full >"$report/full-disk.jsonl" 2>&1 || :
grep -qE "Rien n'est enregistré|est plein" "$report/full-disk.jsonl" || fail "full disk: the console does not say so"
rm -r "$root/tmp/full/new"
rm "$root/tmp/full/filler"
unharmed "full disk" /tmp/full
umount "$root/tmp/full"

say "over a running program, on a full disk, twice at once"
start $offscreen $run
inside dpkg -i /tmp/new.deb >"$report/over.log" 2>&1 || { cat "$report/over.log" >&2 && fail "over a running program"; }
grep -q "Le programme tournait" "$report/over.log" || fail "over a running program: nothing is said"
code=0
wait $started || code=$?
[ $code = 0 ] || fail "over a running program: that ended with $code"
unharmed "over a running program"
start $offscreen $run
[ "$(health phase)" = no_more_bets ] || fail "over a running program: the round is not where it was"
kill -KILL "$program"
wait $started || :
unharmed "killed"
start $offscreen $run
[ "$(health phase)" = no_more_bets ] || fail "killed: the round is not where it was"
stop "after a kill"

# A disk on which the installed version fits, and not the next one beside it.
mount -t tmpfs -o "size=$(($(du -sm "$root/usr/lib/tabledisplay" | cut -f1) + 40))m" tmpfs "$root/mnt"
cp -a "$root/usr/lib/tabledisplay/." "$root/mnt/"
mount --bind "$root/mnt" "$root/usr/lib/tabledisplay"
! inside dpkg -i /tmp/new.deb >"$report/full-disk.log" 2>&1 || fail "the disk was not full"
grep -q "No space left on device" "$report/full-disk.log" || fail "full disk: dpkg does not say so"
[ "$(inside dpkg-query -W -f '${db:Status-Abbrev}' tabledisplay)" = "ii " ] || fail "full disk: half installed"
as guest tabledisplay self-check >>"$report/self-check.txt" || fail "full disk: the version that was there no longer runs"
umount "$root/usr/lib/tabledisplay"
umount "$root/mnt"
unharmed "a full disk"

inside dpkg -i /tmp/new.deb >"$report/twice-1.log" 2>&1 &
first=$!
until grep -q "^Preparing to unpack" "$report/twice-1.log"; do sleep 0.05; done
! inside dpkg -i /tmp/new.deb >"$report/twice-2.log" 2>&1 || fail "two installations at once"
[ "$(grep -c "^dpkg: error.*lock" "$report/twice-2.log")" = 1 ] || fail "twice at once: dpkg does not say so"
wait $first || fail "twice at once: the first was disturbed"
inside tabledisplay-kiosk enable | grep -q "déjà activé" || fail "enabled twice"
unharmed "twice at once"
