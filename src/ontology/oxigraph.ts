/** Parses RDF/XML and JSON-LD with oxigraph; `turtle.ts` parses the other syntaxes. */

import type { Quad } from 'oxigraph';
import { checkMemory, DiagnosticError, diagnostic, fail, runWithTimeout, SECONDS } from '../diagnostics/index.ts';
import { callEngine, EngineFailure, loadEngine } from './engine.ts';
import { checkNestingDepth, remoteContext } from './json.ts';
import type { Position, TripleSink } from './sink.ts';
import { type Source, syntaxes } from './source.ts';
import { lineOf, syntaxError } from './syntax-error.ts';
import { checkXml, lineAt, normalizeEntityQuotes } from './xml.ts';

/**
 * Parses RDF/XML and JSON-LD with oxigraph, which reports no source locations for triples.
 *
 * @throws DiagnosticError at the first syntax error.
 */
export async function parseWithOxigraph(
  source: Source,
  syntax: 'rdfxml' | 'jsonld',
  baseIri: string,
  sink: TripleSink,
  seconds: number = SECONDS,
): Promise<void> {
  const text = [...source.chunks].join('');
  const { file } = source;
  if (!/\S/.test(text)) fail('file-empty', { file });
  // The XML namespaces serve as prefixes.
  if (syntax === 'rdfxml') checkXml(file, text, (name, iri) => sink.prefix(name, iri));
  else checkNestingDepth(file, text);
  const { parse } = await loadEngine();
  let quads: Quad[];
  try {
    quads = runWithTimeout(
      seconds,
      () =>
        callEngine(() =>
          parse(syntax === 'rdfxml' ? normalizeEntityQuotes(text) : text, {
            format: syntaxes[syntax].mediaType,
            base_iri: baseIri,
          }),
        ),
      () => fail('too-slow', { what: `reading ${file}`, seconds }, { file }),
    );
  } catch (error) {
    return explainFailure(error, source, syntax, text);
  }
  for (const [i, { subject, predicate, object }] of quads.entries()) {
    if (i % 50_000 === 0) checkMemory(`reading ${file}`, { file });
    if (subject.termType === 'Quad' || object.termType === 'Quad') continue;
    sink.triple(
      nodeOf(subject),
      predicate.value,
      object.termType === 'Literal'
        ? { value: object.value, datatype: object.datatype.value, language: object.language.toLowerCase() }
        : nodeOf(object),
    );
  }
}

/** Throws an error of the engine as a diagnostic, at the source location that its message names. */
function explainFailure(error: unknown, source: Source, syntax: 'rdfxml' | 'jsonld', text: string): never {
  const { file } = source;
  if (error instanceof EngineFailure) fail('engine-failed', { what: `reading ${file}`, reason: error.message }, { file });
  if (error instanceof DiagnosticError) throw error;
  const message = error instanceof Error ? error.message : String(error);
  if (/LoadDocumentCallback/.test(message)) reportRemoteContext(source, text);
  const at = / at line (\d+)(?: column (\d+))?|\b(\d+):(\d+)\b/.exec(message);
  const position: Position | undefined = at ? { line: Number(at[1] ?? at[3]), column: Number(at[2] ?? at[4] ?? 1) } : undefined;
  return syntaxError(source, syntaxes[syntax].name, message.split('\n', 1)[0] ?? message, position);
}

function reportRemoteContext({ file, files }: Source, text: string): void {
  const remote = remoteContext(text);
  if (!remote) return;
  const before = text.slice(0, remote.offset);
  const place = { file, line: lineAt(text, remote.offset), column: remote.offset - before.lastIndexOf('\n') };
  throw new DiagnosticError(diagnostic('context-elsewhere', { address: remote.address }, place, lineOf(file, place.line, files)));
}

function nodeOf(term: { readonly termType: string; readonly value: string }): string {
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}
