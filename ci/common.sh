# shellcheck shell=bash
# Sourced by the scripts beside it: strict mode, the checkout as working directory, and what they share.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=.build
mkdir -p "$build/logs"
export PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# The versions of a list that are served; `listed FILE default` gives those that are marked so.
listed() { awk -v mark="${2:-}" '!/^#/ && NF && (mark == "" ? $2 != "refused" : $2 == mark) { print $1 }' "$1"; }

# The full version of ci/sparks.txt for `4.1`; `4.1.4` stands for itself, listed or not.
spark_version() {
  case $1 in
    *.*.*) echo "$1" ;;
    *) listed ci/sparks.txt | awk -v wanted="$1." 'index($0, wanted) == 1 { print; found++ } END { exit found != 1 }' || fail "Spark $1 is not in ci/sparks.txt: $(listed ci/sparks.txt | xargs)" ;;
  esac
}

# Runs a command that asks a registry, which may answer wrongly for a moment: up to four times, with longer and longer pauses.
patiently() {
  local pause
  for pause in 5 20 60; do
    ! "$@" || return 0
    say "Failed; once more in $pause s: $*"
    sleep "$pause"
  done
  "$@"
}

# Creates a virtual environment, or brings it up to date when requirements or Python have changed.
# Usage: environment DIRECTORY REQUIREMENTS_FILE [PACKAGE...]
environment() {
  local directory=$1 requirements=$2 python wanted
  shift 2
  python=$(command -v "${PYTHON:-python3}") || fail "there is no ${PYTHON:-python3}; PYTHON names another one"
  wanted=$({
    "$python" -VV
    echo "$requirements $*"
    cat tests/requirements.txt "$requirements"
  } | sha256sum)
  [ "$(cat "$directory/.packages" 2>/dev/null)" != "$wanted" ] || return 0
  say "Installing $(printf '%s ' "$@" "$requirements")into $directory"
  if [ "$("$directory/bin/python" -VV 2>/dev/null)" != "$("$python" -VV)" ]; then
    rm -rf "$directory"
    "$python" -m venv "$directory" >&2 || without_venv "$python" "$directory"
  fi
  patiently "$directory/bin/pip" install --quiet "$@" -r "$requirements" >&2
  echo "$wanted" >"$directory/.packages"
}

# Waits for other runs of this checkout that make the same thing; the end of the script lets go.
exclusively() {
  exec 9>"$build/$1.lock"
  ! command -v flock >/dev/null || flock 9
}

# Debian splits venv off its Python.
without_venv() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "$1 has no venv module; on Debian: apt-get install python3-venv"
  fi
  { patiently apt-get update -qq && patiently apt-get install -qq -y python3-venv; } >&2
  rm -rf "$2"
  "$1" -m venv "$2" >&2
}

# A step that shows its output and keeps it under .build/logs; its outcome is remembered for `summary`.
outcomes=()
failed=0
step() {
  local name=$1 began=$SECONDS outcome=passed
  shift
  local log="$build/logs/${name//[^A-Za-z0-9.]/-}.log"
  printf '\n==> [%s] %s\n' "$(clock $SECONDS)" "$name"
  "$@" 2>&1 </dev/null | tee "$log" || {
    outcome="FAILED, see $log"
    failed=1
  }
  outcomes+=("$(printf '%-44s %7s  %s' "$name" "$(clock $((SECONDS - began)))" "$outcome")")
}

summary() {
  printf '\n==> [%s] Summary\n' "$(clock $SECONDS)"
  printf '%s\n' "${outcomes[@]}"
  [ "$failed" = 0 ]
}
