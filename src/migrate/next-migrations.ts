/** Writes the next migrations as scripts. */

import type { SchemaState, TableState } from '../targets/sql-schema/index.ts';
import { checkScript, fillScript, indexScript, requireScript, stateWithoutDeferred, type UpAndDown } from './deferred-scripts.ts';
import type { MissingValue } from './hierarchies.ts';
import { contractionStatements, intermediateState, type Leftover } from './leftovers.ts';
import { matchStates, reverseMatch, type StateMatch } from './match.ts';
import { squawkMarks } from './squawk.ts';
import { migrationBetween } from './steps/index.ts';
import type { Script } from './tools.ts';

/** The migrations from one state to another. */
export interface NextMigrations {
  /** Empty if both states are the same. The last script removes leftovers, if there are any. */
  readonly scripts: readonly Script[];
  /** The leftovers that the last script removes. */
  readonly losses: readonly Leftover[];
  readonly gaps: readonly MissingValue[];
}

const identity = (iri: string): string => iri;

/**
 * Returns the migrations from one state to another, in the order expand, fill, require, check, contract. Empty ones are left out.
 *
 * @param renamed returns the IRI in the second state for one of the first
 * @param number number of the first migration
 * @param name name that the user gave
 */
export function nextMigrations(
  from: SchemaState,
  to: SchemaState,
  renamed: (iri: string) => string = identity,
  number = 1,
  name?: string,
): NextMigrations {
  const match = matchStates(from, to, renamed);
  const intermediate = intermediateState(from, to, match, renamed);
  const identity = { renamed, number: String(number) };
  const { statements, gaps, late } = migrationBetween({ from, to: intermediate.state, match: intermediate.match, ...identity });
  const early = stateWithoutDeferred(intermediate.state, intermediate.match, late);
  const down = migrationBetween({
    from: early.state,
    to: from,
    match: reverseMatch(early.match),
    renamed: inverseRename(from, renamed),
    number: String(number),
    isBack: true,
    unvalidated: new Set(late.unvalidated.map(({ constraint }) => constraint)),
  });
  const scripts = new Scripts(number, name ?? nameOf(from, to, match));
  scripts.add('', MIGRATION_COMMENTS, () => ({ up: statements, down: down.statements }));
  scripts.add('fill_', FILL_COMMENTS, (own) => fillScript(late, own));
  scripts.add('require_', REQUIRE_COMMENTS, () => requireScript(late));
  for (const index of late.indexes) scripts.addOutside(`create_${index.index.name}`, indexScript(index));
  scripts.add('check_', CHECK_COMMENTS, () => checkScript(late));
  scripts.add('contract_', CONTRACT_COMMENTS, (own) => contractionStatements(intermediate.leftovers, own));
  return { scripts: scripts.all, losses: intermediate.leftovers, gaps };
}

/** Returns the very first migration, which creates the schema. */
export function firstMigration(name: string, create: string, drop: string): Script {
  const text = (sql: string) => `${squawkMarks(sql.split('\n'))}${SETTINGS}\n\n${sql}`;
  return { number: 1, name, up: text(create), down: text(drop) };
}

/** The comments at the top of an up script and of its down script. */
interface ScriptComments {
  readonly up: string;
  readonly down: string;
}

const MIGRATION_COMMENTS: ScriptComments = {
  up: 'Written by codegen migrate new. Review it, and change it where your data needs that.',
  down: 'Reverts the other file. Data that was written since into what it drops is lost.',
};
const FILL_COMMENTS: ScriptComments = {
  up: 'Fills in the values that existing rows now require.',
  down: 'Reverts the other file.',
};
const REQUIRE_COMMENTS: ScriptComments = {
  up: 'Requires of new rows what existing rows now have.',
  down: 'Reverts the other file.',
};
const INDEX_COMMENTS =
  'Runs outside a transaction, so that other sessions can write. If it fails, drop the invalid index and run it again.';
const CHECK_COMMENTS: ScriptComments = {
  up: 'Validates existing rows against the new constraints, while other sessions read and write.',
  down: 'Reverts the other file: existing rows need not satisfy the new constraints.',
};
const CONTRACT_COMMENTS: ScriptComments = {
  up: 'Removes what no version of the ontology uses any longer. The data is kept in the schema codegen_kept, which you can drop.',
  down: 'Restores what the other file moved to the schema codegen_kept.',
};

/** The first words of these comments in the versions up to 2.5. */
const PREVIOUS_COMMENTS = [
  'Written by codegen migrate new.',
  'Gives existing rows',
  'Requires of new rows',
  'Runs in no transaction,',
  'Checks whether existing rows',
  'Removes what no version of the ontology needs',
];

/** Returns whether `nextMigrations` wrote a file, which may have been edited since. */
export function isOfThisTool(text: string): boolean {
  const now = [MIGRATION_COMMENTS, FILL_COMMENTS, REQUIRE_COMMENTS, CHECK_COMMENTS, CONTRACT_COMMENTS].map(({ up }) => up);
  return [...now, INDEX_COMMENTS, ...PREVIOUS_COMMENTS].some((about) => text.includes(`-- ${about}`));
}

/** Collects scripts with consecutive numbers. A script without statements is left out. */
class Scripts {
  readonly all: Script[] = [];
  readonly #first: number;
  readonly #program: string;

  constructor(first: number, called: string) {
    this.#first = first;
    this.#program = called;
  }

  add(kind: string, about: ScriptComments, write: (number: string) => UpAndDown): void {
    const number = this.#first + this.all.length;
    const { up, down } = write(String(number));
    if (up.length === 0) return;
    const text = (side: keyof ScriptComments, statements: readonly string[]) =>
      `${squawkMarks(statements)}-- ${about[side]}\n\n${SETTINGS}\n\n${statements.join('\n')}\n`;
    this.all.push({ number, name: `${kind}${this.#program}`, up: text('up', up), down: text('down', down) });
  }

  addOutside(name: string, { up, down }: UpAndDown): void {
    const text = (statements: readonly string[]) =>
      `${squawkMarks(statements)}-- ${INDEX_COMMENTS}\n\n${statements.join('\n')}\n`;
    const number = this.#first + this.all.length;
    this.all.push({ number, name, up: text(up), down: text(down), isOutside: true });
  }
}

/**
 * The migration tool begins the transaction. The timeouts stop a script that waits for a lock, because other sessions wait
 * behind it, and a statement that takes longer than expected.
 */
const SETTINGS = "SET LOCAL lock_timeout = '5s';\nSET LOCAL statement_timeout = '10min';";

/** Returns the inverse of `renamed`: the IRI in the old state for one of the new. */
function inverseRename(from: SchemaState, renamed: (iri: string) => string): (iri: string) => string {
  const inverse = new Map<string, string>();
  const note = (iri: string | undefined) => {
    if (iri !== undefined && renamed(iri) !== iri) inverse.set(renamed(iri), iri);
  };
  for (const table of from.tables) {
    for (const iri of [table.of, table.from, table.alternative, ...(table.parents ?? [])]) note(iri);
    for (const { of, alternative, individuals = [] } of table.columns)
      for (const iri of [of, alternative, ...individuals.map((each) => each.split(' ', 1)[0])]) note(iri);
  }
  return (iri) => inverse.get(iri) ?? iri;
}

/** Returns a name for the first change: `add_upvotes_to_posts`. */
function nameOf(from: SchemaState, to: SchemaState, match: StateMatch): string {
  const reversed = reverseMatch(match);
  const words: string[] = [];
  for (const table of to.tables) {
    const before = reversed.tables.get(table);
    if (!before) words.push(`create_${table.name}`);
    else if (before.name !== table.name) words.push(`rename_${before.name}_to_${table.name}`);
    else words.push(...changesOf(before, table, match, reversed));
  }
  for (const table of from.tables) if (!match.tables.has(table)) words.push(`drop_${table.name}`);
  const [first = 'change_schema', ...others] = words;
  return `${first}${others.length > 0 ? '_and_more' : ''}`.slice(0, 80);
}

function* changesOf(before: TableState, table: TableState, match: StateMatch, reversed: StateMatch): Iterable<string> {
  for (const column of table.columns) {
    const was = reversed.columns.get(column);
    if (!was) yield `add_${column.name}_to_${table.name}`;
    else if (was.name !== column.name) yield `rename_${was.name}_to_${column.name}`;
    else if (was.type !== column.type || was.notNull !== column.notNull || was.default !== column.default)
      yield `change_${column.name}_of_${table.name}`;
  }
  for (const column of before.columns) if (!match.columns.has(column)) yield `drop_${column.name}_of_${table.name}`;
  const rules = ({ constraints }: TableState) => constraints.map(({ sql }) => sql).sort();
  if (rules(before).join('\n') !== rules(table).join('\n')) yield `change_rules_of_${table.name}`;
}
