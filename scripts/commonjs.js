// Modules as esbuild writes them, with chunks, turned into the CommonJS that esbuild writes for one file only. Node.js starts
// such a program faster, and what V8 made of its scripts can be kept for the next start (bin/codegen.js).
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parse } from 'espree';

/** What esbuild wrote: its own names for what is imported, and `export` in one line at the end. */
const SYNTAX = { ecmaVersion: 2025, sourceType: 'module', range: true };

const builtin = new Set(builtinModules);
const isBuiltin = (name) => name.startsWith('node:') || builtin.has(name);
/** What is loaded when it is used first: each of these costs a start up to some hundredths of it, and few commands use it. */
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
/** What stands before the name of a chunk of the program that is loaded when it is used first, too (`scripts/build.js`). */
export const USED = 'when-used:';
const isUsed = ({ value }) => value.startsWith(USED);
const nameOf = ({ name, value }) => name ?? JSON.stringify(value);
/** The name of a chunk, as the chunk that loads it says it. */
const chunk = (name) => `require(${JSON.stringify(name.replace(/\.mjs$/, '.cjs'))})`;

/**
 * What stands for a statement that imports. A name that is imported is a constant here, so that using it costs nothing: what
 * a chunk exports does not change after it was run (`assertSettled`), and chunks do not import each other in circles.
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

/** The path of a chunk in the program, as an import or an `import()` of a file says it. */
const pathOf = ({ value }, file) => path.posix.join(path.posix.dirname(file), value);

/** What an `import()` becomes: chunks and what is CommonJS itself are required, all else is imported by `import.cjs`. */
function loaded({ source }, text, at) {
  const name = source.type === 'Literal' ? source.value : undefined;
  if (name && isShared(name)) throw new Error(`${name} is loaded by import(), and gives a list`);
  if (name?.startsWith('.')) return `Promise.resolve().then(()=>${chunk(name)})`;
  if (name === 'oxigraph') return `Promise.resolve().then(()=>require("oxigraph"))`;
  return `${chunk(`${at}import.cjs`)}.load(${text.slice(...source.range)})`;
}

/** Calls back for a node and all in it, and says which functions each is in, and of which node it is a part. */
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

/** The names that a pattern binds or assigns. */
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

/** The names that a function has of its own, those of functions in it among them. */
function namesIn(node) {
  const names = node.params.flatMap(bound);
  walk(node.body, [], ({ type, id }) => {
    if (type === 'VariableDeclarator') names.push(...bound(id));
  });
  return names;
}

/** @throws if a function changes what its chunk exports: whoever imported it would not see that */
function assertSettled(changes, exported, file) {
  for (const { name, functions } of changes) {
    if (!exported.has(name) || functions.some((each) => namesIn(each).includes(name))) continue;
    throw new Error(`${file} exports ${name}, and changes it later`);
  }
}

/** Names that stand for members of modules that are loaded when they are used first, each with what is written for it. */
class Late {
  #texts = new Map();
  #uses = [];
  #bound = new Set();
  #imports = [];

  /** @returns whether it is one whose module is loaded late */
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
    // What is handed on is taken when the chunk is run.
    if (node.type === 'ExportSpecifier') this.#bound.add(node.local.name);
    if (node.type !== 'Identifier' || parent.type.startsWith('Import') || parent.type.startsWith('Export')) return;
    const isKey = (parent.property === node || (parent.key === node && !parent.shorthand)) && !parent.computed;
    if (!isKey) this.#uses.push({ node, functions, parent });
  }

  /**
   * What is to be written in the place of what: an import of Node.js whose names anything else has, too, stays what it was.
   *
   * @param at the way from the file to the folder of the program
   * @throws if a chunk of the program cannot wait for being used
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
      // The name and the value of `{ name }` are one place.
      if (text === undefined || seen.has(node.range[0])) continue;
      seen.add(node.range[0]);
      edits.push([node.range, parent.shorthand ? `${node.name}:${text}` : text]);
    }
    return edits;
  }
}

const NAMED = new Set(['FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration', 'ClassExpression']);

/** esbuild writes all in ASCII but regular expressions, to which an escape is the same (ECMA-262, CharacterEscape). */
const NOT_ASCII = /[^\0-\x7f]/g;
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One module as CommonJS. */
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

/** The chunks that a module loads before it is run. */
const needs = ({ body }, file) =>
  body
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('.'))
    .map(({ source }) => pathOf(source, file));

/** @throws if chunks import each other in a circle, where one of them would see nothing of the other */
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

/** How esbuild calls a chunk that it makes of what several share: it is only ever imported, by others of its chunks. */
const isShared = (file) => path.posix.basename(file).startsWith('chunk-');

/**
 * What shared chunks export, each a list of names: it is given from one to the other as a list, by place. Of an object V8 makes a
 * new form for each of its names, at each start.
 */
const listedExports = (trees) =>
  new Map([...trees].filter(([file]) => isShared(file)).map(([file, tree]) => [file, exportsOf(tree)]));

const exportsOf = ({ body }) =>
  body.flatMap(({ type, specifiers }) =>
    type === 'ExportNamedDeclaration' ? specifiers.map(({ exported }) => nameOf(exported)) : [],
  );

/** All modules of a bundle, by their paths in it, as CommonJS. */
export function commonJs(texts) {
  const trees = new Map([...texts].map(([file, text]) => [file, parse(text, SYNTAX)]));
  assertNoCircle(trees);
  const lists = listedExports(trees);
  const files = new Map([['import.cjs', "'use strict';\nexports.load = (name) => import(name);\n"]]);
  for (const [file, text] of texts) files.set(file.replace(/\.mjs$/, '.cjs'), converted(text, trees.get(file), file, lists));
  return files;
}
