#!/usr/bin/env bash
# Builds the jar and the wheel into .build/dist, unless both are there and nothing that they are made from has changed.
# Prints the path of the wheel.
. "$(dirname "$0")/common.sh"

inputs() {
  find python jvm .mvn mvnw pom.xml pyproject.toml README.md LICENSE \
    \( -name target -o -name __pycache__ \) -prune -o -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum
}

exclusively wheel
shopt -s nullglob
now=$(inputs)
wheels=("$build"/dist/*.whl)
jars=(jvm/bundle/target/spark-rabbitmq-streams-*.jar)
testkits=(jvm/testkit/target/testkit-*.jar)
if [ "${#wheels[@]}" = 1 ] && [ "${#jars[@]}" -gt 0 ] && [ "${#testkits[@]}" -gt 0 ] \
  && [ "$(cat "$build/dist/.inputs" 2>/dev/null)" = "$now" ]; then
  echo "${wheels[0]}"
  exit 0
fi

ci/tools.sh
say "Building the jar"
./mvnw -B -q -DskipTests package >&2
say "Building the wheel"
rm -rf "$build/dist"
"$build/tools/bin/python" -m build --wheel --no-isolation --outdir "$build/dist" . >&2
echo "$now" >"$build/dist/.inputs"
echo "$build"/dist/*.whl
