import { isBlank, type Node, owl, rdfs, sh } from '../ontology/index.ts';
import type { ClassDraft } from './draft.ts';
import type { Reader } from './reader.ts';

/** How many values are stated: the bounds that are absent are not stated. */
export interface Bounds {
  min?: number;
  max?: number;
}

/** Cardinalities stated of a property for the instances of one class, by class IRI and property IRI. */
export class Cardinalities {
  readonly #bounds = new Map<string, Map<string, Bounds>>();

  add(cls: string, property: string, bounds: Bounds): void {
    let ofClass = this.#bounds.get(cls);
    if (!ofClass) {
      ofClass = new Map();
      this.#bounds.set(cls, ofClass);
    }
    ofClass.set(property, tighten(ofClass.get(property), bounds));
  }

  /** What is stated for the class itself. */
  stated(cls: string): ReadonlyMap<string, Bounds> {
    return this.#bounds.get(cls) ?? new Map();
  }

  /** What holds for the class: its own statements and those of all its superclasses. */
  of(cls: ClassDraft, property: string): Bounds {
    let bounds: Bounds = {};
    for (const c of [cls, ...cls.ancestors]) {
      const more = this.#bounds.get(c.iri)?.get(property);
      if (more) bounds = tighten(bounds, more);
    }
    return bounds;
  }
}

/** Both hold. */
export function tighten(a: Bounds | undefined, b: Bounds): Bounds {
  const min = Math.max(a?.min ?? -1, b.min ?? -1);
  const max = Math.min(a?.max ?? Number.POSITIVE_INFINITY, b.max ?? Number.POSITIVE_INFINITY);
  return { ...(min >= 0 && { min }), ...(max !== Number.POSITIVE_INFINITY && { max }) };
}

/**
 * Reads cardinalities from restrictions in `rdfs:subClassOf` and `owl:equivalentClass`, intersections
 * included (OWL 2 Structural Specification, 8.3 and 9.1), and from SHACL property shapes
 * (SHACL, 4.2).
 */
export function readCardinalities(reader: Reader, classes: readonly ClassDraft[]): Cardinalities {
  const { ontology } = reader;
  const cardinalities = new Cardinalities();
  for (const cls of classes) {
    const visit = (node: Node, depth: number) => {
      if (!isBlank(node) || depth > 32) return;
      const list = ontology.node(node, owl.intersectionOf);
      if (list !== undefined) for (const member of ontology.list(list)) visit(member, depth + 1);
      const property = ontology.node(node, owl.onProperty);
      if (property !== undefined && !isBlank(property)) {
        const bounds = restriction(reader, node, property);
        if (bounds) cardinalities.add(cls.iri, property, bounds);
      }
    };
    for (const node of ontology.nodes(cls.iri, rdfs.subClassOf)) visit(node, 0);
    for (const node of ontology.nodes(cls.iri, owl.equivalentClass)) visit(node, 0);
  }
  for (const shape of ontology.subjects()) {
    const properties = ontology.nodes(shape, sh.property);
    if (properties.length === 0 || ontology.isTrue(shape, sh.deactivated)) continue;
    // A shape that is a class constrains its instances (SHACL, 2.1.3.3).
    const targets = [...ontology.nodes(shape, sh.targetClass), shape];
    for (const property of properties) {
      if (ontology.isTrue(property, sh.deactivated)) continue;
      const path = ontology.node(property, sh.path);
      if (path === undefined || isBlank(path)) continue;
      const min = integer(reader, property, sh.minCount);
      const max = integer(reader, property, sh.maxCount);
      if (min === undefined && max === undefined) continue;
      for (const target of targets) {
        cardinalities.add(target, path, { ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
      }
    }
  }
  return cardinalities;
}

function restriction(reader: Reader, node: Node, property: string): Bounds | undefined {
  const { ontology } = reader;
  const read = (predicate: string) => integer(reader, node, predicate);
  const exact = read(owl.cardinality);
  let min = read(owl.minCardinality) ?? exact;
  let max = read(owl.maxCardinality) ?? exact;
  const qualifiedExact = read(owl.qualifiedCardinality);
  // At least n of a kind are at least n.
  min ??= read(owl.minQualifiedCardinality) ?? qualifiedExact;
  if (min === undefined && ontology.node(node, owl.someValuesFrom) !== undefined) min = 1;
  // At most n of a kind are at most n only if there is no other kind.
  const qualifier = ontology.node(node, owl.onClass) ?? ontology.node(node, owl.onDataRange);
  const ranges = ontology.nodes(property, rdfs.range);
  if (ranges.length === 0 || (ranges.length === 1 && ranges[0] === qualifier)) {
    max ??= read(owl.maxQualifiedCardinality) ?? qualifiedExact;
  }
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function integer(reader: Reader, node: Node, predicate: string): number | undefined {
  const value = reader.ontology.literals(node, predicate)[0]?.value.trim();
  return value !== undefined && /^\+?\d{1,9}$/.test(value) ? Number(value) : undefined;
}
