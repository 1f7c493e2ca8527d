/** Where declarations stand in generated text, told by its indentation alone, which is alike in all languages. */

import type { DomainModel } from '../model/index.ts';
import type { Element, Spelling, Target } from '../targets/index.ts';
import { type About, aboutLine } from './declarations.ts';
import { elementsOf } from './find.ts';

/** The lines of a generated file. */
export class Source {
  readonly #lines: readonly string[];
  readonly #extension: string;
  readonly #prose: ReadonlySet<number>;

  /** @param path by whose extension the language is known */
  constructor(path: string, text: string) {
    this.#lines = text.split(/\r?\n/);
    this.#extension = path.slice(path.lastIndexOf('.') + 1);
    this.#prose = proseOf(this.#lines, this.#extension);
  }

  get length(): number {
    return this.#lines.length;
  }

  /** The line of a declaration, from 1. */
  lineOf(spelling: Spelling): number | undefined {
    const at = this.#lines.findIndex((line, i) => begins(line, spelling.declaration) && this.#declares(this.#chain(i), spelling));
    return at < 0 ? undefined : at + 1;
  }

  /**
   * The element that a line declares, describes or belongs to; or else the one that it, or what it stands in, names.
   *
   * @param elements in this file; of several that one line declares, the first is taken
   * @param line from 1
   */
  elementAt(elements: readonly (readonly [Element, Spelling])[], line: number): Element | undefined {
    const chain = this.#chain(this.#describedBy(line - 1));
    for (let i = 0; i < chain.length; i++) {
      const from = chain.slice(i);
      const found = elements.find(([, spelling]) => this.#declares(from, spelling));
      if (found) return found[0];
    }
    for (const at of [...chain].reverse()) {
      const words = new Set(this.#lines[at]?.match(/[\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)*/gu));
      const named = elements.filter(([element, { name }]) => words.has(name) || words.has(relationsName(element)));
      const [first] = named.find(([, { name }]) => name.includes('.')) ?? named[0] ?? [];
      if (first) return first;
    }
    return undefined;
  }

  /** Whether the first line of a chain is a declaration, and one further out begins its scope. */
  #declares([at, ...outer]: readonly number[], { declaration, scope }: Spelling): boolean {
    if (at === undefined || this.#prose.has(at) || !begins(this.#lines[at] as string, declaration)) return false;
    const enclosing = outer.map((i) => this.#lines[i] as string);
    // A field may be called like a keyword of the schema.
    const parent = enclosing[0]?.trim();
    if (this.#extension === 'yaml' && parent !== scope && parent !== 'properties:') return false;
    return scope === undefined || enclosing.some((line) => begins(line, scope));
  }

  /** The declaration that a line of a comment, an attribute or a decorator stands above; any other line is itself. */
  #describedBy(at: number): number {
    const isAbove = (i: number) => PREAMBLE.test(this.#lines[i] ?? '') || (this.#extension === 'graphql' && this.#prose.has(i));
    let below = at;
    while (isAbove(below)) below++;
    return below >= this.length || this.#isBlank(below) ? at : below;
  }

  /** A line, the line that opens what it stands in, and so on outwards. A blank line is no more than in something. */
  #chain(at: number): number[] {
    let from = at;
    while (from > 0 && this.#isBlank(from)) from--;
    const chain: number[] = [];
    for (let i = from, depth = Number.POSITIVE_INFINITY; i >= 0 && depth > 0; i--) {
      const here = this.#depth(i);
      if (here < 0 || here >= depth || (i !== from && this.#prose.has(i))) continue;
      // What ends here began in a line with the same indentation.
      if (this.#isCloser(i)) depth = here + 1;
      else {
        chain.push(i);
        depth = here;
      }
    }
    return from === at ? chain : chain.slice(1);
  }

  #isBlank(at: number): boolean {
    return this.#depth(at) < 0;
  }

  /** Its indentation; less than 0 if it is blank. */
  #depth(at: number): number {
    return (this.#lines[at] as string).search(/\S/);
  }

  /** Whether a line ends what a line above it with the same indentation began: `}`, `);`, `):`. */
  #isCloser(at: number): boolean {
    return /^\s*[)\]}]/.test(this.#lines[at] as string);
  }
}

/** What a line of a generated file is about. */
export function elementAt(model: DomainModel, target: Target, file: string, text: string, line: number): About | undefined {
  if (!target.spelling) return aboutLine(target.emit(model), file, text, line);
  const element = new Source(file, text).elementAt(declaredIn(model, target, file), line);
  return element && { element, isEdited: false };
}

/** The elements that a target declares in a file, whichever folder its output is in. */
export function declaredIn(model: DomainModel, target: Target, file: string): (readonly [Element, Spelling])[] {
  const slashed = `/${file.replaceAll('\\', '/')}`;
  const declared: (readonly [Element, Spelling])[] = [];
  for (const element of elementsOf(model)) {
    const spelling = target.spelling?.(element, model);
    if (spelling && slashed.endsWith(`/${spelling.path}`)) declared.push([element, spelling]);
  }
  // An inherited field stands where the class that has it first declares it.
  const isInherited = (element: Element) => element.kind === 'field' && element.field.owner !== element.class;
  return declared.sort(([a], [b]) => Number(isInherited(a)) - Number(isInherited(b)));
}

/** Lines that belong to the declaration below them: comments, attributes, decorators. */
const PREAMBLE = /^\s*(\/\/|\/\*|\*|#|--|@)/;

/** Whether a line begins so, and not only with a longer word. */
function begins(line: string, start: string): boolean {
  const text = line.trimStart();
  return text.startsWith(start) && !(/[\p{L}\p{N}_$]$/u.test(start) && /^[\p{L}\p{N}_$]/u.test(text.slice(start.length)));
}

function relationsName(element: Element): string {
  return (element.kind === 'class' ? element.class.relationsName : undefined) ?? '';
}

/** The lines of texts that go over several lines: they declare nothing, whatever they look like. */
function proseOf(lines: readonly string[], extension: string): Set<number> {
  const prose = new Set<number>();
  if (extension === 'yaml') {
    let deeperThan: number | undefined;
    for (const [i, line] of lines.entries()) {
      const depth = line.search(/\S/);
      if (deeperThan !== undefined && (depth < 0 || depth > deeperThan)) {
        prose.add(i);
        continue;
      }
      deeperThan = /(?:^|\s)[|>][-+\d]*$/.test(line) ? depth : undefined;
    }
  } else if (extension === 'py' || extension === 'graphql') {
    let isOpen = false;
    for (const [i, line] of lines.entries()) {
      const marks = line.replaceAll('\\"', '').split('"""').length - 1;
      if (isOpen || /^\s*[a-zA-Z]?"""/.test(line)) {
        prose.add(i);
        isOpen = marks % 2 === 1 ? !isOpen : isOpen;
      }
    }
  }
  return prose;
}
