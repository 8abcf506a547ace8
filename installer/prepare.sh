#!/bin/sh
# Makes build/bundle-venv: the locked packages and PyInstaller, nothing that only a developer needs.
# The interpreter goes into the bundle. BUNDLE_PYTHON names one; otherwise it is the system's own,
# whose faults the system mends and which holds no path of this machine; otherwise that of .venv.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=installer/deb/need.sh
. installer/deb/need.sh

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

python=${BUNDLE_PYTHON:-}
if [ -z "$python" ]; then
    python=.venv/bin/python
    for candidate in /usr/bin/python3 /usr/bin/python3.13 /usr/bin/python3.12 /usr/bin/python3.11; do
        if fits "$candidate"; then
            python=$candidate
            break
        fi
    done
fi
fits "$python" || { echo "bundle: $python is not Python 3.11, 3.12 or 3.13" >&2 && exit 1; }

need strip:binutils
# PyInstaller wants the interpreter as a library; Debian has it in a package of its own.
library=$("$python" -c 'import sys; print("libpython%d.%d.so.1.0" % sys.version_info[:2])')
if [ "${python#/usr/bin/}" != "$python" ] && ! ldconfig -p | grep -q "$library"; then
    need "$library:${library%.so.1.0}"
fi

export UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=build/bundle-venv
if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
    export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-true}"
fi
.venv/bin/uv sync --quiet --locked --no-default-groups --group bundle --no-install-project \
    --python "$python"
