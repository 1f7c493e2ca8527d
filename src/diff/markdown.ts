/** Prints a comparison of two ontologies as Markdown, for a comment on a pull request. */

import { escapeControlCharacters } from '../diagnostics/index.ts';
import {
  formatLocations,
  groupByHeading,
  renamedOption,
  splitDescriptions,
  summarize,
  unsafeEffects,
  worstLevelOf,
} from './change-summary.ts';
import { type Comparison, type Level, surfaceNames, surfaces } from './types.ts';

const signs: Readonly<Record<Level, string>> = { breaking: '🔴 breaking', dangerous: '🟡 dangerous', safe: '🟢 safe' };

/** Escapes text for Markdown. GitHub also interprets HTML, mentions and numbers of issues. */
function escaped(text: string): string {
  return escapeControlCharacters(text)
    .replace(/[\\`*_{}[\]<>()#+\-!|~&@]/g, (character) =>
      /[<>&@#]/.test(character) ? `&#${character.charCodeAt(0)};` : `\\${character}`,
    )
    .replace(/\s+/g, ' ');
}

/** Returns text as code. Its delimiters have more backticks than any run in the text; spaces separate them from such runs. */
const code = (text: string): string => {
  const ticks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const space = ticks.length > 1 ? ' ' : '';
  return `${ticks}${space}${escapeControlCharacters(text).replace(/\s+/g, ' ').replaceAll('|', '\\|')}${space}${ticks}`;
};

/**
 * Returns the changes as GitHub-flavoured Markdown: a summary, then all changes in folded sections. Ends with a line break.
 *
 * @param sides the names of the two versions, for the title
 */
export function comparisonMarkdown(comparison: Comparison, sides: { readonly old: string; readonly new: string }): string {
  const { changes, suggestions, step } = comparison;
  const lines = [`**${code(sides.old)} → ${code(sides.new)}: ${summarize(comparison)}**`];
  if (changes.length > 0) {
    lines.push('', '| for | |', '|---|---|');
    for (const name of surfaceNames) lines.push(`| ${surfaces[name]} | ${signs[worstLevelOf(name, changes)]} |`);
    lines.push('', `Next version: **${step}**`);
  }
  const { descriptions, listed } = splitDescriptions(changes);
  for (const [group, members] of groupByHeading(listed)) {
    const isOpen = members.some(({ level }) => level === 'breaking');
    lines.push(
      '',
      `<details${isOpen ? ' open' : ''}><summary>${group === '' ? 'The model' : escaped(group)} (${members.length})</summary>`,
      '',
    );
    for (const change of members) {
      const location = formatLocations(change);
      lines.push(`- ${signs[change.level]}: ${escaped(change.says)}${location === '' ? '' : ` (${code(location)})`}`);
      for (const { surfaces: names, because } of unsafeEffects(change))
        lines.push(`  - ${names.map((name) => surfaces[name]).join(', ')}: ${escaped(because)}`);
    }
    lines.push('', '</details>');
  }
  if (descriptions.length > 0) {
    const names = descriptions.map(({ element }) => code(element)).join(', ');
    lines.push('', `<details><summary>Changed descriptions (${descriptions.length})</summary>`, '', names, '', '</details>');
  }
  if (suggestions.length > 0) {
    lines.push('', 'If one of these was renamed, say so:', '');
    for (const each of suggestions) lines.push(`- ${code(each.old)} → ${code(each.new)}: ${code(renamedOption(each))}`);
  }
  return `${lines.join('\n')}\n`;
}
