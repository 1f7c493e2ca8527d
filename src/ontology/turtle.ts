/** Parses Turtle, TriG, N-Triples and N-Quads with n3, and translates its messages about syntax errors. */

import { Lexer, type ParseError, Parser, type TextSource, type Token, type TokenCallback } from 'n3';
import { checkMemory, fail, runWithTimeout, SECONDS } from '../diagnostics/index.ts';
import { Cursor } from './cursor.ts';
import type { Position, TripleSink } from './sink.ts';
import { type Source, syntaxes } from './source.ts';
import { invalidEscapeReason, syntaxError, textUntil } from './syntax-error.ts';
import { hintFor, invalidString, unclosedBracket } from './syntax-hints.ts';
import { NodeTerm, QuadTerm, TermFactory } from './turtle-terms.ts';

/** Passes each token to a callback before n3's parser gets it; cheaper than n3's own token callback. */
class WatchedLexer extends Lexer {
  readonly #onToken: (token: Token) => void;

  constructor(lineMode: boolean, onToken: (token: Token) => void) {
    super({ lineMode, n3: false });
    this.#onToken = onToken;
  }

  override tokenize(input: TextSource, callback: TokenCallback): void {
    const onToken = this.#onToken;
    super.tokenize(input, (error, token) => {
      if (token) onToken(token);
      callback(error, token);
    });
  }
}

/**
 * Parses Turtle, TriG, N-Triples or N-Quads as a stream. Named graphs are merged into one graph.
 *
 * @throws DiagnosticError at the first syntax error, and if it takes too long.
 */
export function parseTurtleFamily(
  source: Source,
  syntax: 'turtle' | 'trig' | 'ntriples' | 'nquads',
  baseIRI: string,
  sink: TripleSink,
  seconds: number = SECONDS,
): void {
  const lineMode = syntax === 'ntriples' || syntax === 'nquads';
  const cursor = new Cursor();
  const parser = new Parser<QuadTerm>({
    format: syntaxes[syntax].mediaType,
    factory: new TermFactory(cursor),
    lexer: new WatchedLexer(lineMode, (token) => cursor.read(token)),
    ...(!lineMode && { baseIRI }),
  });
  let failure: ParseError | undefined;
  let push: (text: string) => void = () => {};
  let end: () => void = () => {};
  const input: TextSource = {
    on(event: string, listener: (text: never) => void) {
      if (event === 'data') push = listener as (text: string) => void;
      else if (event === 'end') end = listener as () => void;
    },
  };
  const prefixes = new Set<string>();
  parser.parse(input, {
    onPrefix: (name, iri) => {
      prefixes.add(name);
      sink.prefix(name, typeof iri === 'string' ? iri : iri.value);
    },
    onQuad: (error, quad) => {
      if (error) failure ??= error;
      else if (quad) sendTriple(quad, cursor, sink);
    },
  });
  const read = () => {
    for (const chunk of source.chunks) {
      push(chunk);
      checkMemory(`reading ${source.file}`, { file: source.file, ...cursor.subject });
      if (failure) break;
    }
    if (!failure) end();
  };
  runWithTimeout(seconds, read, () =>
    fail('too-slow', { what: `reading ${source.file}`, seconds }, { file: source.file, ...cursor.subject }),
  );
  if (failure) throwSyntaxError(source, syntaxes[syntax].name, failure, prefixes);
}

function sendTriple({ subject, predicate, object }: QuadTerm, cursor: Cursor, sink: TripleSink): void {
  // Triple terms (RDF 1.2) do not describe classes or properties.
  if (!(subject instanceof NodeTerm) || object instanceof QuadTerm) return;
  if (object instanceof NodeTerm) {
    cursor.locateAtTerm();
    sink.triple(subject.value, predicate.value, object.value, cursor);
  } else {
    cursor.locateAtLiteral();
    sink.triple(subject.value, predicate.value, object, cursor);
  }
}

const NOT_CLOSED = 'this string is not closed';

/** A position after the end of any file. */
const END = { line: 2 ** 31, column: 2 ** 31 };

/** Throws a syntax error with a clearer message than n3's, at the token that n3 rejected. */
function throwSyntaxError(source: Source, syntax: string, error: ParseError, prefixes: Iterable<string>): never {
  const { context } = error;
  const message = error.message.replace(/ on line \d+\.$/, '');
  const token = context?.token;
  const previous = context?.previousToken;
  let position: Position | undefined;
  if (token) position = { line: token.line, column: token.start + 1 };
  else if (context) position = { line: context.line, column: previous?.line === context.line ? previous.end + 1 : 1 };
  // For an unclosed string, n3 reports a line after the string: search for its start.
  const brokenString = /^Unexpected "(?:"""|''')/.test(message)
    ? invalidString(textUntil(source.file, END, source.files))
    : undefined;
  if (brokenString !== undefined) {
    const reason = brokenString.escape === undefined ? NOT_CLOSED : invalidEscapeReason(brokenString.escape);
    syntaxError(source, syntax, reason, { line: brokenString.line, column: brokenString.column });
  }
  const hint = (line: string, column: number) =>
    hintFor(line, column) ?? (position && unclosedBracketHint(source, position, token));
  syntaxError(source, syntax, translateMessage(message, token), position, { hint, prefixes });
}

/** Returns a hint about the unclosed bracket of a statement that ends too early. */
function unclosedBracketHint(source: Source, position: Position, token: Token | undefined): string | undefined {
  if (token?.type !== '.' && token?.type !== 'eof') return undefined;
  const open = unclosedBracket(textUntil(source.file, position, source.files));
  return open && `the ${open.bracket} in line ${open.line}, column ${open.column} is not closed`;
}

/** n3's messages, which name parser states, and the messages for authors of Turtle; the first match counts. */
const translations: readonly (readonly [RegExp, string])[] = [
  [/^Unexpected "(?:"{3}|'{3})[\s\S]*"$/, NOT_CLOSED],
  [/^Unexpected "["'][\s\S]*"$/, 'this string is not closed on its line; write a string of several lines in """…"""'],
  [/^Unexpected \.$/, 'this "." ends an incomplete statement; write a "." at the end of a name as "\\."'],
  [/^Unexpected "<[\s\S]*"$/, 'this IRI is not closed, or contains a character that is not allowed in an IRI'],
  [/^Unexpected "([\s\S]*)""$/, '$1 is not understood here; a " within a string is written \\"'],
  [/^Unexpected "([\s\S]*)"$/, '"$1" is not understood here'],
  [/^Unexpected literal$/, 'a string or a number is here, where a subject or a property is expected'],
  [/^Unexpected graph$/, 'a "{" begins a graph, as in TriG; Turtle has none'],
  [/^Expected declaration to end.*$/, 'expected a "." before this, at the end of a declaration'],
  [/^Expected punctuation[\s\S]*$/, 'expected ".", ";" or "," before this'],
  [/^Expected entity but got (.*)$/, 'expected an IRI, a prefixed name, a blank node or a literal, but found "$1"'],
  [/^Expected predicate but got (.*)$/, 'expected a property, but found "$1"'],
];

function translateMessage(message: string, token: Token | undefined): string {
  if (token?.type === 'eof') return 'the file ends within a statement; a "." may be missing';
  // n3 calls the keyword `a` an abbreviation.
  const inTurtle = message.replace(/ but got abbreviation$/, ' but got a');
  const [pattern = '', translation = ''] = translations.find(([pattern]) => pattern.test(inTurtle)) ?? [];
  return inTurtle.replace(pattern, translation);
}
