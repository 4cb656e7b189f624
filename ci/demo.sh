#!/usr/bin/env bash
# Sets everything up, starts a broker, and lets PySpark write to and read from a super stream.
# Usage: [KEEP=1] ci/demo.sh [arguments of examples/demo.py]
. "$(dirname "$0")/common.sh"

log=$build/logs/demo.log
: >"$log"
spark=$build/spark/$(listed ci/sparks.txt default)
version=$(listed ci/brokers.txt default)

bold='' plain=''
[ ! -t 1 ] || bold=$'\033[1m' plain=$'\033[0m'

last_line() { tail -n 5 "$log" | sed 's/\x1b\[[0-9;]*[A-Za-z]//g; s/\r//g' | grep '[a-z]' | tail -n 1; }

# Runs a command into the log, showing the time and the log's last line while it lasts.
during() {
  local title=$1 began=$SECONDS
  shift
  "$@" >>"$log" 2>&1 </dev/null &
  local process=$!
  # A command in the background does not hear Ctrl-C.
  trap 'kill "$process" 2>/dev/null; exit 130' INT TERM
  [ -t 1 ] || printf '  … %s\n' "$title"
  while kill -0 "$process" 2>/dev/null; do
    [ ! -t 1 ] || printf '\r\033[K  … %s  %s  \033[2m%.60s\033[0m' \
      "$title" "$(clock $((SECONDS - began)))" "$(last_line)"
    sleep 0.2
  done
  [ ! -t 1 ] || printf '\r\033[K'
  wait "$process" || {
    printf '  ✘ %s\n\n' "$title"
    tail -n 30 "$log"
    fail "this step failed; the whole log is in $log"
  }
  trap - INT TERM
  printf '  ✔ %-44s %6d s\n' "$title" $((SECONDS - began))
}

broker() { PYTHONPATH=tests "$spark/bin/python" -m support.broker "$@"; }

start_broker() {
  broker down --name demo >/dev/null 2>&1 || true
  broker up --broker "$version" --name demo | tee "$build/demo-broker"
}

printf '\n%s  PySpark meets a RabbitMQ super stream\n\n' "${bold}spark-rabbitmq-streams$plain"
during "Jar, wheel and PySpark" ci/venv.sh
[ -n "${KEEP:-}" ] || trap 'broker down --name demo >>"$log" 2>&1' EXIT
during "RabbitMQ $version" start_broker

uri=$(grep -o 'rabbitmq-stream://.*' "$build/demo-broker")
"$spark/bin/python" examples/demo.py --uri "$uri" ${KEEP:+--keep} "$@" 2>>"$log" || {
  tail -n 30 "$log"
  fail "the demo failed; the whole log is in $log"
}

printf '\n%s\n' "${bold}Try next$plain"
if [ -n "${KEEP:-}" ]; then
  cat <<EOT
  The broker is still running: $uri
    $spark/bin/pyspark
    >>> from spark_rabbitmq_streams import Source
    >>> Source(superstream="demo-orders", endpoints="${uri##*[@/]}").load(spark).show()
  Stop it with
    PYTHONPATH=tests $spark/bin/python -m support.broker down --name demo
EOT
else
  echo "  make demo KEEP=1          the same, and leaves the broker running for you"
fi
cat <<EOT
  make it K=superstream     the tests of super streams, on this Spark and broker
  make test                 everything, on every Spark
  README.md                 reading and writing in five lines each

  $SECONDS s in all
EOT
