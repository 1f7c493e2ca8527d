/** How the tools that apply migrations find them: names, numbers, and which file takes one back. */

/** A migration as two scripts. */
export interface Script {
  readonly number: number;
  /** `add_upvotes_to_posts` */
  readonly name: string;
  readonly up: string;
  readonly down: string;
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

export const tools = {
  // https://docs.rs/sqlx/latest/sqlx/macro.migrate.html
  sqlx: {
    digits: 3,
    files: pair(
      (n, name) => `${n}_${name}.sql`,
      (n, name) => `${n}_${name}.down.sql`,
    ),
  },
  // https://github.com/golang-migrate/migrate/blob/master/MIGRATIONS.md
  'golang-migrate': {
    digits: 6,
    files: pair(
      (n, name) => `${n}_${name}.up.sql`,
      (n, name) => `${n}_${name}.down.sql`,
    ),
  },
  // https://documentation.red-gate.com/fd/migrations-271585107.html
  flyway: {
    digits: 1,
    files: pair(
      (n, name) => `V${n}__${name}.sql`,
      (n, name) => `U${n}__${name}.sql`,
    ),
  },
  // https://github.com/amacneil/dbmate#creating-migrations
  dbmate: {
    digits: 3,
    files: (number, { name, up, down }) => [
      { path: `${number}_${name}.sql`, content: `-- migrate:up\n${up}\n-- migrate:down\n${down}` },
    ],
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

export const toolNames = Object.keys(tools) as readonly ToolName[];

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
