/** Groups, counts and formats changes for the printers of comparisons: `terminal.ts` and `markdown.ts`. */

import { escapeControlCharacters, formatPlace, type Place } from '../diagnostics/index.ts';
import { pushTo } from '../ontology/index.ts';
import { type Change, type Comparison, type Level, levels, type Suggestion, type Surface, surfaceNames } from './types.ts';

/** Groups changes by their heading, in order. Changes of the model itself come first, with an empty heading. */
export function groupByHeading(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) pushTo(groups, change.group ?? '', change);
  return groups;
}

/** Returns the effects of a change that are not safe, the worst first. Surfaces with the same effect are merged. */
export function unsafeEffects(
  change: Change,
): readonly { readonly level: Level; readonly surfaces: readonly Surface[]; readonly because: string }[] {
  const byEffect = new Map<string, { level: Level; surfaces: Surface[]; because: string }>();
  for (const surface of surfaceNames) {
    const { level, because } = change.effects[surface];
    if (level === 'safe') continue;
    const group = byEffect.get(`${level} ${because}`);
    if (group) group.surfaces.push(surface);
    else byEffect.set(`${level} ${because}`, { level, surfaces: [surface], because });
  }
  return [...byEffect.values()].sort((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level));
}

/** Returns the number of changes of each level. */
export function countByLevel(changes: readonly Change[]): Readonly<Record<Level, number>> {
  const counts = { safe: 0, dangerous: 0, breaking: 0 };
  for (const { level } of changes) counts[level]++;
  return counts;
}

/** Splits off the changes of descriptions, which are counted and not listed one by one. */
export function splitDescriptions(changes: readonly Change[]): {
  readonly descriptions: readonly Change[];
  readonly others: readonly Change[];
} {
  const isOfDescription = ({ kind }: Change) => kind === 'documentation-changed';
  return { descriptions: changes.filter(isOfDescription), others: changes.filter((change) => !isOfDescription(change)) };
}

/** Returns a summary: `3 changes: 1 breaking, 2 safe; 200 descriptions changed`. */
export function summarize({ changes }: Comparison): string {
  if (changes.length === 0) return 'nothing changed';
  const { descriptions, others } = splitDescriptions(changes);
  const count = countByLevel(others);
  const byLevel = levels.toReversed().flatMap((level) => (count[level] === 0 ? [] : `${count[level]} ${level}`));
  const parts = [
    ...(others.length > 0 ? [`${others.length} ${others.length === 1 ? 'change' : 'changes'}: ${byLevel.join(', ')}`] : []),
    ...(descriptions.length > 0 ? [descriptionCount(descriptions.length)] : []),
  ];
  return parts.join('; ');
}

/** Returns the number of descriptions: `200 descriptions changed`. */
export const descriptionCount = (count: number): string => `${count} ${count === 1 ? 'description' : 'descriptions'} changed`;

/** Returns the worst level that the changes have on a surface. */
export function worstLevelOf(surface: Surface, changes: readonly Change[]): Level {
  return levels.findLast((level) => changes.some(({ effects }) => effects[surface].level === level)) ?? 'safe';
}

/** Returns the source locations of a change: in both files if both contain the element. */
export function locations({ oldPlace, newPlace }: Change): string {
  const format = (place: Place) => formatPlace({ file: place.file, ...(place.line !== undefined && { line: place.line }) });
  return [oldPlace, newPlace]
    .filter((place) => place !== undefined)
    .map(format)
    .join(' → ');
}

/** Returns the option that states a suggested rename. */
export const renamedOption = ({ oldIri, newIri }: Suggestion): string =>
  `--renamed '<${escapeControlCharacters(oldIri)}>=<${escapeControlCharacters(newIri)}>'`;
