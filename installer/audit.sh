#!/bin/sh
# make audit: the locked packages that go to users, compared with the known advisories.
# Exit code 1 if there is one; 0 with a word where the advisories cannot be reached.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
wanted=build/audited.txt
told=build/audit.txt
export UV_PYTHON_DOWNLOADS=never
.venv/bin/uv export --quiet --locked --no-default-groups --no-emit-project \
    --format requirements-txt --output-file "$wanted" >/dev/null
code=0
.venv/bin/uv tool run --quiet --isolated --python .venv/bin/python --from 'pip-audit>=2.9,<3' \
    pip-audit --progress-spinner off --disable-pip --require-hashes --requirement "$wanted" \
    >"$told" 2>&1 || code=$?
cat "$told"
# Only a list of advisories is a failure; no network, no service and no tool are not.
if [ "$code" != 0 ] && ! grep -qE '^Found [0-9]+ known vulnerabilit' "$told"; then
    echo "audit: the advisories cannot be asked here; nothing was compared"
    exit 0
fi
skipped=$(grep -c 'could not be audited' "$told" || :)
[ "$skipped" = 0 ] || echo "audit: the service does not know $skipped of them; those were not compared"
exit "$code"
