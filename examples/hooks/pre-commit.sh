#!/bin/sh
# Before a commit: the ontology has no change, as against the last commit, that breaks those who use what is generated.
#
#   codegen hook create --event pre-commit --script hooks/pre-commit.sh
#   codegen hook install
#
# CODEGEN_GRAPH is the ontology (default: blog.ttl). A change that is meant to break is committed with git commit --no-verify.
set -eu

graph=${CODEGEN_GRAPH:-blog.ttl}

# There is nothing to compare with before the first commit of the ontology.
git cat-file -e "HEAD:./$graph" 2>/dev/null || exit 0
codegen diff "$graph" --against HEAD --fail-on breaking
