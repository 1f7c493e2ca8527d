/**
 * The text of a Liquid file as it is parsed. A line that contains only tags produces no output, neither its white space nor its
 * line end: otherwise templates of code would be full of `{%-`. The class keeps the original positions for messages.
 */

/** A line that contains only tags without their own `-` for trimming. A tag may span several lines. */
const TAGS = /^[ \t]*(?:\{%(?!-)(?:(?!%\}|\{%)[\s\S])*?[^-]%\}[ \t]*)+\n/gm;

/** The content of `raw`, in which tags are text. */
const RAW = /\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}/g;

interface RemovedText {
  /** Offset in the parsed text. */
  readonly offset: number;
  readonly length: number;
}

export class TemplateSource {
  readonly file: string;
  /** The original text. */
  readonly text: string;
  /** The text to parse. */
  readonly parsed: string;
  readonly #removed: RemovedText[] = [];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    const raws = [...this.text.matchAll(RAW)].map(({ index, 0: raw }) => [index, index + raw.length] as const);
    const isRaw = (offset: number) => raws.some(([from, to]) => from < offset && offset < to);
    let parsed = '';
    let copied = 0;
    const remove = (start: number, end: number) => {
      if (end <= start) return;
      parsed += this.text.slice(copied, start);
      this.#removed.push({ offset: parsed.length, length: end - start });
      copied = end;
    };
    for (const { index, 0: line } of this.text.matchAll(TAGS)) {
      if (isRaw(index) || isRaw(index + line.length - 1)) continue;
      const leadingLength = /^[ \t]*/.exec(line)?.[0].length ?? 0;
      const trailingLength = /(?<![ \t])[ \t]*\n$/.exec(line)?.[0].length ?? 0;
      remove(index, index + leadingLength);
      remove(index + line.length - trailingLength, index + line.length);
    }
    this.parsed = parsed + this.text.slice(copied);
  }

  /** Returns the line and column in the file, both from 1, for an offset in the parsed text. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    let position = offset;
    for (const removed of this.#removed) {
      // Only text that was removed before the offset moves it.
      if (removed.offset > offset) break;
      position += removed.length;
    }
    const preceding = this.text.slice(0, position);
    return { line: preceding.split('\n').length, column: position - preceding.lastIndexOf('\n') };
  }

  lineAt(line: number): string | undefined {
    return this.text.split('\n', line)[line - 1];
  }
}
