/** Files of a site as text. */

import { createHash } from 'node:crypto';
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
const BESIDE = { script: "'self' file:", style: "'self' file:" } as const;

/** A page with nothing but what stands in its head and what it runs. */
function document(
  title: string,
  policy: { readonly script: string; readonly style: string },
  head: string,
  body: string,
): string {
  const allowed = `default-src 'none'; script-src ${policy.script}; style-src ${policy.style}; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
<noscript><p>This documentation is drawn by its own scripts, and by nothing else: allow them to run.</p></noscript>
<div id="site"></div>
${body}
</body>
</html>
`;
}

/** The one page of a site. */
export function page(title: string): string {
  const scripts = '<script src="app.js"></script>\n<script src="data/index.js"></script>';
  return document(title, BESIDE, '<link rel="stylesheet" href="style.css">', scripts);
}

/** What a policy calls a script or a style that stands in the page (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A page that holds its style and its scripts: those run whose hashes its policy names, and nothing else does.
 *
 * @param scripts neither holds `</script`, nor what would begin a comment that holds another script
 */
export function wholePage(title: string, style: string, scripts: readonly string[]): string {
  const policy = { script: scripts.map(hashOf).join(' '), style: hashOf(style) };
  const body = scripts.map((script) => `<script>${script}</script>`).join('\n');
  return document(title, policy, `<style>${style}</style>`, body);
}
