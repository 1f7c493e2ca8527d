/** Assumptions for people at a terminal. */

import { formatPlace, type Paint } from '../diagnostics/index.ts';
import { type AssumedEntry, groupsOf, notesOf, policyChoices } from '../report/index.ts';
import { noteRows } from './axioms.ts';
import { columns } from './columns.ts';

/**
 * Assumptions in groups that say the same, each with its reason and what decides otherwise, and with what is not enforced of
 * any of its elements.
 */
export function assumedLines(entries: readonly AssumedEntry[], paint: Paint, width: number | undefined): string[] {
  return groupsOf(entries).flatMap(({ kind, decided, because, otherwise, policy, entries: members }) => {
    const common = commonNotes(members);
    return [
      '',
      ...columns([[paint('bold', kind), `${decided}, because ${because}`]], width),
      ...columns([...(otherwise === '' ? [] : [['    stated by', otherwise]]), ['    decided by', policyChoices(policy)]], width),
      ...columns(noteRows(common, paint), width),
      ...memberLines(members, new Set(common.map(keyOf)), paint, width),
    ];
  });
}

type Note = ReturnType<typeof notesOf>[number];

const keyOf = (note: Note): string => JSON.stringify(note);

/** What is said below each of several elements. */
function commonNotes([first, ...others]: readonly AssumedEntry[]): readonly Note[] {
  if (!first || others.length === 0) return [];
  const kept = others.map((each) => new Set(notesOf(each).map(keyOf)));
  return notesOf(first).filter((note) => kept.every((keys) => keys.has(keyOf(note))));
}

/** A line for each element with its place, and below it what is not enforced of it beside what is not of all. */
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
        notesOf(member).filter((note) => !common.has(keyOf(note))),
        paint,
      ),
      width,
    ),
  ]);
}
