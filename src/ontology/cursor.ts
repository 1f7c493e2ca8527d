import type { Token } from 'n3';
import type { Position, TriplePlaces } from './sink.ts';

/**
 * Follows the tokens of a document, to know where the statement at hand and its latest term stand. Numbers are kept, which
 * cost less than tokens.
 */
export class Cursor implements TriplePlaces {
  line: number | undefined;
  column: number | undefined;
  /** Whether the token at hand begins a statement. */
  isSubject = false;
  #subject: Position | undefined;
  #subjectLine = 0;
  #subjectColumn = 0;
  /** The latest term, and whether it is a string, which n3 completes at the next token, or a number or a boolean. */
  #termLine = 0;
  #termColumn = 0;
  #isString = false;
  #isNumber = false;
  /** The term before, if it is a string that may be completed now. */
  #isOpen = false;
  #openLine = 0;
  #openColumn = 0;
  /** The literal that was completed last. */
  #literalLine = 0;
  #literalColumn = 0;
  /** Whether the next term begins a statement. */
  #atStart = true;
  /** A SPARQL-style directive ends with its IRI, not with a dot. */
  #openDirective = false;

  /** Where the statement at hand begins; undefined before the first. */
  get subject(): Position | undefined {
    if (this.#subjectLine === 0) return undefined;
    this.#subject ??= { line: this.#subjectLine, column: this.#subjectColumn };
    return this.#subject;
  }

  read(token: Token): void {
    this.isSubject = false;
    this.#isOpen = this.#isString;
    if (this.#isString) {
      this.#openLine = this.#termLine;
      this.#openColumn = this.#termColumn;
      this.#isString = false;
    }
    switch (token.type) {
      case ',':
      case ';':
      case 'eof':
        return;
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
      default:
        if (!this.#openDirective) this.#term(token);
        else if (token.type === 'IRI' || token.type === 'literal') this.#openDirective = false;
    }
  }

  #term(token: Token): void {
    const { line, start } = token;
    this.#termLine = line;
    this.#termColumn = start + 1;
    const isLiteral = token.type === 'literal';
    this.#isString = isLiteral && token.prefix === '';
    this.#isNumber = isLiteral && !this.#isString;
    if (!this.#atStart) return;
    this.#atStart = false;
    this.isSubject = true;
    this.#subject = undefined;
    this.#subjectLine = line;
    this.#subjectColumn = start + 1;
  }

  /** n3 makes a literal: of the token before this one, or of this one. It makes it again when a direction follows it. */
  completeLiteral(): void {
    if (this.#isOpen) {
      this.#literalLine = this.#openLine;
      this.#literalColumn = this.#openColumn;
      this.#isOpen = false;
    } else if (this.#isNumber) {
      this.#literalLine = this.#termLine;
      this.#literalColumn = this.#termColumn;
    }
  }

  /** The object of the statement that is complete now is the latest term. */
  atTerm(): void {
    this.line = this.#termLine;
    this.column = this.#termColumn;
  }

  /** It is the literal that was made last. */
  atLiteral(): void {
    this.line = this.#literalLine;
    this.column = this.#literalColumn;
  }
}
