// Builds the playground, a page that generates code in the browser, into a folder: `node scripts/playground.js FOLDER`. The page
// works on any server and from the disk.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { browserLibrary, libraryOptions, licences } from './browser.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (file) => path.join(root, 'website/playground', file);

const bundle = async (file, unused, alias = {}) => {
  const { outputFiles, metafile } = await build({
    ...libraryOptions(unused),
    ...{ alias, absWorkingDir: root, entryPoints: [source(file)], format: 'iife', jsx: 'automatic', jsxImportSource: 'preact' },
    // Only code that is left out uses it.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return { text: outputFiles[0].text, notices: licences(metafile) };
};

/** Wraps a program in a function: a page on the disk can load this script, and starts a worker with the function's text. */
const asFunction = (name, text) => `window.${name} = function () {\n${text}};\n`;

/** Writes the playground: a page, its style, and classic scripts. */
export async function buildPlayground(folder) {
  const { unused } = await browserLibrary();
  const [app, worker, letters] = await Promise.all([
    bundle('app.tsx', unused),
    // The table of letters is larger than everything else, and most ontologies are written in ASCII.
    bundle('worker.ts', unused, { 'any-ascii': source('any-ascii.ts') }),
    bundle('letters.ts', unused),
  ]);
  mkdirSync(folder, { recursive: true });
  copyFileSync(source('index.html'), path.join(folder, 'index.html'));
  const styles = [path.join(root, 'src/site/browser/look.css'), source('style.css')];
  writeFileSync(path.join(folder, 'style.css'), styles.map((file) => readFileSync(file, 'utf8')).join(''));
  writeFileSync(path.join(folder, 'app.js'), app.text);
  writeFileSync(path.join(folder, 'worker.js'), asFunction('codegenWorker', worker.text));
  writeFileSync(path.join(folder, 'letters.js'), asFunction('codegenLetters', letters.text));
  const texts = new Map([...app.notices, ...worker.notices, ...letters.notices].map(({ name, text }) => [name, text]));
  writeFileSync(path.join(folder, 'licences.txt'), `${[...texts.values()].join('\n\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPlayground(process.argv[2] ?? 'website/dist/playground');
