import { type ParseError, Parser, type TextSource, type Token } from 'n3';
import { checkMemory, fail, phase, SECONDS, within } from '../diagnostics/index.ts';
import type { Literal } from './ontology.ts';
import type { Position, TripleSink } from './sink.ts';
import { mediaTypes, type Source, syntaxNames } from './source.ts';
import { syntaxError } from './syntax-error.ts';
import { rdf, XSD } from './vocabulary.ts';

/**
 * Terms as n3 wants them from a factory. Much lighter than n3's own, which matters at half a
 * million triples.
 */
interface NodeTerm {
  readonly termType: 'NamedNode' | 'BlankNode' | 'DefaultGraph' | 'Variable';
  readonly value: string;
  /** n3 shows it in messages. */
  readonly id: string;
}
interface LiteralTerm extends Literal {
  readonly termType: 'Literal';
  readonly id: string;
}
interface QuadTerm {
  readonly termType: 'Quad';
  readonly subject: Term;
  readonly predicate: NodeTerm;
  readonly object: Term;
}
type Term = NodeTerm | LiteralTerm | QuadTerm;

const xsdString = `${XSD}string`;

/** Its members are written out: an object that is copied into another takes much longer. */
function literalTerm(value: string, datatype: string, language: string): LiteralTerm {
  return { termType: 'Literal', value, id: value, datatype, language };
}

function termFactory() {
  let blanks = 0;
  const node = (termType: NodeTerm['termType'], value: string): NodeTerm => ({ termType, value, id: value });
  const defaultGraph = node('DefaultGraph', '');
  return {
    namedNode: (iri: string) => node('NamedNode', iri),
    // n3 gives labels of its own a prefix with a digit; these cannot meet them.
    blankNode: (label?: string) => node('BlankNode', `_:${label ?? `n${blanks++}`}`),
    variable: (name: string) => node('Variable', name),
    defaultGraph: () => defaultGraph,
    literal(value: string, typeOrLanguage?: string | NodeTerm | { language: string }): LiteralTerm {
      if (typeOrLanguage === undefined) return literalTerm(value, xsdString, '');
      if (typeof typeOrLanguage === 'string') return literalTerm(value, rdf.langString, typeOrLanguage.toLowerCase());
      if ('language' in typeOrLanguage) return literalTerm(value, rdf.langString, typeOrLanguage.language.toLowerCase());
      return literalTerm(value, typeOrLanguage.value, '');
    },
    quad: (subject: Term, predicate: NodeTerm, object: Term): QuadTerm => ({ termType: 'Quad', subject, predicate, object }),
  };
}

/** Follows the tokens of a document, to know where the statement at hand and its latest term stand. */
class Cursor {
  subject: Position | undefined;
  term: Position | undefined;
  /** Literals whose statements are not complete yet: a datatype or a bracket may follow first. */
  readonly #literals: { readonly value: string; readonly at: Position }[] = [];
  /** Whether the next term begins a statement. */
  #atStart = true;
  /** A SPARQL-style directive ends with its IRI, not with a dot. */
  #openDirective = false;

  read(token: Token): void {
    switch (token.type) {
      case '.':
      case '{':
      case '}':
        this.#atStart = true;
        return;
      case '@prefix':
      case '@base':
      case '@version':
        this.#atStart = false;
        return;
      case 'PREFIX':
      case 'BASE':
      case 'VERSION':
        this.#openDirective = true;
        return;
      case ',':
      case ';':
      case 'eof':
        return;
      default:
        if (this.#openDirective) {
          if (token.type === 'IRI' || token.type === 'literal') this.#openDirective = false;
          return;
        }
        this.term = { line: token.line, column: token.start + 1 };
        if (token.type === 'literal') this.#literals.push({ value: token.value ?? '', at: this.term });
        if (this.#atStart) {
          this.subject = this.term;
          this.#atStart = false;
        }
    }
  }

  /** Where the literal of a statement stands, which are complete in the order of their literals. */
  literal(value: string): Position | undefined {
    // Those of triple terms come to no statement.
    const nth = this.#literals.findIndex((literal) => literal.value === value);
    return nth < 0 ? this.term : this.#literals.splice(0, nth + 1)[nth]?.at;
  }
}

/**
 * Parses Turtle (and TriG, N-Triples, N-Quads) piece by piece. Named graphs count as one.
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
  const parser = new Parser<QuadTerm>({
    format: mediaTypes[syntax],
    factory: termFactory(),
    ...(!lineMode && { baseIRI }),
  });
  const cursor = new Cursor();
  let failure: ParseError | undefined;
  let push: (text: string) => void = () => {};
  let end: () => void = () => {};
  const input: TextSource = {
    on(event: string, listener: (text: never) => void) {
      if (event === 'data') push = listener as (text: string) => void;
      else if (event === 'end') end = listener as () => void;
    },
  };
  parser.parse(input, {
    onToken: (token) => cursor.read(token),
    onPrefix: (name, iri) => sink.prefix(name, typeof iri === 'string' ? iri : iri.value),
    onQuad: (error, quad) => {
      if (error) failure ??= error;
      else if (quad) emit(quad, cursor, sink);
    },
  });
  const read = () => {
    for (const chunk of source.chunks) {
      push(chunk);
      checkMemory(`reading ${source.file}`, { file: source.file, ...cursor.subject });
      phase(cursor.subject ? `reading ${source.file}, line ${cursor.subject.line}` : `reading ${source.file}`);
      if (failure) break;
    }
    if (!failure) end();
  };
  within(seconds, read, () =>
    fail('too-slow', { what: `reading ${source.file}`, seconds }, { file: source.file, ...cursor.subject }),
  );
  if (failure) report(source, syntaxNames[syntax], failure);
}

function emit(quad: QuadTerm, cursor: Cursor, sink: TripleSink): void {
  const { subject, predicate, object } = quad;
  // Triple terms (RDF 1.2) say nothing about classes and properties.
  if (subject.termType === 'Quad' || subject.termType === 'Literal' || object.termType === 'Quad') return;
  sink.triple(
    subject.value,
    predicate.value,
    object.termType === 'Literal' ? { value: object.value, datatype: object.datatype, language: object.language } : object.value,
    cursor.subject,
    object.termType === 'Literal' ? cursor.literal(object.value) : cursor.term,
  );
}

/** Ends with what n3 found, in plainer words, at the token it stumbled over. */
function report(source: Source, syntax: string, error: ParseError): never {
  const context = error.context;
  const message = error.message.replace(/ on line \d+\.$/, '');
  const token = context?.token;
  const previous = context?.previousToken;
  let position: Position | undefined;
  if (token) position = { line: token.line, column: token.start + 1 };
  else if (context) position = { line: context.line, column: previous?.line === context.line ? previous.end + 1 : 1 };
  syntaxError(source, syntax, inWords(message, token), position);
}

/** n3 names its own states; this says what somebody who writes Turtle can do about it. */
function inWords(message: string, token: Token | undefined): string {
  const unexpected = /^Unexpected "([\s\S]*)"$/.exec(message)?.[1];
  if (unexpected?.startsWith('"') || unexpected?.startsWith("'")) return 'this string is not closed';
  if (unexpected?.startsWith('<')) return 'this IRI is not closed, or holds a character that an IRI may not';
  if (unexpected?.endsWith('"')) return `${unexpected.slice(0, -1)} is not understood here; a " within a string is written \\"`;
  if (unexpected !== undefined) return `"${unexpected}" is not understood here`;
  if (message === 'Unexpected graph') return 'a "{" begins a graph, as in TriG; Turtle has none';
  if (token?.type === 'eof') return 'the file ends within a statement; a "." may be missing';
  if (message.startsWith('Expected punctuation')) return 'expected ".", ";" or "," before this';
  const found = message.split(' but got ').slice(1).join(' but got ');
  if (message.startsWith('Expected entity'))
    return `expected an IRI, a prefixed name, a blank node or a literal, but found "${found}"`;
  if (message.startsWith('Expected predicate')) return `expected a property, but found "${found}"`;
  return message;
}
