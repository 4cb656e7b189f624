#!/usr/bin/env bash
# Formats Python and Java, and mends what the linters can mend by themselves.
. "$(dirname "$0")/common.sh"

ci/tools.sh
"$build/tools/bin/ruff" check --fix python tests benchmarks examples
"$build/tools/bin/ruff" format python tests benchmarks examples
./mvnw -B -q spotless:apply
