/** Types of the used parts of n3; n3 2 ships no types. */
declare module 'n3' {
  export interface Token {
    readonly type: string;
    readonly value: string;
    /** The part before the colon of a prefixed name, or the datatype of a number or boolean. */
    prefix: string;
    /** Counts from 1. */
    readonly line: number;
    /** Column in UTF-16 code units; counts from 0. */
    readonly start: number;
    readonly end: number;
  }

  export interface ParseError extends Error {
    readonly context?: { readonly token?: Token; readonly line: number; readonly previousToken?: Token };
  }

  /** The input interface of the parser. */
  export interface TextSource {
    on(event: 'data', listener: (text: string) => void): void;
    on(event: 'end', listener: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
  }

  type TokenCallback = (error: ParseError | null, token?: Token) => void;

  export class Lexer {
    constructor(options: { lineMode: boolean; n3: boolean });
    tokenize(input: TextSource, callback: TokenCallback): void;
  }

  export class Parser<Quad> {
    constructor(options: { format: string; baseIRI?: string; factory?: unknown; lexer?: Lexer });
    parse(
      input: TextSource,
      callbacks: {
        onQuad: (error: ParseError | null, quad: Quad | null) => void;
        onPrefix?: (prefix: string, iri: { readonly value: string } | string) => void;
      },
    ): void;
  }
}
