/** Reads query results in a comparable form: sorted rows as lines, with all blank nodes equal. */

import { readFileSync } from 'node:fs';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { type Quad, Store, type Term } from 'oxigraph';

export type Result = boolean | readonly string[];

interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

const STRING = 'http://www.w3.org/2001/XMLSchema#string';

function line(row: Readonly<Record<string, JsonTerm>>): string {
  return Object.keys(row)
    .sort()
    .map((name) => {
      const { type, value, datatype, 'xml:lang': language } = row[name] as JsonTerm;
      if (type === 'bnode') return `${name}=_:`;
      const kind = language?.toLowerCase() ?? (datatype === STRING ? '' : (datatype ?? ''));
      return `${name}=${type === 'uri' ? 'uri' : 'literal'} ${JSON.stringify(value)} ${kind}`;
    })
    .join(', ');
}

/** Reads a result of SELECT or ASK in SPARQL's JSON format. */
export function ofJson(text: string): Result {
  const { boolean, results } = JSON.parse(text);
  return boolean ?? results.bindings.map(line).sort();
}

/** Reads a result of SELECT or ASK in SPARQL's XML format. */
export function ofXml(text: string): Result {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement as Element;
  const boolean = root.getElementsByTagName('boolean')[0];
  if (boolean) return boolean.textContent === 'true';
  return Array.from(root.getElementsByTagName('result'), (result) => {
    const row: Record<string, JsonTerm> = {};
    for (const binding of Array.from(result.getElementsByTagName('binding'))) {
      const term = Array.from(binding.childNodes).find((node) => node.nodeType === node.ELEMENT_NODE) as Element;
      const datatype = term.getAttribute('datatype');
      const language = term.getAttribute('xml:lang');
      row[binding.getAttribute('name') ?? ''] = {
        type: term.nodeName,
        value: term.textContent ?? '',
        ...(datatype && { datatype }),
        ...(language && { 'xml:lang': language }),
      };
    }
    return line(row);
  }).sort();
}

/** Reads a graph as sorted statements, with all blank nodes equal. */
export function ofGraph(file: string, format: string, text = readFileSync(file, 'utf8')): Result {
  const store = new Store();
  store.load(text, { format, base_iri: 'http://test/x' });
  const show = (term: Term) => (term.termType === 'BlankNode' ? '_:' : term.toString());
  return (store.match() as Quad[]).map((q) => [q.subject, q.predicate, q.object].map(show).join(' ')).sort();
}
