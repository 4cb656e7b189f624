#!/usr/bin/env bash
# What `make test` does ten times, by the dozen: drivers, executors and brokers are killed at random moments, and no
# row may be missing or come twice. The seed is printed; with the same one the same moments are chosen again.
# Usage: [SPARK=4.3] [BROKER=4.0] ci/kills.sh [--kills 50] [--pipeline-kills 100] [--seed 4711]
. "$(dirname "$0")/common.sh"

spark=$(ci/venv.sh "${SPARK:-}")
export PYTHONPATH=tests BROKER="${BROKER:-$(listed ci/brokers.txt default)}"
exec "$spark/bin/python" -m faults.kills "$@"
