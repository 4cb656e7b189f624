#!/usr/bin/env bash
# Writes the files that are made from the tables in the code: pages of docs, modules of the Python package.
. "$(dirname "$0")/common.sh"

./mvnw -B -q test -pl jvm/connector -Dtest=GeneratedPagesTest -Dgenerate=true
