import { type Diagnostic, diagnostic, suggest } from '../diagnostics/index.ts';
import { isStandardTerm, standardNamespace, standardTerms, wellKnownPrefixes } from '../ontology/index.ts';

/** What of a query is no name: strings, IRIs and comments. */
const NO_NAME = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|#[^\n]*/g;

/** A prefixed name of a prefix that everybody declares alike. */
const NAME = /(?<![\w:?$-])(owl|rdf|rdfs|sh|xsd):([A-Za-z]\w*)/g;

/**
 * Warns of names in a query that their vocabularies do not have (`owl:Clas`, `rdfs:domian`): the answer is empty, and
 * nothing else would tell why.
 *
 * @param file what the query is called in messages
 */
export async function unknownTerms(sparql: string, file: string): Promise<readonly Diagnostic[]> {
  const text = sparql.replace(NO_NAME, (skipped) => skipped.replace(/[^\n]/g, ' '));
  const found = new Map<string, Diagnostic>();
  for (const { 0: name, 1: prefix = '', 2: local = '', index } of text.matchAll(NAME)) {
    const namespace = wellKnownPrefixes.get(prefix) ?? '';
    const iri = namespace + local;
    if (found.has(name) || standardNamespace(iri) === undefined || isStandardTerm(iri)) continue;
    const meant = await suggest(local, standardTerms(namespace));
    const before = text.slice(0, index).split('\n');
    const place = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    const suggestion = meant === undefined ? undefined : `${prefix}:${meant}`;
    found.set(name, diagnostic('unknown-term', { term: name, count: 1, suggestion }, place));
  }
  return [...found.values()];
}
