// Bundles a browser program, which `import script from './app.tsx?bundle'` imports, for esbuild and for Vitest.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Returns the packages in a bundle, with the text of their licences. */
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

/** Returns a classic script, which a page opened from the disk may load, and the licences of all bundled packages. */
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

/** The plugin for Vitest; scripts/build.js has the one for esbuild. */
export const bundles = {
  name: 'browser-bundles',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('?bundle')) return undefined;
    const { text } = await browserBundle(id.slice(0, -'?bundle'.length));
    return `export default ${JSON.stringify(text)}`;
  },
};
