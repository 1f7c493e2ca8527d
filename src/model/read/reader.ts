/**
 * The state that all steps of reading an ontology share: the ontology, the log of its axioms, the warnings so far, policies and
 * decisions. Also reads labels, documentation and names of resources.
 */

import { type Code, type Diagnostic, diagnostic, type Params, type Place } from '../../diagnostics/index.ts';
import {
  DC,
  DCTERMS,
  isBlank,
  type Literal,
  localName,
  type Node,
  type Ontology,
  owl,
  rdf,
  rdfs,
  SCHEMA,
  SKOS,
  type Statement,
  sh,
  XSD,
} from '../../ontology/index.ts';
import type { Decisions } from '../decide/choices.ts';
import { ElementDecisions } from '../decide/elements.ts';
import type { Policies } from '../policies.ts';
import type { Transliterate } from '../words/japanese.ts';
import { isAscii } from '../words/latin.ts';
import { chooseText, cleanText, percentDecoded } from '../words/text.ts';
import { AxiomLog } from './axioms.ts';
import { isDatatype } from './resources.ts';

/** Predicates with the same kind of text, such as labels: the usual one, and others by their rank. */
interface TextPredicates {
  readonly best: string;
  readonly others: ReadonlyMap<string, number>;
}

const labelPredicates = textPredicates(rdfs.label, [`${SKOS}prefLabel`, `${DCTERMS}title`, `${DC}title`]);
const rdfsLabelPredicates = textPredicates(rdfs.label, []);
const commentPredicates = textPredicates(rdfs.comment, [
  `${SKOS}definition`,
  `${DCTERMS}description`,
  `${DC}description`,
  ...SCHEMA.map((ns) => `${ns}description`),
]);

/** The texts of a shape that describe its target class. */
const shapeLabelPredicates = textPredicates(sh.name, [labelPredicates.best, ...labelPredicates.others.keys()]);
const shapeCommentPredicates = textPredicates(sh.description, [commentPredicates.best, ...commentPredicates.others.keys()]);

function textPredicates(best: string, others: readonly string[]): TextPredicates {
  return { best, others: new Map(others.map((predicate, i) => [predicate, i + 1])) };
}

/** Types whose instances are properties. */
export const propertyDeclarationTypes: ReadonlySet<string> = new Set([
  rdf.Property,
  owl.ObjectProperty,
  owl.DatatypeProperty,
  owl.AnnotationProperty,
]);

/** The label, documentation and deprecation of a resource. */
export interface Described {
  readonly label?: string;
  readonly doc?: string;
  readonly deprecated: boolean;
}

/** A text for users, and its language tag; the tag is empty if none exists. */
export interface Text {
  readonly value: string;
  readonly language: string;
}

/** The parameters of a warning about several names, without the names. */
type SharedParams<C extends Code> = Params<C> extends { readonly names: readonly string[] } ? Omit<Params<C>, 'names'> : never;

export class Reader {
  readonly ontology: Ontology;
  readonly axioms: AxiomLog;
  readonly #warnings: (() => Diagnostic)[] = [];
  readonly #reported = new Set<string>();
  /** For warnings that are given once for several names: the names, by code and parameters. */
  readonly #reportedNames = new Map<string, Set<string>>();
  /** For warnings that are given for each name: the names, by code and parameters. */
  readonly #namesByWarning = new Map<string, Set<string>>();
  readonly transliterate: Transliterate;
  /** By undeclared IRI: the declared class that it may be meant for. */
  readonly intendedClasses = new Map<Node, Node>();
  /** IRIs in the namespace of a standard that the standard does not define. They are reported already. */
  readonly unknownTerms = new Set<Node>();
  /** By class: the only shape that has it as its target. The texts of the shape replace those that the class lacks. */
  readonly describingShapes = new Map<Node, Node>();
  /** Nodes with a fault that is reported already: its consequences are not reported again. */
  readonly reportedNodes = new Set<Node>();
  /** Names of classes with contradicting numbers of values that are reported already. */
  readonly miscounted = new Set<string>();
  /** The user's decisions for all elements, for questions that the ontology leaves open. */
  readonly policies: Policies;
  /** The user's decisions for single elements. */
  readonly decisions: ElementDecisions;

  constructor(ontology: Ontology, transliterate: Transliterate, policies: Policies, decisions: Decisions) {
    this.ontology = ontology;
    this.axioms = new AxiomLog(ontology);
    this.transliterate = transliterate;
    this.policies = policies;
    this.decisions = new ElementDecisions(ontology, decisions);
  }

  /** Returns whether a node, or one of its statements, has a fault that is reported already, such as an unknown term. */
  isMistyped(node: Node): boolean {
    const { unknownTerms, reportedNodes, ontology } = this;
    if (unknownTerms.size === 0 && reportedNodes.size === 0) return false;
    if (reportedNodes.has(node)) return true;
    return ontology
      .statements(node)
      .some(
        ({ predicate, object }) =>
          unknownTerms.has(predicate) || unknownTerms.has(object as Node) || reportedNodes.has(object as Node),
      );
  }

  /** Adds a warning, unless the same message for the same line was added before. */
  warn<C extends Code>(code: C, params: Params<C>, place?: Place): void {
    const warning = diagnostic(code, params, place);
    const key = `${place?.file}:${place?.line} ${code} ${warning.message}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#warnings.push(() => warning);
  }

  /** Adds a warning that is printed once for all names with the same parameters, at the source location of the first name. */
  warnOf<C extends Code>(code: C, name: string, params: SharedParams<C>, place?: Place): void {
    const key = `${code} ${JSON.stringify(params)}`;
    const known = this.#reportedNames.get(key);
    if (known) {
      known.add(name);
      return;
    }
    const names = new Set([name]);
    this.#reportedNames.set(key, names);
    // TypeScript cannot derive that SharedParams<C> and the names together are Params<C>.
    this.#warnings.push(() => diagnostic(code, { ...params, names: [...names] } as unknown as Params<C>, place));
  }

  /** Adds a warning about one name. Warnings with the same parameters form a group, so that the output can merge them. */
  warnEach<C extends Code>(code: C, name: string, params: SharedParams<C>, place?: Place): void {
    const key = `${code} ${JSON.stringify(params)}`;
    const known = this.#namesByWarning.get(key) ?? new Set();
    if (known.has(name)) return;
    this.#namesByWarning.set(key, known.add(name));
    const merged = (names: readonly string[]) => diagnostic(code, { ...params, names } as unknown as Params<C>, place);
    this.#warnings.push(() => ({ ...merged([name]), group: { key, name, merged } }));
  }

  get diagnostics(): Diagnostic[] {
    return this.#warnings.map((make) => make());
  }

  show(node: Node): string {
    return this.ontology.show(node);
  }

  whyNotClass(node: Node): Params<'range-not-declared'>['why'] {
    const types = this.ontology.types(node);
    if (node.startsWith(XSD) || isDatatype(this.ontology, node)) return 'datatype';
    if (types.some((type) => propertyDeclarationTypes.has(type))) return 'property';
    const isTyped = types.includes(owl.Class) || types.includes(rdfs.Class);
    return isTyped || this.ontology.statements(node).length === 0 ? 'undeclared' : 'untyped';
  }

  /** Returns the declared class that an IRI may be meant for, in the form of Turtle. */
  suggestionFor(node: Node): string | undefined {
    const intended = this.intendedClasses.get(node);
    return intended === undefined ? undefined : this.show(intended);
  }

  /** Returns `rdfs:label`, on one line, with its language. */
  rdfsLabel(node: Node, statements = this.ontology.statements(node)): Text | undefined {
    return onOneLine(this.#bestText(statements, rdfsLabelPredicates));
  }

  /** Returns the label, documentation and deprecation of a resource, as the model stores them. */
  described(node: Node, statements = this.ontology.statements(node)): Described {
    const label = this.label(node, statements)?.value;
    const doc = (this.#bestText(statements, commentPredicates) ?? this.#textOfShape(node, shapeCommentPredicates))?.value;
    // All properties are set, even if undefined, so that all these objects have the same shape.
    return { label, doc, deprecated: isDeprecated(statements) } as Described;
  }

  /** Returns the label of a resource, on one line, with its language. */
  label(node: Node, statements = this.ontology.statements(node)): Text | undefined {
    return onOneLine(this.#bestText(statements, labelPredicates) ?? this.#textOfShape(node, shapeLabelPredicates));
  }

  #textOfShape(cls: Node, rank: TextPredicates): Text | undefined {
    const shape = this.describingShapes.get(cls);
    return shape === undefined ? undefined : this.#bestText(this.ontology.statements(shape), rank);
  }

  /**
   * Returns the version of an ontology: the shortest `owl:versionInfo` that can be one. Some ontologies describe their changes
   * there in sentences; a version is one line and has a digit.
   */
  version(node: Node): string | undefined {
    const texts = this.ontology.literals(node, owl.versionInfo).map(({ value }) => cleanText(value) ?? '');
    const versions = texts.filter((text) => text.length <= LONGEST_VERSION && /\d/.test(text) && !/[\n\r]/.test(text));
    return versions.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
  }

  /** Returns the local name of an IRI, percent-decoded. */
  local(iri: string): string {
    const local = localName(iri);
    return local.includes('%') ? percentDecoded(local) : local;
  }

  /** Returns the local name of an IRI in ASCII. If a label has the same letters, the rules of its language apply. */
  localInAscii(iri: string): string {
    const local = this.local(iri);
    if (isAscii(local)) return local;
    const letters = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
    const same = this.ontology.literals(iri, rdfs.label).find(({ value }) => letters(value) === letters(local));
    return this.transliterate(local, same?.language);
  }

  /** Returns the best text of the first property, by rank, that has a text. */
  #bestText(statements: readonly Statement[], rank: TextPredicates): Text | undefined {
    for (const literals of byRank(statements, rank)) {
      const text = literals && chooseText(literals, this.policies.language);
      const value = text && cleanText(text.value);
      if (value !== undefined) return { value, language: text?.language ?? '' };
    }
    return undefined;
  }

  /**
   * Returns the named classes of a class expression: the class itself, the members of a union (also nested), or
   * the only named member of an intersection.
   */
  namedClasses(
    node: Node,
    into: Set<Node> = new Set(),
    unreadable: Node[] = [],
    depth = 0,
  ): { named: Set<Node>; unreadable: Node[] } {
    if (!isBlank(node)) {
      into.add(node);
    } else {
      const union = this.ontology.node(node, owl.unionOf);
      const intersection = this.ontology.node(node, owl.intersectionOf);
      if (union !== undefined && depth < 32) {
        for (const member of this.ontology.list(union)) this.namedClasses(member, into, unreadable, depth + 1);
      } else if (intersection !== undefined) {
        const named = this.ontology.list(intersection).filter((member) => !isBlank(member));
        if (named.length === 1 && named[0] !== undefined) into.add(named[0]);
        else unreadable.push(node);
      } else {
        unreadable.push(node);
      }
    }
    return { named: into, unreadable };
  }
}

/** In characters. */
const LONGEST_VERSION = 80;

function byRank(statements: readonly Statement[], { best, others }: TextPredicates): readonly (readonly Literal[] | undefined)[] {
  const literals: Literal[][] = [];
  for (const { predicate, object } of statements) {
    const rank = predicate === best ? 0 : others.get(predicate);
    if (rank === undefined || typeof object === 'string') continue;
    literals[rank] ??= [];
    literals[rank].push(object);
  }
  return literals;
}

function isDeprecated(statements: readonly Statement[]): boolean {
  for (const { predicate, object } of statements) {
    if (typeof object === 'string') {
      if (predicate === rdf.type && (object === owl.DeprecatedClass || object === owl.DeprecatedProperty)) return true;
    } else if (predicate === owl.deprecated && (object.value === 'true' || object.value === '1')) {
      return true;
    }
  }
  return false;
}

/** White space other than single spaces. */
const wide = /[^\S ]| {2}/;

function onOneLine(text: Text | undefined): Text | undefined {
  return text && wide.test(text.value) ? { ...text, value: text.value.replace(/\s+/g, ' ') } : text;
}
