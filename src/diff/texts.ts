/** What texts about changes share. */

import { formatPlace, type Place, visible } from '../diagnostics/index.ts';
import { type Change, type Comparison, type Level, levels, type Suggestion, type Surface, surfaceNames } from './types.ts';

/** Changes by what they belong to, in their order; those of the model as a whole come first. */
export function grouped(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = change.group ?? '';
    const known = groups.get(group);
    if (known) known.push(change);
    else groups.set(group, [change]);
  }
  return groups;
}

/** What is not safe about a change: surfaces for which the same is to be said stand together. */
export function concerns(
  change: Change,
): readonly { readonly level: Level; readonly surfaces: readonly Surface[]; readonly because: string }[] {
  const found = new Map<string, { level: Level; surfaces: Surface[]; because: string }>();
  for (const surface of surfaceNames) {
    const { level, because } = change.effects[surface];
    if (level === 'safe') continue;
    const known = found.get(`${level} ${because}`);
    if (known) known.surfaces.push(surface);
    else found.set(`${level} ${because}`, { level, surfaces: [surface], because });
  }
  return [...found.values()].sort((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level));
}

/** How many changes have each level. */
export function counts(changes: readonly Change[]): Readonly<Record<Level, number>> {
  const found = { safe: 0, dangerous: 0, breaking: 0 };
  for (const { level } of changes) found[level]++;
  return found;
}

/** Splits off the changes of descriptions, which are counted and not listed one by one. */
export function splitDescriptions(changes: readonly Change[]): {
  readonly described: readonly Change[];
  readonly others: readonly Change[];
} {
  const isDescribed = ({ kind }: Change) => kind === 'documentation-changed';
  return { described: changes.filter(isDescribed), others: changes.filter((change) => !isDescribed(change)) };
}

/** `3 changes: 1 breaking, 2 safe; 200 descriptions changed` */
export function summary({ changes }: Comparison): string {
  if (changes.length === 0) return 'nothing changed';
  const { described, others } = splitDescriptions(changes);
  const found = counts(others);
  const byLevel = [...levels].reverse().flatMap((level) => (found[level] === 0 ? [] : `${found[level]} ${level}`));
  const parts = [
    ...(others.length > 0 ? [`${others.length} ${others.length === 1 ? 'change' : 'changes'}: ${byLevel.join(', ')}`] : []),
    ...(described.length > 0 ? [descriptions(described.length)] : []),
  ];
  return parts.join('; ');
}

/** `200 descriptions changed` */
export const descriptions = (count: number): string => `${count} ${count === 1 ? 'description' : 'descriptions'} changed`;

/** The worst that all changes together come to on a surface. */
export function worstOn(surface: Surface, changes: readonly Change[]): Level {
  const found = changes.map(({ effects }) => levels.indexOf(effects[surface].level));
  return levels[found.reduce((a, b) => Math.max(a, b), 0)] ?? 'safe';
}

/** Where a change stands: in both files where the element is in both. */
export function placesText({ oldPlace, newPlace }: Change): string {
  const shown = (place: Place) => formatPlace({ file: place.file, ...(place.line !== undefined && { line: place.line }) });
  if (oldPlace && newPlace) return `${shown(oldPlace)} → ${shown(newPlace)}`;
  if (newPlace) return shown(newPlace);
  return oldPlace ? shown(oldPlace) : '';
}

/** The option that says what a suggestion supposes. */
export const renamedOption = ({ oldIri, newIri }: Suggestion): string => `--renamed '<${visible(oldIri)}>=<${visible(newIri)}>'`;
