/**
 * The tag `mark`: `{% mark field %} … {% endmark %}` records which element of the model the lines represent, for `explain`. In
 * the rendered text, marks are characters that no text contains (noncharacters of Unicode, 23.7), so that they pass `capture` and
 * filters; they are removed afterwards.
 */

import {
  type Context,
  type Emitter,
  evalToken,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { type Element, type Mark, nameOf, type Placed } from '../targets/index.ts';
import { FilterError } from './types.ts';

// A mark is `OPEN` or `CLOSE`, the number of the mark, and `NUMBER_END`.
const OPEN = '\uFDD0';
const CLOSE = '\uFDD2';
const NUMBER_END = '\uFDD1';
const MARK = /([\uFDD0\uFDD2])(\d+)\uFDD1/g;

/** Collects the marks of the file that is being rendered. */
export class Marks {
  #marks: Mark[] = [];
  readonly #elementOf: (data: unknown) => Element | undefined;

  constructor(elementOf: (data: unknown) => Element | undefined) {
    this.#elementOf = elementOf;
  }

  /** Removes all marks; called at the start of a file. */
  clear(): void {
    this.#marks = [];
  }

  /** Adds a mark for the element that a data object represents; returns its number, with `NUMBER_END`. */
  add(data: unknown, { name, type }: Readonly<Record<string, unknown>>): string {
    const element = this.#elementOf(data);
    if (!element) throw new FilterError('mark wants a class, a field or an enumeration of the model');
    const mark = { element, name: typeof name === 'string' ? name : nameOf(element), ...(typeof type === 'string' && { type }) };
    return `${this.#marks.push(mark) - 1}${NUMBER_END}`;
  }

  /**
   * Removes the marks from a rendered text, and returns them with their lines.
   *
   * @param comment start of a one-line comment: the declaration follows such comments
   */
  extract(rendered: string, comment: string): { readonly content: string; readonly marks: readonly Placed[] } {
    if (this.#marks.length === 0) return { content: rendered, marks: [] };
    const spans = new Map<number, { from: number; to: number }>();
    let content = '';
    let copied = 0;
    for (const { index, 0: text, 1: kind, 2: number } of rendered.matchAll(MARK)) {
      const mark = Number(number);
      if (!this.#marks[mark]) continue;
      content += rendered.slice(copied, index);
      copied = index + text.length;
      const known = spans.get(mark);
      if (kind === OPEN && !known) spans.set(mark, { from: content.length, to: content.length });
      else if (kind === CLOSE && known) known.to = content.length;
    }
    content += rendered.slice(copied);
    const lines = content.split('\n');
    const lineOf = (offset: number) => content.slice(0, offset).split('\n').length;
    const marks: Placed[] = [];
    for (const [mark, { from, to }] of [...spans].sort(([, a], [, b]) => a.from - b.from || b.to - a.to)) {
      const first = lineOf(from);
      const last = lineOf(Math.max(from, content.charAt(to - 1) === '\n' ? to - 1 : to));
      const offset = lines.slice(first - 1, last).findIndex((line) => line.trim() !== '' && !line.trim().startsWith(comment));
      marks.push({ ...(this.#marks[mark] as Mark), from: first, to: last, ...(offset > 0 && { line: offset + 1 }) });
    }
    return { content, marks };
  }
}

/**
 * Adds the tag `{% mark element %} … {% endmark %}`, which records the lines that a template prints for a class, a field or an
 * enumeration.
 *
 * @param marks returns the marks of the file that is being printed
 */
export function registerMarkTag(engine: Liquid, marks: () => Marks): void {
  engine.registerTag(
    'mark',
    class extends Tag {
      readonly #element;
      readonly #arguments: Hash;
      readonly #content: Template[] = [];

      constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
        super(token, remaining, liquid);
        this.#element = this.tokenizer.readValue();
        this.tokenizer.assert(this.#element, () => 'mark wants a class, a field or an enumeration');
        this.#arguments = new Hash(this.tokenizer);
        const stream = parser
          .parseStream(remaining)
          .on<TagToken>('tag:endmark', () => stream.stop())
          .on('template', (template: Template) => {
            this.#content.push(template);
          })
          .on('end', () => {
            throw new Error('mark has no endmark');
          });
        stream.start();
      }

      *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
        const data = this.#element && (yield evalToken(this.#element, context));
        const args = (yield this.#arguments.render(context)) as Readonly<Record<string, unknown>>;
        const id = marks().add(data, args);
        const content = String(yield this.liquid.renderer.renderTemplates(this.#content, context));
        // The line end stays outside the mark, so that filters such as `rstrip` do not remove the mark.
        const end = content.endsWith('\n') ? content.length - 1 : content.length;
        emitter.write(`${OPEN}${id}${content.slice(0, end)}${CLOSE}${id}${content.slice(end)}`);
      }
    },
  );
}
