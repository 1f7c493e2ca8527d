/** Shortens IRIs with prefixes. The time per IRI does not depend on the number of prefixes. */
export class Prefixing {
  /** Per namespace: its shortest prefix (the first if several are equally short), and the position of its declaration. */
  readonly #byNamespace = new Map<string, { readonly prefix: string; readonly order: number }>();
  /** The distinct lengths of the namespaces. */
  readonly #lengths: readonly number[];

  constructor(prefixes: ReadonlyMap<string, string>) {
    let order = 0;
    for (const [prefix, namespace] of prefixes) {
      const known = this.#byNamespace.get(namespace);
      if (namespace !== '' && (known === undefined || prefix.length < known.prefix.length)) {
        this.#byNamespace.set(namespace, { prefix, order });
      }
      order++;
    }
    this.#lengths = [...new Set([...this.#byNamespace.keys()].map((namespace) => namespace.length))];
  }

  /** Returns the shortest form `prefix:name` of an IRI; undefined if no prefix applies. */
  shorten(iri: string): string | undefined {
    const start = earliestLocalName(iri);
    if (start === undefined) return undefined;
    let best: { readonly text: string; readonly order: number } | undefined;
    for (const length of this.#lengths) {
      if (length < start || length >= iri.length || iri[length] === '.' || iri[length] === '-') continue;
      const candidate = this.#byNamespace.get(iri.slice(0, length));
      if (!candidate) continue;
      const { prefix, order } = candidate;
      const textLength = prefix.length + 1 + iri.length - length;
      const isShorter =
        best === undefined || textLength < best.text.length || (textLength === best.text.length && order < best.order);
      if (isShorter) best = { text: `${prefix}:${iri.slice(length)}`, order };
    }
    return best?.text;
  }
}

/** Returns the offset of the trailing characters that a local name may have; undefined if the IRI ends with none. */
function earliestLocalName(iri: string): number | undefined {
  let start = iri.length;
  while (start > 0 && isLocalNameCharacter(iri.charCodeAt(start - 1))) start--;
  // Regular expressions with Unicode properties are slow to compile, and most IRIs do not need them.
  if (start > 0 && iri.charCodeAt(start - 1) > 0x7f) return /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+$/u.exec(iri)?.index;
  return start === iri.length ? undefined : start;
}

/** Whether a character is an ASCII letter or digit, `_`, `-` or `.`. */
function isLocalNameCharacter(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;
}
