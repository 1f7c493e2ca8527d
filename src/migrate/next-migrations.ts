/** Returns the scripts that migrate a database from one schema state to the next, such as `add_upvotes_to_posts`. */

import type { SchemaState, TableState } from '../targets/sql-schema/index.ts';
import {
  cascadeScript,
  checkScript,
  fillScript,
  indexScript,
  requireScript,
  stateWithoutDeferred,
  type UpAndDown,
} from './deferred-scripts.ts';
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

const sameIri = (iri: string): string => iri;

/**
 * Returns the migrations from one state to another, in the order expand, fill, require, cascade, check, contract. Empty ones are left out.
 *
 * @param renameIri returns the IRI in the second state for one of the first
 * @param number number of the first migration
 * @param name name that the user gave
 */
export function nextMigrations(
  oldState: SchemaState,
  newState: SchemaState,
  renameIri: (iri: string) => string = sameIri,
  number = 1,
  name?: string,
): NextMigrations {
  const match = matchStates(oldState, newState, renameIri);
  const intermediate = intermediateState(oldState, newState, match, renameIri);
  const { statements, gaps, deferred } = migrationBetween({
    from: oldState,
    to: intermediate.state,
    match: intermediate.match,
    renameIri,
    number: String(number),
  });
  const withoutDeferred = stateWithoutDeferred(intermediate.state, intermediate.match, deferred);
  const down = migrationBetween({
    from: withoutDeferred.state,
    to: oldState,
    match: reverseMatch(withoutDeferred.match),
    renameIri: inverseRename(oldState, renameIri),
    previousIri: renameIri,
    number: String(number),
    isDown: true,
    unvalidated: new Set(deferred.unvalidated.map(({ constraint }) => constraint)),
  });
  const scripts = new Scripts(number, name ?? nameOf(oldState, newState, match));
  scripts.add('', MIGRATION_COMMENTS, () => ({ up: statements, down: down.statements }));
  scripts.add('fill_', FILL_COMMENTS, (own) => fillScript(deferred, own));
  scripts.add('require_', REQUIRE_COMMENTS, () => requireScript(deferred));
  for (const index of deferred.indexes) scripts.addIndex(`create_${index.index.name}`, indexScript(index));
  scripts.add('cascade_', CASCADE_COMMENTS, () => cascadeScript(deferred));
  scripts.add('check_', CHECK_COMMENTS, () => checkScript(deferred));
  scripts.add('contract_', CONTRACT_COMMENTS, (own) => contractionStatements(intermediate.leftovers, newState.triggers, own));
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
  down: 'Reverts the migration. Values that were written after it into the columns and tables dropped here are lost.',
};
const FILL_COMMENTS: ScriptComments = {
  up: 'Fills in the values that existing rows now require.',
  down: 'Reverts the migration.',
};
const REQUIRE_COMMENTS: ScriptComments = {
  up: 'Requires of new rows what existing rows now have.',
  down: 'Reverts the migration.',
};
const INDEX_COMMENTS =
  'Runs outside a transaction, so that other sessions can write. If it fails, drop the invalid index and run it again.';
const CASCADE_COMMENTS: ScriptComments = {
  up: 'Lets deletions delete more rows. Apply it when no program relies on the old behaviour.',
  down: 'Reverts the migration.',
};
const CHECK_COMMENTS: ScriptComments = {
  up: 'Validates existing rows against the new constraints, while other sessions read and write.',
  down: 'Reverts the migration: existing rows need not satisfy the new constraints.',
};
const CONTRACT_COMMENTS: ScriptComments = {
  up: 'Removes what no version of the ontology uses any longer. The data is kept in the schema codegen_kept, which you can drop.',
  down: 'Restores what the migration moved to the schema codegen_kept.',
};

/** The first words of the comments of up scripts in the versions up to 2.5. */
const PREVIOUS_COMMENTS = [
  'Written by codegen migrate new.',
  'Gives existing rows',
  'Requires of new rows',
  'Runs in no transaction,',
  'Checks whether existing rows',
  'Removes what no version of the ontology needs',
];

/** Returns whether `nextMigrations` wrote a file, which may have been edited since. */
export function isGeneratedMigration(text: string): boolean {
  const currentComments = [
    MIGRATION_COMMENTS,
    FILL_COMMENTS,
    REQUIRE_COMMENTS,
    CASCADE_COMMENTS,
    CHECK_COMMENTS,
    CONTRACT_COMMENTS,
  ];
  return [...currentComments.map(({ up }) => up), INDEX_COMMENTS, ...PREVIOUS_COMMENTS].some((comment) =>
    text.includes(`-- ${comment}`),
  );
}

/** Collects scripts with consecutive numbers. A script without statements is left out. */
class Scripts {
  readonly all: Script[] = [];
  readonly #firstNumber: number;
  readonly #suffix: string;

  constructor(firstNumber: number, suffix: string) {
    this.#firstNumber = firstNumber;
    this.#suffix = suffix;
  }

  add(kind: string, comments: ScriptComments, write: (number: string) => UpAndDown): void {
    const number = this.#firstNumber + this.all.length;
    const { up, down } = write(String(number));
    if (up.length === 0) return;
    const text = (side: keyof ScriptComments, statements: readonly string[]) =>
      `${squawkMarks(statements)}-- ${comments[side]}\n\n${SETTINGS}\n\n${statements.join('\n')}\n`;
    this.all.push({ number, name: `${kind}${this.#suffix}`, up: text('up', up), down: text('down', down) });
  }

  addIndex(name: string, { up, down }: UpAndDown): void {
    const text = (statements: readonly string[]) =>
      `${squawkMarks(statements)}-- ${INDEX_COMMENTS}\n\n${statements.join('\n')}\n`;
    const number = this.#firstNumber + this.all.length;
    this.all.push({ number, name, up: text(up), down: text(down), isOutsideTransaction: true });
  }
}

/**
 * The migration tool begins the transaction. The timeouts stop a script that waits for a lock, because other sessions wait
 * behind it, and a statement that takes longer than expected.
 */
const SETTINGS = "SET LOCAL lock_timeout = '5s';\nSET LOCAL statement_timeout = '10min';";

/** Returns the inverse of `renameIri`: the IRI in the old state for one of the new. */
function inverseRename(oldState: SchemaState, renameIri: (iri: string) => string): (iri: string) => string {
  const inverse = new Map<string, string>();
  const addInverse = (iri: string | undefined) => {
    if (iri !== undefined && renameIri(iri) !== iri) inverse.set(renameIri(iri), iri);
  };
  for (const table of oldState.tables) {
    for (const iri of [table.of, table.from, table.alternative, ...(table.parents ?? [])]) addInverse(iri);
    for (const { of, alternative, individuals = [] } of table.columns)
      for (const iri of [of, alternative, ...individuals.map((each) => each.split(' ', 1)[0])]) addInverse(iri);
  }
  return (iri) => inverse.get(iri) ?? iri;
}

/** Returns a name for the migration, from its first change: `add_upvotes_to_posts_and_more`. */
function nameOf(oldState: SchemaState, newState: SchemaState, match: StateMatch): string {
  const reversed = reverseMatch(match);
  const changes: string[] = [];
  for (const table of newState.tables) {
    const oldTable = reversed.tables.get(table);
    if (!oldTable) changes.push(`create_${table.name}`);
    else if (oldTable.name !== table.name) changes.push(`rename_${oldTable.name}_to_${table.name}`);
    else changes.push(...changesOf(oldTable, table, match, reversed));
  }
  for (const table of oldState.tables) if (!match.tables.has(table)) changes.push(`drop_${table.name}`);
  const [firstChange = 'change_schema', ...otherChanges] = changes;
  return `${firstChange}${otherChanges.length > 0 ? '_and_more' : ''}`.slice(0, 80);
}

function* changesOf(oldTable: TableState, newTable: TableState, match: StateMatch, reversed: StateMatch): Iterable<string> {
  for (const column of newTable.columns) {
    const oldColumn = reversed.columns.get(column);
    if (!oldColumn) yield `add_${column.name}_to_${newTable.name}`;
    else if (oldColumn.name !== column.name) yield `rename_${oldColumn.name}_to_${column.name}`;
    else if (oldColumn.type !== column.type || oldColumn.notNull !== column.notNull || oldColumn.default !== column.default)
      yield `change_${column.name}_of_${newTable.name}`;
  }
  for (const column of oldTable.columns) if (!match.columns.has(column)) yield `drop_${column.name}_of_${newTable.name}`;
  const rules = ({ constraints }: TableState) => constraints.map(({ sql }) => sql).sort();
  if (rules(oldTable).join('\n') !== rules(newTable).join('\n')) yield `change_rules_of_${newTable.name}`;
}
