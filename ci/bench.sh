#!/usr/bin/env bash
# Measures the connector against the bare client and, with --kafka, against Spark's Kafka connector.
# `overhead` as the first word measures what a small read costs beside Spark itself, and what splitting a stream does;
# `triggers` what streaming queries cost.
# Usage: [SPARK=4.3] [RABBITMQ_STREAM_URI=…] ci/bench.sh [--scale 0.01] [--only read100] [--rounds 5] [--kafka]; --help lists all
. "$(dirname "$0")/common.sh"

spark=$(ci/venv.sh "${SPARK:-}")
"$spark/bin/pip" install --quiet -r benchmarks/requirements.txt >&2
export PYTHONPATH=tests PYTHONUNBUFFERED=1
module=benchmarks
case "${1:-}" in
  overhead | triggers)
    module=benchmarks.$1
    shift
    ;;
esac
exec "$spark/bin/python" -m "$module" "$@"
