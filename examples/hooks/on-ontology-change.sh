#!/bin/sh
# When the ontology changes: writes the next migration of the database. What would lose data is refused, and said.
#
#   codegen hook create --event on-ontology-change --script hooks/on-ontology-change.sh
#   codegen hook monitor --graph blog.ttl
#
# The first argument is the ontology that changed. CODEGEN_MIGRATIONS is the folder (default: migrations).
set -eu

codegen migrate new --ontology "$1" --dir "${CODEGEN_MIGRATIONS:-migrations}"
