/** Names a model by the IRI of its ontology or by its file: `https://example.org/ns/blog#` and `blog.ttl` become `blog`. */

import path from 'node:path';
import { isRemote, localName } from '../../ontology/index.ts';
import type { Reader } from '../read/reader.ts';
import { hasKanjiCodePoints } from '../words/japanese.ts';
import { snakeCase } from '../words/names.ts';
import { percentDecoded } from '../words/text.ts';

/** Segments of an IRI that do not describe the domain, including versions and dates. */
const MEANINGLESS = /^(ns|ontology|ontologies|onto|owl|rdf|vocab|vocabulary|core|terms|latest|current|index|v?\d+([._-]\d+)*)$/i;

/** Returns the last meaningful segment of the ontology's IRI, else the base name of its file. */
export function modelName(iri: string | undefined, file: string, reader: Reader): string {
  const withoutScheme = (iri ?? '').replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, '').split('?', 1)[0] ?? '';
  const segments = withoutScheme
    .split(/[/#:]/)
    .map((s) => (s.includes('.') ? s.replace(/\.(ttl|owl|rdf|nt|nq|trig|jsonld|xml|n3)$/i, '') : s));
  for (const segment of [...segments.reverse(), ...fileSegments(file)]) {
    const ascii = reader.transliterate(percentDecoded(segment));
    // Kanji without a known reading cannot name files and packages; the base name of the file may.
    if (hasKanjiCodePoints(percentDecoded(segment), ascii)) continue;
    const name = snakeCase(ascii);
    if (name !== '' && !MEANINGLESS.test(segment)) return /^\d/.test(name) ? `n${name}` : name;
  }
  return 'ontology';
}

/** Returns the base name of a local file, or the path segments of a remote one, last first. */
function fileSegments(file: string): readonly string[] {
  const name = (segment: string) => localName(path.basename(segment, path.extname(segment)));
  if (!isRemote(file)) return [name(file)];
  const [, ...segments] =
    file
      .replace(/^[^:]*:\/\//, '')
      .split(/[?#]/, 1)[0]
      ?.split('/') ?? [];
  return segments
    .reverse()
    .filter((segment) => segment !== '' && !SERVICE.test(segment))
    .map(name);
}

/** Segments of endpoint URLs that do not describe a data set. */
const SERVICE = /^(sparql|query|ds|dataset|repositories|statements|api|database)$/i;
