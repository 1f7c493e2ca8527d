// Writes the types of the library into dist/types: runs tsc, then keeps the declarations of src/library and those that they refer
// to. Each is written twice, as .d.mts for `import` and as .d.cts for `require`, because TypeScript recognises the kind of a module
// by its extension.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'codegen-types-'));
const config = path.join(work, 'tsconfig.json');
const absolute = (file) => path.join(root, file);
writeFileSync(
  config,
  JSON.stringify({
    extends: absolute('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rootDir: root,
      outDir: path.join(work, 'out'),
      typeRoots: [absolute('node_modules/@types')],
    },
    include: [],
    files: ['src/library/index.ts', 'src/library/browser.ts', 'src/raw.d.ts', 'src/ontology/n3.d.ts'].map(absolute),
  }),
);
const { status } = spawnSync(process.execPath, [absolute('node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const source = path.join(work, 'out', 'src');
/** Returns the text of a declaration file, given its path below src without extension. */
const textOf = (module) =>
  readFileSync(path.join(source, `${module}.d.ts`), 'utf8')
    // Users of the library need no types of Node.js to read bytes, and TypeScript 6 does not include them automatically.
    .replace(/\bBuffer\b/g, 'Uint8Array')
    // Imported texts of files are in the bundle.
    .replace(/^export \{ default as (\w+) \} from '[^']+\?raw';$/gm, 'export declare const $1: string;')
    .replace(/^import \w+ from '[^']+\?raw';\n/gm, '');

/** `export { a, type B as C } from './x.ts';`, in all its forms, over several lines. */
const FROM = /^(import|export) (type )?(?:\{([^}]*)\}|(\* as \w+|\*)) from '(\.[^']+)\.ts';\n?/gm;
const IMPORTED = /import\("(\.[^"]+)\.ts"\)/g;

const resolved = (from, specifier) => path.posix.join(path.posix.dirname(from), specifier);
const namesIn = (list) =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [, name, alias = name] = /^(?:type )?(\w+)(?: as (\w+))?$/.exec(each);
      return { name, alias, text: each };
    });

/** The needed names of each module, `*` for all: `'model/types' → {'DomainModel', 'Field'}`. */
const neededNames = new Map();
const waiting = [];
function requireName(module, name) {
  const known = neededNames.get(module) ?? new Set();
  if (known.has(name) || known.has('*')) return;
  neededNames.set(module, known.add(name));
  waiting.push(module);
}
requireName('library/index', '*');
requireName('library/browser', '*');

const isWanted = (wanted, alias) => wanted.has('*') || wanted.has(alias);
/** True if a module itself declares a needed name, so that its imports are needed, too. */
function declares(text, wanted) {
  const own = text.replace(FROM, '');
  return (
    wanted.has('*') || [...wanted].some((name) => new RegExp(`\\b(?:type|interface|class|const|function) ${name}\\b`).test(own))
  );
}

while (waiting.length > 0) {
  const module = waiting.pop();
  const text = textOf(module);
  const wanted = neededNames.get(module);
  const isOwn = declares(text, wanted);
  for (const [, verb, , list, star, specifier] of text.matchAll(FROM)) {
    const target = resolved(module, specifier);
    if (verb === 'import' && !isOwn) continue;
    if (star !== undefined) for (const name of star === '*' && verb === 'export' ? wanted : ['*']) requireName(target, name);
    else for (const { name, alias } of namesIn(list)) if (verb === 'import' || isWanted(wanted, alias)) requireName(target, name);
  }
  if (isOwn) for (const [, specifier] of text.matchAll(IMPORTED)) requireName(resolved(module, specifier), '*');
}

rmSync(absolute('dist/types'), { recursive: true, force: true });
for (const [module, wanted] of neededNames) {
  const text = textOf(module);
  const isOwn = declares(text, wanted);
  const kept = (whole, verb, type = '', list, star, specifier) => {
    if (verb === 'import') return isOwn ? whole : '';
    if (star !== undefined) return whole;
    const names = namesIn(list).filter(({ alias }) => isWanted(wanted, alias));
    return names.length === 0 ? '' : `${verb} ${type}{ ${names.map(({ text }) => text).join(', ')} } from '${specifier}.ts';\n`;
  };
  // Only the needed re-exports are kept of a module that declares no needed name itself.
  const trimmed = isOwn ? text.replace(FROM, kept) : [...text.matchAll(FROM)].map((match) => kept(...match)).join('');
  // An empty file is not a module, and another one may re-export all of it.
  const declarations = trimmed === '' ? 'export {};\n' : trimmed;
  for (const kind of ['m', 'c']) {
    const file = absolute(`dist/types/${module}.d.${kind}ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, declarations.replace(/(from '|import\(")(\.[^'"]+)\.ts(?=['"])/g, `$1$2.${kind}js`));
  }
}
rmSync(work, { recursive: true });
