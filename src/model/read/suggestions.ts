/**
 * Finds the declared class or property that an undeclared IRI may be meant for: one in the same namespace whose name differs by
 * a typing error, such as `:Usr` and `:User`. Warnings suggest it.
 */

import { findSimilarName } from '../../diagnostics/index.ts';
import { isBlank, localName, type Node, owl, pushTo, rdfs, sh, standardNamespace } from '../../ontology/index.ts';
import { propertyDeclarationTypes, type Reader } from './reader.ts';
import { namespaceOf } from './resources.ts';

/** Maximum number of compared pairs of names: if there are more unknown names, they are not typing errors. */
const MAX_COMPARED = 2_000_000;

/** Predicates whose object is a property: shapes and restrictions name theirs (`path`), properties refer to others (`related`). */
const propertyPredicates: ReadonlyMap<string, 'path' | 'related'> = new Map([
  ...[sh.path, owl.onProperty].map((predicate) => [predicate, 'path'] as const),
  ...[owl.inverseOf, rdfs.subPropertyOf, owl.equivalentProperty].map((predicate) => [predicate, 'related'] as const),
]);

/**
 * Records in the reader which declared class an undeclared IRI may be meant for. If a shape, a restriction or another property
 * refers to such an IRI as a property, warns and suggests the declared property: without a warning, the IRI would become a
 * second field.
 */
export async function recordSuggestions(
  reader: Reader,
  classes: Pick<ReadonlyMap<Node, unknown>, 'has' | 'keys'>,
): Promise<void> {
  const { ontology } = reader;
  const unknown = new Set<Node>();
  for (const term of ontology.mentioned()) {
    if (classes.has(term) || ontology.statements(term).length > 0 || isBlank(term) || !term.includes(':')) continue;
    if (standardNamespace(term) === undefined) unknown.add(term);
  }
  if (unknown.size === 0) return;
  const suggest = suggester();
  const names = namesByNamespace(classes.keys());
  for (const term of unknown) {
    const meant = await suggest(term, names);
    if (meant !== undefined) reader.intendedClasses.set(term, meant);
  }
  if ([...propertyPredicates.keys()].some((predicate) => ontology.mentions(predicate)))
    await reportUndeclaredProperties(reader, unknown, suggest);
}

type Suggest = (term: Node, names: ReadonlyMap<string, readonly string[]>) => Promise<Node | undefined>;

/** Returns a function that suggests which of the names in the namespace of a term is meant. Stops after `MAX_COMPARED` pairs. */
function suggester(): Suggest {
  let compared = 0;
  return async (term, names) => {
    const namespace = namespaceOf(term);
    const candidates = names.get(namespace) ?? [];
    compared += candidates.length;
    const similar = compared > MAX_COMPARED ? undefined : await findSimilarName(localName(term), candidates);
    return similar === undefined ? undefined : namespace + similar;
  };
}

/** Warns of unknown terms that are used as properties, and suggests the declared property that may be meant. */
async function reportUndeclaredProperties(reader: Reader, unknown: ReadonlySet<Node>, suggest: Suggest): Promise<void> {
  const { ontology } = reader;
  const isProperty = (node: Node) => ontology.types(node).some((type) => propertyDeclarationTypes.has(type));
  let names: ReadonlyMap<string, readonly string[]> | undefined;
  const suggested = new Set<Node>();
  for (const { node, statements } of ontology.entries()) {
    for (const statement of statements) {
      const { predicate, object } = statement;
      const usedAs = propertyPredicates.get(predicate);
      if (usedAs === undefined || typeof object !== 'string' || !unknown.has(object) || suggested.has(object)) continue;
      suggested.add(object);
      names ??= namesByNamespace(ontology.typed.filter(isProperty));
      const similar = await suggest(object, names);
      if (similar === undefined) continue;
      // Warnings that follow from the missing inverse would repeat this one.
      if (predicate === owl.inverseOf) reader.reportedNodes.add(similar);
      // It has the kind of the related property, else the kind of the suggested one.
      const kinds: readonly string[] = [owl.ObjectProperty, owl.DatatypeProperty];
      const kind = [node, similar].flatMap((each) => ontology.types(each)).find((type) => kinds.includes(type));
      const isObjectProperty = predicate === owl.inverseOf || kind === owl.ObjectProperty;
      const declare = isObjectProperty ? 'owl:ObjectProperty' : 'owl:DatatypeProperty';
      const text = { as: usedAs, declare, suggestion: reader.show(similar) } as const;
      reader.warnOf('property-not-declared', reader.show(object), text, ontology.placeOf(statement));
    }
  }
}

function namesByNamespace(iris: Iterable<Node>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const iri of iris) {
    const namespace = namespaceOf(iri);
    pushTo(names, namespace, localName(iri));
  }
  return names;
}
