# shellcheck shell=sh
# Sourced. need PROGRAM:PACKAGE…: the programs are there, or are installed, or the command is told.
need() {
    lacking=
    for pair in "$@"; do
        command -v "${pair%%:*}" >/dev/null 2>&1 || lacking="$lacking ${pair##*:}"
    done
    [ -n "$lacking" ] || return 0
    as_root=
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    echo "deb: installing$lacking" >&2
    # shellcheck disable=SC2086  # words are meant
    said=$({ $as_root apt-get -qq -o Acquire::Retries=3 update || :; } 2>&1 &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
            -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $lacking 2>&1) && return 0
    printf '%s\n' "$said" | tail -n 20 >&2
    echo "deb: please run: sudo apt-get install --no-install-recommends$lacking" >&2
    exit 1
}
