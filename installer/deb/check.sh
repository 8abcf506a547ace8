#!/bin/sh
# make deb-check: the package in clean systems of Debian 12 and 13. As root; nothing of this machine
# is changed but packages that the check itself needs.
#   installer/deb/check.sh [SUITE…]      bookworm trixie if none is given
# Reports and pictures: build/deb-check/SUITE. Base systems: ~/.cache/tabledisplay, good for a week.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=installer/deb/need.sh
. installer/deb/need.sh

[ "$(id -u)" = 0 ] || { echo "deb-check: run as root: sudo make deb-check" >&2 && exit 1; }
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' tabledisplay/__init__.py)
deb=dist/tabledisplay_${version}_amd64.deb
[ -f "$deb" ] || { echo "deb-check: no $deb: run make deb" >&2 && exit 1; }
need debootstrap:debootstrap lintian:lintian appstreamcli:appstream Xvfb:xvfb unshare:util-linux \
    desktop-file-validate:desktop-file-utils xdotool:xdotool

say() { echo "deb-check: $*"; }
out=build/deb-check
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tabledisplay
mkdir -p "$out" "$cache"

# --- the package by itself -----------------------------------------------------------------------
say "lintian"
lintian --allow-root --fail-on error,warning "$deb" >"$out/lintian.txt" 2>&1 &
linting=$!
desktop-file-validate installer/linux/*.desktop
appstreamcli validate --no-net --no-color installer/linux/*.metainfo.xml >"$out/appstream.txt" || {
    cat "$out/appstream.txt" >&2
    exit 1
}

# A lower version of the same package, to come from: it also has a file that the new one lacks.
old=0.0.9
lower=$(mktemp -d)
dpkg-deb -R "$deb" "$lower"
sed -i "s/^Version: .*/Version: $old/" "$lower/DEBIAN/control"
: >"$lower/usr/lib/tabledisplay/of-old"
dpkg-deb --root-owner-group -Zgzip -z1 --build "$lower" "$out/tabledisplay_${old}_amd64.deb" >/dev/null
rm -rf "$lower"

# --- a base system for each suite ----------------------------------------------------------------
# The mirror of this machine, if it is a Debian; debootstrap's own otherwise.
# shellcheck disable=SC2016  # apt fills $(SITE) in
mirror=$(apt-get indextargets --format '$(SITE)' 'Origin: Debian' 'Component: main' 2>/dev/null |
    grep -v security | head -n 1 || :)
base() {
    tarball=$cache/debian-$1.tar
    [ -z "$(find "$tarball" -mtime -7 2>/dev/null)" ] || return 0
    say "debootstrap $1"
    made=$(mktemp -d)
    # shellcheck disable=SC2086  # no mirror is no word
    debootstrap --variant=minbase "$1" "$made" $mirror >"$out/debootstrap-$1.log" 2>&1 || {
        tail -n 5 "$out/debootstrap-$1.log" >&2
        rm -rf "$made"
        exit 1
    }
    tar -C "$made" -cf "$tarball.new" .
    mv "$tarball.new" "$tarball"
    rm -rf "$made"
}

# --- each suite by itself, side by side -----------------------------------------------------------
lay() { # lay SUITE: from its base to the end of the check, with a display of its own
    suite=$1 xvfb=
    root=$(mktemp -d)
    finish() {
        [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || :
        # Everything mounted there went with the namespace of the check.
        rm -rf --one-file-system "$root"
    }
    trap finish EXIT
    trap 'exit 1' INT TERM HUP
    base "$suite"
    report=$out/$suite
    rm -rf "$report"
    mkdir -p "$report" "$cache/apt-$suite/partial"
    tar -C "$root" -xf "$cache/debian-$suite.tar"
    chmod 755 "$root"
    Xvfb ":$2" -screen 0 3840x1080x24 -nolisten tcp -noreset -ac 2>"$report/xvfb.log" &
    xvfb=$!
    while ! [ -S "/tmp/.X11-unix/X$2" ]; do
        kill -0 "$xvfb" 2>/dev/null || { cat "$report/xvfb.log" >&2 && exit 1; }
        sleep 0.1
    done
    # Mounts and processes of its own: whatever happens, none of them outlives the check.
    DISPLAY=:$2 unshare --mount --propagation private --pid --mount-proc --fork --kill-child \
        installer/deb/check_in.sh "$root" "$suite" "$deb" "$out/tabledisplay_${old}_amd64.deb" \
        "$report" "$cache/apt-$suite"
}

[ $# -gt 0 ] || set -- bookworm trixie
# Numbers that no other server of this machine takes by itself: those begin at 0.
number=$((200 + $$ % 700))
laid=
trap 'kill $laid 2>/dev/null; exit 1' INT TERM HUP
for suite in "$@"; do
    while [ -e "/tmp/.X11-unix/X$number" ]; do number=$((number + 1)); done
    (lay "$suite" $number) &
    laid="$laid $!"
    number=$((number + 1))
done
well=true
for one in $laid; do wait "$one" || well=false; done
$well || exit 1

wait "$linting" || { cat "$out/lintian.txt" >&2 && exit 1; }
say "all is well: $*; reports in $out"
