/** Abbreviates IRIs with prefixes, by the grammar of SPARQL and Turtle: `xsd:string`. */

import { pushTo, wellKnownPrefixes } from '../ontology/index.ts';

// Terminals of the SPARQL 1.1 grammar (section 19.8), which Turtle shares: contents of character classes for
// regular expressions with the flag `u`.
const PN_CHARS_BASE = String.raw`A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`;
const PN_CHARS_U = `${PN_CHARS_BASE}_`;
const VAR_CHARS = String.raw`${PN_CHARS_U}0-9\u00B7\u0300-\u036F\u203F\u2040`;
const PN_CHARS = String.raw`${VAR_CHARS}\-`;
const PERCENT = '%[0-9A-Fa-f]{2}';
const PLX = String.raw`${PERCENT}|\\[_~.!$&'()*+,;=/?#@%\-]`;

const localName = (escapes: string) =>
  `(?:[${PN_CHARS_U}0-9:]|${escapes})(?:(?:[${PN_CHARS}.:]|${escapes})*(?:[${PN_CHARS}:]|${escapes}))?`;

/** Regular expressions (source text, flag `u`) of the grammar's names. */
export const grammar = {
  PN_PREFIX: `[${PN_CHARS_BASE}](?:[${PN_CHARS}.]*[${PN_CHARS}])?`,
  PN_LOCAL: localName(PLX),
  VARNAME: `[${PN_CHARS_U}0-9][${VAR_CHARS}]*`,
  BLANK_NODE_LABEL: `_:[${PN_CHARS_U}0-9](?:[${PN_CHARS}.]*[${PN_CHARS}])?`,
} as const;

/** A local name without backslash escapes. */
const plainLocal = new RegExp(`^${localName(PERCENT)}$`, 'u');

/** The prefixes of a file: its own, and the well-known ones that it does not redefine. */
export class Prefixes {
  readonly all: ReadonlyMap<string, string>;
  readonly #byNamespace = new Map<string, string[]>();
  /** The lengths of the namespaces in descending order, so that the first match is the longest. */
  readonly #lengths: readonly number[];

  constructor(declared: ReadonlyMap<string, string>) {
    const undeclared = [...wellKnownPrefixes].filter(([prefix]) => !declared.has(prefix));
    this.all = new Map([...declared, ...undeclared]);
    for (const [prefix, namespace] of this.all) if (namespace !== '') pushTo(this.#byNamespace, namespace, prefix);
    this.#lengths = [...new Set([...this.#byNamespace.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  }

  /** Returns the parts of a name for output that declares its prefixes; the local name needs no escapes. */
  split(iri: string, accept = (_prefix: string): boolean => true): { prefix: string; local: string } | undefined {
    for (const length of this.#lengths) {
      if (length > iri.length) continue;
      const prefix = this.#byNamespace.get(iri.slice(0, length))?.find(accept);
      const local = iri.slice(length);
      if (prefix !== undefined && plainLocal.test(local)) return { prefix, local };
    }
    return undefined;
  }

  /** Returns a name such as `xsd:string`. Never uses the empty prefix, which has no meaning outside its file. */
  prefixedName(iri: string): string | undefined {
    const found = this.split(iri, (prefix) => prefix !== '');
    return found && `${found.prefix}:${found.local}`;
  }
}
