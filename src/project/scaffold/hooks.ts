/** Prints example scripts for the hooks of a project, one for each event. */

import { type ScaffoldFile, type ScaffoldValues, shellWord, shellWords } from './project.ts';
import { serviceParts } from './service.ts';

const folder = 'examples/hooks';

/** Changes to the project's folder, whatever folder the script is started from. */
const enterProject = 'cd "$(dirname "$0")/../.."';

/** Each script contains the commands that register it. */
export function hookFiles(project: ScaffoldValues): readonly ScaffoldFile[] {
  const graph = shellWord(project.ontology);
  const sources = shellWords(project.sourceOptions);
  const scripts: Readonly<Record<string, string>> = {
    'post-generate': `# After \`codegen project gen\`: checks that what was generated compiles.
#
#   codegen hook create --event post-generate --script ${folder}/post-generate.sh
#
# CODEGEN_OUTPUT_DIR is the folder that was generated into.
set -eu
cd "\${CODEGEN_OUTPUT_DIR:-$(dirname "$0")/../..}"

cargo check --quiet --all-targets
if [ -d frontend/node_modules ]; then
  (cd frontend && npx tsc --noEmit)
fi
`,
    'pre-commit': `# Before a commit: checks that the ontology parses, has no breaking change, and that the generated files are up to date.
#
#   codegen hook create --event pre-commit --script ${folder}/pre-commit.sh
#   codegen hook install
#
# CODEGEN_GRAPH is the ontology (default: ${project.ontology}). To commit an intended breaking change, set
# CODEGEN_ALLOW_BREAKING=true.
set -eu
${enterProject}

graph=\${CODEGEN_GRAPH:-${graph}}

codegen graph load "$graph"${sources} >/dev/null
# There is nothing to compare with before the first commit of the ontology.
if [ "\${CODEGEN_ALLOW_BREAKING:-false}" != true ] && git cat-file -e "HEAD:./$graph" 2>/dev/null; then
  codegen diff "$graph"${sources} --against HEAD --fail-on breaking
fi
codegen project gen . --graph "$graph"${sources} --check --quiet
`,
    'on-ontology-change': `# When the ontology changes: regenerates the project and tests it. If that fails, restores the files that it wrote.
#
#   codegen hook create --event on-ontology-change --script ${folder}/on-ontology-change.sh
#   CODEGEN_FORCE=true codegen hook monitor --graph ${graph}
#
# The first argument is the ontology that changed. Without it CODEGEN_GRAPH is (default: ${project.ontology}).
# CODEGEN_FORCE=true replaces what was generated before (default: false, which only adds files), and writes the next migration
# once the first has been committed; what would lose data is refused.
set -eu

changed=\${1:-}
case $changed in '' | /*) ;; *) changed=$PWD/$changed ;; esac
${enterProject}

graph=\${changed:-\${CODEGEN_GRAPH:-${graph}}}
force=\${CODEGEN_FORCE:-false}

# The script changes files, which may cause the event again: only one runs at a time.
guard=.codegen-regenerating
backup=$(mktemp -d)
if ! mkdir "$guard" 2>/dev/null; then
  rmdir "$backup"
  echo "a regeneration is under way already; if not, remove $guard" >&2
  exit 0
fi

parts='.gitattributes .github .gitignore Cargo.toml README.md codegen.lock examples frontend/package.json frontend/src
  frontend/tsconfig.json migrations python/pyproject.toml python/${project.pythonPackage} python/tests schema src tests${serviceParts(project)}'

save() {
  for part in $parts; do
    if [ -e "$part" ]; then
      mkdir -p "$backup/$1/$(dirname "$part")"
      cp -Rp "$part" "$backup/$1/$part"
    fi
  done
}

# Files that changed since the generation, such as those that you saved during the tests, stay.
restore() {
  (cd "$backup/after" && find . -type f) | while IFS= read -r file; do
    if cmp -s "$backup/before/$file" "$file" || ! cmp -s "$backup/after/$file" "$file"; then
      continue
    elif [ -e "$backup/before/$file" ]; then
      cp "$backup/before/$file" "$file"
    else
      rm "$file"
      rmdir "$(dirname "$file")" 2>/dev/null || true
    fi
  done
  (cd "$backup/before" && find . -type f) | while IFS= read -r file; do
    if [ ! -e "$backup/after/$file" ] && [ ! -e "$file" ]; then
      mkdir -p "$(dirname "$file")"
      cp "$backup/before/$file" "$file"
    fi
  done
}

finish() {
  status=$?
  trap - EXIT
  trap '' HUP INT TERM
  set +e
  if [ "$status" -ne 0 ] && [ "$saved" = true ]; then
    # A subshell, so that a failure ends the restoration, but not the script.
    (
      set -e
      if [ "$generated" = false ]; then
        rm -rf "$backup/after"
        save after
      fi
      restore
    )
    if [ $? -ne 0 ]; then
      rm -rf "$guard"
      echo "restoring failed; the files from before are in $backup/before" >&2
      exit "$status"
    fi
    echo "regeneration failed; the files that it wrote are as they were" >&2
  fi
  rm -rf "$backup" "$guard"
  exit "$status"
}

saved=false
generated=false
trap finish EXIT
trap 'exit 1' HUP INT TERM

save before
saved=true

if [ "$force" = true ]; then
  codegen project gen . --graph "$graph"${sources} --force || exit 1
else
  codegen project gen . --graph "$graph"${sources} || exit 1
fi
save after
generated=true
cargo test --quiet || exit 1
`,
    'pre-build': `# Before a build: generates the project from its ontology.
#
#   codegen hook create --event pre-build --script ${folder}/pre-build.sh
#   codegen hook run pre-build && cargo build
#
# CODEGEN_GRAPH is the ontology (default: ${project.ontology}).
# CODEGEN_FORCE=true replaces what was generated before (default: false, which only adds files).
set -eu
${enterProject}

graph=\${CODEGEN_GRAPH:-${graph}}
force=\${CODEGEN_FORCE:-false}

if [ "$force" = true ]; then
  codegen project gen . --graph "$graph"${sources} --force --quiet
else
  codegen project gen . --graph "$graph"${sources} --quiet
fi
`,
    'post-deploy': `# After a deployment: notes the environment, the version, and the ontology that it was generated from.
#
#   codegen hook create --event post-deploy --script ${folder}/post-deploy.sh
#   codegen hook run post-deploy production 1.2.0
#
# The arguments are the environment (staging or production) and the version.
# CODEGEN_GRAPH is the ontology (default: ${project.ontology}).
set -eu
${enterProject}

environment=$1
version=$2
graph=\${CODEGEN_GRAPH:-${graph}}

checksum=$(cksum <"$graph" | cut -d ' ' -f 1)
echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $environment $version ontology $checksum" >>deployments.log
`,
    'on-test-fail': `# When the tests fail: keeps their output.
#
#   codegen hook create --event on-test-fail --script ${folder}/on-test-fail.sh
#   cargo test >test.log 2>&1 || codegen hook run on-test-fail - <test.log
#
# The first argument is the output. If it was too long for an argument, CODEGEN_ARGUMENT_FILE holds all of it.
set -eu
${enterProject}

if [ -n "\${CODEGEN_ARGUMENT_FILE:-}" ]; then
  cp "$CODEGEN_ARGUMENT_FILE" test-failure.log
else
  printf '%s\\n' "$1" >test-failure.log
fi
echo "the output of the failed tests is in test-failure.log" >&2
`,
  };
  return Object.entries(scripts).map(([event, script]) => ({
    path: `${folder}/${event}.sh`,
    content: `#!/bin/sh\n${script}`,
    executable: true,
  }));
}
