import { type Place, step } from '../../diagnostics/index.ts';
import {
  isBlank,
  type Literal,
  type Node,
  type Ontology,
  rdf,
  type Statement,
  wellKnownPrefixes,
  XSD,
} from '../../ontology/index.ts';
import type { FieldDraft } from '../draft.ts';
import type { Refusal } from '../kinds/facets.ts';
import type { Axiom, Constraint } from '../types.ts';
import { isDomain } from './resources.ts';

/** What an axiom is said of, or a part of what it says. */
export type Term = Node | Literal;

/** Up to so many it costs less to copy an array than to let it grow. */
const FEW = 4;

/** What axioms that come to nothing have in common; never added to. */
const NONE: Constraint[] = [];

/**
 * An axiom while the model is being built: what it comes to is added as it is found out. What is seldom asked for is
 * composed when it is, for there may be hundreds of thousands.
 */
export class AxiomDraft implements Axiom {
  readonly construct: string;
  constraints: Constraint[] = NONE;
  shortfall?: string;
  /** Nothing has to come of it: `sh:minCount 0`, `sh:deactivated true`. */
  settled = false;
  /** What is wrong with a value that it states, where there is something, and where that stands. */
  fault?: { readonly why: string; readonly place: Place; readonly instead?: string };
  readonly #ontology: Ontology;
  readonly #subject: Node;
  readonly #stated: Statement;
  readonly #property: Node | undefined;

  constructor(ontology: Ontology, construct: string, subject: Node, stated: Statement, property: Node | undefined) {
    this.construct = usualName(construct);
    this.#ontology = ontology;
    this.#subject = subject;
    this.#stated = stated;
    this.#property = property;
  }

  get iri(): string | undefined {
    return named(this.#subject);
  }

  /** By which axioms are ordered, without an object for each. */
  get stated(): Statement {
    return this.#stated;
  }

  get place(): Place {
    return this.#ontology.placeOf(this.#stated);
  }

  get statement(): string {
    const { predicate, object } = this.#stated;
    const show = (term: Term) => showTerm(this.#ontology, term);
    // What is stated of a node without a name is stated of nothing that could be shown.
    if (isBlank(this.#subject)) return `${this.construct} ${show(object)}`;
    const about = this.#property === undefined ? show(this.#subject) : `${show(this.#subject)} ${show(this.#property)}`;
    return `${about} ${predicate === rdf.type ? 'a' : this.construct} ${show(object)}`;
  }

  fallsShort(why: string): void {
    this.shortfall ??= why;
  }

  /**
   * Comes to nothing, or to less than it says. If something is wrong with what it states, people are told so.
   *
   * @param head the list that it states, where a member of one is wrong
   */
  refuse({ why, isFault, nth, instead }: Refusal, head?: Node): void {
    this.fallsShort(why);
    if (!isFault) return;
    const member = head === undefined || nth === undefined ? undefined : this.#ontology.members(head)[nth];
    this.fault ??= { why, place: this.#ontology.placeOf(member ?? this.#stated), ...(instead !== undefined && { instead }) };
  }

  add(constraint: Constraint): void {
    // Most come to one, and an array that grows takes room for many.
    if (this.constraints.length === 0) this.constraints = [constraint];
    else if (this.constraints.length < FEW) this.constraints = [...this.constraints, constraint];
    else this.constraints.push(constraint);
  }
}

/** What says nothing of a property but which class has it, and what its values are. */
export interface Plain {
  readonly iri: Node;
}

/** All axioms, as they are read. */
export class AxiomLog {
  /** The axioms; of those of plain properties, which are most, only the statements as long as nobody asks for them. */
  readonly #all: (AxiomDraft | Statement)[] = [];
  /** The plain properties of those, or the fields that they have become: then nobody needs the properties any more. */
  readonly #plain: (Plain | FieldDraft | undefined)[] = [];
  /** The numbers of the others, of which there are few. */
  readonly #telling: number[] = [];
  readonly #ontology: Ontology;

  constructor(ontology: Ontology) {
    this.#ontology = ontology;
  }

  /**
   * An axiom that is one statement, at the place of its object.
   *
   * @param construct an IRI, or its usual short form
   * @param subject what it is said of
   * @param property the property that a restriction or a shape of the subject is about
   */
  of(construct: string, subject: Node, statement: Statement, property?: Node): AxiomDraft {
    const axiom = new AxiomDraft(this.#ontology, construct, subject, statement, property);
    this.#telling.push(this.#all.push(axiom) - 1);
    this.#plain.push(undefined);
    step();
    return axiom;
  }

  /** Takes down an axiom about a plain property. @returns its number */
  plain(property: Plain, statement: Statement): number {
    step();
    this.#plain.push(property);
    return this.#all.push(statement) - 1;
  }

  /** Takes down that a plain property has become a field, which is what two of its axioms come to. */
  becomes(field: FieldDraft, domainAt: number, rangeAt: number): void {
    this.#plain[domainAt] = field;
    this.#plain[rangeAt] = field;
  }

  /** An axiom about a property that is not plain after all, or of which somebody wants to know. */
  spelled(at: number): AxiomDraft {
    const plain = this.#plain[at];
    if (!plain) return this.#all[at] as AxiomDraft;
    const statement = this.#all[at] as Statement;
    const axiom = new AxiomDraft(this.#ontology, statement.predicate, plain.iri as Node, statement, undefined);
    for (const constraint of comesTo(plain, statement)) axiom.add(constraint);
    this.#all[at] = axiom;
    this.#plain[at] = undefined;
    this.#telling.push(at);
    return axiom;
  }

  /** All but those of plain properties, of which nothing comes but a member and its type. */
  get telling(): readonly AxiomDraft[] {
    return this.#telling.sort((a, b) => a - b).map((at) => this.#all[at] as AxiomDraft);
  }

  /**
   * In the order of their places, or, where IRIs make the order, in that in which they were read; every one has come to
   * something, or says why not.
   */
  finish(order: 'source' | 'iri' = 'source'): AxiomDraft[] {
    return this.#finished(
      this.#all.map((_, i) => this.spelled(i)),
      order,
    );
  }

  /** Those of them that somebody wants: of plain properties no others are made. */
  finishSome(isWanted: (axiom: Pick<Axiom, 'iri' | 'constraints'>) => boolean, order: 'source' | 'iri'): AxiomDraft[] {
    const wanted: AxiomDraft[] = [];
    for (const [at, axiom] of this.#all.entries()) {
      const plain = this.#plain[at];
      const said = plain ? { iri: named(plain.iri), constraints: comesTo(plain, axiom as Statement) } : (axiom as AxiomDraft);
      if (isWanted(said)) wanted.push(this.spelled(at));
    }
    return this.#finished(wanted, order);
  }

  #finished(axioms: AxiomDraft[], order: 'source' | 'iri'): AxiomDraft[] {
    for (const axiom of axioms) {
      if (axiom.constraints.length === 0 && !axiom.settled) axiom.fallsShort('nothing that is generated has it');
    }
    return this.#inOrder(axioms, order);
  }

  /** The telling ones in that order. */
  tellingInOrder(order: 'source' | 'iri'): readonly AxiomDraft[] {
    return this.#inOrder([...this.telling], order);
  }

  #inOrder(all: AxiomDraft[], order: 'source' | 'iri'): AxiomDraft[] {
    if (order === 'iri') return all;
    const files = new Map(this.#ontology.files.map((file, i) => [file, i]));
    const main = this.#ontology.file;
    const rank = ({ file = main }: Statement) => files.get(file) ?? files.size;
    // Of equals the first stays first.
    return all.sort(({ stated: a }, { stated: b }) => {
      const byFile = a.file === b.file ? 0 : rank(a) - rank(b);
      return byFile || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
    });
  }
}

/** The IRI of a node that has one. */
function named(node: Node | undefined): string | undefined {
  return node === undefined || isBlank(node) ? undefined : node;
}

/** What an axiom about a plain property comes to. */
function comesTo(plain: Plain | FieldDraft, { predicate }: Statement): readonly Constraint[] {
  return 'owner' in plain ? [{ kind: isDomain(predicate) ? 'member' : 'type', class: plain.owner, field: plain }] : NONE;
}

const usualNames = new Map<string, string>();

/** A term by the prefix that everybody uses for it, whatever the file does. */
function usualName(construct: string): string {
  let name = usualNames.get(construct);
  if (name === undefined) {
    const known = [...wellKnownPrefixes].find(([, namespace]) => construct.startsWith(namespace));
    name = known ? `${known[0]}:${construct.slice(known[1].length)}` : construct;
    usualNames.set(construct, name);
  }
  return name;
}

const MOST_MEMBERS = 5;

/** A term as people write it, class expressions and lists included, on one line. */
export function showTerm(ontology: Ontology, term: Term, depth = 0): string {
  if (typeof term !== 'string') return showLiteral(ontology, term);
  if (term === rdf.nil) return '()';
  if (!isBlank(term)) return ontology.show(term);
  if (depth > 3) return '[…]';
  if (ontology.node(term, rdf.rest) !== undefined) {
    const members = ontology.terms(term);
    const shown = members.slice(0, MOST_MEMBERS).map((member) => showTerm(ontology, member, depth + 1));
    return `(${[...shown, ...(members.length > MOST_MEMBERS ? ['…'] : [])].join(' ')})`;
  }
  const parts = ontology
    .statements(term)
    .filter((s) => s.predicate !== rdf.type)
    .map((s) => `${ontology.show(s.predicate)} ${showTerm(ontology, s.object, depth + 1)}`);
  return `[${parts.length > MOST_MEMBERS ? [...parts.slice(0, MOST_MEMBERS), '…'].join(' ; ') : parts.join(' ; ')}]`;
}

/** What is told of a statement that another one excludes: which of them counts. */
export function overruledBy(axiom: AxiomDraft): Refusal {
  return { why: `it contradicts ${axiom.statement}, which is used instead`, isFault: true };
}

const LONGEST = 60;

/** Literals that Turtle writes as they are. */
const bare: ReadonlyMap<string, RegExp> = new Map([
  [`${XSD}integer`, /^[+-]?\d+$/],
  [`${XSD}decimal`, /^[+-]?\d*\.\d+$/],
  [`${XSD}boolean`, /^(true|false)$/],
]);

function showLiteral(ontology: Ontology, { value, datatype, language }: Literal): string {
  if (bare.get(datatype)?.test(value)) return value;
  const text = JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  if (language !== '') return `${text}@${language}`;
  return datatype === `${XSD}string` ? text : `${text}^^${ontology.show(datatype)}`;
}
