// Bundles the program into dist/, so that each start finds and reads fewer files.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { browserBundle, licences } from './browser.js';
import { commonJs, USED } from './commonjs.js';
import { endings } from './endings.js';

/**
 * Modules of Node.js that packages load, but that this program never uses. Each would cost some milliseconds of every start:
 * commander, for example, supports subcommands that are separate programs.
 */
const UNUSED = { commander: 'node:child_process' };

const withoutUnused = {
  name: 'without-unused',
  setup(on) {
    on.onResolve({ filter: /^node:child_process$/ }, ({ path: name, importer }) =>
      Object.entries(UNUSED).some(
        ([owner, unused]) => unused === name && importer.includes(`${path.sep}node_modules${path.sep}${owner}${path.sep}`),
      )
        ? { path: 'none', namespace: 'none' }
        : undefined,
    );
    on.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * string-width creates its regular expressions of Unicode properties when it is loaded, which takes longer than the rest of
 * the program. Here each is created when a text needs it, and most texts are ASCII.
 */
const widthsWhenAsked = {
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

/**
 * pluralize creates a hundred regular expressions when it is loaded, and V8 compiles each one when it is tried on a word: a
 * twentieth of the tutorial's time. Here, expressions that cannot match the word's last letters are skipped, and the others are
 * created on first use. Irregular words are in sets and maps, because V8 changes an object's form for each added member.
 */
const rulesByEnding = {
  name: 'rules-by-ending',
  setup(on) {
    on.onLoad({ filter: /[\\/]pluralize[\\/]pluralize\.js$/ }, ({ path: file }) => {
      let text = readFileSync(file, 'utf8');
      const replace = (old, now, times = 1) => {
        if (text.split(old).length - 1 !== times) throw new Error('pluralize is not what it was');
        text = text.replaceAll(old, () => now);
      };
      const listed = (ends) => ends && `,${ends.join(',')},`;
      const rule = (source) => JSON.stringify({ source, endings: listed(endings(source)) });
      text = text.replace(/^( *\[?)\/(.+?)\/i(?=[,\]]|$|\s)/gm, (_, start, source) => start + rule(source));
      replace("return new RegExp('^' + rule + '$', 'i');", "return { source: '^' + rule + '$' };");
      replace('var len = rules.length;', 'var len = rules.length, ends = endsOf(token);');
      replace(
        'if (rule[0].test(word))',
        "if (mayEnd(rule[0].endings, ends) && (rule[0].made = rule[0].made || new RegExp(rule[0].source, 'i')).test(word))",
      );
      replace('word.replace(rule[0],', 'word.replace(rule[0].made,');
      replace('var uncountables = {};', 'var uncountables = new Set();');
      replace('uncountables.hasOwnProperty(token)', 'uncountables.has(token)');
      replace('uncountables[word.toLowerCase()] = true;', 'uncountables.add(word.toLowerCase());');
      for (const name of ['irregularPlurals', 'irregularSingles']) replace(`var ${name} = {};`, `var ${name} = new Map();`);
      for (const name of ['keepMap', 'replaceMap']) replace(`${name}.hasOwnProperty(token)`, `${name}.has(token)`, 2);
      replace('replaceMap[token]', 'replaceMap.get(token)');
      replace('irregularSingles[single] = plural;', 'irregularSingles.set(single, plural);');
      replace('irregularPlurals[plural] = single;', 'irregularPlurals.set(plural, single);');
      const functions = `function endsOf(word) {
        return [1, 2, 3].map(function (length) { return ',' + word.slice(-length) + ','; });
      }
      function mayEnd(endings, ends) {
        return endings === undefined || ends.some(function (end) { return endings.includes(end); });
      }`;
      return { contents: `${text}\n${functions}`, loader: 'js' };
    });
  },
};

/** `import text from './file.ts?raw'` imports the text of a file, with the line breaks that Git stores. */
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

/** Evaluates files `*.made.ts` at build time. Their exports are data, which need not be computed at each start. */
const madeNow = {
  name: 'made-now',
  setup(on) {
    on.onLoad({ filter: /\.made\.ts$/ }, async ({ path: file }) => {
      const [{ text }] = (
        await build({ entryPoints: [file], bundle: true, format: 'esm', platform: 'node', plugins: [rawTexts], write: false })
      ).outputFiles;
      const made = await import(`data:text/javascript,${encodeURIComponent(text)}`);
      return {
        contents: Object.entries(made)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n'),
      };
    });
  },
};

/**
 * Modules of the program that most commands do not need, and that others only call from within functions. Each is a chunk,
 * together with the modules that only it imports, and is loaded when one of its names is first used (`scripts/commonjs.js`).
 */
const WHEN_USED = {
  catalogue: 'src/diagnostics/catalogue.ts',
  failure: 'src/cli/failure.ts',
  // Most ontologies have no patterns, and those of the XML Schema types are written out in each dialect.
  'pattern-parse': 'src/pattern/parse.ts',
  'pattern-print': 'src/pattern/print.ts',
  'pattern-equivalent': 'src/pattern/linear-equivalent.ts',
  'pattern-linear': 'src/pattern/linear.ts',
  'pattern-rewrite': 'src/pattern/rewrite.ts',
  // Slices are printed only on request.
  'slice-selection': 'src/model/slice/selection.ts',
  'slice-copy': 'src/model/slice/copy.ts',
  'slice-said': 'src/model/slice/slice-axioms.ts',
  // Needed by some ontologies only.
  choices: 'src/model/settle/choices.ts',
  disjunctions: 'src/model/read/disjunctions.ts',
  narrow: 'src/model/type/narrow.ts',
};

const loadedWhenUsed = {
  name: 'loaded-when-used',
  setup(on) {
    const names = new Map(Object.entries(WHEN_USED).map(([name, file]) => [path.resolve(file), name]));
    on.onResolve({ filter: /\.ts$/ }, ({ path: file, resolveDir, kind }) => {
      const name = kind === 'import-statement' ? names.get(path.resolve(resolveDir, file)) : undefined;
      return name && { path: `${USED}${name}`, external: true };
    });
  },
};

/** The program only needs the name and version of its own package. Each start would have to read and parse the rest. */
const nameAndVersion = {
  name: 'name-and-version',
  setup(on) {
    const own = path.resolve('package.json');
    on.onLoad({ filter: /[\\/]package\.json$/ }, ({ path: file }) => {
      if (file !== own) return undefined;
      const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
      return { contents: JSON.stringify({ name, version }), loader: 'json' };
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
  // A thread is started by its path, next to the chunk that starts it.
  entryPoints: {
    codegen: 'src/cli/run.ts',
    index: 'src/library/index.ts',
    'chunks/print-thread': 'src/cli/print-thread.ts',
    'chunks/query-thread': 'src/graph/query-thread.ts',
    'chunks/shapes-thread': 'src/data/shapes-thread.ts',
    ...Object.fromEntries(Object.entries(WHEN_USED).map(([name, file]) => [`chunks/${name}`, file])),
  },
  outdir: 'dist',
  bundle: true,
  // Code that a command does not need stays in separate files.
  splitting: true,
  outExtension: { '.js': '.mjs' },
  plugins: [withoutUnused, nameAndVersion, loadedWhenUsed, widthsWhenAsked, rulesByEnding, rawTexts, madeNow, browserBundles],
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

// This hash of the whole program tells bin/codegen.js which of its caches are valid.
const sign = createHash('sha256');
for (const [name, text] of files) sign.update(`${name}\n${text}`);
files.set('codegen.cjs', `/*${sign.digest('hex').slice(0, 16)}*/${files.get('codegen.cjs')}`);

// The ES module of the library re-exports the CommonJS one, so that both kinds of consumers have the same CodegenError.
const { exports } = Object.values(result.metafile.outputs).find(({ entryPoint }) => entryPoint === 'src/library/index.ts');
files.set('index.mjs', `import library from './index.cjs';\nexport const { ${exports.join(', ')} } = library;\n`);

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
