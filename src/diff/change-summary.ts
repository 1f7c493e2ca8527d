/** Groups, counts and formats changes for all printers of comparisons: the terminal, Markdown and the site. */

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

export function countByLevel(changes: readonly Change[]): Readonly<Record<Level, number>> {
  const counts = { safe: 0, dangerous: 0, breaking: 0 };
  for (const { level } of changes) counts[level]++;
  return counts;
}

/** Separates the changes of descriptions, which are only counted, from those that are listed. */
export function splitDescriptions(changes: readonly Change[]): {
  readonly descriptions: readonly Change[];
  readonly listed: readonly Change[];
} {
  const isOfDescription = ({ kind }: Change) => kind === 'documentation-changed';
  return { descriptions: changes.filter(isOfDescription), listed: changes.filter((change) => !isOfDescription(change)) };
}

/** Returns a summary: `3 changes: 1 breaking, 2 safe; 200 descriptions changed`. */
export function summarize({ changes }: Comparison): string {
  if (changes.length === 0) return 'nothing changed';
  const { descriptions, listed } = splitDescriptions(changes);
  const count = countByLevel(listed);
  const byLevel = levels.toReversed().flatMap((level) => (count[level] === 0 ? [] : `${count[level]} ${level}`));
  const clauses = [
    ...(listed.length > 0 ? [`${listed.length} ${listed.length === 1 ? 'change' : 'changes'}: ${byLevel.join(', ')}`] : []),
    ...(descriptions.length > 0 ? [formatDescriptionCount(descriptions.length)] : []),
  ];
  return clauses.join('; ');
}

export const formatDescriptionCount = (count: number): string =>
  `${count} ${count === 1 ? 'description' : 'descriptions'} changed`;

/** Returns the worst level that the changes have on a surface. */
export function worstLevelOf(surface: Surface, changes: readonly Change[]): Level {
  return levels.findLast((level) => changes.some(({ effects }) => effects[surface].level === level)) ?? 'safe';
}

/** Returns the source locations of a change, without columns: `old.ttl:12 → new.ttl:15`. */
export function formatLocations({ oldPlace, newPlace }: Change): string {
  const format = ({ file, line }: Place) => formatPlace({ file, ...(line !== undefined && { line }) });
  return [oldPlace, newPlace]
    .filter((place) => place !== undefined)
    .map(format)
    .join(' → ');
}

/** Returns the command-line option that states a suggested rename: `--renamed '<http://ex/a>=<http://ex/b>'`. */
export const renamedOption = ({ oldIri, newIri }: Suggestion): string =>
  `--renamed '<${escapeControlCharacters(oldIri)}>=<${escapeControlCharacters(newIri)}>'`;
