/** A comparison for people at a terminal. */

import { type Paint, plain, visible } from '../diagnostics/index.ts';
import { concerns, grouped, placesText, renamedOption, summary, worstOn } from './said.ts';
import { type Comparison, type Level, surfaceNames, surfaces } from './types.ts';

const colours: Readonly<Record<Level, Parameters<Paint>[0]>> = { breaking: 'red', dangerous: 'yellow', safe: 'dim' };

/**
 * The changes, by class, with what they mean where they are not safe; then what they come to. Ends with a line break.
 *
 * @param sides what is compared, as people call it
 */
export function comparisonText(
  comparison: Comparison,
  sides: { readonly old: string; readonly new: string },
  paint: Paint = plain,
): string {
  const { changes, suggestions, step } = comparison;
  const lines = [`${sides.old} → ${sides.new}: ${summary(comparison)}`];
  for (const [group, members] of grouped(changes)) {
    lines.push('', paint('bold', group === '' ? 'The model' : group));
    for (const change of members) {
      const level = paint(colours[change.level], change.level.padEnd('dangerous'.length));
      const place = placesText(change);
      lines.push(`  ${level}  ${visible(change.says)}${place === '' ? '' : `  ${paint('dim', visible(place))}`}`);
      for (const { level, surfaces: names, because } of concerns(change)) {
        const note = level === change.level ? '' : ` (${level})`;
        lines.push(`             ${names.map((name) => surfaces[name]).join(', ')}: ${visible(because)}${note}`);
      }
    }
  }
  if (changes.length > 0) {
    const width = Math.max(...surfaceNames.map((name) => surfaces[name].length));
    lines.push('', paint('bold', 'In all'));
    for (const name of surfaceNames) {
      const level = worstOn(name, changes);
      lines.push(`  ${surfaces[name].padEnd(width)}  ${paint(colours[level], level)}`);
    }
    lines.push(`  ${'next version'.padEnd(width)}  ${step}`);
  }
  if (suggestions.length > 0) {
    lines.push('', 'If one of these was renamed, say so:');
    for (const each of suggestions) lines.push(`  ${visible(each.old)} → ${visible(each.new)}  ${renamedOption(each)}`);
  }
  return `${lines.join('\n')}\n`;
}
