#!/bin/sh
# Makes .venv from uv.lock and sees to the system libraries Qt needs. Does nothing twice.
#   tools/setup.sh            to run the program
#   tools/setup.sh screens    also the X servers and tools that the tests drive
# PYTHON=/path/to/python3.12 chooses the interpreter; otherwise python3, python3.13, 3.12, 3.11.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
stop() {
    say "$@"
    exit 1
}

# --- packages of the system ------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >&2
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >&2
    fi
}

may_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" = 0 ] || sudo -n true >/dev/null 2>&1
}

refreshed=
apt_refresh() {
    [ -z "$refreshed" ] || return 0
    refreshed=yes
    as_root apt-get -qq -o Acquire::Retries=3 update ||
        say "the package lists could not all be refreshed; going on with those at hand."
}

apt_install() {
    apt_refresh
    say "installing $*"
    as_root apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
        install -y --no-install-recommends "$@"
}

root_command() {
    say "    sudo apt-get update && sudo apt-get install --no-install-recommends $*"
}

# --- an interpreter --------------------------------------------------------------------------

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}
version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

first_fit() {
    for candidate in python3 python3.13 python3.12 python3.11; do
        if fits "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

choose_python() {
    if [ -n "${PYTHON:-}" ]; then
        fits "$PYTHON" || stop "PYTHON=$PYTHON does not run, or is not Python 3.11, 3.12 or 3.13."
        python=$PYTHON
        return 0
    fi
    python=$(first_fit) && return 0
    if may_install; then
        apt_refresh
        for release in 3.13 3.12 3.11; do
            if apt-cache show "python$release-venv" >/dev/null 2>&1 &&
                apt_install "python$release" "python$release-venv"; then
                break
            fi
        done
        python=$(first_fit) && return 0
    fi
    say "this needs Python 3.11, 3.12 or 3.13, and none was found (python3 here is" \
        "$(version_of python3 || echo none))."
    if command -v apt-get >/dev/null 2>&1; then
        say "On Debian and Ubuntu, where the release has it:"
        root_command python3.11 python3.11-venv
    fi
    stop "Or name one: make PYTHON=/path/to/python3.12 …"
}

make_venv() {
    choose_python
    release=$(version_of "$python")
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        if may_install && apt_install "python$release-venv" &&
            "$python" -c 'import ensurepip, venv' 2>/dev/null; then
            :
        else
            say "Python's venv module is incomplete for $python. Run, then try again:"
            root_command "python$release-venv"
            exit 1
        fi
    fi
    say "making .venv with $python ($release)"
    rm -rf .venv
    "$python" -m venv .venv
}

venv_serves() {
    fits .venv/bin/python || return 1
    .venv/bin/python -c 'import pip' 2>/dev/null || return 1
    [ -z "${PYTHON:-}" ] || [ "$(version_of "$PYTHON")" = "$(version_of .venv/bin/python)" ]
}

venv_serves || make_venv

# --- the locked packages ---------------------------------------------------------------------

export UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=.venv PIP_DISABLE_PIP_VERSION_CHECK=1
unset VIRTUAL_ENV UV_PYTHON 2>/dev/null || true
# A network with its own certificate authority puts it into the system's store: believe that one.
if [ -e /etc/ssl/certs/ca-certificates.crt ] || [ -e /etc/pki/tls/certs/ca-bundle.crt ]; then
    export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-true}"
fi

key=$(cat pyproject.toml uv.lock tools/uv.txt tools/setup.sh | cksum)
if [ "$(cat .venv/setup-key 2>/dev/null || true)" != "$key" ]; then
    say "installing the locked packages into .venv"
    .venv/bin/python -m pip install --quiet --require-hashes --requirement tools/uv.txt </dev/null >&2
    .venv/bin/uv sync --quiet --locked --python .venv/bin/python </dev/null >&2
    printf '%s\n' "$key" >.venv/setup-key
fi

# --- the libraries Qt needs ------------------------------------------------------------------

lacking() {
    names=$(.venv/bin/python tools/missing_libraries.py "$@") || stop "the check of libraries failed."
    # shellcheck disable=SC2086  # many lines become one
    echo $names
}

missing=$(lacking qt windows "$@")
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    say "Qt or the tests miss something here; under Debian it comes from: $missing"
    say "Install what your system calls these; going on without."
    exit 0
fi
if may_install && [ "$(cat .venv/apt-tried 2>/dev/null || true)" != "$missing" ]; then
    printf '%s\n' "$missing" >.venv/apt-tried
    # shellcheck disable=SC2086  # one word a package is meant
    apt_install $missing || say "apt could not install all of that."
    missing=$(lacking qt windows "$@")
    [ -n "$missing" ] || exit 0
fi
say "missing on this machine, please run:"
root_command "$missing"
[ -z "$(lacking qt)" ] || stop "Qt cannot start without them."
say "going on without."
