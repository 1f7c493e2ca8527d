/** The identities of individuals: UUIDs that follow from their IRIs, so that each run gives the same. */

import { hash } from 'node:crypto';

/** The namespace of names that are URLs (RFC 9562, section 6.6). */
const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** A UUID of version 5 (RFC 9562, section 5.5) of a name in the namespace of URLs. */
export function uuidOf(name: string): string {
  const digest = hash('sha1', Buffer.concat([URL_NAMESPACE, Buffer.from(name)]), 'hex');
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`;
}

const UUID = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

/** Which identity stands for which IRI. */
export class Identities {
  readonly #base: string | undefined;
  readonly #document: string;

  /**
   * @param base what the context of JSON-LD resolves identities against, if it has a base
   * @param document the name of the document whose nodes without a name are asked for, too
   */
  constructor(base: string | undefined, document: string) {
    this.#base = base;
    this.#document = document;
  }

  /**
   * The identity of an individual. Its UUID where its IRI is made of one, as the context of JSON-LD makes it; else one of
   * version 5. A node without a name is told from those of other documents by the name of its own.
   */
  idOf(iri: string): string {
    for (const prefix of [this.#base, 'urn:uuid:']) {
      if (prefix === undefined || !iri.startsWith(prefix)) continue;
      const rest = iri.slice(prefix.length);
      if (UUID.test(rest)) return rest.toLowerCase();
    }
    return uuidOf(iri.startsWith('_:') ? `${this.#document}#${iri}` : iri);
  }

  /** The IRI of an individual that has none of its own. */
  iriOf(id: string): string {
    return `${this.#base ?? 'urn:uuid:'}${id}`;
  }
}
