import { type Place, suggest } from '../../diagnostics/index.ts';
import {
  isStandardTerm,
  localName,
  type Node,
  type Ontology,
  OWL,
  owl,
  RDFS,
  SHACL,
  type Statement,
  standardNamespace,
  standardNamespaces,
  standardTerms,
  straysIn,
  wellKnownPrefixes,
} from '../../ontology/index.ts';
import type { Reader } from './reader.ts';

/** Predicates whose objects are documents. */
const documents: ReadonlySet<string> = new Set([
  owl.imports,
  owl.versionIRI,
  ...['priorVersion', 'backwardCompatibleWith', 'incompatibleWith'].map((name) => OWL + name),
  ...['seeAlso', 'isDefinedBy'].map((name) => RDFS + name),
]);

/**
 * Warns of what stands in the namespace of RDF, RDFS, OWL, XML Schema or SHACL and is no term there (`owl:Clas`,
 * `rdfs:domian`), and of terms of theirs in a namespace that is nearly theirs (`https://www.w3.org/2002/07/owl#`): they say
 * nothing, and nobody else would tell. Once for each term or namespace, at its first place. An ontology may declare terms
 * in such a namespace itself.
 */
export async function warnOfNearTerms(reader: Reader): Promise<void> {
  const { ontology } = reader;
  const suspects = new Set([...ontology.mentioned()].filter((term) => isUnknown(ontology, term)));
  const strays = straysIn(ontology);
  if (suspects.size === 0 && strays.size === 0) return;
  const unknown = new Map<string, { readonly place: Place; readonly meant: string | undefined; count: number }>();
  const look = (term: Node, statement: Statement) => {
    const stray = strays.get(term);
    if (!stray && !suspects.has(term)) return;
    const key = stray?.namespace ?? term;
    const found = unknown.get(key);
    if (found) found.count++;
    else unknown.set(key, { place: ontology.placeOf(statement), meant: stray?.meant, count: 1 });
  };
  for (const statement of allStatements(ontology)) {
    const { predicate, object } = statement;
    look(predicate, statement);
    if (typeof object !== 'string') look(object.datatype, statement);
    else if (!documents.has(predicate)) look(object, statement);
  }
  for (const [iri, { place, count, meant }] of unknown) {
    if (meant === undefined) {
      const suggestion = await suggestionFor(iri);
      const shown = suggestion === undefined ? undefined : reader.show(suggestion);
      reader.warn('unknown-term', { term: reader.show(iri), count, suggestion: shown }, place);
    } else {
      const prefix = prefixFor(ontology, iri, meant);
      reader.warn('unknown-namespace', { namespace: iri, meant, prefix, count }, place);
    }
  }
}

/** The prefix to declare: the one that the files have for the namespace, else the usual one of the right one. */
function prefixFor(ontology: Ontology, namespace: string, meant: string): string {
  const named = (prefixes: Iterable<readonly [string, string]>, iri: string) => [...prefixes].find(([, of]) => of === iri)?.[0];
  return named(ontology.prefixes, namespace) ?? named(wellKnownPrefixes, meant) ?? '';
}

function isUnknown(ontology: Ontology, term: Node): boolean {
  if (!term.startsWith('http://www.w3.org/')) return false;
  return standardNamespace(term) !== undefined && !isStandardTerm(term) && ontology.types(term).length === 0;
}

function* allStatements(ontology: Ontology): Iterable<Statement> {
  for (const { statements } of ontology.entries()) yield* statements;
}

/** The term that was meant: one of the same name in another of the namespaces, else one whose name is near. */
async function suggestionFor(term: Node): Promise<Node | undefined> {
  const own = standardNamespace(term) as string;
  const name = localName(term);
  // Names of SHACL are no slip of a pen that writes RDFS or OWL.
  const elsewhere = standardNamespaces.find((namespace) => namespace !== SHACL && standardTerms(namespace).includes(name));
  if (elsewhere !== undefined) return elsewhere + name;
  const near = await suggest(name, standardTerms(own));
  return near === undefined ? undefined : own + near;
}
