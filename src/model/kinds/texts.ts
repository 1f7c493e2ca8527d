/** Kinds whose values are strings, or bytes written as strings. */

import { collapseWhiteSpace, type Kind, stringPattern } from './kind.ts';
import { isStorable } from './rules.ts';

/**
 * The characters of an IRI reference (RFC 3987, section 2.2): no control character, no space, none of " < > \ ^ ` { | }, and a
 * percent sign only before two hexadecimal digits. The order of its parts is not checked, because parsers do not agree on it.
 * The empty reference is allowed (RFC 3986, section 4.4).
 */
const IRI = '([^\\u0001-\\u0020"%<>\\\\^`{|}\\u007F-\\u009F]|%[0-9A-Fa-f]{2})*';

/** One character of Base64. The range `/-9` is the slash and the digits, which follow it in ASCII. */
const BASE64_CHARACTER = '[+/-9A-Za-z]';
/** The grammar of XSD 1.1 part 2, section 3.3.16.2, and RFC 4648, section 3.5: unused bits before the padding are zero. */
const BASE64 = `(${BASE64_CHARACTER}{4})*(${BASE64_CHARACTER}[AQgw]==|${BASE64_CHARACTER}{2}[048AEIMQUYcgkosw]=)?`;

const HEX = '([0-9A-Fa-f]{2})*';

const iri = new RegExp(`^(?:${IRI})$`, 'u');
const base64 = new RegExp(`^(?:${BASE64})$`, 'u');
const hex = new RegExp(`^(?:${HEX})$`, 'u');

export const texts = {
  /** Any string (XSD 1.1 part 2, section 3.3.1) of Unicode characters except U+0000. */
  string: {
    json: 'string',
    space: 'text',
    xsd: 'string',
    rules: ['text'],
    read: (lexical) => (isStorable(lexical) ? lexical : undefined),
    spellings: 'one',
    hasStringFacets: true,
    examples: ['Example', 'Ünïcödé 例 😀', ''],
  },
  /** An IRI reference (RFC 3987), absolute or relative; XSD 1.1 part 2, section 3.3.17. */
  iri: {
    json: 'string',
    space: 'text',
    xsd: 'anyURI',
    // XSD has no escapes for code points, so the expression contains the characters themselves.
    form: {
      source: IRI.replace(/\\u([0-9A-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      flags: '',
      syntax: 'xsd',
    },
    rules: ['text'],
    read: (lexical) => {
      const text = collapseWhiteSpace(lexical);
      return isStorable(text) && iri.test(text) ? text : undefined;
    },
    spellings: 'one',
    hasStringFacets: true,
    examples: ['https://example.com/', '../about#team', 'urn:isbn:9780141036144'],
  },
  /** Bytes: RFC 4648, section 4, with padding; XSD 1.1 part 2, section 3.3.16, which also allows spaces. `read` removes them. */
  base64: {
    json: 'string',
    space: 'bytes',
    xsd: 'base64Binary',
    form: stringPattern(BASE64),
    rules: [],
    read: (lexical) => {
      const text = lexical.replace(/[\t\n\r ]+/g, '');
      return base64.test(text) ? text : undefined;
    },
    spellings: 'one',
    hasStringFacets: false,
    examples: ['SGVsbG8=', 'AAEC', ''],
  },
  /** Bytes: pairs of hexadecimal digits, in upper or lower case with the same value; XSD 1.1 part 2, section 3.3.15. */
  hex: {
    json: 'string',
    space: 'bytes',
    xsd: 'hexBinary',
    form: stringPattern(HEX),
    rules: [],
    read: (lexical) => {
      const text = collapseWhiteSpace(lexical);
      return hex.test(text) ? text.toUpperCase() : undefined;
    },
    spellings: 'many',
    hasStringFacets: false,
    examples: ['48656C6C6F', '00FF', ''],
  },
} satisfies Readonly<Record<string, Kind>>;
