// Converts the ES modules (chunks) that esbuild writes to CommonJS: `import{a as b}from"./x.mjs"` becomes
// `const{a:b}=require("./x.cjs")`. esbuild itself writes CommonJS only as a single file. Node.js starts such a program faster, and
// can reuse V8's compiled code at the next start (bin/codegen.js).
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parse } from 'espree';

/** Options for parsing esbuild's output: it has its own names for imports, and one `export` statement at the end. */
const SYNTAX = { ecmaVersion: 2025, sourceType: 'module', range: true };

const builtin = new Set(builtinModules);
const isBuiltin = (name) => name.startsWith('node:') || builtin.has(name);
/** Modules of Node.js that are loaded on first use: each takes up to some hundredths of a start, and few commands need it. */
const LATE = new Set([
  'crypto',
  'v8',
  'net',
  'tls',
  'http',
  'https',
  'zlib',
  'worker_threads',
  'child_process',
  'os',
  'readline',
  'dns',
]);
/** Prefix of the program's own chunks that are loaded on first use (`scripts/build.js`). */
export const LOADED_ON_USE_PREFIX = 'when-used:';
const isLoadedOnUse = ({ value }) => value.startsWith(LOADED_ON_USE_PREFIX);
const nameOf = ({ name, value }) => name ?? JSON.stringify(value);
/** Returns the code that loads a chunk. */
const requireChunk = (name) => `require(${JSON.stringify(name.replace(/\.mjs$/, '.cjs'))})`;

/**
 * Returns the code for an import statement. Imported names become constants, so using them costs nothing: exports do not
 * change after their chunk has run (`assertExportsConstant`), and chunks do not import each other in circles.
 */
function staticImport({ source, specifiers, range }, file, lists) {
  const isChunk = source.value.startsWith('.');
  if (!isChunk && !isBuiltin(source.value)) throw new Error(`${file} imports ${source.value}, which is not in the bundle`);
  const module = isChunk ? requireChunk(source.value) : `require(${JSON.stringify(source.value)})`;
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier');
  const list = isChunk ? lists.get(pathOf(source, file)) : undefined;
  if (list && whole.length > 0) throw new Error(`${file} asks for all of ${source.value}, which gives a list`);
  if (list && named.length > 0) {
    const all = `__from_${range[0]}`;
    const elements = named.map(({ imported, local }) => `${local.name}=${all}[${list.indexOf(nameOf(imported))}]`);
    return `const ${[`${all}=${module}`, ...elements].join(',')};`;
  }
  const members = named.map(({ imported, local }) => `${nameOf(imported)}:${local.name}`);
  return [
    ...whole.map(({ local }) => `const ${local.name}=${module};`),
    ...(members.length > 0 ? [`const{${members.join(',')}}=${module};`] : []),
    ...(specifiers.length === 0 ? [`${module};`] : []),
  ].join('');
}

/** Returns the path within the program of a chunk that a file imports. */
const pathOf = ({ value }, file) => path.posix.join(path.posix.dirname(file), value);

/**
 * Returns the code for an `import()`: chunks and CommonJS packages are required, all others imported by `import.cjs`.
 *
 * @param root the relative path from the file to the folder of the program
 */
function dynamicImport({ source }, text, root) {
  const name = source.type === 'Literal' ? source.value : undefined;
  if (name && isShared(name)) throw new Error(`${name} is loaded by import(), and gives a list`);
  if (name?.startsWith('.')) return `Promise.resolve().then(()=>${requireChunk(name)})`;
  if (name === 'oxigraph') return `Promise.resolve().then(()=>require("oxigraph"))`;
  return `${requireChunk(`${root}import.cjs`)}.load(${text.slice(...source.range)})`;
}

/** Visits a node and all nodes in it. Passes the enclosing functions and the parent of each node. */
function walk(node, functions, visit, parent) {
  visit(node, functions, parent);
  const inside = FUNCTIONS.has(node.type) ? [...functions, node] : functions;
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const each of value) if (typeof each?.type === 'string') walk(each, inside, visit, node);
    } else if (typeof value?.type === 'string') walk(value, inside, visit, node);
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Returns the names that a pattern declares or assigns. */
function namesInPattern(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesInPattern(each.value ?? each.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesInPattern);
    case 'AssignmentPattern':
      return namesInPattern(pattern.left);
    case 'RestElement':
      return namesInPattern(pattern.argument);
    default:
      return [];
  }
}

/** Returns the names that a function declares, including those of functions within it. */
function namesInFunction(node) {
  const names = node.params.flatMap(namesInPattern);
  walk(node.body, [], ({ type, id }) => {
    if (type === 'VariableDeclarator') names.push(...namesInPattern(id));
  });
  return names;
}

/** @throws if a function changes an export of its chunk: importers would not see the change */
function assertExportsConstant(changes, exported, file) {
  for (const { name, functions } of changes) {
    if (!exported.has(name) || functions.some((each) => namesInFunction(each).includes(name))) continue;
    throw new Error(`${file} exports ${name}, and changes it later`);
  }
}

/**
 * The imports of one file whose modules are loaded on first use. `import{hash as h}from"node:crypto";h()` becomes
 * `let late;(late??=require("node:crypto")).hash()`.
 */
class LateImports {
  #imports = [];
  /** All uses of names in the file. */
  #uses = [];
  /** Names that the file itself declares. */
  #declared = new Set();

  /** @returns true if the imported module is loaded on first use */
  add(node) {
    const module = node.source.value.replace(/^node:/, '');
    if ((!LATE.has(module) && !isLoadedOnUse(node.source)) || node.specifiers.length === 0) return false;
    this.#imports.push(node);
    return true;
  }

  visit(node, functions, parent) {
    if (node.type === 'VariableDeclarator') for (const name of namesInPattern(node.id)) this.#declared.add(name);
    if (FUNCTIONS.has(node.type)) for (const name of node.params.flatMap(namesInPattern)) this.#declared.add(name);
    if (node.type === 'CatchClause') for (const name of namesInPattern(node.param)) this.#declared.add(name);
    if (NAMED.has(node.type) && node.id) this.#declared.add(node.id.name);
    // A re-exported name is read when the chunk runs.
    if (node.type === 'ExportSpecifier') this.#declared.add(node.local.name);
    if (node.type !== 'Identifier' || parent.type.startsWith('Import') || parent.type.startsWith('Export')) return;
    const isKey = (parent.property === node || (parent.key === node && !parent.shorthand)) && !parent.computed;
    if (!isKey) this.#uses.push({ node, functions, parent });
  }

  /**
   * Returns the edits of the text. An import of Node.js stays if another declaration in the file uses one of its names.
   *
   * @param root the relative path from the file to the folder of the program
   * @throws if a chunk of the program cannot be loaded on first use
   */
  edits(file, root, lists) {
    const edits = [];
    /** The code that replaces each imported name. */
    const replacements = new Map();
    for (const node of this.#imports) {
      const names = new Set(node.specifiers.map(({ local }) => local.name));
      const isRedeclared = [...names].some((name) => this.#declared.has(name));
      if (isLoadedOnUse(node.source)) {
        const isAtOnce = this.#uses.some(({ node: { name }, functions }) => names.has(name) && functions.length === 0);
        if (isRedeclared || isAtOnce) throw new Error(`${file} does not wait with using ${[...names]} of ${node.source.value}`);
      } else if (isRedeclared) {
        edits.push([node.range, staticImport(node, file, lists)]);
        continue;
      }
      const variable = `__late_${node.source.value.replace(/\W/g, '_')}_${node.range[0]}`;
      const id = isLoadedOnUse(node.source)
        ? `${root}chunks/${node.source.value.slice(LOADED_ON_USE_PREFIX.length)}.cjs`
        : node.source.value;
      const whole = `(${variable}??=require(${JSON.stringify(id)}))`;
      edits.push([node.range, `let ${variable};`]);
      for (const { type, imported, local } of node.specifiers) {
        replacements.set(local.name, type === 'ImportSpecifier' ? `${whole}.${nameOf(imported)}` : whole);
      }
    }
    const seen = new Set();
    for (const { node, parent } of this.#uses) {
      const text = replacements.get(node.name);
      // In `{ name }`, the key and the value have the same range.
      if (text === undefined || seen.has(node.range[0])) continue;
      seen.add(node.range[0]);
      edits.push([node.range, parent.shorthand ? `${node.name}:${text}` : text]);
    }
    return edits;
  }
}

const NAMED = new Set(['FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration', 'ClassExpression']);

/** esbuild writes everything in ASCII except regular expressions, where escapes are equivalent (ECMA-262, CharacterEscape). */
const NOT_ASCII = /[^\0-\x7f]/g;
const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Converts one module to CommonJS. */
function convertModule(text, tree, file, lists) {
  const root = path.posix.dirname(file) === '.' ? './' : '../';
  const edits = [];
  const exports = [];
  const exported = new Set();
  const changes = [];
  const isList = lists.has(file);
  const lateImports = new LateImports();
  const visitors = {
    ImportDeclaration: (node) => {
      if (!lateImports.add(node)) edits.push([node.range, staticImport(node, file, lists)]);
    },
    ExportDefaultDeclaration: ({ range, declaration }) => {
      if (isList) throw new Error(`${file} exports something without a name, and gives a list`);
      edits.push([[range[0], declaration.range[0]], 'const __default=']);
      exports.push('default:__default');
    },
    ExportNamedDeclaration: ({ range, specifiers }) => {
      edits.push([range, '']);
      for (const { exported: name, local } of specifiers) {
        exports.push(isList ? local.name : `${nameOf(name)}:${local.name}`);
        exported.add(local.name);
      }
    },
    ImportExpression: (node) => edits.push([node.range, dynamicImport(node, text, root)]),
    MetaProperty: ({ meta, range: [start, end] }) => {
      if (meta.name !== 'import') return;
      const [member] = /^\.(?:url|filename)\b/.exec(text.slice(end, end + 20)) ?? [];
      if (member === undefined) throw new Error(`${file} asks for another member of import.meta`);
      const value = member === '.url' ? 'require("node:url").pathToFileURL(__filename).href' : '__filename';
      edits.push([[start, end + member.length], value]);
    },
    AssignmentExpression: ({ left }, functions) => {
      if (functions.length > 0) changes.push(...namesInPattern(left).map((name) => ({ name, functions })));
    },
    Literal: ({ regex, raw, range }) => {
      if (regex && raw.search(NOT_ASCII) >= 0) edits.push([range, raw.replace(NOT_ASCII, escapeUnit)]);
    },
    AwaitExpression: (_, functions) => {
      if (functions.length === 0) throw new Error(`${file} waits outside of functions, which CommonJS cannot`);
    },
    UpdateExpression: ({ argument }, functions) => {
      if (functions.length > 0) changes.push(...namesInPattern(argument).map((name) => ({ name, functions })));
    },
  };
  walk(tree, [], (node, functions, parent) => {
    visitors[node.type]?.(node, functions);
    lateImports.visit(node, functions, parent);
  });
  edits.push(...lateImports.edits(file, root, lists));
  assertExportsConstant(changes, exported, file);
  let result = text;
  for (const [[start, end], replacement] of edits.sort(([[a]], [[b]]) => b - a)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  if (result.search(NOT_ASCII) >= 0) throw new Error(`${file} holds more than ASCII, which V8 keeps in twice the memory`);
  const all = exports.join(',');
  const exportsCode = isList ? `Array.of(${all})` : `{${all}}`;
  return `"use strict";${result}${exports.length > 0 ? `module.exports=${exportsCode};` : ''}\n`;
}

/** Returns the chunks that a module loads before it runs. */
const importedChunks = ({ body }, file) =>
  body
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('.'))
    .map(({ source }) => pathOf(source, file));

/** @throws if chunks import each other in a circle: one of them would not see the exports of the other */
function assertNoImportCycle(trees) {
  const done = new Set();
  const visit = (file, importChain) => {
    if (importChain.includes(file)) throw new Error(`chunks import each other: ${[...importChain, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const next of importedChunks(trees.get(file), file)) visit(next, [...importChain, file]);
    done.add(file);
  };
  for (const file of trees.keys()) visit(file, []);
}

/** True for esbuild's names of chunks with shared code. Only other chunks import these. */
const isShared = (file) => path.posix.basename(file).startsWith('chunk-');

/**
 * Returns the exported names of each shared chunk. A shared chunk exports a list, whose elements are found by index: for an
 * object, V8 would create a new form for each of its names, at each start.
 */
const listedExports = (trees) =>
  new Map([...trees].filter(([file]) => isShared(file)).map(([file, tree]) => [file, exportsOf(tree)]));

const exportsOf = ({ body }) =>
  body.flatMap(({ type, specifiers }) =>
    type === 'ExportNamedDeclaration' ? specifiers.map(({ exported }) => nameOf(exported)) : [],
  );

/** Converts all modules of a bundle to CommonJS; takes and returns texts by path. */
export function commonJs(texts) {
  const trees = new Map([...texts].map(([file, text]) => [file, parse(text, SYNTAX)]));
  assertNoImportCycle(trees);
  const lists = listedExports(trees);
  const files = new Map([['import.cjs', "'use strict';\nexports.load = (name) => import(name);\n"]]);
  for (const [file, text] of texts) files.set(file.replace(/\.mjs$/, '.cjs'), convertModule(text, trees.get(file), file, lists));
  return files;
}
