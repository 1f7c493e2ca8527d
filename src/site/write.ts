/** Files of a site as text. */

import { visible } from '../diagnostics/index.ts';

/**
 * A value in a classic script that hands it over to the page: a browser reads neither modules nor data from `file://` in
 * any other way. Texts come from outside, so that controls and what turns the order of characters around are shown and do
 * nothing (Unicode TR 36, 3.7).
 */
export function dataScript(name: string, value: unknown): string {
  const json = JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? visible(each) : each));
  // Nobody who puts the script into a page by itself is to find an end of it.
  return `codegenData(${JSON.stringify(name)},${json.replaceAll('<', '\\u003c')});\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (c) => entities[c] as string);
}

/**
 * What a page may load: scripts and styles of its own folder, and nothing else. `'self'` names no file of a folder that is
 * opened from the disk in all browsers, and `file:` nothing that a server offers
 * (https://www.w3.org/TR/CSP3/#match-url-to-source-expression).
 */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'; form-action 'none'";

/** The one page of a site. */
export function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
</head>
<body>
<noscript><p>This documentation is drawn by the scripts beside it, and by nothing else: allow them to see it.</p></noscript>
<div id="site"></div>
<script src="app.js"></script>
<script src="data/index.js"></script>
</body>
</html>
`;
}
