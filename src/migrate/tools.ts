/** How the tools that apply migrations find them: names, numbers, and which file takes one back. */

/** A migration as two scripts. */
export interface Script {
  readonly number: number;
  /** `add_upvotes_to_posts` */
  readonly name: string;
  readonly up: string;
  readonly down: string;
  /** Whether its one statement cannot run in a transaction. */
  readonly isOutside?: boolean;
}

interface Tool {
  /** How many digits a number has at least. */
  readonly digits: number;
  readonly files: (number: string, script: Script) => readonly { readonly path: string; readonly content: string }[];
}

const pair =
  (up: (number: string, name: string) => string, down: (number: string, name: string) => string): Tool['files'] =>
  (number, script) => [
    { path: up(number, script.name), content: script.up },
    { path: down(number, script.name), content: script.down },
  ];

/** How sqlx knows a file that runs in no transaction: by its first line (https://docs.rs/sqlx/latest/sqlx/macro.migrate.html). */
const NO_TRANSACTION = '-- no-transaction\n';

/** What somebody has to set who uses Flyway, told where it is needed. */
const FLYWAY_LOCK = '-- Flyway needs the setting flyway.postgresql.transactional.lock=false, or it waits for itself here.\n';

export const tools = {
  // https://docs.rs/sqlx/latest/sqlx/macro.migrate.html
  sqlx: {
    digits: 3,
    files: (number, script) => {
      const head = script.isOutside ? NO_TRANSACTION : '';
      return pair(
        (n, name) => `${n}_${name}.sql`,
        (n, name) => `${n}_${name}.down.sql`,
      )(number, { ...script, up: head + script.up, down: head + script.down });
    },
  },
  // Files are sent as they are, and one statement alone is no transaction but its own.
  // https://github.com/golang-migrate/migrate/blob/master/MIGRATIONS.md
  'golang-migrate': {
    digits: 6,
    files: pair(
      (n, name) => `${n}_${name}.up.sql`,
      (n, name) => `${n}_${name}.down.sql`,
    ),
  },
  // What cannot run in a transaction is known by its statements. But the lock that keeps others from migrating is held by a
  // transaction, for which an index that is built concurrently would wait for ever.
  // https://github.com/flyway/flyway/issues/3854
  flyway: {
    digits: 1,
    files: (number, script) => {
      const head = script.isOutside ? FLYWAY_LOCK : '';
      return pair(
        (n, name) => `V${n}__${name}.sql`,
        (n, name) => `U${n}__${name}.sql`,
      )(number, { ...script, up: head + script.up, down: head + script.down });
    },
  },
  // https://github.com/amacneil/dbmate#creating-migrations
  dbmate: {
    digits: 3,
    files: (number, { name, up, down, isOutside }) => {
      const how = isOutside ? ' transaction:false' : '';
      return [{ path: `${number}_${name}.sql`, content: `-- migrate:up${how}\n${up}\n-- migrate:down${how}\n${down}` }];
    },
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

/** The files of a migration. */
export function filesOf(tool: ToolName, script: Script): readonly { readonly path: string; readonly content: string }[] {
  return tools[tool].files(numberOf(tool, script.number), script);
}

export function numberOf(tool: ToolName, number: number): string {
  return String(number).padStart(tools[tool].digits, '0');
}

/** The greatest number among the files of a folder; 0 if there is no migration. */
export function lastNumber(files: readonly string[]): number {
  return files.reduce((last, file) => Math.max(last, Number(/^[VU]?(\d{1,15})_.*\.sql$/.exec(file)?.[1] ?? 0)), 0);
}

/** A migration as it is found in a folder, whichever tool it is for. */
export interface Applicable {
  readonly number: number;
  /** The files, by which people know the scripts. */
  readonly file: string;
  readonly up: string;
  /** Undefined if nothing takes it back. */
  readonly down: { readonly file: string; readonly text: string } | undefined;
}

/**
 * The migrations of a folder in the order in which a tool applies them. Files of other names are none.
 *
 * @param read gives the text of a file
 */
export function applicable(files: readonly string[], read: (file: string) => string): readonly Applicable[] {
  const downs = new Map<number, string>();
  const ups: { readonly number: number; readonly file: string }[] = [];
  for (const file of [...files].sort()) {
    const number = Number(/^[VU]?(\d{1,15})_.*\.sql$/.exec(file)?.[1] ?? Number.NaN);
    if (Number.isNaN(number)) continue;
    if (file.startsWith('U') || file.endsWith('.down.sql')) downs.set(number, file);
    else ups.push({ number, file });
  }
  return ups
    .sort((a, b) => a.number - b.number)
    .map(({ number, file }) => {
      const text = read(file);
      const [up = '', down] = text.split(/^-- migrate:down.*$/m);
      if (down !== undefined) return { number, file, up, down: { file, text: down } };
      const other = downs.get(number);
      return { number, file, up, down: other === undefined ? undefined : { file: other, text: read(other) } };
    });
}
