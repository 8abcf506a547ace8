# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # the variables are those of check_in.sh
# Sourced by check_in.sh: words for what is done in the clean system, then its devices and network.

say() { echo "deb-check: $suite: $*"; }
fail() {
    echo "deb-check: $suite: $*" >&2
    exit 1
}
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root \
    DEBIAN_FRONTEND=noninteractive DISPLAY="$DISPLAY" "$@"; }
# as USER COMMAND…
as() {
    user=$1 && shift
    inside setpriv --reuid "$user" --regid "$user" --init-groups env HOME=/tmp "$@"
}
apt() { inside apt-get -qq -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@"; }
list() { python3 "$here/left_over.py" list "$root" >"$report/$1.txt"; }
# compare NAME BEFORE AFTER KEPT…: nothing is left but what is meant to stay.
compare() {
    name=$1 before=$2 after=$3 && shift 3
    python3 "$here/left_over.py" compare "$report/$before.txt" "$report/$after.txt" \
        --kept "$@" >"$report/$name.json" || {
        cat "$report/$name.json" >&2
        fail "$name: something is left that should not be, see $report/$name.json"
    }
}

# --- devices of its own, the display, the network ------------------------------------------------
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
    number=${device#*:}
    mknod -m 666 "$root/dev/${device%%:*}" c "${number%:*}" "${number#*:}"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mkdir -p "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
mount --bind "$archives" "$root/var/cache/apt/archives"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
apt-config dump | grep -iE '^Acquire::(https?::Proxy|Check-)' >"$root/etc/apt/apt.conf.d/90-host" || :
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
cp "$deb" "$root/tmp/new.deb"
cp "$old" "$root/tmp/old.deb"
