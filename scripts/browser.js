// Bundles a program for the browser: what `import script from './app.tsx?bundle'` is, for esbuild and for Vitest.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** The packages that stand in a bundle, and the text of the licence of each. */
export function licences(metafile) {
  const names = new Set(
    Object.keys(metafile.inputs).flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
  );
  return [...names].sort().map((name) => {
    const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    const text = ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt'].flatMap((file) => {
      try {
        return [readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()];
      } catch {
        return [];
      }
    })[0];
    return { name, text: `${name} ${version} (${license})\n\n${text ?? ''}`.trim() };
  });
}

/** One classic script, as a page that is opened from the disk may load it, with the licences of all that it holds. */
export async function browserBundle(file) {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const notices = licences(metafile);
  const comment = notices.map(({ text }) => text.replaceAll('*/', '* /')).join('\n\n');
  return { text: `/*\n${comment}\n*/\n${outputFiles[0].text}`, notices };
}

/** For Vitest, as the plugin of scripts/build.js is for esbuild. */
export const bundles = {
  name: 'browser-bundles',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('?bundle')) return undefined;
    const { text } = await browserBundle(id.slice(0, -'?bundle'.length));
    return `export default ${JSON.stringify(text)}`;
  },
};
