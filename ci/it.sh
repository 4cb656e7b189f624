#!/usr/bin/env bash
# The fast loop: the PySpark suite, or the part that K selects, on one Spark and one broker.
# Usage: SPARK=4.3 K=superstream BROKER=4.0 ci/it.sh [pytest arguments]
. "$(dirname "$0")/common.sh"

spark=$(ci/venv.sh "${SPARK:-}")
arguments=("$@")
[ "$#" -gt 0 ] || arguments=(tests --ignore=tests/packaging)
[ -z "${K:-}" ] || arguments+=(-k "$K")
name=$(basename "$spark")-broker-${BROKER:=$(listed ci/brokers.txt default)}
export BROKER
exec "$spark/bin/python" -m pytest --durations=15 --junitxml="$build/logs/it-$name.xml" "${arguments[@]}"
