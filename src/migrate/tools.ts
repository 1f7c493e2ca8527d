/** Conventions of the tools that apply migrations: file names, numbers, and pairs of up and down files. */

/** A migration as two scripts. */
export interface Script {
  readonly number: number;
  /** `add_upvotes_to_posts` */
  readonly name: string;
  readonly up: string;
  readonly down: string;
  /** Whether its one statement cannot run in a transaction. */
  readonly isOutsideTransaction?: boolean;
}

interface Tool {
  readonly digits: number;
  readonly files: (number: string, script: Script) => readonly { readonly path: string; readonly content: string }[];
}

/** Returns a function that writes a script as two files, from functions for their paths. */
const upAndDownFiles =
  (upPath: (number: string, name: string) => string, downPath: (number: string, name: string) => string): Tool['files'] =>
  (number, script) => [
    { path: upPath(number, script.name), content: script.up },
    { path: downPath(number, script.name), content: script.down },
  ];

/** The first line of a file that sqlx runs without a transaction (https://docs.rs/sqlx/latest/sqlx/macro.migrate.html). */
const NO_TRANSACTION = '-- no-transaction\n';

/** A setting that users of Flyway need, in the scripts that need it. */
const FLYWAY_LOCK = '-- Flyway needs the setting flyway.postgresql.transactional.lock=false, or it waits for itself here.\n';

export const tools = {
  // https://docs.rs/sqlx/latest/sqlx/macro.migrate.html
  sqlx: {
    digits: 3,
    files: (number, script) => {
      const firstLine = script.isOutsideTransaction ? NO_TRANSACTION : '';
      return upAndDownFiles(
        (n, name) => `${n}_${name}.sql`,
        (n, name) => `${n}_${name}.down.sql`,
      )(number, { ...script, up: firstLine + script.up, down: firstLine + script.down });
    },
  },
  // golang-migrate sends files unchanged, and a single statement is its own transaction.
  // https://github.com/golang-migrate/migrate/blob/master/MIGRATIONS.md
  'golang-migrate': {
    digits: 6,
    files: upAndDownFiles(
      (n, name) => `${n}_${name}.up.sql`,
      (n, name) => `${n}_${name}.down.sql`,
    ),
  },
  // Flyway recognizes statements that cannot run in a transaction. But a transaction holds the lock that excludes other
  // migrations, and an index that is built concurrently would wait for it for ever.
  // https://github.com/flyway/flyway/issues/3854
  flyway: {
    digits: 1,
    files: (number, script) => {
      const firstLine = script.isOutsideTransaction ? FLYWAY_LOCK : '';
      return upAndDownFiles(
        (n, name) => `V${n}__${name}.sql`,
        (n, name) => `U${n}__${name}.sql`,
      )(number, { ...script, up: firstLine + script.up, down: firstLine + script.down });
    },
  },
  // https://github.com/amacneil/dbmate#creating-migrations
  dbmate: {
    digits: 3,
    files: (number, { name, up, down, isOutsideTransaction }) => {
      const option = isOutsideTransaction ? ' transaction:false' : '';
      return [{ path: `${number}_${name}.sql`, content: `-- migrate:up${option}\n${up}\n-- migrate:down${option}\n${down}` }];
    },
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

export function filesOf(tool: ToolName, script: Script): readonly { readonly path: string; readonly content: string }[] {
  return tools[tool].files(numberOf(tool, script.number), script);
}

/** Returns the number of a migration as its file name contains it, for example `002`. */
export function numberOf(tool: ToolName, number: number): string {
  return String(number).padStart(tools[tool].digits, '0');
}

interface FileName {
  /** `[2]`; Flyway also has several parts: `[2, 1]`. */
  readonly version: readonly number[];
  readonly isDown: boolean;
}

/** `002_x.sql`, `V2__x.sql`, `V2.1__x.sql`: https://documentation.red-gate.com/flyway/flyway-concepts/migrations/versioned-migrations */
const FILE_NAME = /^(?:(\d{1,15})_|[VU](\d{1,15}(?:[._]\d{1,15})*)__).*\.sql$/;

export function parseFileName(file: string): FileName | undefined {
  const [matched, simpleVersion, version = simpleVersion] = FILE_NAME.exec(file) ?? [];
  if (matched === undefined || version === undefined) return undefined;
  return { version: version.split(/[._]/).map(Number), isDown: file.startsWith('U') || file.endsWith('.down.sql') };
}

/** Returns the greatest number among the files of a folder; 0 if there is no migration. */
export function lastNumber(files: readonly string[]): number {
  return files.reduce((last, file) => Math.max(last, parseFileName(file)?.version[0] ?? 0), 0);
}

/** Returns up files with one number: a tool applies one of them or none, and Git merges two branches without a conflict. */
export function conflictingFiles(files: readonly string[]): readonly string[] | undefined {
  const byVersion = new Map<string, string[]>();
  for (const file of [...files].sort()) {
    const name = parseFileName(file);
    if (!name || name.isDown) continue;
    const version = versionText(name.version);
    byVersion.set(version, [...(byVersion.get(version) ?? []), file]);
  }
  return [...byVersion.values()].find(({ length }) => length > 1);
}

/** Returns a version without trailing zeros: `2` for `2.0`. */
const versionText = (version: readonly number[]): string =>
  version.slice(0, version.findLastIndex((part, i) => part !== 0 || i === 0) + 1).join('.');

/** Compares versions such as `[2, 1]` for sorting. Missing parts count as 0. */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A migration in a folder, for any tool. */
export interface FolderMigration {
  /** The name of the file, for messages. */
  readonly file: string;
  readonly up: string;
  /** Undefined if there is no down script. */
  readonly down: { readonly file: string; readonly text: string } | undefined;
}

/**
 * Returns the migrations of a folder in the order in which a tool applies them. Files with other names are ignored.
 *
 * @param read returns the content of a file
 */
export function folderMigrations(files: readonly string[], read: (file: string) => string): readonly FolderMigration[] {
  const downFiles = new Map<string, string>();
  const upFiles: { readonly version: readonly number[]; readonly file: string }[] = [];
  for (const file of [...files].sort()) {
    const name = parseFileName(file);
    if (!name) continue;
    if (name.isDown) downFiles.set(versionText(name.version), file);
    else upFiles.push({ version: name.version, file });
  }
  return upFiles
    .sort((a, b) => compareVersions(a.version, b.version))
    .map(({ version, file }) => {
      const text = read(file);
      const [up = '', down] = text.split(/^-- migrate:down.*$/m);
      if (down !== undefined) return { file, up, down: { file, text: down } };
      const downFile = downFiles.get(versionText(version));
      return { file, up, down: downFile === undefined ? undefined : { file: downFile, text: read(downFile) } };
    });
}
