import type { TextEdit } from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isScalar, parseDocument, visit } from 'yaml';
import type { Ontology } from '../ontology/index.ts';
import { rangeOf } from './places.ts';

/** Where settings may name an element of the ontology. */
const NAMING = ['elements', 'select', 'exclude', 'diagnostics'];

/**
 * What renaming an IRI changes in a settings file: decisions on it, and where it is selected or told of.
 *
 * @param iri the old one
 * @param next the new one
 */
export function renamedInSettings(document: TextDocument, ontology: Ontology, iri: string, next: string): TextEdit[] {
  const edits: TextEdit[] = [];
  const text = document.getText();
  visit(parseDocument(text), {
    Scalar(_, { value, range }, path) {
      const top = path.find((each) => 'key' in each && isScalar(each.key));
      const section = top && 'key' in top && isScalar(top.key) ? String(top.key.value) : '';
      if (typeof value !== 'string' || !range || !NAMING.includes(section)) return;
      const by = otherwise(value, ontology, iri, next);
      const [start, end] = range;
      // In quotes, if it was.
      if (by !== value)
        edits.push({ range: rangeOf({ start, end }, document), newText: text.slice(start, end).replace(value, by) });
    },
  });
  return edits;
}

/** `ex:title`, or `ex:Post/ex:title`, of which either part may be meant. */
function otherwise(value: string, ontology: Ontology, iri: string, next: string): string {
  const rename = (name: string) => (ontology.resolve(name) === iri ? short(name, iri, next) : name);
  if (ontology.resolve(value) === iri) return rename(value);
  const parts = value.split(/\/(?=[^/<>]*:)/);
  return parts.length === 2 ? parts.map(rename).join('/') : value;
}

function short(name: string, iri: string, next: string): string {
  const prefix = name.slice(0, name.indexOf(':') + 1);
  const namespace = iri.slice(0, iri.length - (name.length - prefix.length));
  return name.startsWith('<') || !next.startsWith(namespace) ? `<${next}>` : prefix + next.slice(namespace.length);
}
