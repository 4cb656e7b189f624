#!/usr/bin/env bash
# Everything, on a bare machine: every step is announced with the time that has passed, and summed up at the end.
. "$(dirname "$0")/common.sh"

default=$(listed ci/sparks.txt default)
spark=$build/spark/$default
broker=$(listed ci/brokers.txt default)
brokers=$(listed ci/brokers.txt && listed ci/brokers.txt refused)

step "tools" ci/tools.sh
step "jar and wheel" ci/wheel.sh
step "Spark $default" ci/venv.sh "$default"
# Nothing can hold without these.
[ "$failed" = 0 ] || summary
# shellcheck disable=SC2086 # Several words.
step "broker images" env PYTHONPATH=tests "$spark/bin/python" -m support.broker image $brokers
step "check" ci/check.sh
step "java" ./mvnw -B -ntp verify
step "every Spark compiles" ci/profiles.sh
step "packaging" "$spark/bin/python" -m pytest --junitxml="$build/logs/packaging.xml" tests/packaging
step "suite on Spark $default, broker $broker" env BROKER="$broker" ci/it.sh
step "matrix" ci/matrix.sh
summary
