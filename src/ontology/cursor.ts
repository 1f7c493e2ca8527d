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
  /** Of each bracket that is open, where it stands and where the statement around it begins, as four numbers. */
  readonly #open: number[] = [];
  /** Whether the token before closed one: what it held is told by where that opens, once n3 has what stood last in it. */
  #isClosed = false;
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
    if (this.#isClosed) this.#leave();
    this.#keepString();
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
      case '[':
      case '(':
        this.#term(token);
        this.#enter(token);
        return;
      case ']':
      case ')':
        this.#isClosed = true;
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
        this.#word(token);
    }
  }

  /** Which literal a string is, is known one token later. */
  #keepString(): void {
    this.#isOpen = this.#isString;
    if (!this.#isString) return;
    this.#openLine = this.#termLine;
    this.#openColumn = this.#termColumn;
    this.#isString = false;
  }

  #word(token: Token): void {
    if (!this.#openDirective) this.#term(token);
    else if (token.type === 'IRI' || token.type === 'literal') this.#openDirective = false;
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
    this.#about(line, start + 1);
  }

  /** What brackets hold is said of the node that they stand for; of lists, of what the statement is about. */
  #enter({ type }: Token): void {
    this.#open.push(this.#termLine, this.#termColumn, this.#subjectLine, this.#subjectColumn);
    if (type === '[') this.#about(this.#termLine, this.#termColumn);
  }

  #leave(): void {
    this.#isClosed = false;
    const at = this.#open.length - 4;
    // What is closed and was never open, n3 refuses.
    if (at < 0) return;
    const [line, column, subjectLine, subjectColumn] = this.#open.splice(at) as [number, number, number, number];
    this.#termLine = line;
    this.#termColumn = column;
    this.#about(subjectLine, subjectColumn);
  }

  #about(line: number, column: number): void {
    this.#subject = undefined;
    this.#subjectLine = line;
    this.#subjectColumn = column;
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
