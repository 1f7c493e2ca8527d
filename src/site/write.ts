/** Prints the files of a site: data as scripts, and HTML pages whose content policy allows only the scripts of the site. */

import { createHash } from 'node:crypto';
import { escapeControlCharacters } from '../diagnostics/index.ts';

/**
 * Returns a classic script that passes a value to the page: from `file://`, a browser loads neither modules nor data. Texts are
 * untrusted, so control characters and characters that reverse the text direction become visible (Unicode TR 36, 3.7).
 */
export function dataScript(name: string, value: unknown): string {
  const json = JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? escapeControlCharacters(each) : each));
  // Even if the script is inlined in a page, the data cannot end it.
  return `codegenData(${JSON.stringify(name)},${json.replaceAll('<', '\\u003c')});\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return escapeControlCharacters(text).replace(/[&<>"']/g, (c) => entities[c] as string);
}

/**
 * Content security policy of a page: only scripts and styles of its own folder. Not all browsers match `'self'` with files in a
 * folder opened from the disk, and `file:` matches nothing on a server
 * (https://www.w3.org/TR/CSP3/#match-url-to-source-expression).
 */
const CONTENT_POLICY = { script: "'self' file:", style: "'self' file:" } as const;

function printDocument(
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
<title>${escapeHtml(title)}</title>
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

export function htmlPage(title: string): string {
  const scripts = '<script src="app.js"></script>\n<script src="data/index.js"></script>';
  return printDocument(title, CONTENT_POLICY, '<link rel="stylesheet" href="style.css">', scripts);
}

/** Returns the hash of an inline script or style in a policy (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns a page with inline style and scripts. Its policy lists their hashes, so that nothing else runs.
 *
 * @param scripts must contain neither `</script` nor the start of a comment that contains another script
 */
export function selfContainedPage(title: string, style: string, scripts: readonly string[]): string {
  const policy = { script: scripts.map(hashOf).join(' '), style: hashOf(style) };
  const body = scripts.map((script) => `<script>${script}</script>`).join('\n');
  return printDocument(title, policy, `<style>${style}</style>`, body);
}
