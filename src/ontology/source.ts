import { isAscii, isUtf8 } from 'node:buffer';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';
import { readPieces, STANDARD_INPUT } from './bounded.ts';
import { inMegabytes, limits } from './limits.ts';
import { isRemote } from './remote.ts';
import { Texts } from './texts.ts';

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
  /** Whether there is a NUL at the beginning: legal within a literal, and what most binary files have. */
  readonly isBinary: boolean;
  /** What stands for files where it was opened. */
  readonly texts: Texts | undefined;
  /** The text in pieces, in order; each ends at a line break, but for the last. */
  readonly chunks: Iterable<string>;
}

/** Those that are read piece by piece. */
const streamed: ReadonlySet<Syntax> = new Set(['turtle', 'trig', 'ntriples', 'nquads']);
const isXml = /^<(\?xml|rdf:RDF|!DOCTYPE\s+rdf)/i;
const isJson = /^(?:\{\s*"|\[\s*[{\]])/;
const isHtml = /^<(!DOCTYPE\s+html|html|head|body)\b/i;

/** The text after the blanks and the comments of XML that it begins with. */
function afterComments(text: string): string {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('<!--', at)) return text.slice(at, at + 200);
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return '';
    at = end + 3;
  }
}

/** The syntax of a file, by what its extension says and what it begins with. */
function syntaxOf(file: string, known: Syntax | undefined, opening: string): Syntax {
  const syntax = path.extname(file).toLowerCase() === '.owl' && !isXml.test(opening) ? 'turtle' : (known ?? 'turtle');
  // It has no extension, so that its first bytes tell. An address on a server may end in anything.
  const isUnnamed = file === STANDARD_INPUT || (isRemote(file) && syntax !== 'trig' && syntax !== 'nquads');
  if (!isUnnamed) return syntax;
  if (isXml.test(opening)) return 'rdfxml';
  return isJson.test(opening) ? 'jsonld' : 'turtle';
}

/** Ontologies that are no RDF, by how they begin. */
const otherSyntaxes: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^(?:Prefix|Ontology)\s*\(/, 'OWL in functional syntax'],
  [/^(?:Prefix|Ontology):\s/, 'OWL in Manchester syntax'],
  [/^(?:<\?xml[^>]*>\s*)?<(?:\w+:)?Ontology\s/, 'OWL/XML'],
  [/^format-version:\s/, 'an OBO file'],
];

/** Files that are no RDF, by their extensions. */
const otherFiles: Readonly<Record<string, string>> = {
  '.csv': 'a table; data are read as RDF, or as records in JSON, one a line (.ndjson) or in a list (.json)',
  '.tsv': 'a table; data are read as RDF, or as records in JSON, one a line (.ndjson) or in a list (.json)',
  '.yaml': 'YAML; ontologies in LinkML become RDF by gen-owl',
  '.yml': 'YAML; ontologies in LinkML become RDF by gen-owl',
};

/** What a file looks like that is called, or begins, as its syntax never does. */
function otherThan(file: string, syntax: Syntax, opening: string): string | undefined {
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
 * Opens an ontology file. Its syntax follows from the extension (`.owl` may hold RDF/XML or Turtle,
 * so there the first bytes decide; an unknown extension is taken for Turtle). An empty file is an empty graph, in
 * those syntaxes that have one.
 *
 * @param texts what stands for files
 * @param largest bytes that a file may have which is read piece by piece
 * @throws DiagnosticError if the file is missing, unreadable, not UTF-8, too large, or no RDF at first sight;
 * what is wrong further down is thrown while the chunks are read.
 */
export function openSource(file: string, texts?: Texts, largest: number = limits.streamed): Source {
  const known = byExtension[path.extname(file).toLowerCase()];
  const limit = known === undefined || streamed.has(known) ? largest : limits.whole;
  const chunks = texts ? chunksOf(file, texts, limit) : readChunks(file, limit);
  const first = chunks.next();
  const start = first.done ? '' : first.value;
  const opening = afterComments(start);
  const syntax = syntaxOf(file, known, opening);
  const isBinary = start.includes('\0');
  const looksLike = isBinary && !streamed.has(syntax) ? 'binary data' : otherThan(file, syntax, opening);
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

/** The whole text of an ontology file, or what stands for it, with the same checks as {@link openSource}. */
export function readSource(
  file: string,
  texts?: Readonly<Record<string, string>>,
): { text: string; syntax: Syntax; mediaType: string } {
  const { syntax, chunks } = openSource(file, texts && new Texts(texts, false));
  return { text: [...chunks].join(''), syntax, mediaType: mediaTypes[syntax] };
}

/** The text that stands for a file; the file itself where there is none, and files are read. */
function* chunksOf(file: string, texts: Texts, limit: number): Generator<string, void, undefined> {
  const text = texts.get(file);
  if (text === undefined && texts.isWhole) fail('file-not-found', { file });
  if (text === undefined) return yield* readChunks(file, limit);
  if (text.length > limit) fail('file-too-large', { file, what: 'an ontology in this syntax', limit: inMegabytes(limit) });
  if (text !== '') yield text;
}

/**
 * The text of a file in pieces, each of which ends at a line break, but for the last.
 *
 * @param what the file is, for messages
 * @param limit how many bytes it may have
 */
export function textPieces(file: string, what: string, limit: number): Generator<string, void, undefined> {
  return readChunks(file, limit, what);
}

/** What files begin with that are no text in UTF-8, and what to do about them. */
const beginnings: readonly (readonly [bytes: readonly number[], is: string, help: string])[] = [
  [[0xff, 0xfe], 'UTF-16', 'save it as UTF-8, with an editor or with iconv -f UTF-16 -t UTF-8'],
  [[0xfe, 0xff], 'UTF-16', 'save it as UTF-8, with an editor or with iconv -f UTF-16 -t UTF-8'],
  [[0x1f, 0x8b], 'compressed by gzip', 'unpack it: gzip --decompress --keep'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive', 'unpack it: unzip'],
];

/** Refuses a file by its first bytes, if these say what it is instead. */
function refuseEncoded(file: string, start: Buffer): void {
  for (const [bytes, is, help] of beginnings) {
    if (bytes.every((byte, i) => start[i] === byte)) fail('file-encoded', { file, is, help }, { file, line: 1, column: 1 });
  }
}

/** The mark of a byte order, which says nothing about UTF-8, and may stand before it. */
const MARK = [0xef, 0xbb, 0xbf];
const LINE_BREAK = 0x0a;

function* readChunks(file: string, limit: number, what = 'an ontology in this syntax'): Generator<string, void, undefined> {
  /** The beginning of a line whose end is not read yet, and how long it is. */
  let rest: Buffer[] = [];
  let restLength = 0;
  /** The lines and the bytes before it. */
  let lines = 0;
  let offset = 0;
  const decode = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) return failAt(file, bytes, lines, offset);
    const start = offset === 0 && MARK.every((byte, i) => bytes[i] === byte) ? MARK.length : 0;
    offset += bytes.length;
    // What is text of one piece, and has one byte a character where it can, is read faster.
    return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8', start);
  };
  for (const piece of readPieces(file, what, limit)) {
    if (offset + restLength === 0) refuseEncoded(file, piece);
    // Cut at a line break: there the tokenizer needs no look ahead into the next piece.
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

/** Says where bytes are no UTF-8, before which so many lines and bytes stand. */
function failAt(file: string, bytes: Buffer, lines: number, offset: number): never {
  const valid = bytes.toString('utf8').split('\uFFFD', 1)[0] ?? '';
  const shown = valid.replace(/^\uFEFF/, '');
  return fail(
    'file-not-utf8',
    { file, offset: offset + Buffer.byteLength(valid) },
    { file, line: lines + shown.split('\n').length, column: shown.length - shown.lastIndexOf('\n') },
  );
}
