/** Characters of a local name that is written after a prefix, from the first one of the last run of them on. */
const LOCAL = /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+$/u;

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
    const start = LOCAL.exec(iri)?.index;
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
