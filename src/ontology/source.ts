import { isAscii, isUtf8 } from 'node:buffer';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { readPieces, STANDARD_INPUT } from './bounded-read.ts';
import { inMegabytes, limits } from './limits.ts';
import { MemoryFiles } from './memory-files.ts';
import { isRemote } from './remote.ts';

/** The supported RDF syntaxes. */
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

/** The known file extensions. */
export const extensions: readonly string[] = Object.keys(byExtension);

export interface Source {
  readonly file: string;
  readonly syntax: Syntax;
  /** Whether the first piece contains a NUL: legal in a literal, but typical of binary files. */
  readonly isBinary: boolean;
  /** The in-memory texts that replaced files when it was opened. */
  readonly texts: MemoryFiles | undefined;
  /** The text in pieces, in order; each except the last ends at a line break. */
  readonly chunks: Iterable<string>;
}

/** The syntaxes that are parsed as a stream. */
const streamedSyntaxes: ReadonlySet<Syntax> = new Set(['turtle', 'trig', 'ntriples', 'nquads']);
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

/** Returns the syntax of a file, from its extension and its first characters. */
function syntaxOf(file: string, known: Syntax | undefined, opening: string): Syntax {
  const syntax = path.extname(file).toLowerCase() === '.owl' && !isXml.test(opening) ? 'turtle' : (known ?? 'turtle');
  // Standard input has no extension, and a URL may end in anything: use the first characters.
  const isUnnamed = file === STANDARD_INPUT || (isRemote(file) && syntax !== 'trig' && syntax !== 'nquads');
  if (!isUnnamed) return syntax;
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
  '.csv': 'a table; data are read as RDF, or as records in JSON, one a line (.ndjson) or in a list (.json)',
  '.tsv': 'a table; data are read as RDF, or as records in JSON, one a line (.ndjson) or in a list (.json)',
  '.yaml': 'YAML; ontologies in LinkML become RDF by gen-owl',
  '.yml': 'YAML; ontologies in LinkML become RDF by gen-owl',
};

/** Returns what a file seems to be, if its name or its first characters do not fit its syntax. */
function differentSyntax(file: string, syntax: Syntax, opening: string): string | undefined {
  const called = otherFiles[path.extname(file).toLowerCase()];
  if (called !== undefined) return called;
  const [, other] = otherSyntaxes.find(([begins]) => begins.test(opening)) ?? [];
  if (other !== undefined) return `${other}; save it as Turtle or RDF/XML, as Protégé (Save as…) and ROBOT (convert) do`;
  if (syntax === 'turtle' && opening.startsWith('{')) return 'JSON; JSON-LD files end in .jsonld, and TriG in .trig';
  if (!opening.startsWith('<')) return undefined;
  if (isHtml.test(opening)) return 'an HTML page';
  return syntax !== 'rdfxml' && isXml.test(opening) ? 'RDF/XML; files in that syntax end in .rdf or .owl' : undefined;
}

/**
 * Opens an ontology file. The extension determines the syntax (`.owl` may contain RDF/XML or Turtle: the first bytes
 * decide; an unknown extension means Turtle). An empty file is an empty graph, in syntaxes that allow it.
 *
 * @param texts in-memory texts that replace files
 * @param largest the maximum number of bytes of a file that is read as a stream
 * @throws DiagnosticError if the file is missing, unreadable, not UTF-8, too large, or obviously not RDF;
 * errors further down in the file are thrown while the chunks are read.
 */
export function openSource(file: string, texts?: MemoryFiles, largest: number = limits.streamed): Source {
  const known = byExtension[path.extname(file).toLowerCase()];
  const limit = known === undefined || streamedSyntaxes.has(known) ? largest : limits.whole;
  const chunks = texts ? chunksOf(file, texts, limit) : readChunks(file, limit);
  const first = chunks.next();
  const start = first.done ? '' : first.value;
  const opening = skipComments(start);
  const syntax = syntaxOf(file, known, opening);
  const isBinary = start.includes('\0');
  const looksLike = isBinary && !streamedSyntaxes.has(syntax) ? 'binary data' : differentSyntax(file, syntax, opening);
  if (looksLike !== undefined) {
    chunks.return?.();
    fail('file-not-rdf', { file, looksLike }, { file, line: 1, column: 1 });
  }
  return {
    file,
    syntax,
    isBinary,
    texts,
    chunks: (function* () {
      if (!first.done) yield start;
      yield* chunks;
    })(),
  };
}

/** Reads a whole ontology file, or the in-memory text that replaces it, with the checks of {@link openSource}. */
export function readSource(
  file: string,
  texts?: Readonly<Record<string, string>>,
): { text: string; syntax: Syntax; mediaType: string } {
  const { syntax, chunks } = openSource(file, texts && new MemoryFiles(texts, false));
  return { text: [...chunks].join(''), syntax, mediaType: mediaTypes[syntax] };
}

/** Yields the in-memory text that replaces a file. Otherwise reads the file, unless only texts are allowed. */
function* chunksOf(file: string, texts: MemoryFiles, limit: number): Generator<string, void, undefined> {
  const text = texts.get(file);
  if (text === undefined && texts.isComplete) fail('file-not-found', { file });
  if (text === undefined) return yield* readChunks(file, limit);
  if (text.length > limit) fail('file-too-large', { file, what: 'an ontology in this syntax', limit: inMegabytes(limit) });
  if (text !== '') yield text;
}

/**
 * Reads the text of a file in pieces; each except the last ends at a line break.
 *
 * @param what a description of the file, for messages
 * @param limit the maximum number of bytes
 */
export function textPieces(file: string, what: string, limit: number): Generator<string, void, undefined> {
  return readChunks(file, limit, what);
}

/** First bytes of files that are not UTF-8 text, with the help text. */
const beginnings: readonly (readonly [bytes: readonly number[], is: string, help: string])[] = [
  [[0xff, 0xfe], 'UTF-16', 'save it as UTF-8, with an editor or with iconv -f UTF-16 -t UTF-8'],
  [[0xfe, 0xff], 'UTF-16', 'save it as UTF-8, with an editor or with iconv -f UTF-16 -t UTF-8'],
  [[0x1f, 0x8b], 'compressed by gzip', 'unpack it: gzip --decompress --keep'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive', 'unpack it: unzip'],
];

/** Rejects a file whose first bytes show another encoding or an archive. */
function rejectEncoded(file: string, start: Buffer): void {
  for (const [bytes, is, help] of beginnings) {
    if (bytes.every((byte, i) => start[i] === byte)) fail('file-encoded', { file, is, help }, { file, line: 1, column: 1 });
  }
}

/** The byte order mark of UTF-8, which is skipped. */
const MARK = [0xef, 0xbb, 0xbf];
const LINE_BREAK = 0x0a;

function* readChunks(file: string, limit: number, what = 'an ontology in this syntax'): Generator<string, void, undefined> {
  /** The start of a line whose end was not read yet, and its length in bytes. */
  let rest: Buffer[] = [];
  let restLength = 0;
  /** Number of lines and bytes before `rest`. */
  let lines = 0;
  let offset = 0;
  const decode = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) return failAt(file, bytes, lines, offset);
    const start = offset === 0 && MARK.every((byte, i) => bytes[i] === byte) ? MARK.length : 0;
    offset += bytes.length;
    // Flat one-byte strings are faster for the parser.
    return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8', start);
  };
  for (const piece of readPieces(file, what, limit)) {
    if (offset + restLength === 0) rejectEncoded(file, piece);
    // Cut at a line break, so that the tokenizer needs no lookahead into the next piece.
    const end = piece.lastIndexOf(LINE_BREAK) + 1;
    if (end > 0) {
      const whole: string = decode(rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([...rest, piece.subarray(0, end)]));
      for (let i = whole.indexOf('\n'); i >= 0; i = whole.indexOf('\n', i + 1)) lines++;
      yield whole;
      rest = [];
      restLength = 0;
    }
    if (end === piece.length) continue;
    rest.push(Buffer.from(piece.subarray(end)));
    restLength += piece.length - end;
    if (restLength > limits.whole) fail('line-too-long', { limit: inMegabytes(limits.whole) }, { file, line: lines + 1 });
  }
  const last = decode(Buffer.concat(rest));
  if (last !== '') yield last;
}

/** Reports the position of the first invalid UTF-8, given the number of lines and bytes before these bytes. */
function failAt(file: string, bytes: Buffer, lines: number, offset: number): never {
  const valid = bytes.toString('utf8').split('\uFFFD', 1)[0] ?? '';
  const shown = valid.replace(/^\uFEFF/, '');
  return fail(
    'file-not-utf8',
    { file, offset: offset + Buffer.byteLength(valid) },
    { file, line: lines + shown.split('\n').length, column: shown.length - shown.lastIndexOf('\n') },
  );
}
