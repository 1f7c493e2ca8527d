/** `hash.ts` for browsers, whose own functions are asynchronous. */

import { sha1 as sha1Of } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the SHA-256 hash of a text in UTF-8, in lower-case hexadecimal. */
export const sha256 = (text: string): string => bytesToHex(sha256Of(utf8ToBytes(text)));

/** Returns the SHA-1 hash of bytes, in lower-case hexadecimal. */
export const sha1 = (bytes: Uint8Array): string => bytesToHex(sha1Of(bytes));
