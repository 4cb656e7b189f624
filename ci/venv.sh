#!/usr/bin/env bash
# Makes .build/spark/<version>: PySpark, what the tests need, and the wheel as it is now. Prints the directory.
# Usage: ci/venv.sh [4.1 | 4.1.4]
. "$(dirname "$0")/common.sh"

version=$(spark_version "${1:-$(listed ci/sparks.txt default)}")
directory=$build/spark/$version

wheel=$(ci/wheel.sh)
exclusively "spark-$version"
environment "$directory" tests/requirements.txt "pyspark==$version"
now=$(sha256sum <"$wheel")
if [ "$(cat "$directory/.wheel" 2>/dev/null)" != "$now" ]; then
  "$directory/bin/pip" install --quiet --force-reinstall --no-deps --no-index "$wheel" >&2
  echo "$now" >"$directory/.wheel"
fi
echo "$directory"
