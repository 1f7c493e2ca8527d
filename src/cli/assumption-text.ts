/** Formats assumptions for a terminal, as `graph report` prints them. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import { type AssumedEntry, groupByText, policyChoices, type Shortfall, shortfallsOf } from '../report/index.ts';
import { noteRows } from './axioms.ts';
import { columns } from './columns.ts';

/**
 * Lists assumptions in groups of equal decisions. Each group shows its reason, what would state or decide it otherwise, and the
 * unenforced constraints that all its elements share.
 */
export function assumedLines(entries: readonly AssumedEntry[], paint: Paint, width: number | undefined): string[] {
  return groupByText(entries).flatMap(({ kind, decided, because, otherwise, policy, entries: members }) => {
    const common = commonNotes(members);
    return [
      '',
      ...columns([[paint('bold', kind), `${decided}, because ${because}`]], width),
      ...columns(
        [...(otherwise === '' ? [] : [['    stated by', otherwise]]), ['    decided by', describeChoices(policy)]],
        width,
      ),
      ...columns(noteRows(common, paint), width),
      ...memberLines(members, new Set(common.map(keyOf)), paint, width),
    ];
  });
}

/** Returns the values of a policy as an option. The names of the deletion rules do not show that both keep optional references apart. */
export function describeChoices(policy: AssumedEntry['policy']): string {
  if (policy !== 'on-delete') return policyChoices(policy);
  return '--policy on-delete=cascade (deletes the referring instances; optional references become null) or restrict (rejects the deletion); for one property, state deletion under elements in codegen.yaml';
}

const keyOf = (note: Shortfall): string => JSON.stringify(note);

/** Returns the notes that several elements share; none for a single element. */
function commonNotes([first, ...others]: readonly AssumedEntry[]): readonly Shortfall[] {
  if (!first || others.length === 0) return [];
  const kept = others.map((each) => new Set(shortfallsOf(each).map(keyOf)));
  return shortfallsOf(first).filter((note) => kept.every((keys) => keys.has(keyOf(note))));
}

/** Returns a line for each element with its source location. Notes that the group does not share follow it. */
function memberLines(
  members: readonly AssumedEntry[],
  common: ReadonlySet<string>,
  paint: Paint,
  width: number | undefined,
): string[] {
  const places = members.map(({ place }) => (place ? formatPlace(place) : ''));
  const widest = places.reduce((most, place) => Math.max(most, place.length), 0);
  return members.flatMap((member, i) => [
    ...columns([[`  ${(places[i] ?? '').padEnd(widest)}`, member.element]], width),
    ...columns(
      noteRows(
        shortfallsOf(member).filter((note) => !common.has(keyOf(note))),
        paint,
      ),
      width,
    ),
  ]);
}
