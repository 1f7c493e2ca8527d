/** Messages about hooks. */

import { entry } from './entry.ts';

/** Returns which hooks of an event did not run because they are not trusted. */
function untrustedHooksMessage(p: { readonly event: string; readonly hooks: readonly string[] }): string {
  const which = p.hooks.length === 1 ? `a hook of ${p.event} is` : `${p.hooks.length} hooks of ${p.event} are`;
  return `${which} not trusted, and did not run: ${p.hooks.join('; ')}`;
}

const TRUST = 'they came with the files of the project: review the scripts, then run codegen trust';

export const hookMessages = {
  'unknown-event': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no event "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the events are ${p.known.join(', ')}`,
  }),
  'unknown-event-filter': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `there is no event "${p.name}", so no hook is bound to it${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the events are ${p.known.join(', ')}`,
  }),
  'unknown-hook': entry<{ id: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `there is no hook ${p.id}${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () => 'run codegen hook list to list the ids',
  }),
  'registry-broken': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the hook registry is invalid: ${p.reason}`,
    help: () => 'repair the file or restore it from Git; codegen does not change it until then',
  }),
  'registry-busy': entry<{ lock: string }>({
    severity: 'error',
    message: () => 'other codegen processes are changing the same files; nothing was changed',
    help: (p) => `try again; if no other process is running, remove ${p.lock}`,
  }),
  'hook-kept': entry<{ id: string }>({
    severity: 'error',
    message: (p) => `${p.id} was not removed`,
    help: () => 'answer y, or use --force',
  }),
  'hook-will-not-run': entry<{ id: string; reason: string; help: string }>({
    severity: 'warning',
    message: (p) => `${p.id} is registered, but its script cannot run: ${p.reason}`,
    help: (p) => p.help,
  }),
  'hook-registered-twice': entry<{ id: string; other: string; event: string }>({
    severity: 'warning',
    message: (p) => `${p.other} runs the same script on ${p.event}; from now on it runs twice`,
    help: (p) => `to keep only the other, run codegen hook remove ${p.id} --force`,
  }),
  'hook-failed': entry<{ hook: string; status: number; duration: number }>({
    severity: 'error',
    message: (p) => `${p.hook} failed with exit status ${p.status} after ${p.duration} ms`,
    help: () => 'read the output of the script above, correct what it reports, and run the command again',
  }),
  'hook-killed': entry<{ hook: string; signal: string; duration: number }>({
    severity: 'error',
    message: (p) => `${p.hook} was ended by ${p.signal} after ${p.duration} ms`,
    help: () => 'run the script by itself to find the cause; SIGKILL often means that the system ran out of memory',
  }),
  'hook-not-started': entry<{ hook: string; reason: string; duration: number; help: string }>({
    severity: 'error',
    message: (p) => `${p.hook} did not run: ${p.reason} (${p.duration} ms)`,
    help: (p) => p.help,
  }),
  'hooks-not-trusted': entry<{ event: string; hooks: readonly string[] }>({
    severity: 'error',
    message: (p) => untrustedHooksMessage(p),
    help: () => TRUST,
  }),
  'commit-hooks-not-trusted': entry<{ event: string; hooks: readonly string[] }>({
    severity: 'warning',
    message: (p) => `${untrustedHooksMessage(p)}; the commit continues without them`,
    help: () => TRUST,
  }),
  'hook-unsafe': entry<{ hook: string; unsafe: string }>({
    severity: 'error',
    message: (p) => `${p.hook} does not run: ${p.unsafe}`,
    help: () => 'make yourself the owner and remove write access for others (chmod o-w), or set CODEGEN_TRUST=1',
  }),
  'trust-not-kept': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `cannot record what is trusted: ${p.reason}`,
    help: () => 'set XDG_STATE_HOME to a writable folder of yours, or CODEGEN_TRUST=1 to trust without a record',
  }),
  'hooks-behind-link': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} is a link that leads out of the project`,
    help: () => 'replace the link with the file',
  }),
  'hook-recursion': entry<{ event: string; depth: number; chain: string }>({
    severity: 'error',
    message: (p) =>
      `the hooks of ${p.event} cause ${p.event} again (${p.depth} levels), so codegen does not run them: ${p.chain}`,
    help: () =>
      'add --no-hooks to the codegen command that the script runs; codegen explain hook-recursion shows what to do if it runs it indirectly',
  }),
  'journal-not-written': entry<{ path: string; reason: string }>({
    severity: 'warning',
    message: (p) => `codegen cannot write its record ${p.path}: ${p.reason}; the hooks are not affected`,
  }),
  'git-missing': entry<Record<never, never>>({
    severity: 'error',
    message: () => 'cannot find the program git',
    help: () => 'install Git, or put it on the PATH',
  }),
  'git-no-repository': entry<{ folder: string }>({
    severity: 'error',
    message: (p) => `${p.folder} is not in a Git repository`,
    help: () => 'run git init, then run this again',
  }),
  'git-no-revision': entry<{ ref: string }>({
    severity: 'error',
    message: (p) => `Git knows no revision ${p.ref}`,
    help: () => 'name a branch, a tag or a commit of this repository; in a shallow clone, fetch it first',
  }),
  'git-no-file': entry<{
    ref: string;
    commit: string;
    /** Relative to the root of the repository. */
    file: string;
    /** The path as the user gave it. */
    given: string;
    /** True if the file exists in the work tree. */
    isHere: boolean;
  }>({
    severity: 'error',
    message: (p) => {
      const revision = p.commit.startsWith(p.ref) ? p.ref : `${p.ref} (${p.commit})`;
      return `there is no file ${p.file} in the revision ${revision}${p.isHere ? '' : ', and none here'}`;
    },
    help: (p) =>
      p.isHere
        ? `if the file had another name in that revision, give it: codegen diff git:${p.ref}:<path> ${p.given}`
        : 'check the path; it is relative to the working directory',
  }),
  'diff-failed': entry<{ count: number; level: string; surface?: string | undefined }>({
    severity: 'error',
    message: (p) =>
      `${p.count === 1 ? 'a change is' : `${p.count} changes are`} ${p.level}${p.level === 'breaking' ? '' : ' or worse'}${p.surface === undefined ? '' : ` for ${p.surface}`}`,
    help: () => 'see the changes above; --fail-on sets the level that fails',
  }),
  'migration-no-record': entry<{ dir: string }>({
    severity: 'error',
    message: (p) =>
      `the folder ${p.dir} contains migrations, but not their record codegen.schema.json, which stores the schema after the last one`,
    help: () =>
      'run codegen migrate new --since git:<ref>, where <ref> is the commit whose ontology the last migration was made from',
  }),
  'migration-none': entry<{ dir: string }>({
    severity: 'error',
    message: (p) => `the folder ${p.dir} contains no migrations yet`,
    help: () => 'run codegen migrate new to create the first, or give another folder with --dir',
  }),
  'migration-behind': entry<{ dir: string; last: string; ontology: string }>({
    severity: 'warning',
    message: (p) =>
      `the migrations in ${p.dir} do not include all changes of ${p.ontology}; the database is compared with the last of them (${p.last})`,
    help: () => 'run codegen migrate status to see the next migration, codegen migrate new to write it',
  }),
  'migration-record-edited': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} was edited, or is not what this version of codegen writes`,
    help: () =>
      'restore it from Git; if another version of codegen wrote it, create it again with codegen migrate new --since git:<commit of the last migration>',
  }),
  'migration-record-merged': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} holds two versions, which Git could not merge`,
    help: (p) =>
      `keep the migrations and the record of one branch: git checkout <branch> -- ${p.file}. Delete the migrations of the other branch. Then run codegen migrate new`,
  }),
  'migration-number-twice': entry<{ files: readonly string[] }>({
    severity: 'error',
    message: (p) => `migrations have the same number: ${p.files.join(', ')}`,
    help: () =>
      'two branches added migrations: keep those of one branch with its codegen.schema.json (git checkout <branch> -- <file>), delete those of the other, then run codegen migrate new; renumbering a migration is not enough',
  }),
  'migration-meanwhile': entry<{ dir: string }>({
    severity: 'error',
    message: (p) => `another process wrote to ${p.dir} in the meantime; nothing was written`,
    help: () => 'run the command again',
  }),
  'migration-missing': entry<{ file: string; record: string }>({
    severity: 'error',
    message: (p) => `${p.file} is missing, but ${p.record} includes its changes`,
    help: (p) =>
      `restore it from Git; or, to drop it, restore the earlier record (git checkout <commit> -- ${p.record}) or create it again: codegen migrate new --since git:<ref>`,
  }),
  'migration-order': entry<{ first: string; second: string; firstNow: string; secondNow: string; record: string }>({
    severity: 'error',
    message: (p) =>
      `${p.record} lists ${p.first} before ${p.second}, but their files are now in the other order: ${p.firstNow} and ${p.secondNow}`,
    help: (p) => `give the files their old names: existing databases applied ${p.first} before ${p.second}`,
  }),
  'migration-unknown': entry<{ file: string; record: string }>({
    severity: 'error',
    message: (p) => `${p.file} was written by codegen migrate new, but ${p.record} does not include its changes`,
    help: () =>
      'if another branch added it, delete it and run codegen migrate new; to keep it, run codegen migrate new --since <the ontology after all migrations>, then codegen migrate verify',
  }),
  'migration-loses-data': entry<{ removed: readonly string[]; retyped: readonly string[]; command?: string }>({
    severity: 'error',
    message: (p) =>
      [
        ...p.retyped.map((change) => `${change}, and the new column cannot hold all old values`),
        ...(p.removed.length > 0 ? [`the new schema no longer has ${p.removed.join(', ')}`] : []),
      ].join('; '),
    help: (p) => {
      const option = (text: string) => (p.command === undefined ? `add ${text}` : `run ${p.command} ${text}`);
      const end =
        p.command === undefined ? '; neither: give the same --shapes files as for the last migration' : '; then run this again';
      return p.removed.length === 0
        ? `keep the datatype, or ${option('--allow-data-loss')}: the migration converts values if it can, and fails on a value that is not valid in the new column; a second migration then moves the old values into the schema codegen_kept${end}`
        : `renamed: ${option('--renamed <old>=<new>')}; removed: ${option('--allow-data-loss')} (a second migration keeps its data in the schema codegen_kept)${end}`;
    },
  }),
  'migration-gap': entry<{ table: string; column: string }>({
    severity: 'warning',
    message: (p) => `rows of ${p.table} need a value for ${p.column}, and the ontology states no default`,
    help: () => 'edit the line "Fill in" of the migration, or add sh:defaultValue to the ontology',
  }),
  'migration-removes-value': entry<{ table: string; column: string; values: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${p.table}.${p.column} no longer accepts ${p.values.join(', ')}: after the migration, PostgreSQL rejects updates of rows with such a value`,
    help: () =>
      'find the rows with the query in the first file, and add an UPDATE there that gives them another value; for a renamed individual, use --renamed <old>=<new>',
  }),
  'migration-script-failed': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.file} does not run: ${p.reason}`,
    help: () =>
      'restore the file from Git if it was edited after it was applied, or remove COMMIT from it; codegen ran it in a temporary schema and changed nothing else',
  }),
  'migration-differs': entry<{ file: string; expected: string; differences: readonly string[] }>({
    severity: 'error',
    message: (p) => `after the migration ${p.file}, the schema differs from ${p.expected}: ${p.differences.join('; ')}`,
    help: () => 'a migration was edited or is missing: run codegen migrate status to find it',
  }),
  'database-failed': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the database server reports: ${p.reason}`,
    help: () => 'give the database with --database-url, or with PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE',
  }),
  'git-failed': entry<{ command: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.command} failed: ${p.reason}`,
  }),
  'git-hook-in-the-way': entry<{ file: string; before: string }>({
    severity: 'error',
    message: (p) =>
      `codegen cannot install the Git hook: ${p.file} is not from codegen and cannot be renamed to ${p.before}, because that file exists; nothing was changed`,
    help: (p) => `merge ${p.before} into ${p.file}, delete ${p.before}, and install again`,
  }),
  'git-hooks-of-lefthook': entry<{ call: string }>({
    severity: 'error',
    message: () => 'lefthook manages the hooks of this repository and would rename the file; nothing was changed',
    help: (p) => p.call,
  }),
  'git-hooks-of-husky': entry<{ call: string }>({
    severity: 'error',
    message: () => 'husky manages the hooks of this repository and would overwrite the file; nothing was changed',
    help: (p) => p.call,
  }),
  'git-hooks-shared': entry<{ folder: string }>({
    severity: 'warning',
    message: (p) =>
      `core.hooksPath names ${p.folder}, outside this repository: the file there serves every repository that uses it`,
  }),
  'git-hook-not-installed': entry<{ help: string }>({
    severity: 'warning',
    message: () => 'Git does not run the pre-commit hooks of this project yet',
    help: (p) => p.help,
  }),
  'nothing-watched': entry<Record<never, never>>({
    severity: 'warning',
    message: () => 'there is no file to watch',
    help: () => 'give the ontology to watch: codegen hook monitor --graph domain.ttl',
  }),
  'monitor-echo': entry<{ file: string; runs: number }>({
    severity: 'warning',
    message: (p) =>
      `${p.file} changed in each of the last ${p.runs} runs, while its hooks ran; they do not run once more for that`,
    help: () => 'make the hook write a file only if it changes; if you saved the file yourself, save it again',
  }),
  'watch-falls-back': entry<{ reason: string; interval: number }>({
    severity: 'warning',
    message: (p) => `the system does not report changes (${p.reason}); codegen checks the files every ${p.interval} ms`,
  }),
} as const;
