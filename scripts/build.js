// Bundles the program into dist/: fewer files to find and read at each start.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

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
  plugins: [withoutChildProcess, rawTexts],
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
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  if (name) packages.add(name);
}
const notices = [...packages].sort().map((name) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  const text = ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt'].flatMap((file) => {
    try {
      return [readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()];
    } catch {
      return [];
    }
  })[0];
  return `${name} ${version} (${license})\n\n${text ?? ''}`.trim();
});
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
