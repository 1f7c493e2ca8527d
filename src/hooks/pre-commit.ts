import path from 'node:path';
import { shellQuoted } from './shell.ts';

/** The command that starts this program. */
export interface Program {
  readonly node: string;
  readonly script: string;
}

/** The Git settings that contain this command in a clone. */
export const SETTINGS = { node: 'codegen.node', script: 'codegen.program' } as const satisfies Program;

/** The content of the pre-commit file. */
export interface PreCommitFile {
  /** Undefined if other machines get the file, too: then it reads Git's settings. */
  readonly program: Program | undefined;
  /** The folders with hooks, relative to the top of the work tree; `.` for the top itself. */
  readonly projects: readonly string[];
}

const MARK = '# Written by `codegen hook install`.';
const PROJECT = /^# codegen-project: (.*)$/gm;

/** Suffix of the name under which a previous file is kept. */
export const BEFORE = '.before-codegen';

/** Returns whether {@link printPreCommit} wrote this file. */
export function isOurs(text: string): boolean {
  return text.split('\n', 2)[1]?.startsWith(MARK) === true;
}

/** Returns the projects whose hooks a file of ours runs. */
export function projectsOf(text: string): readonly string[] {
  return [...text.matchAll(PROJECT)].map((match) => JSON.parse(match[1] ?? '""') as string);
}

/** Returns the text of Git's pre-commit file, in POSIX shell. */
export function printPreCommit({ program, projects }: PreCommitFile): string {
  return `#!/bin/sh
${MARK} Change nothing here: the next install writes it anew, and
# \`codegen hook uninstall\` takes it out and puts back what was here before.
# It runs the hooks that are registered for pre-commit; if one fails, there is no commit.
${projects.map((project) => `# codegen-project: ${JSON.stringify(project)}`).join('\n')}

# What was here before comes first.
if [ -x "$0${BEFORE}" ]; then
  "$0${BEFORE}" "$@" || exit $?
fi

${program ? remembered(program) : ASKED}
export PATH

codegen_run() {
  if [ -x "$node" ] && [ -f "$program" ]; then
    "$node" "$program" "$@"
  elif [ -f "$program" ] && command -v node >/dev/null 2>&1; then
    node "$program" "$@"
  elif [ -x node_modules/.bin/codegen ]; then
    node_modules/.bin/codegen "$@"
  elif command -v codegen >/dev/null 2>&1; then
    codegen "$@"
  else
    echo 'codegen is not where it was when this pre-commit file was written, and not on the PATH;' >&2
    echo 'run "codegen hook install" again, or delete this file:' >&2
    echo "  $hook_file" >&2
    return 1
  fi
}

# What Git says in relation to the top of the work tree has to hold in a folder of it, too.
top=$(pwd)
case $0 in /*) hook_file=$0 ;; *) hook_file=$top/$0 ;; esac
case \${GIT_INDEX_FILE:-/} in /*) ;; *) GIT_INDEX_FILE=$top/$GIT_INDEX_FILE && export GIT_INDEX_FILE ;; esac
case \${GIT_DIR:-/} in /*) ;; *) GIT_DIR=$top/$GIT_DIR && export GIT_DIR ;; esac
if [ -n "\${GIT_DIR:-}" ] && [ -z "\${GIT_WORK_TREE:-}" ]; then
  GIT_WORK_TREE=$top
  export GIT_WORK_TREE
fi

failed=0
check() {
  # The branch that is checked out may lack the folder.
  [ -d "$1" ] || return 0
  (cd "$1" && codegen_run hook run pre-commit) || failed=1
}
${projects.map((project) => `check ${shellQuoted(project === '.' ? '.' : `./${project}`)}`).join('\n')}

if [ "$failed" -ne 0 ]; then
  echo 'codegen: the commit is blocked, because a pre-commit hook failed' >&2
  exit 1
fi
`;
}

const WHY = "# A graphical client may start Git without the user's PATH; the scripts may want node and codegen, too.";

function remembered({ node, script }: Program): string {
  const folders = new Set([node, script].map((file) => path.dirname(file)));
  return `node=${shellQuoted(node)}
program=${shellQuoted(script)}

${WHY}
PATH=\${PATH:-/usr/local/bin:/usr/bin:/bin}:${shellQuoted([...folders].join(':'))}`;
}

const ASKED = `# This file is the same on every machine; \`codegen hook install\` writes into .git/config where they are on this one.
node=$(git config ${SETTINGS.node})
program=$(git config ${SETTINGS.script})

${WHY}
PATH=\${PATH:-/usr/local/bin:/usr/bin:/bin}\${node:+:\${node%/*}}\${program:+:\${program%/*}}`;
