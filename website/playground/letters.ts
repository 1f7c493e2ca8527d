/** The transliteration of other scripts, which the page loads if a text needs it. */

import anyAscii from 'any-ascii';

globalThis.anyAscii = anyAscii;
