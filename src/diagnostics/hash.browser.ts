/** `hash.ts` for browsers, whose own functions are asynchronous. */

import { sha1 as sha1Of } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const sha256 = (text: string): string => bytesToHex(sha256Of(utf8ToBytes(text)));

export const sha1 = (bytes: Uint8Array): string => bytesToHex(sha1Of(bytes));
