import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ontology, owl, rdfs } from '../../ontology/index.ts';
import { NearestSuperproperty } from './superproperties.ts';

type Edges = Readonly<Record<string, { readonly same: readonly string[]; readonly general: readonly string[] }>>;

/** Returns those parts of an ontology that the search uses. */
function ontologyOf(edges: Edges): Ontology {
  return {
    subjects: () => Object.keys(edges),
    nodes: (node: string, predicate: string) =>
      (predicate === owl.equivalentProperty
        ? edges[node]?.same
        : predicate === rdfs.subPropertyOf
          ? edges[node]?.general
          : undefined) ?? [],
  } as unknown as Ontology;
}

/** Searches breadth-first, for comparison. */
function slowly(edges: Edges, meant: ReadonlySet<string>, iri: string): string | undefined {
  const found = new Set([iri]);
  for (const node of found) {
    if (node !== iri && meant.has(node)) return node;
    for (const other of [...(edges[node]?.same ?? []), ...(edges[node]?.general ?? [])]) found.add(other);
  }
  return undefined;
}

test('finds the same as a search from each property', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const name = fc.constantFrom(...names);
  const some = fc.uniqueArray(name, { maxLength: 3 });
  const edges = fc.dictionary(name, fc.record({ same: some, general: some }));
  fc.assert(
    fc.property(edges, fc.uniqueArray(name, { maxLength: 4 }), (edges, meant) => {
      const kind = new Set(meant);
      const generals = new NearestSuperproperty(ontologyOf(edges), (iri) => kind.has(iri));
      // Callers ask only for properties that are not of the kind themselves.
      for (const iri of names) {
        if (!kind.has(iri)) expect([iri, generals.nearestTo(iri)]).toEqual([iri, slowly(edges, kind, iri)]);
      }
    }),
    { numRuns: 2000, seed: 12 },
  );
});
