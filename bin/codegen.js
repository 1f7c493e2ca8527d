#!/usr/bin/env node
// Starts the program. Caches V8's compiled code of its scripts for the next start, which saves a third of a short command.
// NODE_DISABLE_COMPILE_CACHE=1 disables the cache, as it does for that of Node.js, which Node.js 20 lacks.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '..', 'dist');
const MAIN = path.join(dist, 'codegen.cjs');
const CHUNKS = path.join(dist, 'chunks');

/** Returns the folder for caches: https://specifications.freedesktop.org/basedir-spec/latest/#variables, or that of Windows. */
function cacheFolder({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }) {
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) return path.join(XDG_CACHE_HOME, 'codegen');
  if (process.platform === 'win32') return LOCALAPPDATA && path.join(LOCALAPPDATA, 'codegen', 'cache');
  return HOME && path.isAbsolute(HOME) ? path.join(HOME, '.cache', 'codegen') : undefined;
}

/** Returns a short hash of words, for names of files. */
function hashOf(words) {
  let hash = 0;
  for (const sign of words.join(' ')) hash = (hash * 31 + sign.codePointAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

/** Returns a name for the version of Node.js and its flags: V8 rejects cached code of others. */
const runtimeName = ({ NODE_OPTIONS = '' }) =>
  `${process.version}-${process.arch}-${hashOf([...process.execArgv, NODE_OPTIONS])}`;

/**
 * Returns a checksum that detects pages (4096 bytes) that were never written to the disk. It reads four words of each page,
 * because the first one may be zero.
 */
function sumOf({ buffer, byteOffset }, length) {
  // Methods of Buffer are slow before V8 compiles them.
  const words = new Int32Array(buffer, byteOffset, length >> 2);
  let sum = length;
  // V8 allocates an object for each intermediate value of more than 32 bits.
  for (let at = 0; at < words.length; at += 256) sum = Math.imul(sum, 37) ^ words[at];
  return sum;
}

/** The number of bytes for the list of parts at the start of a file. */
const START = 32768;

/**
 * Reads a file of parts: four bytes with the length of the list of parts, the list, and the parts. Each part is the compiled code
 * of a script and its text. Because it is executed, the file is used only if no other user could have written it.
 *
 * @returns the parts, each with the names of its chunks; none if there is no such file
 */
function readParts(file) {
  try {
    const handle = fs.openSync(file);
    const { uid, mode } = fs.fstatSync(handle);
    if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return [];
    const head = Buffer.allocUnsafeSlow(START);
    fs.readSync(handle, head, 0, START, 0);
    const list = JSON.parse(head.latin1Slice(4, 4 + head.readUInt32LE(0)));
    return list.map(([names, ...place]) => ({ names: [...names], read: () => readPart(handle, place) }));
  } catch {
    // The file does not exist, or is not readable.
    return [];
  }
}

/** @returns the text of a script and its compiled code, if it has been run; undefined if the file is damaged */
function readPart(handle, place) {
  try {
    return readAt(handle, place);
  } catch {
    // The list is damaged, or the disk has an error.
    return undefined;
  }
}

function readAt(handle, [start, textSize, size, sum]) {
  // Both are read into the same memory, because new memory pages are slower.
  const all = Buffer.allocUnsafeSlow(Math.max(textSize, size));
  const read = (from, length) => fs.readSync(handle, all, 0, length, from) === length;
  if (!read(start + size, textSize)) return undefined;
  const text = all.latin1Slice(0, textSize);
  const textSum = sumOf(all, textSize);
  if (!read(start, size) || sumOf(all, size) + textSum !== sum) return undefined;
  return { text, data: size > 0 ? all.subarray(0, size) : undefined };
}

/** Returns the hash of the build, which `scripts/build.js` writes as a comment of sixteen letters at the start of the program. */
function buildHashOf(main) {
  const handle = fs.openSync(main);
  const head = Buffer.allocUnsafeSlow(18);
  fs.readSync(handle, head, 0, 18, 0);
  fs.closeSync(handle);
  return head.latin1Slice(2);
}

/** Returns a chunk as a function of the variables of a CommonJS module; a part is a list of such functions. */
const chunkText = (text) => `function (module, require, __filename, __dirname) {${text}\n}`;
const partText = (texts) => `[${texts.join(',\n')}]`;

/** Runs the program as Node.js does, with chunks from the cache if possible. */
function runCached(folder, cacheName) {
  const file = path.join(folder, `${buildHashOf(MAIN)}-${runtimeName(process.env)}`, cacheName);
  const parts = readParts(file);
  const places = new Map();
  for (const part of parts) for (const [at, name] of part.names.entries()) places.set(name, { part, at });
  const modules = new Map();
  const others = new Map();
  /** Chunks that are not in the cache. */
  const added = new Map();

  /** Runs a part, and returns the functions of its chunks; undefined if it cannot be read. */
  const functionsOf = (part) => {
    const found = part.read();
    if (!found) return undefined;
    part.text = found.text;
    part.script = new vm.Script(found.text, { filename: file, cachedData: found.data });
    // V8 also rejects code that it reads after the program has changed flags; new code would be rejected as well.
    part.isNew = !found.data || (part.script.cachedDataRejected && modules.size === 0);
    return part.script.runInThisContext();
  };
  const functionOf = (name, at) => {
    const place = places.get(name);
    if (place) place.part.functions ??= functionsOf(place.part) ?? [];
    const known = place?.part.functions[place.at];
    if (known) return known;
    const text = chunkText(fs.readFileSync(at, 'utf8'));
    added.set(name, text);
    return new vm.Script(partText([text]), { filename: at }).runInThisContext()[0];
  };

  /** Loads a module of Node.js or a package. The results are cached, because each call of `require` takes microseconds. */
  const requireOther = (id) => {
    if (!others.has(id)) others.set(id, require(id));
    return others.get(id);
  };

  // The names of chunks are unique across folders.
  const load = (id, from) => {
    const name = id.slice(id.lastIndexOf('/') + 1);
    const known = modules.get(name);
    if (known) return known.exports;
    // `path.join` would take longer than running most chunks.
    const folder = id.includes('/chunks/') ? CHUNKS : id.startsWith('../') ? dist : from;
    const at = `${folder}${path.sep}${name}`;
    // Node.js must load this file itself, because of the `import()` in it.
    if (name === 'import.cjs') return require(at);
    const run = functionOf(name, at);
    const module = { exports: {} };
    modules.set(name, module);
    run(module, (id) => (id.startsWith('.') ? load(id, folder) : requireOther(id)), at, folder);
    return module.exports;
  };

  process.on('exit', (code) => {
    if (code === 0 && (added.size > 0 || parts.some(({ isNew }) => isNew)))
      require('./keep.js').keep(file, parts, added, { START, partText, sumOf });
  });
  return load(path.basename(MAIN), dist).run();
}

/** Returns the name of the cache for a command line: commands with the same first word and templates share one. */
function cacheNameOf([command = '', ...others]) {
  const word = /^[a-z]{1,16}$/.test(command) ? command : 'codegen';
  const templates = others.filter((_, i) => others[i - 1] === '--template');
  return templates.length > 0 ? `${word}-${hashOf(templates)}` : word;
}

/** Returns whether Node.js is older than `engines` of package.json allows. */
function isTooOld([major, minor]) {
  return major < 20 || (major === 20 && minor < 19);
}

if (isTooOld(process.versions.node.split('.').map(Number))) {
  process.stderr.write(
    `error: codegen needs Node.js 20.19 or newer, and this is ${process.versions.node}\n  help: https://nodejs.org has it; npx -p node@22 codegen … runs it once\n`,
  );
  process.exit(1);
}

const folder = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : cacheFolder(process.env);
(folder ? runCached(folder, cacheNameOf(process.argv.slice(2))) : require(MAIN).run()).catch((error) => {
  setImmediate(() => {
    throw error;
  });
});
