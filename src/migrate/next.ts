/** The migrations that come next, as scripts. */

import type { SchemaState, TableState } from '../targets/sql-schema/index.ts';
import type { Gap } from './hierarchies.ts';
import { contraction, type Leftover, stateBetween } from './leftovers.ts';
import { matchStates, reversed, type StateMatch } from './match.ts';

import { migrationBetween } from './steps.ts';
import type { Script } from './tools.ts';

/** What it takes to get from one state to another. */
export interface Next {
  /** None if both states are the same; the second one takes away what the new state has no place for. */
  readonly scripts: readonly Script[];
  /** What the second one takes away. */
  readonly losses: readonly Leftover[];
  readonly gaps: readonly Gap[];
}

const itself = (iri: string): string => iri;

/**
 * The migrations from one state to another.
 *
 * @param renamed where IRIs of the first state went
 * @param number that of the first migration
 * @param name what the user calls it
 */
export function nextMigrations(
  from: SchemaState,
  to: SchemaState,
  renamed: (iri: string) => string = itself,
  number = 1,
  name?: string,
): Next {
  const match = matchStates(from, to, renamed);
  const between = stateBetween(from, to, match, renamed);
  const up = migrationBetween(from, between.state, between.match, renamed);
  if (up.statements.length === 0 && between.leftovers.length === 0) return { scripts: [], losses: [], gaps: [] };
  const down = migrationBetween(between.state, from, reversed(between.match), unrenamed(from, renamed), true);
  const called = name ?? nameOf(from, to, match);
  const first: Script = { number, name: called, up: scriptOf(up.statements, ABOUT), down: scriptOf(down.statements, BACK) };
  if (between.leftovers.length === 0) return { scripts: [first], losses: [], gaps: up.gaps };
  // Where nothing else is to be done, nothing comes before it.
  const away = up.statements.length === 0 ? number : number + 1;
  const { up: removal, down: back } = contraction(between.leftovers, String(away));
  const second: Script = {
    number: away,
    name: `contract_${called}`,
    up: scriptOf(removal, CONTRACT),
    down: scriptOf(back, 'Brings back what the other file put into the schema codegen_kept.'),
  };
  return {
    scripts: up.statements.length === 0 ? [second] : [first, second],
    losses: between.leftovers,
    gaps: up.gaps,
  };
}

const ABOUT = 'Written by codegen migrate new. It is yours: look at it, and change what your data needs.';
const BACK = 'Takes the other file back. What was written since into what it drops is gone then.';
const CONTRACT =
  'Takes away what no version of the ontology asks for any longer. What it removes is kept in the schema codegen_kept: drop that yourself.';

/** The way back through renames: the IRIs of the new state as the old one had them. */
function unrenamed(from: SchemaState, renamed: (iri: string) => string): (iri: string) => string {
  const back = new Map<string, string>();
  const note = (iri: string | undefined) => {
    if (iri !== undefined && renamed(iri) !== iri) back.set(renamed(iri), iri);
  };
  for (const table of from.tables) {
    for (const iri of [table.of, table.from, table.alternative, ...(table.parents ?? [])]) note(iri);
    for (const column of table.columns) for (const iri of [column.of, column.alternative]) note(iri);
  }
  return (iri) => back.get(iri) ?? iri;
}

/** One transaction is the tool's to begin; whoever waits for a lock keeps others waiting, and so gives up soon. */
function scriptOf(statements: readonly string[], about: string): string {
  return `-- ${about}\n\nSET LOCAL lock_timeout = '5s';\n\n${statements.join('\n')}\n`;
}

/** What happens first, in a few words: `add_upvotes_to_posts`. */
function nameOf(from: SchemaState, to: SchemaState, match: StateMatch): string {
  const back = reversed(match);
  const words: string[] = [];
  for (const table of to.tables) {
    const before = back.tables.get(table);
    if (!before) words.push(`create_${table.name}`);
    else if (before.name !== table.name) words.push(`rename_${before.name}_to_${table.name}`);
    else words.push(...changesOf(before, table, match, back));
  }
  for (const table of from.tables) if (!match.tables.has(table)) words.push(`drop_${table.name}`);
  const [first = 'change_schema', ...others] = words;
  return `${first}${others.length > 0 ? '_and_more' : ''}`.slice(0, 80);
}

function* changesOf(before: TableState, table: TableState, match: StateMatch, back: StateMatch): Iterable<string> {
  for (const column of table.columns) {
    const was = back.columns.get(column);
    if (!was) yield `add_${column.name}_to_${table.name}`;
    else if (was.name !== column.name) yield `rename_${was.name}_to_${column.name}`;
    else if (was.type !== column.type || was.notNull !== column.notNull || was.default !== column.default)
      yield `change_${column.name}_of_${table.name}`;
  }
  for (const column of before.columns) if (!match.columns.has(column)) yield `drop_${column.name}_of_${table.name}`;
}
