#!/usr/bin/env bash
# Makes .build/tools: a virtual environment with everything that builds, formats, checks and tests.
. "$(dirname "$0")/common.sh"

exclusively tools
environment "$build/tools" ci/requirements.txt
