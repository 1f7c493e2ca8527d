declare module 'jsonld' {
  /** The part of the interface that the tests use (https://www.w3.org/TR/json-ld11-api/#the-jsonldprocessor-interface). */
  interface Processor {
    canonize(
      input: string,
      options: { algorithm: string; inputFormat: 'application/n-quads'; format: 'application/n-quads' },
    ): Promise<string>;
    toRDF(input: unknown, options: { format: 'application/n-quads'; documentLoader?: (url: string) => never }): Promise<string>;
  }
  const jsonld: Processor;
  export default jsonld;
}
