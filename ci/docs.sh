#!/usr/bin/env bash
# Runs what README and the guide show, on the default Spark.
. "$(dirname "$0")/common.sh"

ci/it.sh tests/docs "$@"
