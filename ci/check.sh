#!/usr/bin/env bash
# Formatters, linters and types, of Python, shell and Java. `make format` mends what a tool can mend.
. "$(dirname "$0")/common.sh"

ci/tools.sh
spark=$(ci/venv.sh)
bin=$build/tools/bin
python=()
for directory in python tests benchmarks examples; do
  [ ! -d "$directory" ] || python+=("$directory")
done

step "ruff check" "$bin/ruff" check "${python[@]}"
step "ruff format" "$bin/ruff" format --check "${python[@]}"
step "mypy" "$bin/mypy" --python-executable "$spark/bin/python" "${python[@]}"
# The oldest Python that mypy knows: the package runs on older ones than the tests do.
step "mypy of the package" "$bin/mypy" --python-version 3.10 --python-executable "$spark/bin/python" python
step "shellcheck" "$bin/shellcheck" --external-sources --source-path=SCRIPTDIR mvnw .ci/run ci/*.sh
step "java" ./mvnw -B -q verify -DskipTests
summary
