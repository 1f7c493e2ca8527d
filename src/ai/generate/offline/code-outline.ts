import type { Item, Outline } from '../outline.ts';
import { countText, fileText, table } from './prose.ts';

/**
 * Writes an outline of source code that states which items have no documentation.
 *
 * @param file the path of the code, if it is a file
 */
export function outlineDocument(outline: Outline, file: string | undefined): string {
  const { language, items } = outline;
  const undocumented = items.filter((item) => !item.isDocumented);
  return fileText([
    `# Outline of ${file === undefined ? 'the code' : `\`${file}\``}`,
    '',
    `${language}, ${countText(items.length, 'item')}, ${undocumented.length === 0 ? 'all documented' : `${undocumented.length} without documentation`}.`,
    '',
    ...outlineTable(items),
  ]);
}

/** Returns the lines of a Markdown table with one row for each item of the code. */
export function outlineTable(items: readonly Item[]): string[] {
  return table(
    ['Line', 'Kind', 'Item', 'Documented'],
    items.map((item) => [String(item.line), item.kind, code(item.signature), item.isDocumented ? 'yes' : 'no']),
  );
}

/** Writes code on a line of Markdown. In a table, `|` must be escaped even within code. */
function code(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const padding = ticks.length > 1 ? ' ' : '';
  return `${ticks}${padding}${text.replaceAll('|', '\\|')}${padding}${ticks}`;
}
