#!/bin/sh
# make windows: the Windows setup program, built and tried on Linux with Wine. Needs root (or sudo),
# debootstrap, make setup. What it fetches and makes is kept in build/windows; a second run is quick.
#   installer/windows/build.sh [--keep-bundle] [--no-trial]
# --keep-bundle packs and tries the bundle of the last run: for work on the installer itself.
set -eu
cd "$(dirname "$0")/../.."

if [ "${WINDOWS_BUILD_ALONE:-}" != yes ]; then
    [ "$(id -u)" = 0 ] || exec sudo -E "$0" "$@"
    # Mounts and processes of its own: whatever happens, both are gone when this ends.
    exec env WINDOWS_BUILD_ALONE=yes unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@"
fi

keep_bundle=
trial=yes
for option in "$@"; do
    case $option in
    --keep-bundle) keep_bundle=yes ;;
    --no-trial) trial= ;;
    *) echo "windows: $option?" >&2 && exit 2 ;;
    esac
done

say() { printf 'windows: %s\n' "$*" >&2; }
stop() {
    say "$@"
    exit 1
}

RELEASE=trixie # Debian 13: its Wine 10 runs Qt, Debian 12's does not
PACKAGES="ca-certificates python3 wine wine64 wine32:i386 nsis osslsigncode xvfb"
DICE="2 5 5"
cache=build/windows
chroot=$cache/chroot
work=$cache/work # /build in the chroot
mkdir -p "$work"

# in_chroot COMMAND…: there, as root, with Wine's settings and nothing of this environment but
# what the signing step needs.
in_chroot() {
    chroot "$chroot" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        WINEPREFIX=/build/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" \
        XDG_RUNTIME_DIR=/tmp DISPLAY="${display:-}" PYTHONDONTWRITEBYTECODE=1 \
        SOURCE_DATE_EPOCH="$moment" ${TABLEDISPLAY_SIGN_PFX:+TABLEDISPLAY_SIGN_PFX=/build/sign.pfx} \
        ${TABLEDISPLAY_SIGN_PASSWORD:+TABLEDISPLAY_SIGN_PASSWORD="$TABLEDISPLAY_SIGN_PASSWORD"} \
        ${TABLEDISPLAY_SIGN_TIMESTAMP:+TABLEDISPLAY_SIGN_TIMESTAMP="$TABLEDISPLAY_SIGN_TIMESTAMP"} \
        "$@" </dev/null
}

# windows_python MODULE…: Windows' Python, in the copied sources.
windows_python() {
    in_chroot sh -c 'cd /build/source && exec wine /build/python/python.exe "$@"' sh -m "$@"
}

mount_chroot() {
    mkdir -p "$chroot/proc" "$chroot/dev" "$chroot/build"
    mount -t proc proc "$chroot/proc"
    mount --rbind /dev "$chroot/dev" # pseudo-terminals above all
    mount --bind "$work" "$chroot/build"
}

make_chroot() {
    if [ "$(cat "$cache/chroot.key" 2>/dev/null || true)" = "$RELEASE $PACKAGES" ]; then
        mount_chroot
        return 0
    fi
    command -v debootstrap >/dev/null || stop "debootstrap is missing: apt-get install debootstrap"
    say "making a Debian 13 with Wine and NSIS (once, 3 GB)"
    rm -rf "$chroot" "$work/wine"
    # Without a mirror given debootstrap knows Debian's own.
    # shellcheck disable=SC2086 # no mirror is no word
    debootstrap --variant=minbase "$RELEASE" "$chroot" ${DEBIAN_MIRROR:-} >"$cache/debootstrap.log" 2>&1 ||
        stop "debootstrap failed, see $cache/debootstrap.log"
    mount_chroot
    # shellcheck disable=SC2086 # one word a package
    in_chroot sh -c "dpkg --add-architecture i386 && apt-get -qq update &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 \
            install -y --no-install-recommends $PACKAGES && apt-get clean" >"$cache/apt.log" 2>&1 ||
        stop "apt failed in the chroot, see $cache/apt.log"
    printf '%s\n' "$RELEASE $PACKAGES" >"$cache/chroot.key"
}

make_python() {
    key=$(cat uv.lock installer/windows/fetch.py | cksum)
    [ "$(cat "$cache/python.key" 2>/dev/null || true)" = "$key" ] && return 0
    say "fetching Windows' Python and the locked packages"
    .venv/bin/python -m installer.windows.fetch "$work/python"
    printf '%s\n' "$key" >"$cache/python.key"
}

make_prefix() {
    in_chroot python3 /build/source/installer/windows/wine_ucrt.py \
        /usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll /build/python/Lib/site-packages
    rm -rf "$work/wine" # the trial needs a PC without tabledisplay
    say "starting Wine"
    in_chroot sh -c 'wineboot -i && wineserver -w' >"$cache/wineboot.log" 2>&1 ||
        stop "Wine does not start, see $cache/wineboot.log"
}

copy_sources() {
    rm -rf "$work/source"
    mkdir -p "$work/source"
    git -c safe.directory='*' ls-files -z | tar --null --ignore-failed-read -T - -cf - |
        tar -C "$work/source" -xf -
    .venv/bin/python -m tools.print_page >/dev/null # needs Qt, which the chroot's own Python lacks
    mkdir -p "$work/source/build"
    cp -r build/sheets "$work/source/build/"
}

start_screen() {
    in_chroot sh -c 'exec 3>/build/display; exec Xvfb -displayfd 3 -noreset -screen 0 1920x1080x24' \
        >"$cache/xvfb.log" 2>&1 &
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s "$work/display" ] && break
        sleep 0.5
    done
    [ -s "$work/display" ] || stop "Xvfb does not start, see $cache/xvfb.log"
    display=:$(cat "$work/display")
}

# A shaker that speaks on a pseudo-terminal which Wine's COM5 is.
start_shaker() {
    rm -f "$work/shaker"
    # Before all else: a pause of 0.1 s would count as a lost port (see steady_line.py).
    nice -n -19 .venv/bin/python -m installer.windows.steady_line "$work/shaker" "$DICE" \
        >"$cache/shaker.log" 2>&1 &
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -L "$work/shaker" ] && break
        sleep 0.5
    done
    [ -L "$work/shaker" ] || stop "the simulated shaker does not speak, see $cache/shaker.log"
    ln -sfn "$(readlink "$work/shaker")" "$work/wine/dosdevices/com5"
    in_chroot wine reg add 'HKLM\Software\Wine\Ports' /v COM5 /t REG_SZ \
        /d "$(readlink "$work/shaker")" /f >/dev/null
    in_chroot sh -c 'wineserver -k15; wineserver -w' # ports are read when Wine starts
}

moment=$(git -c safe.directory='*' log -1 --format=%ct 2>/dev/null || echo 1577836800)
rm -f "$work/display" "$work/sign.pfx"
trap 'rm -f "$work/sign.pfx"' EXIT
if [ -n "${TABLEDISPLAY_SIGN_PFX:-}" ]; then
    install -m 600 "$TABLEDISPLAY_SIGN_PFX" "$work/sign.pfx"
fi
make_chroot
make_python
copy_sources
make_prefix
start_screen

if [ -z "$keep_bundle" ]; then
    say "bundling under Wine"
    rm -rf "$work/dist"
    windows_python installer.bundle --dist 'Z:\build\dist' --work 'Z:\build\bundle' ||
        stop "the bundle failed, see $work/bundle/pyinstaller.log"
fi
say "packing"
in_chroot sh -c 'cd /build/source &&
    python3 -m installer.windows.package --bundle /build/dist/tabledisplay --out /build/dist'
mkdir -p dist
cp "$work"/dist/tabledisplay-*-windows-x64* dist/

if [ -n "$trial" ]; then
    say "trying it out under Wine"
    start_shaker
    setup=$(basename "$work"/dist/tabledisplay-*-setup.exe)
    windows_python installer.windows.trial "Z:\\build\\dist\\$setup" --port COM5 --dice "$DICE" ||
        stop "the trial failed"
fi
say "made dist/$(basename "$work"/dist/tabledisplay-*-setup.exe)"
