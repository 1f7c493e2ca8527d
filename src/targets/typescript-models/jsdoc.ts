/** Prints JSDoc comments: documentation, the format of values, constraints that are not enforced, and `@deprecated`. */

import { wrap } from '../text/index.ts';
import { lineWidth } from './layout.ts';

/** Whether something is deprecated. */
export interface Deprecation {
  readonly deprecated: boolean;
  /** What to use instead. */
  readonly replacedBy?: string | undefined;
}

interface Documentation extends Deprecation {
  /** Text from the ontology. */
  readonly doc?: string | undefined;
  /** How a value is written; follows the text. */
  readonly notation?: string | undefined;
  /** A sentence on constraints that the code does not enforce; a separate paragraph. */
  readonly unenforced?: string | undefined;
}

/**
 * Escapes prose for a JSDoc comment, so that it neither ends the comment nor contains a tag. The escapes are those of Markdown
 * and TSDoc, so that editors show the original text. TypeScript reads a tag wherever `@` begins a word, not only at the start
 * of a line.
 */
function escapeProse(prose: string): string {
  // Most prose has neither.
  if (!prose.includes('@') && !prose.includes('*/')) return prose;
  return prose.replaceAll('*/', '*\\/').replace(/(?<![\w`])@(?=\S)/g, '\\@');
}

/** `When it was written. ISO 8601.` or, if the text is no sentence, `Date of birth (ISO 8601)`. */
function describe(doc: string | undefined, notation: string | undefined): string | undefined {
  const text = doc && escapeProse(doc);
  if (notation === undefined) return text;
  const sentence = `${notation.charAt(0).toUpperCase()}${notation.slice(1)}.`;
  if (text === undefined) return sentence;
  return /[.!?]$/.test(text) ? `${text} ${sentence}` : `${text} (${notation})`;
}

/**
 * Returns the comment of an element; no lines if it has no documentation.
 *
 * @param depth how many columns the comment will be indented
 */
export function jsdocLines(documented: Documentation, depth = 0): readonly string[] {
  const { doc, notation, unenforced } = documented;
  const paragraphs = [describe(doc, notation), unenforced && escapeProse(unenforced)].filter((text) => text !== undefined);
  return jsdocComment(paragraphs.length > 0 ? paragraphs.join('\n\n') : undefined, documented, depth);
}

/**
 * Returns a JSDoc comment, with a tag for deprecated elements; no lines if there is neither.
 *
 * @param prose its text, which {@link escapeProse} has escaped
 * @param depth the columns of indentation
 */
export function jsdocComment(prose: string | undefined, { deprecated, replacedBy }: Deprecation, depth = 0): readonly string[] {
  if (prose === undefined && !deprecated) return [];
  const width = lineWidth - depth - ' * '.length;
  const lines = prose === undefined ? [] : wrap(prose, width);
  if (deprecated) {
    const advice = replacedBy === undefined ? '' : ` Use \`${escapeProse(replacedBy)}\` instead.`;
    lines.push(...(lines.length === 0 ? [] : ['']), ...wrap(`@deprecated${advice}`, width));
  }
  if (lines.length === 0) return [];
  const line = `/** ${lines[0]} */`;
  if (lines.length === 1 && depth + line.length <= lineWidth) return [line];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}
