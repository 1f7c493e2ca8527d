/**
 * Drops facts of shapes that contradict each other because they allow different RDF terms: no value can conform to both
 * `sh:nodeKind sh:IRI` and `sh:datatype xsd:string`. Reports the dropped fact. Also reports values of another datatype than
 * required; these are accepted nevertheless.
 */

import { isBlank, type Literal, type Node, rdf, sh } from '../../ontology/index.ts';
import { type ClassDraft, superclassesFirst } from '../draft.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';
import { parseValue } from '../kinds/values.ts';
import { contradictionRejection, type Term } from './axioms.ts';
import type { Fact, Facts } from './facts.ts';
import type { Reader } from './reader.ts';
import { isUniversal } from './resources.ts';
import { kindOf, turtleTerm } from './slips/statement-checks.ts';
import { haveCommonTerm, literalsOf, nodeKinds, resources, type Terms, tagged, termsOfValues } from './terms.ts';

/** Precedence of facts that exclude each other: the most specific kind first, required single values (`value`) last. */
const factPrecedence: readonly Fact['kind'][] = ['in', 'range', 'node-kind', 'terms', 'value'];

/** What to write instead of a statement about other terms than another statement. */
export const INSTEAD =
  'values are resources (sh:nodeKind sh:IRI, sh:class) or literals (sh:nodeKind sh:Literal, sh:datatype); leave out what is not meant';

const TAGGED = 'values that have a language are of rdf:langString';

export function dropContradictions(reader: Reader, classes: readonly ClassDraft[], facts: Facts): void {
  const shaped = classes.filter(({ iri }) => facts.stated(iri).size > 0);
  // Subclasses are compared with the facts that remain in superclasses.
  for (const cls of superclassesFirst(shaped)) {
    for (const [property, stated] of facts.stated(cls.iri)) {
      const own = factTerms(reader, stated);
      if (own.length > 0) dropContradictingFacts(reader, facts, cls, property, own);
    }
  }
}

interface FactTerms {
  readonly fact: Fact;
  readonly terms: Terms;
}

function factTerms(reader: Reader, facts: readonly Fact[]): FactTerms[] {
  return facts.flatMap((fact) => {
    const terms = fact.axiom.construct.startsWith('sh:') ? termsOf(reader, fact) : undefined;
    return terms ? [{ fact, terms }] : [];
  });
}

function dropContradictingFacts(
  reader: Reader,
  facts: Facts,
  cls: ClassDraft,
  property: Node,
  ownFacts: readonly FactTerms[],
): void {
  const inherited = cls.ancestors.flatMap((one) => factTerms(reader, facts.stated(one.iri).get(property) ?? []));
  const accepted: FactTerms[] = [];
  for (const kind of factPrecedence) {
    for (const one of ownFacts.filter(({ fact }) => fact.kind === kind)) {
      // The datatype of a subclass may be narrower than that of the superclass; within one class the last datatype counts.
      const compared =
        kind === 'range' ? [...inherited.filter(({ fact }) => fact.kind !== 'range'), ...accepted] : [...inherited, ...accepted];
      const other = compared.find((each) => excludeEachOther(each, one));
      if (other === undefined) {
        accepted.push(one);
        continue;
      }
      const isRange = kind === 'range' && other.fact.kind === 'range';
      if (isRange) accepted.splice(accepted.indexOf(other), 1, one);
      dropFact(facts, cls, property, ...(isRange ? ([other.fact, one.fact] as const) : ([one.fact, other.fact] as const)));
    }
  }
  for (const { fact } of accepted) reportDatatype(reader, fact, [...inherited, ...accepted]);
}

/** Returns the terms that a fact allows; undefined if the fact does not determine them. */
function termsOf(reader: Reader, fact: Fact): Terms | undefined {
  switch (fact.kind) {
    case 'terms':
      return fact.terms;
    case 'node-kind':
      return nodeKinds.get(fact.axiom.stated.object) ?? (fact.literal ? undefined : resources);
    case 'in':
      return termsOfValues(reader.ontology.terms(fact.head));
    case 'value':
      return termsOfValues([fact.term]);
    case 'range':
      return termsOfRange(reader, fact);
    default:
      return undefined;
  }
}

/** Returns the terms of a range; undefined if it confuses classes and datatypes (reported elsewhere) or has both. */
function termsOfRange(reader: Reader, { nodes, as, axiom }: Fact & { readonly kind: 'range' }): Terms | undefined {
  if (as === 'datatype') return nodes.some((node) => kindOf(reader, node) === 'class') ? undefined : literalsOf(nodes);
  const areClasses = as === 'class' || axiom.construct === 'sh:node' || axiom.construct === 'sh:and';
  const isOther = (node: Node) =>
    isBlank(node) || isUniversal(node) || datatypeMapping(node) !== undefined || kindOf(reader, node) === 'datatype';
  return areClasses && !nodes.some(isOther) ? resources : undefined;
}

function excludeEachOther(a: FactTerms, b: FactTerms): boolean {
  const kinds = [a.fact.kind, b.fact.kind];
  const areLiterals = a.terms.literal !== false && b.terms.literal !== false;
  if (kinds.every((kind) => kind === 'value')) return false;
  // Conflicts of classes with each other or with a datatype are found where ranges are read.
  if (kinds.every((kind) => kind === 'range') && !areLiterals) return false;
  // A literal can also be read as a value of another datatype; `reportDatatype` warns of that.
  const mayBeConverted =
    kinds.some((kind) => kind === 'in' || kind === 'value') && !kinds.some((k) => k === 'node-kind' || k === 'terms');
  return !haveCommonTerm(a.terms, b.terms) && !(mayBeConverted && areLiterals);
}

function isOfLanguages(fact: Fact): boolean {
  return fact.kind === 'terms' && fact.terms === tagged;
}

/** Drops a fact in favour of another one. If one shape states both with one predicate, `checkSingleValue` has reported it. */
function dropFact(facts: Facts, cls: ClassDraft, property: Node, fact: Fact, other: Fact): void {
  facts.remove(cls, property, fact);
  const rejection = contradictionRejection(other.axiom);
  if (fact.by !== undefined && fact.by === other.by && fact.kind === other.kind) fact.axiom.addShortfall(rejection.why);
  else if (fact.kind === 'range' && other.kind === 'range') fact.axiom.reject(rejection);
  else fact.axiom.reject({ ...rejection, instead: isOfLanguages(fact) ? TAGGED : INSTEAD });
}

/** Reports a list or value of another datatype than required, if all values can be read as values of the required one. */
function reportDatatype(reader: Reader, fact: Fact, accepted: readonly FactTerms[]): void {
  if (fact.kind !== 'in' && fact.kind !== 'value') return;
  const values = fact.kind === 'in' ? reader.ontology.terms(fact.head) : [fact.term];
  const { literal } = termsOfValues(values);
  for (const { fact: other, terms } of accepted) {
    if (other.kind !== 'range' || typeof terms.literal !== 'object' || typeof literal !== 'object') continue;
    if (
      haveCommonTerm(termsOfValues(values), terms) ||
      !other.nodes.some((datatype) => values.every((value) => isReadable(value, datatype)))
    )
      continue;
    const [first] = values as readonly Term[] as readonly [Literal];
    const required = other.nodes.map((node) => reader.show(node)).join(' or ');
    const actual = [...literal].map((node) => reader.show(node)).join(', ');
    const params = {
      reason: `SHACL requires values of ${required}, and ${values.length === 1 ? 'this is one' : 'these are'} of ${actual}`,
      effect: `${values.length === 1 ? 'it is' : 'they are'} used anyway`,
      instead: literalHint(reader, first, other.nodes[0] as Node),
    };
    reader.warnEach('kind-mismatch', fact.axiom.statement, params, fact.axiom.place);
    return;
  }
}

function isReadable(value: Term, datatype: Node): boolean {
  const mapping = datatypeMapping(datatype);
  return typeof value !== 'string' && mapping !== undefined && !('why' in parseValue(value, { ...mapping, datatype }));
}

function literalHint(reader: Reader, value: Literal, datatype: Node): string {
  if (datatype === rdf.langString) return `write ${turtleTerm(reader, value)}@en, each in its language`;
  if (value.language !== '')
    return `write ${reader.show(sh.datatype)} ${reader.show(rdf.langString)}, or strings without a language tag`;
  return `write ${JSON.stringify(value.value)}^^${reader.show(datatype)}`;
}
