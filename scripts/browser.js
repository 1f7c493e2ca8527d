// Bundles programs for browsers: the script of the documentation site, which `import script from './app.tsx?bundle'` imports as
// text, and the library for browsers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { evaluateAtBuildTime, forBrowsers, rawTexts } from './plugins.js';

/** Returns the packages in a bundle that esbuild made in a folder, with the text of their licences. */
export function licences(metafile, folder = '.') {
  const names = new Set(
    Object.keys(metafile.inputs).flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
  );
  return [...names].sort().map((name) => {
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    const text = ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt'].flatMap((file) => {
      try {
        return [readFileSync(path.join(folder, 'node_modules', name, file), 'utf8').trim()];
      } catch {
        return [];
      }
    })[0];
    return { name, text: `${name} ${version} (${license})\n\n${text ?? ''}`.trim() };
  });
}

/** Returns a classic script, because a page on the disk cannot load modules, and the licences of all bundled packages. */
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

/** Options of esbuild for the library, and for programs that use it. */
export const libraryOptions = (unused) => ({
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  plugins: [forBrowsers(unused), rawTexts, evaluateAtBuildTime],
  // WebAssembly; users' bundlers find it.
  external: ['oxigraph'],
  minify: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

/**
 * Builds the library for browsers as ES modules, with a chunk for what is loaded on demand.
 *
 * @returns the files by name, the licences of all bundled packages, and the modules that only unused code imports on demand
 * @throws if a module of Node.js is in them
 */
export async function browserLibrary() {
  const options = { entryPoints: { index: 'src/library/browser.ts' }, outdir: 'dist/browser', format: 'esm', splitting: true };
  const bundle = (unused) =>
    build({ ...libraryOptions(unused), ...options, outExtension: { '.js': '.mjs' }, chunkNames: '[name]-[hash]' });
  // esbuild leaves unused code out, but keeps the modules that only this code imports on demand. So the build is repeated, without
  // the modules that were not reachable, until all are.
  const unused = new Set();
  for (;;) {
    const { outputFiles, metafile } = await bundle(unused);
    const used = reachable(metafile, 'dist/browser/index.mjs');
    const unreachable = Object.entries(metafile.outputs).flatMap(([name, { entryPoint = '' }]) =>
      used.has(name) || !entryPoint.startsWith('src/') ? [] : [path.resolve(entryPoint)],
    );
    for (const file of unreachable) unused.add(file);
    if (unreachable.length > 0) continue;
    const nodeModules = [...used].filter((name) => name.startsWith('node:'));
    if (nodeModules.length > 0) throw new Error(`src/library/browser.ts needs ${nodeModules.join(', ')}`);
    const kept = outputFiles.filter((file) => used.has(path.relative('.', file.path).split(path.sep).join('/')));
    return { files: new Map(kept.map((file) => [path.basename(file.path), file.text])), notices: licences(metafile), unused };
  }
}

/** Returns the names of all files and external modules that a file of a build imports, directly or through others. */
function reachable({ outputs }, entry) {
  const found = new Set([entry]);
  for (const name of found) for (const each of outputs[name]?.imports ?? []) found.add(each.path);
  return found;
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
