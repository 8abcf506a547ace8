#!/bin/sh
# installer/deb/build.sh   makes dist/tabledisplay_V_amd64.deb from dist/tabledisplay
set -eu
cd "$(dirname "$0")/../.."
# shellcheck source=installer/deb/need.sh
. installer/deb/need.sh

out=dist
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' tabledisplay/__init__.py)
[ -x dist/tabledisplay/tabledisplay ] || { echo "deb: no bundle: run make bundle" >&2 && exit 1; }
need dpkg-deb:dpkg dpkg-shlibdeps:dpkg-dev strip:binutils gzip:gzip

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git -c safe.directory='*' log -1 --format=%ct 2>/dev/null || echo 1577836800)
fi
export SOURCE_DATE_EPOCH
umask 022
work=build/deb
root=$work/root
rm -rf "$root" "$work/icons" "$work/shlibs"
mkdir -p "$root/DEBIAN" "$work/icons" "$out"

# put MODE FROM TO…: copies one file to a path in the package.
put() { install -D -m "$1" "$2" "$root/$3"; }
# squeeze FROM TO: the same, packed as Debian wants it.
squeeze() {
    put 644 "$1" "$2"
    gzip -9nf "$root/$2"
}

# --- the program, its licences where Debian has them ---------------------------------------------
mkdir -p "$root/usr/lib" "$root/usr/bin"
cp -a dist/tabledisplay "$root/usr/lib/tabledisplay"
doc=usr/share/doc/tabledisplay
mkdir -p "$root/$doc"
mv "$root/usr/lib/tabledisplay/licences" "$root/usr/lib/tabledisplay/sbom.cdx.json" "$root/$doc/"
mv "$root/usr/lib/tabledisplay/NOTICE.txt" "$root/$doc/NOTICE"
ln -s ../lib/tabledisplay/tabledisplay "$root/usr/bin/tabledisplay"
put 644 installer/deb/copyright "$doc/copyright"
printf 'tabledisplay (%s) stable; urgency=medium\n\n  * See CHANGELOG.md of this version.\n\n -- %s  %s\n' \
    "$version" "tabledisplay maintainers <maintainers@tabledisplay.invalid>" \
    "$(LC_ALL=C date -Ru -d "@$SOURCE_DATE_EPOCH")" >"$work/changelog"
squeeze "$work/changelog" "$doc/changelog"
.venv/bin/python -m tools.print_page >/dev/null
.venv/bin/python -m installer.guides "$root/$doc/guides"
find "$root/$doc/guides" -type f -exec chmod 644 {} +

# --- desktop, manual, icons ----------------------------------------------------------------------
from=installer/linux
id=org.tabledisplay.TableDisplay
put 644 "$from/$id.desktop" "usr/share/applications/$id.desktop"
put 644 "$from/$id.metainfo.xml" "usr/share/metainfo/$id.metainfo.xml"
.venv/bin/python -m installer.icon "$work/icons"
for size in 16 32 48 64 128 256; do
    put 644 "$work/icons/$id-$size.png" "usr/share/icons/hicolor/${size}x$size/apps/$id.png"
done
for page in tabledisplay.1 tabledisplay-kiosk.8; do
    squeeze "$from/man/$page" "usr/share/man/man${page##*.}/$page"
    squeeze "$from/man/fr/$page" "usr/share/man/fr/man${page##*.}/$page"
done

# --- the kiosk, asleep until tabledisplay-kiosk enable -------------------------------------------
put 755 "$from/tabledisplay-kiosk" usr/sbin/tabledisplay-kiosk
for script in session desktop after-exit; do
    put 755 "$from/kiosk/$script" "usr/libexec/tabledisplay/$script"
done
for file in openbox.xml settings.toml xorg.conf sysctl.conf logind.conf sticks.rules; do
    put 644 "$from/kiosk/$file" "usr/share/tabledisplay/kiosk/$file"
done
put 644 "$from/kiosk/screens.conf" etc/tabledisplay/screens.conf
put 644 "$from/kiosk/pam" etc/pam.d/tabledisplay-kiosk
put 644 "$from/tabledisplay.service" usr/lib/systemd/user/tabledisplay.service
put 644 "$from/tabledisplay-kiosk.service" usr/lib/systemd/system/tabledisplay-kiosk.service
put 644 "$from/sysusers.conf" usr/lib/sysusers.d/tabledisplay.conf
put 644 "$from/tmpfiles.conf" usr/lib/tmpfiles.d/tabledisplay.conf
put 644 "$from/61-tabledisplay-shaker.rules" usr/lib/udev/rules.d/61-tabledisplay-shaker.rules
put 644 installer/deb/lintian-overrides usr/share/lintian/overrides/tabledisplay

# --- nothing without an owner and a licence --------------------------------------------------------
.venv/bin/python installer/deb/accounted.py "$root"

# --- what dpkg reads -----------------------------------------------------------------------------
# The libraries Debian has to give, found in the program's own files; its private ones are in it.
mkdir -p "$work/shlibs/debian"
printf 'Source: tabledisplay\n\nPackage: tabledisplay\nArchitecture: amd64\n' >"$work/shlibs/debian/control"
absolute=$(pwd)/$root/usr/lib/tabledisplay
elves=$(cd "$absolute" && find . -type f \( -name '*.so*' -o -name tabledisplay \) | sort)
private=$(cd "$absolute" && find . -type f -name '*.so*' -exec dirname {} + | sort -u)
set --
for folder in $private; do set -- "$@" "-l$absolute/$folder"; done
for elf in $elves; do set -- "$@" "-e$absolute/$elf"; done
libraries=$(cd "$work/shlibs" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>"../shlibdeps.log") || {
    cat "$work/shlibdeps.log" >&2
    exit 1
}
libraries=${libraries#shlibs:Depends=}
# fontconfig without any configuration file complains at every start.
libraries="$libraries, fontconfig-config"

size=$(du -k --apparent-size -s "$root" | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@SIZE@/$size/" -e "s/@LIBRARIES@/$libraries/" \
    installer/deb/control.in >"$root/DEBIAN/control"
for script in postinst prerm postrm; do install -m 755 "installer/deb/$script" "$root/DEBIAN/$script"; done
printf '/etc/pam.d/tabledisplay-kiosk\n/etc/tabledisplay/screens.conf\n' >"$root/DEBIAN/conffiles"
find "$root" -type d -exec chmod 755 {} +
(cd "$root" && find etc usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod 644 "$root/DEBIAN/control" "$root/DEBIAN/conffiles" "$root/DEBIAN/md5sums"

deb=$out/tabledisplay_${version}_amd64.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$deb" >/dev/null
cp "$root/$doc/sbom.cdx.json" "${deb%.deb}.cdx.json"
echo "deb: $deb ($(du -h --apparent-size "$deb" | cut -f1))"
