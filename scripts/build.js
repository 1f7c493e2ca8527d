// Bundles the program into dist/: fewer files to find and read at each start.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { browserBundle, licences } from './browser.js';

/**
 * commander loads node:child_process for subcommands that are programs of their own. This program has none,
 * and the module costs every start some milliseconds.
 */
const withoutChildProcess = {
  name: 'commander-without-child-process',
  setup(on) {
    on.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes(`${path.sep}commander${path.sep}`) ? { path: 'none', namespace: 'none' } : undefined,
    );
    on.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** `import text from './file.ts?raw'` is the text of a file; its line breaks are those that Git keeps. */
const rawTexts = {
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

/** What the bundles for the browser hold beside the program. */
const inBundles = [];

/** `import script from './app.tsx?bundle'` is a program for the browser as a text. */
const browserBundles = {
  name: 'browser-bundles',
  setup(on) {
    on.onResolve({ filter: /\?bundle$/ }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file.slice(0, -'?bundle'.length)),
      namespace: 'bundle',
    }));
    on.onLoad({ filter: /./, namespace: 'bundle' }, async ({ path: file }) => {
      const { text, notices } = await browserBundle(file);
      inBundles.push(...notices);
      return { contents: text, loader: 'text' };
    });
  },
};

const result = await build({
  // A thread is started by its path, which is beside the chunk that starts it.
  entryPoints: {
    codegen: 'src/cli/run.ts',
    index: 'src/library/index.ts',
    'chunks/analyze-thread': 'src/ai/analyze/thread.ts',
    'chunks/query-thread': 'src/graph/query-thread.ts',
  },
  outdir: 'dist',
  bundle: true,
  // What a command does not need stays in a file of its own.
  splitting: true,
  // node need not look for the package.json that says what kind of module a file is.
  outExtension: { '.js': '.mjs' },
  plugins: [withoutChildProcess, rawTexts, browserBundles],
  format: 'esm',
  // write-file-atomic names its temporary files by it.
  define: { __filename: 'import.meta.filename' },
  platform: 'node',
  target: 'node20.19',
  // n3's ES modules, of which only the parser is taken.
  mainFields: ['module', 'main'],
  // They carry WebAssembly or native code, and are installed beside the program; pg-native is never asked for.
  external: ['oxigraph', '@hpcc-js/wasm-graphviz', '@ast-grep/*', 'pg-native'],
  // CommonJS packages in an ES module ask for `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

// Nothing is taken away before the whole of the new is there.
rmSync('dist', { recursive: true, force: true });
for (const file of result.outputFiles) {
  mkdirSync(path.dirname(file.path), { recursive: true });
  writeFileSync(file.path, file.contents);
}

// The licences of the bundled packages ask to be passed on.
const notices = new Map([...licences(result.metafile), ...inBundles].map(({ name, text }) => [name, text]));
const texts = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
