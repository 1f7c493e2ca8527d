// Bundles the command line program and the library into dist/: few files, of which each start reads only those that it needs.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { browserBundle, browserLibrary, licences } from './browser.js';
import { commonJs } from './commonjs.js';
import { evaluateAtBuildTime, rawTexts } from './plugins.js';

/**
 * string-width creates its regular expressions of Unicode properties when it is loaded, which takes longer than the rest of
 * the program. Here each is created when a text needs it, and most texts are ASCII.
 */
const createRegExpsOnUse = {
  name: 'widths-when-asked',
  setup(on) {
    on.onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      const made = [...text.matchAll(/^const (\w+) = (\/.+\/[a-z]+|new Intl\.Segmenter\(\));$/gm)];
      if (made.length < 4) throw new Error('string-width is not what it was');
      const changed = made.reduce((all, [whole, name, value]) => {
        const uses = all.replace(whole, '').replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}()`);
        return `${uses}\nlet ${name}Made;\nfunction ${name}() { return ${name}Made ??= ${value}; }\n`;
      }, text);
      return { contents: changed, loader: 'js' };
    });
  },
};

/** Licences of the packages in the bundles for the browser. */
const inBundles = [];

/** `import script from './app.tsx?bundle'` imports a browser program as text. */
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
  entryPoints: { codegen: 'src/cli/run.ts', index: 'src/library/index.ts' },
  outdir: 'dist',
  bundle: true,
  // Code that a command does not need stays in separate files.
  splitting: true,
  outExtension: { '.js': '.mjs' },
  plugins: [createRegExpsOnUse, rawTexts, evaluateAtBuildTime, browserBundles],
  // esbuild splits only ES modules into chunks; they are converted to CommonJS afterwards.
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Uses the ES modules of n3, so that only its parser is bundled.
  mainFields: ['module', 'main'],
  // They contain WebAssembly or native code, and are installed next to the program; pg-native is never loaded.
  external: ['oxigraph', '@hpcc-js/wasm-graphviz', '@ast-grep/*', 'pg-native'],
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const outdir = path.resolve('dist');
const nameOf = (file) => path.relative(outdir, file.path).split(path.sep).join('/');
const files = commonJs(new Map(result.outputFiles.map((file) => [nameOf(file), file.text])));

// bin/codegen.js caches V8's compiled code. This hash of the whole program shows which caches are valid.
const hash = createHash('sha256');
for (const [name, text] of files) hash.update(`${name}\n${text}`);
files.set('codegen.cjs', `/*${hash.digest('hex').slice(0, 16)}*/${files.get('codegen.cjs')}`);

// The ES module of the library re-exports the CommonJS one, so that both kinds of consumers have the same CodegenError.
const { exports } = Object.values(result.metafile.outputs).find(({ entryPoint }) => entryPoint === 'src/library/index.ts');
files.set('index.mjs', `import library from './index.cjs';\nexport const { ${exports.join(', ')} } = library;\n`);

const browser = await browserLibrary();
for (const [name, text] of browser.files) files.set(`browser/${name}`, text);
inBundles.push(...browser.notices);

// The old files are removed only when all new ones are complete.
rmSync(outdir, { recursive: true, force: true });
for (const [name, text] of files) {
  const file = path.join(outdir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

// The licences of the bundled packages require that they are distributed with it.
const notices = new Map([...licences(result.metafile), ...inBundles].map(({ name, text }) => [name, text]));
const texts = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
