#!/bin/sh
# Put hatch into .hatch/bootstrap, once, then run tools/workspace.py with the arguments given here.
# Needed: Python 3.11 or newer with venv, and whatever package index pip and uv are set up for.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd -P)
home=$root/.hatch/bootstrap
python=$home/bin/python
stamp=$home/ready

is_good() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Every Python worth asking: those on the PATH, then pyenv's and uv's own folders, on the PATH or not.
candidates() {
    for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
        command -v "$name" || true
    done
    for owner in "${HOME:-}" "$(eval "echo ~$(id -un)")"; do
        ls -d "${PYENV_ROOT:-$owner/.pyenv}"/versions/3.*/bin/python3 \
            "$owner"/.pyenv/versions/3.*/bin/python3 \
            "$owner"/.local/share/uv/python/cpython-3.*/bin/python3 2>/dev/null || true
    done
}

find_python() {
    candidates | while read -r candidate; do
        if is_good "$candidate"; then
            echo "$candidate"
            break
        fi
    done
}

wanted="$root $(cksum <"$root/constraints.txt")"
if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || ! is_good "$python"; then
    base=$(find_python)
    if [ -z "$base" ]; then
        echo "No Python 3.11 or newer with venv was found on the PATH or under pyenv." >&2
        echo "  hint: install one (Debian: apt-get install python3-venv; elsewhere: pyenv install 3.11)," >&2
        echo "  or put the folder of an existing python3.11, 3.12 or 3.13 on the PATH." >&2
        exit 3
    fi
    echo "Setting up hatch in .hatch/bootstrap with $base" >&2
    rm -rf "$root/.hatch"
    "$base" -m venv "$home"
    "$python" -m pip install -qq --disable-pip-version-check \
        --constraint "$root/constraints.txt" hatch
    echo "$wanted" >"$stamp"
fi

exec "$python" "$root/tools/workspace.py" "$@"
