// Plugins of esbuild that the program and the library for browsers share.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** `import text from './file.ts?raw'` imports the text of a file, with the line breaks that Git stores. */
export const rawTexts = {
  name: 'raw-texts',
  setup(on) {
    on.onResolve({ filter: /\?raw$/ }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.slice(0, -'?raw'.length)),
      namespace: 'raw',
    }));
    on.onLoad({ filter: /./, namespace: 'raw' }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll('\r\n', '\n'),
      loader: 'text',
    }));
  },
};

/** Evaluates files `*.build-time.ts` at build time and bundles their exports as JSON, so that no start computes them again. */
export const evaluateAtBuildTime = {
  name: 'evaluate-at-build-time',
  setup(on) {
    on.onLoad({ filter: /\.build-time\.ts$/ }, async ({ path: file }) => {
      const [{ text }] = (
        await build({ entryPoints: [file], bundle: true, format: 'esm', platform: 'node', plugins: [rawTexts], write: false })
      ).outputFiles;
      const exports = await import(`data:text/javascript,${encodeURIComponent(text)}`);
      return {
        contents: Object.entries(exports)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    });
  },
};

const src = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * Bundles modules of `src/` for browsers: a module `x.ts` is replaced by `x.browser.ts`, if that exists, and paths are those
 * of POSIX. A module that is only imported for names that are never used is left out, with what it imports of Node.js.
 *
 * @param unused modules that are imported on demand, but only by code that is left out
 */
export const forBrowsers = (unused = new Set()) => ({
  name: 'for-browsers',
  setup(on) {
    on.onResolve({ filter: /^node:path$/ }, () => ({
      path: fileURLToPath(import.meta.resolve('pathe')),
      sideEffects: false,
    }));
    on.onResolve({ filter: /^node:/ }, ({ path: name }) => ({ path: name, external: true, sideEffects: false }));
    on.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path: file, resolveDir, kind }) => {
      const own = path.resolve(resolveDir, file);
      if (!own.startsWith(src)) return undefined;
      if (kind === 'dynamic-import' && unused.has(own)) return { path: own, external: true };
      const other = own.replace(/\.ts$/, '.browser.ts');
      return { path: existsSync(other) ? other : own, sideEffects: false };
    });
  },
});
