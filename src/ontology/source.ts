import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf } from '../diagnostics/index.ts';

/** The syntaxes of RDF that can be read. */
export type Syntax = 'turtle' | 'trig' | 'ntriples' | 'nquads' | 'rdfxml' | 'jsonld';

/** Media types, as registered with IANA. */
export const mediaTypes: Readonly<Record<Syntax, string>> = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  rdfxml: 'application/rdf+xml',
  jsonld: 'application/ld+json',
};

export const syntaxNames: Readonly<Record<Syntax, string>> = {
  turtle: 'Turtle',
  trig: 'TriG',
  ntriples: 'N-Triples',
  nquads: 'N-Quads',
  rdfxml: 'RDF/XML',
  jsonld: 'JSON-LD',
};

const byExtension: Readonly<Record<string, Syntax>> = {
  '.ttl': 'turtle',
  '.turtle': 'turtle',
  '.trig': 'trig',
  '.nt': 'ntriples',
  '.nq': 'nquads',
  '.rdf': 'rdfxml',
  '.owl': 'rdfxml',
  '.xml': 'rdfxml',
  '.jsonld': 'jsonld',
  '.json': 'jsonld',
};

/** The extensions by which a syntax is known. */
export const extensions: readonly string[] = Object.keys(byExtension);

export interface Source {
  readonly file: string;
  readonly syntax: Syntax;
  /** The text in pieces, in order; each ends at a line break, but for the last. */
  readonly chunks: Iterable<string>;
}

const CHUNK_BYTES = 1 << 18;
const isXml = /^\s*<(\?xml|rdf:RDF|!DOCTYPE\s+rdf)/i;
const isHtml = /^\s*(<!--[\s\S]*?-->\s*)*<(!DOCTYPE\s+html|html|head|body)\b/i;

/**
 * Opens an ontology file. Its syntax follows from the extension (`.owl` may hold RDF/XML or Turtle,
 * so there the first bytes decide; an unknown extension is taken for Turtle).
 *
 * @throws DiagnosticError if the file is missing, unreadable, empty, not UTF-8, or no RDF at first sight;
 * what is wrong further down is thrown while the chunks are read.
 */
export function openSource(file: string): Source {
  const chunks = readChunks(file);
  const first = chunks.next();
  const start = first.done ? '' : first.value;
  const extension = path.extname(file).toLowerCase();
  let syntax: Syntax = byExtension[extension] ?? 'turtle';
  if (extension === '.owl' && !isXml.test(start)) syntax = 'turtle';
  const looksLike = (what: string) => {
    chunks.return?.();
    fail('file-not-rdf', { file, looksLike: what }, { file, line: 1, column: 1 });
  };
  if (start.includes('\0')) looksLike('binary data');
  if (isHtml.test(start)) looksLike('an HTML page');
  if (syntax !== 'rdfxml' && isXml.test(start)) looksLike('RDF/XML; files in that syntax end in .rdf or .owl');
  return {
    file,
    syntax,
    chunks: (function* () {
      if (!first.done) yield start;
      yield* chunks;
    })(),
  };
}

/** The whole text of an ontology file, with the same checks as {@link openSource}. */
export function readSource(file: string): { text: string; syntax: Syntax; mediaType: string } {
  const { syntax, chunks } = openSource(file);
  return { text: [...chunks].join(''), syntax, mediaType: mediaTypes[syntax] };
}

function* readChunks(file: string): Generator<string, void, undefined> {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') fail('file-not-found', { file });
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
  try {
    if (fstatSync(fd).isDirectory()) fail('file-is-directory', { file });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = '';
    let lines = 0;
    let offset = 0;
    let blank = true;
    for (;;) {
      let length: number;
      try {
        length = readSync(fd, buffer, 0, CHUNK_BYTES, null);
      } catch (error) {
        return fail('file-unreadable', { file, reason: reasonOf(error) });
      }
      let text: string;
      try {
        text = decoder.decode(buffer.subarray(0, length), { stream: length > 0 });
      } catch {
        const valid = new TextDecoder('utf-8').decode(buffer.subarray(0, length)).split('\uFFFD', 1)[0] ?? '';
        const before = rest + valid;
        const line = lines + before.split('\n').length;
        fail(
          'file-not-utf8',
          { file, offset: offset + Buffer.byteLength(valid) },
          { file, line, column: before.length - before.lastIndexOf('\n') },
        );
      }
      offset += length;
      if (blank && /\S/.test(text)) blank = false;
      rest += text;
      if (length === 0) {
        if (blank) fail('file-empty', { file });
        if (rest !== '') yield rest;
        return;
      }
      // Cut at a line break: there the tokenizer needs no look ahead into the next piece.
      const end = rest.lastIndexOf('\n') + 1;
      if (end > 0) {
        const piece = rest.slice(0, end);
        rest = rest.slice(end);
        for (let i = piece.indexOf('\n'); i >= 0; i = piece.indexOf('\n', i + 1)) lines++;
        yield piece;
      }
    }
  } finally {
    closeSync(fd);
  }
}
