/** Finds misspelt terms in SPARQL queries, such as `rdfs:lable`. */

import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { isUndefinedTerm, localName, standardNamespace, suggestTerm, wellKnownPrefixes } from '../ontology/index.ts';

/** The usual prefixes of well-known namespaces. */
const prefixes = new Map([...wellKnownPrefixes].map(([prefix, namespace]) => [namespace, prefix]));

/** The parts of a query without prefixed names: strings, IRIs and comments. */
const STRINGS_IRIS_AND_COMMENTS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|#[^\n]*/g;

/** A prefixed name with a well-known prefix. */
const WELL_KNOWN_NAME = /(?<![\w:?$-])(owl|rdf|rdfs|sh|xsd):([A-Za-z]\w*)/g;

/**
 * Warns about names in a query that their vocabularies do not define (`owl:Clas`, `rdfs:domian`): the result is empty, and
 * nothing else shows the reason.
 *
 * @param file the name of the query in messages
 */
export async function unknownTerms(sparql: string, file: string): Promise<readonly Diagnostic[]> {
  const text = sparql.replace(STRINGS_IRIS_AND_COMMENTS, (skipped) => skipped.replace(/[^\n]/g, ' '));
  const byTerm = new Map<string, Diagnostic>();
  for (const { 0: name, 1: prefix = '', 2: local = '', index } of text.matchAll(WELL_KNOWN_NAME)) {
    const namespace = wellKnownPrefixes.get(prefix) ?? '';
    const iri = namespace + local;
    if (byTerm.has(name) || !isUndefinedTerm(iri)) continue;
    const similar = await suggestTerm(iri);
    const before = text.slice(0, index).split('\n');
    const place = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    const suggestion =
      similar === undefined ? undefined : `${prefixes.get(standardNamespace(similar) ?? '')}:${localName(similar)}`;
    byTerm.set(name, diagnostic('unknown-term', { term: name, count: 1, suggestion }, place));
  }
  return [...byTerm.values()];
}
