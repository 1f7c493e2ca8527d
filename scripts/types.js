// Writes the types of the library next to its bundle: the declarations of src/library, and those that they refer to. One tree
// is for `import`, one for `require`: TypeScript recognises the kind of a module by its extension.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const made = mkdtempSync(path.join(tmpdir(), 'codegen-types-'));
const config = path.join(made, 'tsconfig.json');
const within = (file) => path.join(root, file);
writeFileSync(
  config,
  JSON.stringify({
    extends: within('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rootDir: root,
      outDir: path.join(made, 'out'),
      typeRoots: [within('node_modules/@types')],
    },
    include: [],
    files: ['src/library/index.ts', 'src/library/browser.ts', 'src/raw.d.ts', 'src/ontology/n3.d.ts'].map(within),
  }),
);
const { status } = spawnSync(process.execPath, [within('node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const source = path.join(made, 'out', 'src');
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

const resolved = (from, way) => path.posix.join(path.posix.dirname(from), way);
const namesIn = (list) =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [, name, alias = name] = /^(?:type )?(\w+)(?: as (\w+))?$/.exec(each);
      return { name, alias, text: each };
    });

/** The names that are needed of each module; `*` means all. */
const asked = new Map();
const waiting = [];
function ask(module, name) {
  const known = asked.get(module) ?? new Set();
  if (known.has(name) || known.has('*')) return;
  asked.set(module, known.add(name));
  waiting.push(module);
}
ask('library/index', '*');
ask('library/browser', '*');

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
  const wanted = asked.get(module);
  const isOwn = declares(text, wanted);
  for (const [, verb, , list, star, way] of text.matchAll(FROM)) {
    const target = resolved(module, way);
    if (verb === 'import' && !isOwn) continue;
    if (star !== undefined) for (const name of star === '*' && verb === 'export' ? wanted : ['*']) ask(target, name);
    else for (const { name, alias } of namesIn(list)) if (verb === 'import' || isWanted(wanted, alias)) ask(target, name);
  }
  if (isOwn) for (const [, way] of text.matchAll(IMPORTED)) ask(resolved(module, way), '*');
}

rmSync(within('dist/types'), { recursive: true, force: true });
for (const [module, wanted] of asked) {
  const text = textOf(module);
  const isOwn = declares(text, wanted);
  const kept = (whole, verb, type = '', list, star, way) => {
    if (verb === 'import') return isOwn ? whole : '';
    if (star !== undefined) return whole;
    const names = namesIn(list).filter(({ alias }) => isWanted(wanted, alias));
    return names.length === 0 ? '' : `${verb} ${type}{ ${names.map(({ text }) => text).join(', ')} } from '${way}.ts';\n`;
  };
  // Only the needed re-exports are kept of a module that declares no needed name itself.
  const trimmed = isOwn ? text.replace(FROM, kept) : [...text.matchAll(FROM)].map((match) => kept(...match)).join('');
  // An empty file is not a module, and another one may re-export all of it.
  const declarations = trimmed === '' ? 'export {};\n' : trimmed;
  for (const kind of ['m', 'c']) {
    const file = within(`dist/types/${module}.d.${kind}ts`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, declarations.replace(/(from '|import\(")(\.[^'"]+)\.ts(?=['"])/g, `$1$2.${kind}js`));
  }
}
rmSync(made, { recursive: true });
