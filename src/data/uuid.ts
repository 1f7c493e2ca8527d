/** Maps the IRIs of individuals to ids and back. Ids are UUIDs that are derived from the IRI, so that each run gives the same. */

import { sha1 } from '../diagnostics/index.ts';

/** The namespace of names that are URLs (RFC 9562, section 6.6). */
const URL_NAMESPACE = [0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

/** Returns a UUID of version 5 (RFC 9562, section 5.5) of a name in the namespace of URLs. */
export function uuidOf(name: string): string {
  const encoded = new TextEncoder().encode(name);
  const bytes = new Uint8Array(URL_NAMESPACE.length + encoded.length);
  bytes.set(URL_NAMESPACE);
  bytes.set(encoded, URL_NAMESPACE.length);
  const digest = sha1(bytes);
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`;
}

const UUID = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

export class Identities {
  readonly #base: string | undefined;
  readonly #document: string;

  /**
   * @param base the base of ids in the JSON-LD context, if it has one
   * @param document the name of the document, for the ids of its blank nodes
   */
  constructor(base: string | undefined, document: string) {
    this.#base = base;
    this.#document = document;
  }

  /**
   * Returns the id of an individual: the UUID in its IRI, if the JSON-LD context makes such IRIs, else a UUID of version 5. The
   * name of the document distinguishes blank nodes from those of other documents.
   */
  idOf(iri: string): string {
    for (const prefix of [this.#base, 'urn:uuid:']) {
      if (prefix === undefined || !iri.startsWith(prefix)) continue;
      const name = iri.slice(prefix.length);
      if (UUID.test(name)) return name.toLowerCase();
    }
    return uuidOf(iri.startsWith('_:') ? `${this.#document}#${iri}` : iri);
  }

  /** Returns the IRI of an individual that has none of its own. */
  iriOf(id: string): string {
    return `${this.#base ?? 'urn:uuid:'}${id}`;
  }
}
