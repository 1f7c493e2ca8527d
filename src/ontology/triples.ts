import type { TripleSink } from './sink.ts';
import { openSource, type Source } from './source.ts';
import { Texts } from './texts.ts';
import { parseTurtleFamily } from './turtle.ts';

/** Reads what a file states, in its order; the graphs of a data set count as one. */
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

/** What reading data may cost. */
export interface ReadLimits {
  /** Bytes of a file that is read piece by piece. */
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Gives all statements of a file of data to a sink.
 *
 * @throws DiagnosticError with the place if the file cannot be read or does not parse.
 */
export async function readTriples(file: string, base: string, sink: TripleSink, { bytes, seconds }: ReadLimits): Promise<void> {
  await parseSource(openSource(file, undefined, bytes), base, sink, seconds);
}

/**
 * Gives all statements of a text in Turtle or N-Triples to a sink.
 *
 * @param name what the text is called in messages
 * @throws DiagnosticError with the place if it does not parse.
 */
export async function triplesOf(name: string, text: string, sink: TripleSink): Promise<void> {
  await parseSource(openSource(name, new Texts({ [name]: text }, true)), 'file:///', sink);
}
