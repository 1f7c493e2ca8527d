/** Shortens IRIs by prefixes. What that takes does not grow with the number of prefixes. */
export class Prefixing {
  /** Of those of a namespace the shortest prefix, the first of them, and its number. */
  readonly #byNamespace = new Map<string, { readonly prefix: string; readonly order: number }>();
  /** The lengths that namespaces have. */
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

  /** The namespace's prefix and the local name, in the shortest form that there is; undefined if there is none. */
  shorten(iri: string): string | undefined {
    const start = localStart(iri);
    if (start === undefined) return undefined;
    let best: { readonly shown: string; readonly order: number } | undefined;
    for (const length of this.#lengths) {
      if (length < start || length >= iri.length || iri[length] === '.' || iri[length] === '-') continue;
      const found = this.#byNamespace.get(iri.slice(0, length));
      if (!found) continue;
      const { prefix, order } = found;
      const size = prefix.length + 1 + iri.length - length;
      const isShorter = best === undefined || size < best.shown.length || (size === best.shown.length && order < best.order);
      if (isShorter) best = { shown: `${prefix}:${iri.slice(length)}`, order };
    }
    return best?.shown;
  }
}

/** Where the last run of characters of a local name begins; undefined if the IRI ends with none. */
function localStart(iri: string): number | undefined {
  let start = iri.length;
  while (start > 0 && isPlain(iri.charCodeAt(start - 1))) start--;
  // Properties of Unicode take a while, already where an expression of them is made, and most IRIs need none.
  if (start > 0 && iri.charCodeAt(start - 1) > 0x7f) return /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+$/u.exec(iri)?.index;
  return start === iri.length ? undefined : start;
}

/** A letter or digit of ASCII, `_`, `-` or `.` */
function isPlain(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;
}
