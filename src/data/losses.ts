/** What of data is lost on their way, or comes back as something else: counted by kind and element, with the first place. */

import { type Diagnostic, diagnostic, type Place } from '../diagnostics/index.ts';
import { isBlank, type Position } from '../ontology/index.ts';
import type { Loss, LossKind, Triple } from './individual.ts';
import { isSameTerm } from './terms.ts';
import { statementLine } from './write-rdf.ts';

/** So many elements are told apart; of more, hostile data would fill the memory. */
const MOST_GROUPS = 10_000;

/** So many members of records that no class has; names that are data themselves have no end. */
const MOST_MEMBERS = 50;

interface Group {
  readonly kind: LossKind;
  readonly element: string;
  readonly why: string | undefined;
  readonly at: Position | undefined;
  readonly isLeftOut: boolean;
  readonly isResource: boolean;
  count: number;
}

export class Losses {
  readonly #groups = new Map<string, Group>();
  readonly #members = new Set<string>();
  readonly #show: (iri: string) => string;
  readonly #list: ((line: string) => void) | undefined;
  /** Statements of which nothing comes back. */
  lost = 0;
  /** Statements of which another one comes back. */
  altered = 0;

  /**
   * @param show an IRI as people write it
   * @param list takes a line of JSON for each statement that is lost or altered
   */
  constructor(show: (iri: string) => string, list?: (line: string) => void) {
    this.#show = show;
    this.#list = list;
  }

  add(loss: Loss): void {
    const { kind, why, at, becomes, triple } = loss;
    this.#list?.(lineOf(loss));
    if (kind === 'schema') return;
    if (becomes === undefined) this.lost++;
    else if (!isSame(triple, becomes)) this.altered++;
    const element = this.#toldOf(loss);
    const key = `${kind} ${element}`;
    const known = this.#groups.get(key);
    if (known) known.count++;
    else if (this.#groups.size < MOST_GROUPS) {
      const isResource = typeof triple.object === 'string' && !isBlank(triple.object);
      this.#groups.set(key, { kind, element, why, at, isLeftOut: becomes === undefined, isResource, count: 1 });
    }
  }

  /** A warning for each kind and element. */
  diagnostics(file: string): readonly Diagnostic[] {
    return [...this.#groups.values()].map(({ kind, at, ...said }) => {
      const place: Place = at ? { file, ...at } : { file };
      return diagnostic(`data-${kind as Exclude<LossKind, 'schema'>}`, said, place);
    });
  }

  /** The element of a loss; of members beyond what is told apart, the class. */
  #toldOf(loss: Loss): string {
    const element = this.#elementOf(loss);
    const { kind, about } = loss;
    if (kind !== 'member' || this.#members.has(element)) return element;
    if (this.#members.size >= MOST_MEMBERS) return `${about?.class.name}, others`;
    this.#members.add(element);
    return element;
  }

  #elementOf({ kind, about, triple }: Loss): string {
    if (kind === 'property') return this.#show(triple.predicate);
    if (kind === 'no-class' || kind === 'untyped') return kind;
    if (!about) return this.#show(triple.predicate);
    return elementOf(about);
  }
}

function elementOf({ class: { name }, field, member = field?.name }: NonNullable<Loss['about']>): string {
  return member === undefined ? name : `${name}.${member}`;
}

const isSame = (a: Triple, b: Triple): boolean =>
  a.subject === b.subject && a.predicate === b.predicate && isSameTerm(a.object, b.object);

function lineOf({ kind, triple, becomes, about, why, at }: Loss): string {
  return JSON.stringify({
    kind,
    statement: statementLine(triple),
    ...(becomes && { becomes: statementLine(becomes) }),
    ...(about && { element: elementOf(about) }),
    ...(why !== undefined && { why }),
    ...at,
  });
}
