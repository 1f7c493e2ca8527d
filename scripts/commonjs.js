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
const nameOf = ({ name, value }) => name ?? JSON.stringify(value);
/** Returns the code that loads a chunk. */
const requireChunk = (name) => `require(${JSON.stringify(name.replace(/\.mjs$/, '.cjs'))})`;

/**
 * Returns the code for an import statement. Imported names become constants, so using them costs nothing: exports do not
 * change after their chunk has run (`assertExportsConstant`), and chunks do not import each other in circles.
 */
function staticImport({ source, specifiers }, file) {
  const isChunk = source.value.startsWith('.');
  if (!isChunk && !isBuiltin(source.value)) throw new Error(`${file} imports ${source.value}, which is not in the bundle`);
  const module = isChunk ? requireChunk(source.value) : `require(${JSON.stringify(source.value)})`;
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier');
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
  if (name?.startsWith('.')) return `Promise.resolve().then(()=>${requireChunk(name)})`;
  if (name === 'oxigraph') return `Promise.resolve().then(()=>require("oxigraph"))`;
  return `${requireChunk(`${root}import.cjs`)}.load(${text.slice(...source.range)})`;
}

/** Visits a node and all nodes in it. Passes the enclosing functions of each node. */
function walk(node, functions, visit) {
  visit(node, functions);
  const inside = FUNCTIONS.has(node.type) ? [...functions, node] : functions;
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const each of value) if (typeof each?.type === 'string') walk(each, inside, visit);
    } else if (typeof value?.type === 'string') walk(value, inside, visit);
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

/** esbuild writes everything in ASCII except regular expressions, where escapes are equivalent (ECMA-262, CharacterEscape). */
const NOT_ASCII = /[^\0-\x7f]/g;
const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Converts one module to CommonJS. */
function convertModule(text, tree, file) {
  const root = path.posix.dirname(file) === '.' ? './' : '../';
  const edits = [];
  const exports = [];
  const exported = new Set();
  const changes = [];
  const visitors = {
    ImportDeclaration: (node) => edits.push([node.range, staticImport(node, file)]),
    ExportDefaultDeclaration: ({ range, declaration }) => {
      edits.push([[range[0], declaration.range[0]], 'const __default=']);
      exports.push('default:__default');
    },
    ExportNamedDeclaration: ({ range, specifiers }) => {
      edits.push([range, '']);
      for (const { exported: name, local } of specifiers) {
        exports.push(`${nameOf(name)}:${local.name}`);
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
  walk(tree, [], (node, functions) => visitors[node.type]?.(node, functions));
  assertExportsConstant(changes, exported, file);
  let result = text;
  for (const [[start, end], replacement] of edits.sort(([[a]], [[b]]) => b - a)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  if (result.search(NOT_ASCII) >= 0) throw new Error(`${file} holds more than ASCII, which V8 keeps in twice the memory`);
  return `"use strict";${result}${exports.length > 0 ? `module.exports={${exports.join(',')}};` : ''}\n`;
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

/** Converts all modules of a bundle to CommonJS; takes and returns texts by path. */
export function commonJs(texts) {
  const trees = new Map([...texts].map(([file, text]) => [file, parse(text, SYNTAX)]));
  assertNoImportCycle(trees);
  const files = new Map([['import.cjs', "'use strict';\nexports.load = (name) => import(name);\n"]]);
  for (const [file, text] of texts) files.set(file.replace(/\.mjs$/, '.cjs'), convertModule(text, trees.get(file), file));
  return files;
}
