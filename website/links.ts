import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';

type State = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files and folders that documents link to and that are not documents, as paths in the repository. */
const linked = new Set<string>();

/** Returns the inline tokens of a document. */
const inlines = (state: State) => state.tokens.flatMap((token) => token.children ?? []);

/**
 * A rule for markdown-it. Documents link to each other by their paths in the repository, which are the same on the site.
 * `README.md` is the page of its folder. Other linked files are copied to the site.
 */
export function links(state: State): void {
  for (const token of inlines(state)) {
    const href = token.attrGet('href');
    if (token.type !== 'link_open' || !href || /^(#|[a-z]+:)/.test(href)) continue;
    const [file = '', anchor] = href.split('#');
    const source = path.posix.join(path.posix.dirname(state.env['relativePath']), file);
    if (file.endsWith('.md')) {
      token.attrSet('href', file.replace(/README\.md$/, 'index.md') + (anchor ? `#${anchor}` : ''));
      continue;
    }
    linked.add(source);
    const isFolder = statSync(path.join(root, source)).isDirectory();
    const page = isFolder ? `${file.replace(/\/$/, '')}/index.html` : path.extname(file) === '' ? `${file}.txt` : file;
    token.attrSet('href', page);
    // VitePress does not change links with a target.
    token.attrSet('target', '_self');
  }
}

/** Returns a page that lists the files of a folder. */
function listing(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(path.sep).join('/'));
  const files = names.filter((name) => name !== 'index.html' && statSync(path.join(folder, name)).isFile()).sort();
  const items = files.map((name) => `<li><a href="${encodeURI(name)}">${name}</a></li>`).join('\n');
  const title = path.basename(folder);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head>\n<body><h1>${title}</h1>\n<ul>\n${items}\n</ul></body></html>\n`;
}

/** Copies the files and folders that pages link to. */
export function copyLinked(site: string): void {
  for (const source of [...linked].sort()) {
    const from = path.join(root, source);
    const isFolder = statSync(from).isDirectory();
    const to = path.join(site, !isFolder && path.extname(source) === '' ? `${source}.txt` : source);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true, filter: (file) => !/node_modules|[\\/]dist$/.test(file) });
    if (isFolder) writeFileSync(path.join(to, 'index.html'), listing(to));
  }
}
