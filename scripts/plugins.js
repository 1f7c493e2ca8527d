// Plugins of esbuild that the program and the library for browsers share.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { endings } from './endings.js';

/**
 * Edits the source of the package pluralize, so that it tries fewer regular expressions. The package creates a hundred of them
 * when it is loaded, and V8 compiles each when it is first tried on a word: a twentieth of the tutorial's time. The edited code
 * skips expressions that cannot match the word's last letters, and creates the others on first use. Irregular words are in sets
 * and maps, because V8 changes an object's form for each added member.
 */
export const pluralizeByEnding = {
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

/** Evaluates files `*.made.ts` at build time and bundles their exports as JSON, so that no start computes them again. */
export const evaluateAtBuildTime = {
  name: 'made-now',
  setup(on) {
    on.onLoad({ filter: /\.made\.ts$/ }, async ({ path: file }) => {
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
