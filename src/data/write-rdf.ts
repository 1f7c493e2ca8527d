/** Writes individuals as RDF: Turtle (https://www.w3.org/TR/turtle/) and N-Triples (https://www.w3.org/TR/n-triples/). */

import { isBlank, pushTo, rdf, wellKnownPrefixes, XSD } from '../ontology/index.ts';
import { Terms } from '../targets/shared/rdf/index.ts';
import type { Individual, Triple } from './individual.ts';
import { tripleOf } from './individual-assembly.ts';
import type { Term } from './terms.ts';
import type { Writer } from './writer.ts';

/** Returns the statements of an individual, each once; its types come first. */
function triplesOf({ iri, types, values, class: cls }: Individual): readonly Triple[] {
  const fields = new Map(cls.allFields.map((field) => [field.name, field]));
  const found: Triple[] = types.map((type) => ({ subject: iri, predicate: rdf.type, object: type }));
  for (const [name, fieldValues] of values) {
    const field = fields.get(name);
    if (field) for (const { term } of fieldValues) found.push(tripleOf(iri, field, term));
  }
  return found;
}

// Characters that IRIs and strings in N-Triples must escape (section 7, IRIREF and STRING_LITERAL_QUOTE).
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const ESCAPED_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const ESCAPED_IN_STRING = /["\\\u0000-\u001f\u007f\p{Cs}]/gu;

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const unicodeEscape = (c: string): string => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns a term in N-Triples. */
function plainTerm(term: Term): string {
  if (typeof term === 'string') return isBlank(term) ? term : `<${term.replace(ESCAPED_IN_IRI, unicodeEscape)}>`;
  const { value, datatype, language } = term;
  const text = `"${value.replace(ESCAPED_IN_STRING, (c) => escapes[c] ?? unicodeEscape(c))}"`;
  if (language !== '') return `${text}@${language}`;
  return datatype === `${XSD}string` ? text : `${text}^^${plainTerm(datatype)}`;
}

/** Returns a statement in N-Triples, on one line. */
export function statementLine({ subject, predicate, object }: Triple): string {
  return `${plainTerm(subject)} ${plainTerm(predicate)} ${plainTerm(object)} .`;
}

export const ntriplesWriter: Writer = {
  text: (individual) => triplesOf(individual).map(statementLine).join('\n'),
  begin: '',
  between: '\n',
  end: '\n',
  empty: '',
};

/** Numbers and booleans that need no quotes (Turtle, section 2.5.2). */
const unquotedForms: readonly (readonly [datatype: string, form: RegExp])[] = [
  [`${XSD}integer`, /^[+-]?\d+$/],
  [`${XSD}decimal`, /^[+-]?\d*\.\d+$/],
  [`${XSD}boolean`, /^(true|false)$/],
];

/** Returns a writer of Turtle: one block for each individual, with the given prefixes and `xsd:`. */
export function turtleWriter(prefixes: ReadonlyMap<string, string>): Writer {
  const named = [...prefixes, ['xsd', wellKnownPrefixes.get('xsd') ?? XSD] as const].filter(([name]) => isPrefix.test(name));
  const unique = new Map(named.map(([name, namespace]) => [name, namespace]));
  const terms = new Terms(Object.fromEntries([...unique].sort(([, a], [, b]) => b.length - a.length)));
  const write = (term: Term): string => {
    if (typeof term === 'string') return isBlank(term) ? term : terms.iri(term);
    const { value, datatype, language } = term;
    if (language !== '') return `${terms.literal(value)}@${language}`;
    if (datatype === `${XSD}string`) return terms.literal(value);
    if (unquotedForms.some(([iri, form]) => iri === datatype && form.test(value))) return value;
    return terms.literal(value, datatype);
  };
  const property = (iri: string) => (iri === rdf.type ? 'a' : write(iri));
  const block = (individual: Individual): string => {
    const triples = triplesOf(individual);
    const objectsByPredicate = new Map<string, string[]>();
    for (const { subject, predicate, object } of triples) {
      if (subject !== individual.iri) continue;
      pushTo(objectsByPredicate, predicate, write(object));
    }
    const lines = [...objectsByPredicate].map(([predicate, objects]) => `${property(predicate)} ${objects.join(', ')}`);
    const inverseTriples = triples.filter(({ subject }) => subject !== individual.iri);
    return [
      `${write(individual.iri)} ${lines.join(' ;\n    ')} .`,
      ...inverseTriples.map(({ subject, predicate, object }) => `${write(subject)} ${property(predicate)} ${write(object)} .`),
    ].join('\n');
  };
  const prologue = `${terms.prologue.join('\n')}\n`;
  return { text: block, begin: `${prologue}\n`, between: '\n\n', end: '\n', empty: prologue };
}

/** Names that Turtle accepts as prefixes (PN_PREFIX), without unusual characters. */
const isPrefix = /^([A-Za-z][A-Za-z0-9_-]*)?$/;
