/** Prints a comparison of two ontologies for a terminal. */

import { escapeControlCharacters, type Paint, plain } from '../diagnostics/index.ts';
import {
  formatDescriptionCount,
  formatLocations,
  groupByHeading,
  renamedOption,
  splitDescriptions,
  summarize,
  unsafeEffects,
  worstLevelOf,
} from './change-summary.ts';
import { type Change, type Comparison, type Level, surfaceNames, surfaces } from './types.ts';

/** Limit of listed elements whose description changed; `--verbose` lists all. */
const SHOWN_NAMES = 5;

const colours: Readonly<Record<Level, Parameters<Paint>[0]>> = { breaking: 'red', dangerous: 'yellow', safe: 'dim' };

/**
 * Returns the changes by class with their unsafe effects, then a summary. Ends with a line break.
 *
 * @param sides the names of the two versions, for the title
 * @param isVerbose whether all elements whose description changed are listed
 */
export function comparisonText(
  comparison: Comparison,
  sides: { readonly old: string; readonly new: string },
  paint: Paint = plain,
  isVerbose = false,
): string {
  const { changes, suggestions, step } = comparison;
  const lines = [`${sides.old} → ${sides.new}: ${summarize(comparison)}`];
  const { descriptions, listed } = splitDescriptions(changes);
  for (const [group, members] of groupByHeading(listed)) {
    lines.push('', paint('bold', group === '' ? 'The model' : group));
    for (const change of members) lines.push(...changeLines(change, paint));
  }
  if (descriptions.length > 0) {
    const names = descriptions.map(({ element }) => element);
    const omitted = isVerbose ? 0 : names.length - SHOWN_NAMES;
    const list = omitted > 1 ? `${names.slice(0, SHOWN_NAMES).join(', ')} and ${omitted} more` : names.join(', ');
    lines.push('', paint('bold', 'Descriptions'));
    lines.push(
      `  ${paint(colours.safe, 'safe'.padEnd('dangerous'.length))}  ${escapeControlCharacters(`${formatDescriptionCount(names.length)}: ${list}`)}`,
    );
  }
  if (changes.length > 0) {
    const width = Math.max(...surfaceNames.map((name) => surfaces[name].length));
    lines.push('', paint('bold', 'In all'));
    for (const name of surfaceNames) {
      const level = worstLevelOf(name, changes);
      lines.push(`  ${surfaces[name].padEnd(width)}  ${paint(colours[level], level)}`);
    }
    lines.push(`  ${'next version'.padEnd(width)}  ${step}`);
  }
  if (suggestions.length > 0) {
    lines.push('', 'If one of these was renamed, say so:');
    for (const each of suggestions)
      lines.push(`  ${escapeControlCharacters(each.old)} → ${escapeControlCharacters(each.new)}  ${renamedOption(each)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Yields a line for a change, and one for each of its unsafe effects. */
function* changeLines(change: Change, paint: Paint): Iterable<string> {
  const level = paint(colours[change.level], change.level.padEnd('dangerous'.length));
  const location = formatLocations(change);
  const note = location === '' ? '' : `  ${paint('dim', escapeControlCharacters(location))}`;
  yield `  ${level}  ${escapeControlCharacters(change.says)}${note}`;
  for (const { level, surfaces: names, because } of unsafeEffects(change)) {
    const note = level === change.level ? '' : ` (${level})`;
    yield `             ${names.map((name) => surfaces[name]).join(', ')}: ${escapeControlCharacters(because)}${note}`;
  }
}
