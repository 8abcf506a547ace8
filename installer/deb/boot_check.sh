#!/bin/sh
# installer/deb/boot_check.sh [bookworm|trixie]: the kiosk on a whole PC, which QEMU plays: boots to
# the table, survives kills, hangs and every key that leads out, ends for the technician only, and
# goes on after an upgrade. As root, after `make deb-check`. QEMU calculates everything itself, ten
# times as slow as a PC: some 20 minutes; ACCEL="kvm -cpu host" is quicker on a real PC (in a virtual
# machine KVM may be there and slower still).
# Pictures and the guest's report: build/deb-check/boot-SUITE.
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=installer/deb/need.sh
. installer/deb/need.sh

suite=${1:-bookworm}
[ "$(id -u)" = 0 ] || { echo "boot-check: run as root" >&2 && exit 1; }
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' tabledisplay/__init__.py)
deb=dist/tabledisplay_${version}_amd64.deb
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tabledisplay
base=$cache/debian-$suite.tar
for made in "$deb" "$base"; do
    [ -f "$made" ] || { echo "boot-check: no $made: run make deb-check first" >&2 && exit 1; }
done
need qemu-system-x86_64:qemu-system-x86 mke2fs:e2fsprogs socat:socat

out=build/deb-check/boot-$suite
rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
qemu=
finish() {
    [ -z "$qemu" ] || kill "$qemu" 2>/dev/null || :
    rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP
say() { echo "boot-check: $suite: $*"; }

# --- a disk with Debian, the package and what it recommends --------------------------------------
root=$work/root
disk=$cache/boot-$suite.tar
if [ -z "$(find "$disk" -mtime -7 2>/dev/null)" ]; then
    say "Debian with a kernel"
    mkdir "$root"
    tar -C "$root" -xf "$base"
    chmod 755 "$root"
    cp /etc/resolv.conf "$root/etc/"
    packages=$(dpkg-deb -f "$deb" Recommends | sed 's/,/ /g')
    # shellcheck disable=SC2086,SC2016  # words are meant; the inner shell fills in
    unshare --mount --propagation private --pid --mount-proc --fork --kill-child sh -euc '
        root=$1 depends=$2 && shift 2
        mount -t proc proc "$root/proc"
        mount -t tmpfs tmpfs "$root/dev"
        mknod -m 666 "$root/dev/null" c 1 3
        mknod -m 666 "$root/dev/urandom" c 1 9
        export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
        printf "#!/bin/sh\nexit 101\n" >"$root/usr/sbin/policy-rc.d"
        chmod 755 "$root/usr/sbin/policy-rc.d"
        chroot "$root" apt-get -qq update
        chroot "$root" apt-get -qq -o Dpkg::Use-Pty=0 satisfy -y --no-install-recommends "$depends"
        chroot "$root" apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends \
            linux-image-amd64 systemd-sysv udev dbus kmod libgl1-mesa-dri procps "$@"
        rm "$root/usr/sbin/policy-rc.d"
    ' - "$root" "$(dpkg-deb -f "$deb" Depends)" $packages >"$out/apt.log" 2>&1 || {
        tail -n 20 "$out/apt.log" >&2
        exit 1
    }
    tar -C "$root" -cf "$disk.new" .
    mv "$disk.new" "$disk"
else
    mkdir "$root"
    tar -C "$root" -xf "$disk"
fi
say "the package and the proof"
cp "$deb" "$root/root/new.deb"
install -m 755 installer/deb/boot_proof.sh "$root/root/boot_proof.sh"
chroot "$root" dpkg -i /root/new.deb >"$out/install.log" 2>&1
chroot "$root" tabledisplay-kiosk enable --root / >>"$out/install.log" 2>&1
echo kiosk >"$root/etc/hostname"
echo '/dev/vda / ext4 defaults 0 0' >"$root/etc/fstab"
cat >"$root/etc/systemd/system/proof.service" <<'END'
[Unit]
Description=Proof of the kiosk
[Service]
ExecStart=/root/boot_proof.sh
StandardOutput=file:/dev/ttyS0
StandardError=file:/dev/ttyS0
END
ln -s ../proof.service "$root/etc/systemd/system/multi-user.target.wants/proof.service"
cp "$root"/boot/vmlinuz-* "$work/vmlinuz"
cp "$root"/boot/initrd.img-* "$work/initrd"
mke2fs -q -F -t ext4 -d "$root" "$work/disk" 6G
rm -rf --one-file-system "$root"

# --- the PC ----------------------------------------------------------------------------------------
fast=${ACCEL:-tcg,thread=multi -cpu max}
slow=${SLOW:-10} # SLOW=40 on a machine that has other work
[ "${fast#kvm}" = "$fast" ] || slow=${SLOW:-1}
say "boots ($fast)"
# shellcheck disable=SC2086  # options are words
qemu-system-x86_64 -accel $fast -m 2048 -smp 2 -nodefaults -no-reboot -vga std -display none \
    -device virtio-keyboard-pci -device virtio-tablet-pci \
    -drive "file=$work/disk,format=raw,if=virtio" -kernel "$work/vmlinuz" -initrd "$work/initrd" \
    -append "root=/dev/vda rw quiet systemd.show_status=0 vt.global_cursor_default=0 proof.slow=$slow" \
    -serial "file:$out/report.txt" -monitor "unix:$work/monitor,server,nowait" >"$out/qemu.log" 2>&1 &
qemu=$!
monitor() { printf '%s\n' "$@" | socat -t 1 - "unix-connect:$work/monitor" >/dev/null; }

# The guest asks for keys and pictures by lines « do: … »; it ends with « well » or « bad: … ».
seen=0
waited=0
while :; do
    sleep 1
    waited=$((waited + 1))
    lines=$(tr -d '\r' <"$out/report.txt" 2>/dev/null | wc -l)
    while [ "$seen" -lt "$lines" ]; do
        seen=$((seen + 1))
        line=$(tr -d '\r' <"$out/report.txt" | sed -n "${seen}p")
        case $line in
        "do: picture "*) monitor "screendump $out/${line#do: picture }.ppm" ;;
        "do: key "*) monitor "sendkey ${line#do: key }" ;;
        "bad: "*)
            sleep 20 # what the guest's journal says follows
            cat "$out/report.txt" >&2
            echo "boot-check: $suite: ${line#bad: }" >&2
            exit 1
            ;;
        "well")
            say "well, see $out"
            exit 0
            ;;
        *) say "$line" ;;
        esac
    done
    kill -0 "$qemu" 2>/dev/null || { cat "$out/qemu.log" "$out/report.txt" >&2 && exit 1; }
    [ "$waited" -lt 3000 ] || { cat "$out/report.txt" >&2 && say "nothing more is heard" && exit 1; }
done
