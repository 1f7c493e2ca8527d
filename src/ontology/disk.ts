/** Loads ontologies and other texts from the disk of this machine; browsers use `source-files.ts` without it. */

import { isAscii, isUtf8 } from 'node:buffer';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fail, statOf } from '../diagnostics/index.ts';
import { readPieces } from './bounded-read.ts';
import { inMegabytes, limits } from './limits.ts';
import { type LoadFromOptions, loadFrom } from './load.ts';
import type { Ontology } from './ontology.ts';
import { ReadPermissions, realPath } from './read-permissions.ts';
import { openSource, type Syntax, syntaxes } from './source.ts';
import { type Disk, SourceFiles } from './source-files.ts';

const disk: Disk = {
  pieces: textPieces,
  size: (file) => {
    const stat = statOf(file);
    return stat?.isFile() ? stat.size : undefined;
  },
  exists: existsSync,
  isFile: (file) => {
    try {
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
  realPath,
  pathOf: fileURLToPath,
  readCatalog: async (file) => (await import('./catalog.ts')).readCatalog(file),
  permissions: (...given) => new ReadPermissions(...given),
};

/** The files of this machine. */
export const diskFiles = new SourceFiles({}, disk);

/** Options of {@link loadOntology}. */
export interface LoadOptions extends LoadFromOptions {
  /** In-memory texts that replace files, by path. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether only these texts are used: no file is read, and imports are resolved among the texts. */
  readonly onlyTexts?: boolean;
}

/**
 * Loads an ontology from the disk, as {@link loadFrom} does.
 *
 * @throws DiagnosticError with the source location if a file cannot be read or parsed.
 */
export async function loadOntology(file: string, options: LoadOptions = {}): Promise<Ontology> {
  const { texts = {}, onlyTexts = false } = options;
  return loadFrom(new SourceFiles(texts, onlyTexts ? undefined : disk), file, options);
}

/** Reads a whole ontology file, or the in-memory text that replaces it, with the checks of {@link openSource}. */
export function readSource(
  file: string,
  texts: Readonly<Record<string, string>> = {},
): { text: string; syntax: Syntax; mediaType: string } {
  const { syntax, chunks } = openSource(file, new SourceFiles(texts, disk));
  return { text: [...chunks].join(''), syntax, mediaType: syntaxes[syntax].mediaType };
}

/** First bytes of files that are not UTF-8 text, with the help text. */
const unsupportedStarts: readonly (readonly [bytes: readonly number[], is: string, help: string])[] = [
  [[0xff, 0xfe], 'UTF-16', 'save it as UTF-8, with an editor or with iconv -f UTF-16 -t UTF-8'],
  [[0xfe, 0xff], 'UTF-16', 'save it as UTF-8, with an editor or with iconv -f UTF-16 -t UTF-8'],
  [[0x1f, 0x8b], 'compressed by gzip', 'unpack it: gzip --decompress --keep'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive', 'unpack it: unzip'],
];

/** Rejects a file whose first bytes show another encoding or an archive. */
function rejectUnsupportedStart(file: string, start: Buffer): void {
  for (const [bytes, is, help] of unsupportedStarts) {
    if (bytes.every((byte, i) => start[i] === byte)) fail('file-encoded', { file, is, help }, { file, line: 1, column: 1 });
  }
}

/** The byte order mark of UTF-8, which is skipped. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const LINE_BREAK = 0x0a;

/**
 * Reads the text of a file in pieces; each except the last ends at a line break.
 *
 * @param limit the maximum number of bytes
 * @param subject a description of the file, for messages
 */
export function* textPieces(file: string, limit: number, subject: string): Generator<string, void, undefined> {
  /** The start of a line whose end was not read yet, in pieces; and its length in bytes. */
  let tail: Buffer[] = [];
  let tailLength = 0;
  /** Number of lines and bytes before `tail`. */
  let lines = 0;
  let offset = 0;
  const decode = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) return failInvalidText(file, bytes, lines, offset);
    const start = offset === 0 && BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0;
    offset += bytes.length;
    // Flat one-byte strings are faster for the parser.
    return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8', start);
  };
  for (const piece of readPieces(file, limit, subject)) {
    if (offset + tailLength === 0) rejectUnsupportedStart(file, piece);
    // Cut at a line break, so that the tokenizer needs no lookahead into the next piece.
    const end = piece.lastIndexOf(LINE_BREAK) + 1;
    if (end > 0) {
      const text: string = decode(tail.length === 0 ? piece.subarray(0, end) : Buffer.concat([...tail, piece.subarray(0, end)]));
      for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines++;
      yield text;
      tail = [];
      tailLength = 0;
    }
    if (end === piece.length) continue;
    tail.push(Buffer.from(piece.subarray(end)));
    tailLength += piece.length - end;
    if (tailLength > limits.whole) fail('line-too-long', { limit: inMegabytes(limits.whole) }, { file, line: lines + 1 });
  }
  const last = decode(Buffer.concat(tail));
  if (last !== '') yield last;
}

const REPLACEMENT = Buffer.from('\uFFFD');

/** Reports the position of the first invalid UTF-8, given the number of lines and bytes before these bytes. */
function failInvalidText(file: string, bytes: Buffer, lines: number, offset: number): never {
  let end = 0;
  for (const part of bytes.toString('utf8').split('\uFFFD')) {
    end += Buffer.byteLength(part);
    // Decoding replaces invalid bytes by U+FFFD, but the file may also contain this character.
    if (!bytes.subarray(end, end + REPLACEMENT.length).equals(REPLACEMENT)) break;
    end += REPLACEMENT.length;
  }
  const valid = bytes.toString('utf8', 0, end);
  const text = valid.replace(/^\uFEFF/, '');
  return fail(
    'file-not-utf8',
    { file, offset: offset + Buffer.byteLength(valid) },
    { file, line: lines + text.split('\n').length, column: text.length - text.lastIndexOf('\n') },
  );
}
