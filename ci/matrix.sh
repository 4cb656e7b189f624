#!/usr/bin/env bash
# The smoke pack with one wheel on every Spark and broker: one line each.
# Usage: [SPARKS="3.5 4.3"] [BROKERS="4.0"] ci/matrix.sh [pytest arguments; default: tests/smoke]
. "$(dirname "$0")/common.sh"

read -ra sparks <<<"${SPARKS:-$(listed ci/sparks.txt | xargs)}"
read -ra brokers <<<"${BROKERS:-$(listed ci/brokers.txt | xargs)}"
[ "$#" -gt 0 ] || set -- tests/smoke

# What pytest counted, from the last line of its log: `4 passed, 1 failed`.
counted() { sed -n '$s/ in [0-9.]*s.*//p' "$1" | grep -E '^[0-9]+ (passed|failed|skipped|error)' || echo "nothing ran"; }

failed=0
printf '%-8s %-8s %7s  %s\n' Spark Broker Seconds Tests
for asked in "${sparks[@]}"; do
  spark=$(spark_version "$asked")
  ci/venv.sh "$spark" >/dev/null
  for broker in "${brokers[@]}"; do
    name=matrix-$spark-broker-$broker
    log=$build/logs/$name.log
    began=$SECONDS
    note=
    BROKER=$broker "$build/spark/$spark/bin/python" -m pytest -q --junitxml="$build/logs/$name.xml" "$@" \
      >"$log" 2>&1 </dev/null || {
      failed=1
      note="; FAILED, see $log"
    }
    printf '%-8s %-8s %7d  %s%s\n' "$spark" "$broker" $((SECONDS - began)) "$(counted "$log")" "$note"
  done
done
exit "$failed"
