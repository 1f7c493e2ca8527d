// Converts esbuild's ES modules with chunks to CommonJS, which esbuild itself writes only as a single file. Node.js starts
// such a program faster, and can reuse V8's compiled code at the next start (bin/codegen.js).
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
export const USED = 'when-used:';
const isUsed = ({ value }) => value.startsWith(USED);
const nameOf = ({ name, value }) => name ?? JSON.stringify(value);
/** Returns the code that loads a chunk. */
const chunk = (name) => `require(${JSON.stringify(name.replace(/\.mjs$/, '.cjs'))})`;

/**
 * Returns the code for an import statement. Imported names become constants, so using them costs nothing: exports do not
 * change after their chunk has run (`assertSettled`), and chunks do not import each other in circles.
 */
function imported({ source, specifiers, range }, file, lists) {
  const isChunk = source.value.startsWith('.');
  if (!isChunk && !isBuiltin(source.value)) throw new Error(`${file} imports ${source.value}, which is not in the bundle`);
  const module = isChunk ? chunk(source.value) : `require(${JSON.stringify(source.value)})`;
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier');
  const list = isChunk ? lists.get(pathOf(source, file)) : undefined;
  if (list && whole.length > 0) throw new Error(`${file} asks for all of ${source.value}, which gives a list`);
  if (list && named.length > 0) {
    const all = `__from_${range[0]}`;
    const places = named.map(({ imported: name, local }) => `${local.name}=${all}[${list.indexOf(nameOf(name))}]`);
    return `const ${[`${all}=${module}`, ...places].join(',')};`;
  }
  const members = named.map(({ imported, local }) => `${nameOf(imported)}:${local.name}`);
  return [
    ...whole.map(({ local }) => `const ${local.name}=${module};`),
    ...(members.length > 0 ? [`const{${members.join(',')}}=${module};`] : []),
    ...(specifiers.length === 0 ? [`${module};`] : []),
  ].join('');
}

/** Returns the path of a chunk within the program, for an import or `import()` in a file. */
const pathOf = ({ value }, file) => path.posix.join(path.posix.dirname(file), value);

/** Returns the code for an `import()`: chunks and CommonJS packages are required, all others imported by `import.cjs`. */
function loaded({ source }, text, at) {
  const name = source.type === 'Literal' ? source.value : undefined;
  if (name && isShared(name)) throw new Error(`${name} is loaded by import(), and gives a list`);
  if (name?.startsWith('.')) return `Promise.resolve().then(()=>${chunk(name)})`;
  if (name === 'oxigraph') return `Promise.resolve().then(()=>require("oxigraph"))`;
  return `${chunk(`${at}import.cjs`)}.load(${text.slice(...source.range)})`;
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
function bound(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => bound(each.value ?? each.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(bound);
    case 'AssignmentPattern':
      return bound(pattern.left);
    case 'RestElement':
      return bound(pattern.argument);
    default:
      return [];
  }
}

/** Returns the names that a function declares, including those of functions within it. */
function namesIn(node) {
  const names = node.params.flatMap(bound);
  walk(node.body, [], ({ type, id }) => {
    if (type === 'VariableDeclarator') names.push(...bound(id));
  });
  return names;
}

/** @throws if a function changes an export of its chunk: importers would not see the change */
function assertSettled(changes, exported, file) {
  for (const { name, functions } of changes) {
    if (!exported.has(name) || functions.some((each) => namesIn(each).includes(name))) continue;
    throw new Error(`${file} exports ${name}, and changes it later`);
  }
}

/** Imported names of modules that are loaded on first use, with the code that replaces each name. */
class Late {
  #texts = new Map();
  #uses = [];
  #bound = new Set();
  #imports = [];

  /** @returns true if the imported module is loaded on first use */
  adds(node) {
    const module = node.source.value.replace(/^node:/, '');
    if ((!LATE.has(module) && !isUsed(node.source)) || node.specifiers.length === 0) return false;
    this.#imports.push(node);
    return true;
  }

  sees(node, functions, parent) {
    if (node.type === 'VariableDeclarator') for (const name of bound(node.id)) this.#bound.add(name);
    if (FUNCTIONS.has(node.type)) for (const name of node.params.flatMap(bound)) this.#bound.add(name);
    if (node.type === 'CatchClause') for (const name of bound(node.param)) this.#bound.add(name);
    if (NAMED.has(node.type) && node.id) this.#bound.add(node.id.name);
    // A re-exported name is read when the chunk runs.
    if (node.type === 'ExportSpecifier') this.#bound.add(node.local.name);
    if (node.type !== 'Identifier' || parent.type.startsWith('Import') || parent.type.startsWith('Export')) return;
    const isKey = (parent.property === node || (parent.key === node && !parent.shorthand)) && !parent.computed;
    if (!isKey) this.#uses.push({ node, functions, parent });
  }

  /**
   * Returns the edits of the text. An import of Node.js stays if another declaration in the file uses one of its names.
   *
   * @param at the relative path from the file to the folder of the program
   * @throws if a chunk of the program cannot be loaded on first use
   */
  edits(file, at, lists) {
    const edits = [];
    for (const node of this.#imports) {
      const names = new Set(node.specifiers.map(({ local }) => local.name));
      const isOther = [...names].some((name) => this.#bound.has(name));
      if (isUsed(node.source)) {
        const isAtOnce = this.#uses.some(({ node: { name }, functions }) => names.has(name) && functions.length === 0);
        if (isOther || isAtOnce) throw new Error(`${file} does not wait with using ${[...names]} of ${node.source.value}`);
      } else if (isOther) {
        edits.push([node.range, imported(node, file, lists)]);
        continue;
      }
      const holder = `__late_${node.source.value.replace(/\W/g, '_')}_${node.range[0]}`;
      const id = isUsed(node.source) ? `${at}chunks/${node.source.value.slice(USED.length)}.cjs` : node.source.value;
      const whole = `(${holder}??=require(${JSON.stringify(id)}))`;
      edits.push([node.range, `let ${holder};`]);
      for (const { type, imported: name, local } of node.specifiers) {
        this.#texts.set(local.name, type === 'ImportSpecifier' ? `${whole}.${nameOf(name)}` : whole);
      }
    }
    const seen = new Set();
    for (const { node, parent } of this.#uses) {
      const text = this.#texts.get(node.name);
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
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Converts one module to CommonJS. */
function converted(text, tree, file, lists) {
  const at = path.posix.dirname(file) === '.' ? './' : '../';
  const edits = [];
  const exports = [];
  const exported = new Set();
  const changes = [];
  const isList = lists.has(file);
  const late = new Late();
  const visitors = {
    ImportDeclaration: (node) => {
      if (!late.adds(node)) edits.push([node.range, imported(node, file, lists)]);
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
    ImportExpression: (node) => edits.push([node.range, loaded(node, text, at)]),
    MetaProperty: ({ meta, range: [start, end] }) => {
      if (meta.name !== 'import') return;
      const [member] = /^\.(?:url|filename)\b/.exec(text.slice(end, end + 20)) ?? [];
      if (member === undefined) throw new Error(`${file} asks for another member of import.meta`);
      const value = member === '.url' ? 'require("node:url").pathToFileURL(__filename).href' : '__filename';
      edits.push([[start, end + member.length], value]);
    },
    AssignmentExpression: ({ left }, functions) => {
      if (functions.length > 0) changes.push(...bound(left).map((name) => ({ name, functions })));
    },
    Literal: ({ regex, raw, range }) => {
      if (regex && raw.search(NOT_ASCII) >= 0) edits.push([range, raw.replace(NOT_ASCII, escaped)]);
    },
    AwaitExpression: (_, functions) => {
      if (functions.length === 0) throw new Error(`${file} waits outside of functions, which CommonJS cannot`);
    },
    UpdateExpression: ({ argument }, functions) => {
      if (functions.length > 0) changes.push(...bound(argument).map((name) => ({ name, functions })));
    },
  };
  walk(tree, [], (node, functions, parent) => {
    visitors[node.type]?.(node, functions);
    late.sees(node, functions, parent);
  });
  edits.push(...late.edits(file, at, lists));
  assertSettled(changes, exported, file);
  let result = text;
  for (const [[start, end], replacement] of edits.sort(([[a]], [[b]]) => b - a)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  if (result.search(NOT_ASCII) >= 0) throw new Error(`${file} holds more than ASCII, which V8 keeps in twice the memory`);
  const all = exports.join(',');
  const given = isList ? `Array.of(${all})` : `{${all}}`;
  return `"use strict";${result}${exports.length > 0 ? `module.exports=${given};` : ''}\n`;
}

/** Returns the chunks that a module loads before it runs. */
const needs = ({ body }, file) =>
  body
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('.'))
    .map(({ source }) => pathOf(source, file));

/** @throws if chunks import each other in a circle: one of them would not see the exports of the other */
function assertNoCircle(trees) {
  const done = new Set();
  const visit = (file, way) => {
    if (way.includes(file)) throw new Error(`chunks import each other: ${[...way, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const next of needs(trees.get(file), file)) visit(next, [...way, file]);
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
  assertNoCircle(trees);
  const lists = listedExports(trees);
  const files = new Map([['import.cjs', "'use strict';\nexports.load = (name) => import(name);\n"]]);
  for (const [file, text] of texts) files.set(file.replace(/\.mjs$/, '.cjs'), converted(text, trees.get(file), file, lists));
  return files;
}
