/** Parses RDF in any supported syntax, and sends its triples to a sink. */

import type { TripleSink } from './sink.ts';
import { openSource, type Source } from './source.ts';
import { SourceFiles } from './source-files.ts';
import { parseTurtleFamily } from './turtle.ts';

/** Parses a file and sends its triples to a sink, in the order of the file; named graphs are merged into one graph. */
export async function parseSource(source: Source, base: string, sink: TripleSink, seconds?: number): Promise<void> {
  switch (source.syntax) {
    case 'turtle':
    case 'trig':
    case 'ntriples':
    case 'nquads':
      return parseTurtleFamily(source, source.syntax, base, sink, seconds);
    case 'rdfxml':
    case 'jsonld': {
      const { parseWithOxigraph } = await import('./oxigraph.ts');
      return parseWithOxigraph(source, source.syntax, base, sink, seconds);
    }
    default:
      source.syntax satisfies never;
  }
}

export interface ReadLimits {
  /** Bytes of a file that is read as a stream. */
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Sends all statements of a data file to a sink.
 *
 * @throws DiagnosticError with the source location if the file cannot be read or parsed.
 */
export async function readTriples(
  files: SourceFiles,
  file: string,
  base: string,
  sink: TripleSink,
  { bytes, seconds }: ReadLimits,
): Promise<void> {
  await parseSource(openSource(file, files, bytes), base, sink, seconds);
}

/**
 * Sends all statements of a Turtle or N-Triples text to a sink.
 *
 * @param name the name of the text in messages
 * @throws DiagnosticError with the source location if it cannot be parsed.
 */
export async function parseText(name: string, text: string, sink: TripleSink): Promise<void> {
  await parseSource(openSource(name, new SourceFiles({ [name]: text })), 'file:///', sink);
}
