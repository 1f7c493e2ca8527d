/** Formats the results of CONSTRUCT and DESCRIBE as Turtle and JSON-LD. A graph has no order, so the output is sorted. */

import { pushTo, rdf } from '../ontology/index.ts';
import type { Prefixes } from './prefixes.ts';
import { BlankLabels, bracketed, isType, type Term, type Triple, turtleTerm } from './terms.ts';

/** Returns a key that sorts `rdf:type` first, then IRIs, blank nodes, literals and triple terms, each by their text. */
function sortKey(term: Term): string {
  if (isType(term)) return '';
  const rank = { uri: 0, bnode: 1, literal: 2, triple: 3 }[term.type];
  return `${rank}${turtleTerm(term, { iri: bracketed, blank: (id) => id.padStart(12) })}`;
}

interface Property {
  readonly predicate: Term;
  readonly objects: Term[];
}

/** Sorts triples, removes duplicates, and groups them by subject. Labels blank nodes by their first occurrence. */
function groupBySubject(triples: Iterable<Triple>): { subject: Term; properties: Property[] }[] {
  const labels = new BlankLabels();
  const triplesWithKeys = Array.from(triples, (original) => {
    const triple = {
      subject: labels.relabel(original.subject),
      predicate: original.predicate,
      object: labels.relabel(original.object),
    };
    return { triple, keys: [sortKey(triple.subject), sortKey(triple.predicate), sortKey(triple.object)] as const };
  });
  const compareKeys = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  triplesWithKeys.sort(
    (a, b) => compareKeys(a.keys[0], b.keys[0]) || compareKeys(a.keys[1], b.keys[1]) || compareKeys(a.keys[2], b.keys[2]),
  );
  const subjects: { subject: Term; properties: Property[] }[] = [];
  let previousKeys: readonly string[] = [];
  for (const { triple, keys } of triplesWithKeys) {
    const [subjectKey, predicateKey, objectKey] = keys;
    const sameSubject = subjectKey === previousKeys[0];
    const sameProperty = sameSubject && predicateKey === previousKeys[1];
    if (sameProperty && objectKey === previousKeys[2]) continue;
    previousKeys = keys;
    if (!sameSubject) subjects.push({ subject: triple.subject, properties: [] });
    const properties = subjects.at(-1)?.properties;
    if (!sameProperty) properties?.push({ predicate: triple.predicate, objects: [] });
    properties?.at(-1)?.objects.push(triple.object);
  }
  return subjects;
}

const INDENT = '    ';
/** The most characters of a list of objects on one line; longer lists have one object a line. */
const MAX_OBJECTS_WIDTH = 100;

class TurtlePrinter {
  readonly #prefixes: Prefixes;
  readonly #used = new Set<string>();
  /** Nested blank nodes need no label, so the others are renumbered. */
  readonly #labels = new BlankLabels();
  readonly #subjects: ReturnType<typeof groupBySubject>;
  /** The properties of a blank node, by its label. */
  readonly #blank = new Map<string, readonly Property[]>();
  /** Blank nodes that are the object of exactly one triple, and can therefore be written inline as `[…]`. */
  readonly #nested: ReadonlySet<string>;

  constructor(triples: Iterable<Triple>, prefixes: Prefixes) {
    this.#prefixes = prefixes;
    this.#subjects = groupBySubject(triples);
    const parents = new Map<string, Term[]>();
    for (const { subject, properties } of this.#subjects) {
      if (subject.type === 'bnode') this.#blank.set(subject.value, properties);
      for (const object of properties.flatMap((p) => p.objects)) {
        for (const label of blankNodesOf(object)) pushTo(parents, label, subject);
      }
    }
    this.#nested = new Set([...parents.keys()].filter((label) => canInline(label, parents)));
  }

  print(): string {
    const blocks = this.#subjects
      .filter(({ subject }) => subject.type !== 'bnode' || !this.#nested.has(subject.value))
      .map(
        ({ subject, properties }) =>
          `${this.#term(subject, '')} ${this.#properties(properties, INDENT).join(` ;\n${INDENT}`)} .\n`,
      );
    const declared = [...this.#prefixes.all]
      .filter(([prefix]) => this.#used.has(prefix))
      .map(([prefix, namespace]) => `@prefix ${prefix}: ${bracketed(namespace)} .\n`)
      .join('');
    return [declared, ...blocks].filter((block) => block !== '').join('\n');
  }

  #properties(properties: readonly Property[], indent: string): string[] {
    return properties.map(({ predicate, objects }) => {
      const name = isType(predicate) ? 'a' : this.#term(predicate, indent);
      const terms = objects.map((object) => this.#term(object, indent));
      const oneLine = terms.join(', ');
      if (terms.length === 1 || (oneLine.length <= MAX_OBJECTS_WIDTH && !oneLine.includes('\n'))) return `${name} ${oneLine}`;
      const inner = indent + INDENT;
      return `${name}\n${inner}${objects.map((object) => this.#term(object, inner)).join(`,\n${inner}`)}`;
    });
  }

  #term(term: Term, indent: string): string {
    if (term.type === 'bnode' && this.#nested.has(term.value)) {
      const members = this.#list(term);
      if (members) return `( ${members.map((member) => this.#term(member, indent)).join(' ')} )`;
      const properties = this.#blank.get(term.value);
      if (!properties) return '[]';
      const inner = indent + INDENT;
      return `[\n${inner}${this.#properties(properties, inner).join(` ;\n${inner}`)}\n${indent}]`;
    }
    if (term.type === 'uri' && term.value === rdf.nil) return '()';
    return turtleTerm(term, { iri: (iri) => this.#iri(iri), blank: (id) => this.#labels.of(id) });
  }

  #iri(iri: string): string {
    const name = this.#prefixes.split(iri);
    if (!name) return bracketed(iri);
    this.#used.add(name.prefix);
    return `${name.prefix}:${name.local}`;
  }

  /** Returns the members of a well-formed collection that starts at a blank node; otherwise undefined. */
  #list(head: Term): Term[] | undefined {
    const members: Term[] = [];
    let node = head;
    while (node.type === 'bnode') {
      const [firstProperty, restProperty, ...otherProperties] = this.#nested.has(node.value)
        ? (this.#blank.get(node.value) ?? [])
        : [];
      const [member, ...moreMembers] = objectsOf(firstProperty, rdf.first);
      const [next, ...moreNext] = objectsOf(restProperty, rdf.rest);
      if (!member || !next || otherProperties.length + moreMembers.length + moreNext.length > 0) return undefined;
      members.push(member);
      node = next;
    }
    return node.type === 'uri' && node.value === rdf.nil ? members : undefined;
  }
}

function objectsOf(property: Property | undefined, predicate: string): readonly Term[] {
  return property?.predicate.type === 'uri' && property.predicate.value === predicate ? property.objects : [];
}

/** Returns the blank nodes of an object. Those in a triple term are counted twice, because they cannot be inlined there. */
function blankNodesOf(object: Term): string[] {
  if (object.type === 'bnode') return [object.value];
  if (object.type !== 'triple') return [];
  const nested = [...blankNodesOf(object.value.subject), ...blankNodesOf(object.value.object)];
  return [...nested, ...nested];
}

/** Returns whether a blank node can be inlined: it has one parent, and its chain of blank parents contains no cycle. */
function canInline(label: string, parents: ReadonlyMap<string, readonly Term[]>): boolean {
  const ancestors = new Set<string>();
  if (parents.get(label)?.length !== 1) return false;
  for (let current = label; ; ) {
    if (ancestors.has(current)) return false;
    ancestors.add(current);
    const [parent, ...otherParents] = parents.get(current) ?? [];
    if (!parent || otherParents.length > 0 || parent.type !== 'bnode') return true;
    current = parent.value;
  }
}

export function formatTurtle(triples: Iterable<Triple>, prefixes: Prefixes): string {
  return new TurtlePrinter(triples, prefixes).print();
}

/** Formats a graph as JSON-LD 1.1 in expanded form. */
export function formatJsonLd(triples: Iterable<Triple>): string {
  const id = (term: Term) => (term.type === 'bnode' ? `_:${term.value}` : String(term.value));
  const value = (term: Term) => {
    if (term.type !== 'literal') return { '@id': id(term) };
    if (term['xml:lang'] !== undefined) return { '@value': term.value, '@language': term['xml:lang'] };
    return { '@value': term.value, ...(term.datatype !== undefined && { '@type': term.datatype }) };
  };
  const nodes = groupBySubject(triples).map(({ subject, properties }) => ({
    '@id': id(subject),
    ...Object.fromEntries(
      properties.map(({ predicate, objects }) =>
        isType(predicate) && objects.every((object) => object.type !== 'literal')
          ? ['@type', objects.map(id)]
          : [id(predicate), objects.map(value)],
      ),
    ),
  }));
  return `${JSON.stringify(nodes, null, 2)}\n`;
}
