/** Counts the statements that a conversion loses or alters, and warns once for each kind of loss and element: `Post.title`. */

import { type Diagnostic, diagnostic, type Place } from '../diagnostics/index.ts';
import { isBlank, isSameTerm, type Position, rdf } from '../ontology/index.ts';
import type { Loss, LossKind, Triple } from './individual.ts';
import { remedyOf } from './suggestions.ts';
import { isAbsolute } from './terms.ts';
import { statementLine } from './write-rdf.ts';

/** The maximum number of groups: hostile data could otherwise fill the memory. */
const MAX_GROUPS = 10_000;

/** The maximum number of unknown members of records, and of unknown types, that are named: data may contain any number. */
const MAX_NAMES = 50;

const LIST_PREDICATES: ReadonlySet<string> = new Set([rdf.first, rdf.rest]);

/** Losses of one kind at one element of the model. */
interface Group {
  readonly kind: LossKind;
  readonly element: string;
  readonly why: string | undefined;
  /** The source location of the first loss. */
  readonly at: Position | undefined;
  /** Whether the output omits the first statement. */
  readonly isLeftOut: boolean;
  /** Whether the object of the first statement is an absolute IRI. */
  readonly isResource: boolean;
  readonly remedy: string | undefined;
  count: number;
}

export class Losses {
  readonly #groups = new Map<string, Group>();
  /** The names that have a group of their own, by kind. */
  readonly #names = { member: new Set<string>(), 'no-class': new Set<string>() };
  readonly #show: (iri: string) => string;
  readonly #listLoss: ((line: string) => void) | undefined;
  /** The number of statements about cells of lists, and of others about the ontology. */
  readonly #schemaStatements = { ofLists: 0, ofOntology: 0 };
  #lost = 0;
  /** The number of statements that the output has in another form. */
  altered = 0;

  /**
   * @param show returns an IRI as messages show it
   * @param list receives a line of JSON for each statement that is lost or altered
   */
  constructor(show: (iri: string) => string, list?: (line: string) => void) {
    this.#show = show;
    this.#listLoss = list;
  }

  /**
   * The number of statements that the output does not have. Statements about an ontology do not count. Those about cells of lists
   * may be part of it, and count only if the file states nothing else about an ontology.
   */
  get lost(): number {
    return this.#lost + (this.#schemaStatements.ofOntology === 0 ? this.#schemaStatements.ofLists : 0);
  }

  add(loss: Loss): void {
    const { kind, why, at, becomes, triple } = loss;
    this.#listLoss?.(lineOf(loss));
    if (kind === 'schema') {
      this.#schemaStatements[isBlank(triple.subject) && LIST_PREDICATES.has(triple.predicate) ? 'ofLists' : 'ofOntology']++;
      return;
    }
    if (becomes === undefined) this.#lost++;
    else if (!isSameTriple(triple, becomes)) this.altered++;
    const element = this.#groupNameOf(loss);
    const key = `${kind} ${element}`;
    const known = this.#groups.get(key);
    if (known) known.count++;
    else if (this.#groups.size < MAX_GROUPS) {
      const isResource = typeof triple.object === 'string' && !isBlank(triple.object) && isAbsolute(triple.object);
      const remedy = remedyOf(loss, this.#show);
      this.#groups.set(key, { kind, element, why, at, isLeftOut: becomes === undefined, isResource, remedy, count: 1 });
    }
  }

  /**
   * Returns a warning for each kind and element.
   *
   * @param isValidated true if the data are validated and not converted
   */
  diagnostics(file: string, isValidated = false): readonly Diagnostic[] {
    return [...this.#groups.values()].map(({ kind, at, ...params }) => {
      const place: Place = at ? { file, ...at } : { file };
      return diagnostic(`data-${kind as Exclude<LossKind, 'schema'>}`, { ...params, isValidated }, place);
    });
  }

  /** Returns the element of a loss. Names above the maximum share one element. */
  #groupNameOf(loss: Loss): string {
    const element = this.#elementOf(loss);
    const { kind, about } = loss;
    if (kind !== 'member' && kind !== 'no-class') return element;
    const names = this.#names[kind];
    if (names.has(element)) return element;
    if (names.size >= MAX_NAMES) return kind === 'member' ? `${about?.class.name}, others` : 'another type';
    names.add(element);
    return element;
  }

  #elementOf({ kind, about, type, triple }: Loss): string {
    if (kind === 'property') return this.#show(triple.predicate);
    if (kind === 'no-class' && type !== undefined) return this.#show(type);
    if (kind === 'no-class' || kind === 'untyped') return kind;
    if (!about) return this.#show(triple.predicate);
    return elementOf(about);
  }
}

function elementOf({ class: { name }, field, member = field?.name }: NonNullable<Loss['about']>): string {
  return member === undefined ? name : `${name}.${member}`;
}

const isSameTriple = (a: Triple, b: Triple): boolean =>
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
