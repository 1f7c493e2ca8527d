import type { TextEdit } from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isScalar, parseDocument, visit } from 'yaml';
import type { Ontology } from '../ontology/index.ts';
import { lspRange } from './locations.ts';

/** Sections of the settings that may name elements of the ontology. */
const NAMING_SECTIONS = ['elements', 'select', 'exclude', 'diagnostics'];

/**
 * Returns the edits of `codegen.yaml` for renaming an IRI: in decisions, selections and settings of diagnostics.
 *
 * @param iri the old IRI
 * @param next the new IRI
 */
export function renameInSettings(document: TextDocument, ontology: Ontology, iri: string, next: string): TextEdit[] {
  const edits: TextEdit[] = [];
  const text = document.getText();
  visit(parseDocument(text), {
    Scalar(_, { value, range }, path) {
      const top = path.find((each) => 'key' in each && isScalar(each.key));
      const section = top && 'key' in top && isScalar(top.key) ? String(top.key.value) : '';
      if (typeof value !== 'string' || !range || !NAMING_SECTIONS.includes(section)) return;
      const by = renameInValue(value, ontology, iri, next);
      const [start, end] = range;
      // Keeps quotes.
      if (by !== value)
        edits.push({ range: lspRange({ start, end }, document), newText: text.slice(start, end).replace(value, by) });
    },
  });
  return edits;
}

/** Renames the IRI in `ex:title`, or in either part of `ex:Post/ex:title`. */
function renameInValue(value: string, ontology: Ontology, iri: string, next: string): string {
  const rename = (name: string) => (ontology.resolve(name) === iri ? shortName(name, iri, next) : name);
  if (ontology.resolve(value) === iri) return rename(value);
  const parts = value.split(/\/(?=[^/<>]*:)/);
  return parts.length === 2 ? parts.map(rename).join('/') : value;
}

function shortName(name: string, iri: string, next: string): string {
  const prefix = name.slice(0, name.indexOf(':') + 1);
  const namespace = iri.slice(0, iri.length - (name.length - prefix.length));
  return name.startsWith('<') || !next.startsWith(namespace) ? `<${next}>` : prefix + next.slice(namespace.length);
}
