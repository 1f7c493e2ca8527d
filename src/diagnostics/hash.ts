/** Hash functions of Node.js; `hash.browser.ts` replaces this module in browsers. */

import { hash } from 'node:crypto';

/** Returns the SHA-256 of a text in UTF-8, in lower-case hexadecimal. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Returns the SHA-1 of bytes, in lower-case hexadecimal. */
export const sha1 = (bytes: Uint8Array): string => hash('sha1', bytes, 'hex');
