import { misspelt } from '../../diagnostics/index.ts';
import { isBlank, localName, type Node, owl, rdfs, sh, standardNamespace } from '../../ontology/index.ts';
import { propertyTypes, type Reader } from './reader.ts';
import { namespaceOf } from './resources.ts';

/** Up to so many pairs of names are compared: more unknown names than that are no slips of the pen. */
const MOST = 2_000_000;

/** Predicates by which shapes and restrictions say which property they are about, and others say how properties are related. */
const aboutProperty: ReadonlyMap<string, 'path' | 'related'> = new Map([
  ...[sh.path, owl.onProperty].map((predicate) => [predicate, 'path'] as const),
  ...[owl.inverseOf, rdfs.subPropertyOf, owl.equivalentProperty].map((predicate) => [predicate, 'related'] as const),
]);

/**
 * Finds what names of which nothing is stated may have been meant for: a class, or where a shape or a restriction is about it a
 * property, that is declared in the same namespace by a name that differs by a slip of the pen. Of such a property a warning says
 * so, for it would be a second field in silence.
 *
 * @param classes those that are declared
 */
export async function findMeant(reader: Reader, classes: Pick<ReadonlyMap<Node, unknown>, 'has' | 'keys'>): Promise<void> {
  const { ontology } = reader;
  const unknown = new Set<Node>();
  for (const term of ontology.mentioned()) {
    if (classes.has(term) || ontology.statements(term).length > 0 || isBlank(term) || !term.includes(':')) continue;
    if (standardNamespace(term) === undefined) unknown.add(term);
  }
  if (unknown.size === 0) return;
  const suggest = suggester();
  const names = byNamespace(classes.keys());
  for (const term of unknown) {
    const meant = await suggest(term, names);
    if (meant !== undefined) reader.meant.set(term, meant);
  }
  if ([...aboutProperty.keys()].some((predicate) => ontology.mentions(predicate))) await tellProperties(reader, unknown, suggest);
}

type Suggest = (term: Node, names: ReadonlyMap<string, readonly string[]>) => Promise<Node | undefined>;

/** What is meant by a term among names of its namespace. */
function suggester(): Suggest {
  let compared = 0;
  return async (term, names) => {
    const namespace = namespaceOf(term);
    const candidates = names.get(namespace) ?? [];
    compared += candidates.length;
    const meant = compared > MOST ? undefined : await misspelt(localName(term), candidates);
    return meant === undefined ? undefined : namespace + meant;
  };
}

async function tellProperties(reader: Reader, unknown: ReadonlySet<Node>, suggest: Suggest): Promise<void> {
  const { ontology } = reader;
  const isProperty = (node: Node) => ontology.types(node).some((type) => propertyTypes.has(type));
  let names: ReadonlyMap<string, readonly string[]> | undefined;
  const told = new Set<Node>();
  for (const { node, statements } of ontology.entries()) {
    for (const statement of statements) {
      const { predicate, object } = statement;
      const as = aboutProperty.get(predicate);
      if (as === undefined || typeof object !== 'string' || !unknown.has(object) || told.has(object)) continue;
      told.add(object);
      names ??= byNamespace(ontology.typed.filter(isProperty));
      const meant = await suggest(object, names);
      if (meant === undefined) continue;
      // What follows where there is no inverse is told no second time.
      if (predicate === owl.inverseOf) reader.told.add(meant);
      // It is of the kind of what it is related to, else of what it may have been meant for.
      const kinds: readonly string[] = [owl.ObjectProperty, owl.DatatypeProperty];
      const kind = [node, meant].flatMap((each) => ontology.types(each)).find((type) => kinds.includes(type));
      const leads = predicate === owl.inverseOf || kind === owl.ObjectProperty;
      const declare = leads ? 'owl:ObjectProperty' : 'owl:DatatypeProperty';
      const said = { as, declare, suggestion: reader.show(meant) } as const;
      reader.warnOf('property-not-declared', reader.show(object), said, ontology.placeOf(statement));
    }
  }
}

/** Local names by the namespaces that they stand in. */
function byNamespace(iris: Iterable<Node>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const iri of iris) {
    const namespace = namespaceOf(iri);
    const known = names.get(namespace);
    if (known) known.push(localName(iri));
    else names.set(namespace, [localName(iri)]);
  }
  return names;
}
