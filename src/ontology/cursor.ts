/** Tracks the source locations of triples while n3 parses Turtle, because n3 reports locations only for tokens. */

import type { Token } from 'n3';
import type { Position, TriplePlaces } from './sink.ts';

type TokenRole = 'separator' | 'end' | 'opening' | 'closing' | 'directive' | 'sparql-directive';

/** The roles of n3's tokens by their type; all other tokens are terms. */
const roles: ReadonlyMap<string, TokenRole> = new Map<string, TokenRole>([
  ...[',', ';', 'eof'].map((type) => [type, 'separator'] as const),
  ...['.', '{', '}'].map((type) => [type, 'end'] as const),
  ...['[', '('].map((type) => [type, 'opening'] as const),
  ...[']', ')'].map((type) => [type, 'closing'] as const),
  ...['@prefix', '@base', '@version'].map((type) => [type, 'directive'] as const),
  ...['PREFIX', 'BASE', 'VERSION'].map((type) => [type, 'sparql-directive'] as const),
]);

/**
 * Follows the tokens of a document to track the source locations of the current statement and of its latest term. It stores
 * numbers instead of tokens to save memory.
 */
export class Cursor implements TriplePlaces {
  /** The location of the object of the current triple. */
  line: number | undefined;
  column: number | undefined;
  #subject: Position | undefined;
  #subjectLine = 0;
  #subjectColumn = 0;
  /** The latest term. n3 completes a string only at the next token, but numbers and booleans immediately. */
  #termLine = 0;
  #termColumn = 0;
  #isString = false;
  #isNumber = false;
  /** The previous term, if it is a string that n3 may complete now. */
  #hasPreviousString = false;
  #previousLine = 0;
  #previousColumn = 0;
  /** The literal that was completed last. */
  #literalLine = 0;
  #literalColumn = 0;
  /** Whether the next term begins a statement. */
  #atStart = true;
  /** Four numbers per open bracket: line and column of the bracket, line and column of the enclosing subject. */
  readonly #brackets: number[] = [];
  /** Whether the previous token closed a bracket. `#leaveBracket` runs one token later, after n3 emitted the last triple in it. */
  #isBracketClosed = false;
  /** Whether the current token is in a SPARQL-style directive, which ends with its IRI, not with a dot. */
  #inSparqlDirective = false;

  /** The start of the current statement; undefined before the first one. */
  get subject(): Position | undefined {
    if (this.#subjectLine === 0) return undefined;
    this.#subject ??= { line: this.#subjectLine, column: this.#subjectColumn };
    return this.#subject;
  }

  /** Follows one token; called before n3 handles it. */
  read(token: Token): void {
    if (this.#isBracketClosed) this.#leaveBracket();
    this.#keepStringLocation();
    switch (roles.get(token.type)) {
      case 'separator':
        return;
      case 'end':
        this.#atStart = true;
        return;
      case 'opening':
        this.#locateTerm(token);
        this.#enterBracket(token);
        return;
      case 'closing':
        this.#isBracketClosed = true;
        return;
      case 'directive':
        this.#atStart = false;
        return;
      case 'sparql-directive':
        this.#inSparqlDirective = true;
        return;
      default:
        if (!this.#inSparqlDirective) this.#locateTerm(token);
        else if (token.type === 'IRI' || token.type === 'literal') this.#inSparqlDirective = false;
    }
  }

  /** Remembers the location of a string: the token after it decides its language or datatype. */
  #keepStringLocation(): void {
    this.#hasPreviousString = this.#isString;
    if (!this.#isString) return;
    this.#previousLine = this.#termLine;
    this.#previousColumn = this.#termColumn;
    this.#isString = false;
  }

  /** Stores the location of a term, which begins a statement if none has begun. */
  #locateTerm(token: Token): void {
    const { line, start } = token;
    this.#termLine = line;
    this.#termColumn = start + 1;
    const isLiteral = token.type === 'literal';
    this.#isString = isLiteral && token.prefix === '';
    this.#isNumber = isLiteral && !this.#isString;
    if (!this.#atStart) return;
    this.#atStart = false;
    this.#startStatement(line, start + 1);
  }

  /** In `[…]`, the subject is the blank node at the bracket; in a list, it stays the subject of the statement. */
  #enterBracket({ type }: Token): void {
    this.#brackets.push(this.#termLine, this.#termColumn, this.#subjectLine, this.#subjectColumn);
    if (type === '[') this.#startStatement(this.#termLine, this.#termColumn);
  }

  #leaveBracket(): void {
    this.#isBracketClosed = false;
    const at = this.#brackets.length - 4;
    // n3 rejects a closing bracket without an opening one.
    if (at < 0) return;
    const [line, column, subjectLine, subjectColumn] = this.#brackets.splice(at) as [number, number, number, number];
    this.#termLine = line;
    this.#termColumn = column;
    this.#startStatement(subjectLine, subjectColumn);
  }

  #startStatement(line: number, column: number): void {
    this.#subject = undefined;
    this.#subjectLine = line;
    this.#subjectColumn = column;
  }

  /** Called when n3 creates a literal from the previous or current token; called twice if a base direction follows. */
  completeLiteral(): void {
    if (this.#hasPreviousString) {
      this.#literalLine = this.#previousLine;
      this.#literalColumn = this.#previousColumn;
      this.#hasPreviousString = false;
    } else if (this.#isNumber) {
      this.#literalLine = this.#termLine;
      this.#literalColumn = this.#termColumn;
    }
  }

  /** Sets the location of the object to that of the latest term. */
  locateAtTerm(): void {
    this.line = this.#termLine;
    this.column = this.#termColumn;
  }

  /** Sets the location of the object to that of the literal that was created last. */
  locateAtLiteral(): void {
    this.line = this.#literalLine;
    this.column = this.#literalColumn;
  }
}
