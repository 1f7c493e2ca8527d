/**
 * The text of a Liquid file as it is parsed. A line that holds nothing but tags leaves nothing behind, neither its blanks
 * nor its end: templates of code are written so, and would else be full of `{%-`. Where something stood is kept, for
 * messages.
 */

/** A line of tags alone, none of which says by `-` itself what is trimmed. A tag may have several lines. */
const TAGS = /^[ \t]*(?:\{%(?!-)(?:(?!%\}|\{%)[\s\S])*?[^-]%\}[ \t]*)+\n/gm;
/** What stands in `raw` is no tag. */
const RAW = /\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}/g;

interface Cut {
  /** Where it was in the text as it is parsed. */
  readonly at: number;
  readonly length: number;
}

export class TemplateSource {
  readonly file: string;
  /** As it is in the file. */
  readonly text: string;
  /** As it is parsed. */
  readonly parsed: string;
  readonly #cuts: Cut[] = [];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    const raws = [...this.text.matchAll(RAW)].map(({ index, 0: raw }) => [index, index + raw.length] as const);
    const isRaw = (at: number) => raws.some(([from, to]) => from < at && at < to);
    let out = '';
    let from = 0;
    const cut = (start: number, end: number) => {
      if (end <= start) return;
      out += this.text.slice(from, start);
      this.#cuts.push({ at: out.length, length: end - start });
      from = end;
    };
    for (const { index, 0: line } of this.text.matchAll(TAGS)) {
      if (isRaw(index) || isRaw(index + line.length - 1)) continue;
      const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0;
      const end = /(?<![ \t])[ \t]*\n$/.exec(line)?.[0].length ?? 0;
      cut(index, index + blanks);
      cut(index + line.length - end, index + line.length);
    }
    this.parsed = out + this.text.slice(from);
  }

  /** The line and the column in the file of an offset in the text as it is parsed, both from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    let at = offset;
    for (const { at: where, length } of this.#cuts) {
      // What stands behind a cut was moved by it.
      if (where > offset) break;
      at += length;
    }
    const before = this.text.slice(0, at);
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
  }

  lineAt(line: number): string | undefined {
    return this.text.split('\n', line)[line - 1];
  }
}
