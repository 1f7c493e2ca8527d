import { wrap } from '../text/index.ts';
import { lineWidth } from './layout.ts';

interface Documentation {
  /** Text from the ontology. */
  readonly doc?: string | undefined;
  /** How a value is written; follows the text. */
  readonly notation?: string | undefined;
  readonly deprecated: boolean;
}

/**
 * Prose as it may stand in a JSDoc comment: it does not end the comment, and no word of it is read as
 * a tag. Both escapes are those of Markdown and TSDoc, so that editors show the text as it was. TypeScript
 * reads a tag wherever `@` begins a word, not only at the start of a line.
 */
function escapeProse(prose: string): string {
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
 * The comment of something that the ontology describes, or nothing if there is nothing to say.
 *
 * @param depth how many columns the comment will be indented
 */
export function documentation({ doc, notation, deprecated }: Documentation, depth = 0): readonly string[] {
  return comment(describe(doc, notation), deprecated, depth);
}

/** A JSDoc comment of `prose`, which must be safe in it, and a tag if what follows is deprecated. */
export function comment(prose: string | undefined, deprecated: boolean, depth = 0): readonly string[] {
  const lines = prose === undefined ? [] : wrap(prose, lineWidth - depth - ' * '.length);
  if (deprecated) lines.push(...(lines.length === 0 ? [] : ['']), '@deprecated');
  if (lines.length === 0) return [];
  const line = `/** ${lines[0]} */`;
  if (lines.length === 1 && depth + line.length <= lineWidth) return [line];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}
