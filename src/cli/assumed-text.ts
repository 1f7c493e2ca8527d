/** Assumptions for people at a terminal. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import { type AssumedEntry, groupsOf, notesOf, policyChoices } from '../report/index.ts';
import { noteRows } from './axioms.ts';
import { columns } from './columns.ts';

/** Assumptions in groups that say the same, each with its reason and what decides otherwise. */
export function assumedLines(entries: readonly AssumedEntry[], paint: Paint, width: number | undefined): string[] {
  return groupsOf(entries).flatMap(({ kind, decided, because, otherwise, policy, entries: members }) => [
    '',
    ...columns([[paint('bold', kind), `${decided}, because ${because}`]], width),
    ...columns([...(otherwise === '' ? [] : [['    stated by', otherwise]]), ['    decided by', policyChoices(policy)]], width),
    ...memberLines(members, paint, width),
  ]);
}

/** A line for each element with its place, and below it what is not enforced of it. */
function memberLines(members: readonly AssumedEntry[], paint: Paint, width: number | undefined): string[] {
  const places = members.map(({ place }) => (place ? formatPlace(place) : ''));
  const widest = places.reduce((most, place) => Math.max(most, place.length), 0);
  return members.flatMap((member, i) => [
    ...columns([[`  ${(places[i] ?? '').padEnd(widest)}`, member.element]], width),
    ...columns(noteRows(notesOf(member), paint), width),
  ]);
}
