#!/usr/bin/env bash
# Reads 10 GB of messages of 4 KiB in one task on a heap of 512 MB, or writes them, and prints the heap on the way. The
# broker needs that much disk.
# Usage: [SPARK=4.3] [RABBITMQ_STREAM_URI=…] ci/memory.sh [--write] [--gigabytes 10] [--broker 4.3]
. "$(dirname "$0")/common.sh"

spark=$(ci/venv.sh "${SPARK:-}")
export PYTHONPATH=tests PYTHONUNBUFFERED=1
exec "$spark/bin/python" -m benchmarks.memory "$@"
