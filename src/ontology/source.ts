/** Opens an ontology file, and determines its syntax from its extension and its first characters. */

import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { limits } from './limits.ts';
import { isRemote } from './remote.ts';
import type { SourceFiles } from './source-files.ts';

/** The path for which `-` on a command line stands. */
export const STANDARD_INPUT = '/dev/stdin';

/** The supported RDF syntaxes. */
export type Syntax = 'turtle' | 'trig' | 'ntriples' | 'nquads' | 'rdfxml' | 'jsonld';

interface SyntaxProperties {
  readonly name: string;
  /** As registered with IANA. */
  readonly mediaType: string;
  readonly extensions: readonly string[];
  /** Whether files are parsed piece by piece; the others must be in memory. */
  readonly isStreamed: boolean;
}

export const syntaxes: Readonly<Record<Syntax, SyntaxProperties>> = {
  turtle: { name: 'Turtle', mediaType: 'text/turtle', extensions: ['.ttl', '.turtle'], isStreamed: true },
  trig: { name: 'TriG', mediaType: 'application/trig', extensions: ['.trig'], isStreamed: true },
  ntriples: { name: 'N-Triples', mediaType: 'application/n-triples', extensions: ['.nt'], isStreamed: true },
  nquads: { name: 'N-Quads', mediaType: 'application/n-quads', extensions: ['.nq'], isStreamed: true },
  rdfxml: { name: 'RDF/XML', mediaType: 'application/rdf+xml', extensions: ['.rdf', '.owl', '.xml'], isStreamed: false },
  jsonld: { name: 'JSON-LD', mediaType: 'application/ld+json', extensions: ['.jsonld', '.json'], isStreamed: false },
};

const syntaxByExtension: ReadonlyMap<string, Syntax> = new Map(
  (Object.keys(syntaxes) as Syntax[]).flatMap((syntax) =>
    syntaxes[syntax].extensions.map((extension) => [extension, syntax] as const),
  ),
);

/** The known file extensions. */
export const extensions: readonly string[] = [...syntaxByExtension.keys()];

export interface Source {
  readonly file: string;
  readonly syntax: Syntax;
  /** Whether the first piece contains a NUL: legal in a literal, but typical of binary files. */
  readonly isBinary: boolean;
  /** The files that it was opened from. */
  readonly files: SourceFiles;
  /** The text in pieces, in order; each except the last ends at a line break. */
  readonly chunks: Iterable<string>;
}

const isXml = /^<(\?xml|rdf:RDF|!DOCTYPE\s+rdf)/i;
const isJson = /^(?:\{\s*"|\[\s*[{\]])/;
const isHtml = /^<(!DOCTYPE\s+html|html|head|body)\b/i;

/** Returns up to 200 characters after leading whitespace and XML comments. */
function skipComments(text: string): string {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('<!--', at)) return text.slice(at, at + 200);
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return '';
    at = end + 3;
  }
}

/** @param known the syntax of the extension */
function syntaxOf(file: string, known: Syntax | undefined, opening: string): Syntax {
  const syntax = path.extname(file).toLowerCase() === '.owl' && !isXml.test(opening) ? 'turtle' : (known ?? 'turtle');
  // Standard input has no extension, and a URL may end in anything: use the first characters.
  const hasNoExtension = file === STANDARD_INPUT || (isRemote(file) && syntax !== 'trig' && syntax !== 'nquads');
  if (!hasNoExtension) return syntax;
  if (isXml.test(opening)) return 'rdfxml';
  return isJson.test(opening) ? 'jsonld' : 'turtle';
}

/** Ontology syntaxes that are not RDF, by their first characters. */
const otherSyntaxes: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^(?:Prefix|Ontology)\s*\(/, 'OWL in functional syntax'],
  [/^(?:Prefix|Ontology):\s/, 'OWL in Manchester syntax'],
  [/^(?:<\?xml[^>]*>\s*)?<(?:\w+:)?Ontology\s/, 'OWL/XML'],
  [/^format-version:\s/, 'an OBO file'],
];

/** File types that are not RDF, by extension. */
const otherFiles: Readonly<Record<string, string>> = {
  '.csv': 'a table; convert it to RDF, or to records in JSON, one on each line (.ndjson) or in a list (.json)',
  '.tsv': 'a table; convert it to RDF, or to records in JSON, one on each line (.ndjson) or in a list (.json)',
  '.yaml': 'YAML; convert a LinkML schema with gen-shacl',
  '.yml': 'YAML; convert a LinkML schema with gen-shacl',
};

/** Returns what a file seems to be, if its name or its first characters do not fit its syntax. */
function differentSyntax(file: string, syntax: Syntax, opening: string): string | undefined {
  if (/^codegen\.ya?ml$/i.test(path.basename(file))) return 'the settings of codegen; to use them, run codegen generate';
  const description = otherFiles[path.extname(file).toLowerCase()];
  if (description !== undefined) return description;
  const [, other] = otherSyntaxes.find(([begins]) => begins.test(opening)) ?? [];
  if (other !== undefined) return `${other}; save it as Turtle or RDF/XML, as Protégé (Save as…) and ROBOT (convert) do`;
  if (syntax === 'turtle' && opening.startsWith('{')) return 'JSON; JSON-LD files end in .jsonld, and TriG in .trig';
  if (!opening.startsWith('<')) return undefined;
  if (isHtml.test(opening)) return 'an HTML page';
  if (/^(?:<\?xml[^>]*>\s*)?<svg\b/i.test(opening)) return 'an SVG image';
  return syntax !== 'rdfxml' && isXml.test(opening) ? 'RDF/XML; files in that syntax end in .rdf or .owl' : undefined;
}

/**
 * Opens an ontology file. The extension determines the syntax (`.owl` may contain RDF/XML or Turtle: the first bytes
 * decide; an unknown extension means Turtle). An empty file is an empty graph, in syntaxes that allow it.
 *
 * @param streamLimit the maximum number of bytes of a file that is read as a stream
 * @throws DiagnosticError if the file is missing, unreadable, not UTF-8, too large, or obviously not RDF;
 * errors further down in the file are thrown while the chunks are read.
 */
export function openSource(file: string, files: SourceFiles, streamLimit: number = limits.streamed): Source {
  const known = syntaxByExtension.get(path.extname(file).toLowerCase());
  const limit = known === undefined || syntaxes[known].isStreamed ? streamLimit : limits.whole;
  const chunks = files.pieces(file, limit);
  const first = chunks.next();
  const start = first.done ? '' : first.value;
  const opening = skipComments(start);
  const syntax = syntaxOf(file, known, opening);
  const isBinary = start.includes('\0');
  const looksLike = isBinary && !syntaxes[syntax].isStreamed ? 'binary data' : differentSyntax(file, syntax, opening);
  if (looksLike !== undefined) {
    chunks.return?.();
    fail('file-not-rdf', { file, looksLike }, { file, line: 1, column: 1 });
  }
  return {
    file,
    syntax,
    isBinary,
    files,
    chunks: (function* () {
      if (!first.done) yield start;
      yield* chunks;
    })(),
  };
}
