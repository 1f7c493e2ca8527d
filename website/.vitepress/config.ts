import path from 'node:path';
import { defineConfig } from 'vitepress';
import { buildPlayground } from '../../scripts/playground.js';
import { copyLinked, links } from '../links.ts';
import { address, documents, sidebar } from '../sidebar.ts';
import { slug } from '../slug.ts';

/** Paths of README files on the site: each is the page of its folder. */
const readmes = Object.fromEntries(
  documents.filter((file) => file.endsWith('README.md')).map((file) => [file, file.replace(/README\.md$/, 'index.md')]),
);

/** A node with three others: the icon of the site. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g stroke="#3451b2" stroke-width="1.5">' +
  '<path d="M4 8 12 3M4 8h8M4 8l8 5"/></g><g fill="#3451b2"><circle cx="4" cy="8" r="3"/>' +
  '<circle cx="12" cy="3" r="2"/><circle cx="12" cy="8" r="2"/><circle cx="12" cy="13" r="2"/></g></svg>';

/**
 * Builds the documents as a site, from their places in the repository and without syntax that GitHub does not show. The site
 * loads nothing from other servers: the theme has no fonts, and the search is local.
 */
export default defineConfig({
  lang: 'en',
  title: 'codegen',
  description: 'One ontology in, every layer out.',
  // Without an icon, browsers request one.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  srcDir: '..',
  srcExclude: ['LICENSE.md', ...['bin', 'examples', 'scripts', 'src', 'test', 'website', '.*'].map((folder) => `${folder}/**`)],
  outDir: 'dist',
  cacheDir: '../.cache/website',
  rewrites: readmes,
  markdown: {
    // Colours with a high contrast to the background.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    headers: { slugify: slug, level: [2, 3] },
    toc: { slugify: slug },
    attrs: { disable: true },
    config: (md) => {
      // Emoji shortcuts such as `:)` stay text.
      md.core.ruler.disable('emoji');
      md.core.ruler.push('links', links);
      // Documents show braces of template languages, which Vue must not evaluate.
      const render = md.render.bind(md);
      md.render = (...given) => `<div v-pre>${render(...given)}</div>`;
    },
  },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Tutorial', link: address('docs/tutorial.md') },
      // Not a page of VitePress, and only there in the built site.
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: 'Cookbook', link: address('docs/how-to/cookbook.md') },
      { text: 'Commands', link: address('docs/reference/commands.md') },
    ],
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: { build: { chunkSizeWarningLimit: 5_000 } },
  buildEnd: async ({ outDir }) => {
    copyLinked(outDir);
    await buildPlayground(path.join(outDir, 'playground'));
  },
});
