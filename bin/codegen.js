#!/usr/bin/env node
// Starts the program, and keeps what V8 made of its scripts for the next start: compiling them takes longer than most
// commands. NODE_DISABLE_COMPILE_CACHE=1 keeps nothing, as it does for Node.js' own cache, which Node.js 20 does not have.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '..', 'dist');
const MAIN = path.join(dist, 'codegen.cjs');
const CHUNKS = path.join(dist, 'chunks');

/** Where caches belong: https://specifications.freedesktop.org/basedir-spec/latest/#variables, or Windows' own place. */
function cacheFolder({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }) {
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) return path.join(XDG_CACHE_HOME, 'codegen');
  if (process.platform === 'win32') return LOCALAPPDATA && path.join(LOCALAPPDATA, 'codegen', 'cache');
  return HOME && path.isAbsolute(HOME) ? path.join(HOME, '.cache', 'codegen') : undefined;
}

/** A short name for words. */
function hashOf(words) {
  let hash = 0;
  for (const sign of words.join(' ')) hash = (hash * 31 + sign.codePointAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

/** V8 takes back only what was made by the same version with the same flags. */
const surroundings = ({ NODE_OPTIONS = '' }) =>
  `${process.version}-${process.arch}-${hashOf([...process.execArgv, NODE_OPTIONS])}`;

/**
 * Tells a page of a file (4096 bytes) that never got to the disk from what should be there: by four words of it, as many a
 * first one is zero anyway.
 */
function sumOf({ buffer, byteOffset }, length) {
  // Calls of a buffer's own methods take longer than all else here, as long as they are not compiled.
  const words = new Int32Array(buffer, byteOffset, length >> 2);
  let sum = length;
  // What has more than 32 bits on the way is an object of V8's.
  for (let at = 0; at < words.length; at += 256) sum = Math.imul(sum, 37) ^ words[at];
  return sum;
}

/** How much of a file its list of parts takes. */
const START = 32768;

/**
 * A file of parts: four bytes say how long the list of parts is, which follows, and then the parts, each what V8 made of a
 * script, where V8 need not copy it, and its text. It is used only if nobody else could have written it, as it is run.
 *
 * @returns the parts, each with the names of the chunks in it; none if there is no such file
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
    // There is none yet, or none that can be read.
    return [];
  }
}

/** @returns the text of a script and what was made of it, if it was run already; nothing if it is not what was written */
function readPart(handle, place) {
  try {
    return readAt(handle, place);
  } catch {
    // There is no such place in any file, or the disk does not give what is there.
    return undefined;
  }
}

function readAt(handle, [start, textSize, size, sum]) {
  // One after the other into the same memory: pages that the process has had are faster than fresh ones.
  const all = Buffer.allocUnsafeSlow(Math.max(textSize, size));
  const read = (from, length) => fs.readSync(handle, all, 0, length, from) === length;
  if (!read(start + size, textSize)) return undefined;
  const text = all.latin1Slice(0, textSize);
  const textSum = sumOf(all, textSize);
  if (!read(start, size) || sumOf(all, size) + textSum !== sum) return undefined;
  return { text, data: size > 0 ? all.subarray(0, size) : undefined };
}

/** Of which build the program is: `scripts/build.js` begins it with a comment of sixteen letters. */
function signOf(main) {
  const handle = fs.openSync(main);
  const head = Buffer.allocUnsafeSlow(18);
  fs.readSync(handle, head, 0, 18, 0);
  fs.closeSync(handle);
  return head.latin1Slice(2);
}

/** How the text of a part gives its chunks, as functions of what CommonJS gives a module. */
const chunkText = (text) => `function (module, require, __filename, __dirname) {${text}\n}`;
const partText = (texts) => `[${texts.join(',\n')}]`;

/** Runs the program as Node.js itself would, chunk by chunk, each from the cache if it is there. */
function runCached(folder, word) {
  const file = path.join(folder, `${signOf(MAIN)}-${surroundings(process.env)}`, word);
  const parts = readParts(file);
  const places = new Map();
  for (const part of parts) for (const [at, name] of part.names.entries()) places.set(name, { part, at });
  const modules = new Map();
  const others = new Map();
  /** Chunks that no part holds. */
  const added = new Map();

  /** Runs a script of several chunks, which gives a function for each; nothing if it cannot be read. */
  const functionsOf = (part) => {
    const found = part.read();
    if (!found) return undefined;
    part.text = found.text;
    part.script = new vm.Script(found.text, { filename: file, cachedData: found.data });
    // V8 refuses what it finds after the program has changed its flags; that would be so the next time, too.
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

  /** Node.js' own modules and packages, of which many chunks take the same: to ask Node.js for one again takes microseconds. */
  const requireOther = (id) => {
    if (!others.has(id)) others.set(id, require(id));
    return others.get(id);
  };

  // No two chunks have the same name, in whatever folder they are.
  const load = (id, from) => {
    const name = id.slice(id.lastIndexOf('/') + 1);
    const known = modules.get(name);
    if (known) return known.exports;
    // By hand, as to join the paths of all chunks takes longer than to run most of them.
    const folder = id.includes('/chunks/') ? CHUNKS : id.startsWith('../') ? dist : from;
    const at = `${folder}${path.sep}${name}`;
    // Node.js itself loads what has to be its own: `import()` in it.
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

/** What is kept of a command is what commands of the same first word need, and for the same templates. */
function wordOf([command = '', ...others]) {
  const word = /^[a-z]{1,16}$/.test(command) ? command : 'codegen';
  const templates = others.filter((_, i) => others[i - 1] === '--template');
  return templates.length > 0 ? `${word}-${hashOf(templates)}` : word;
}

/** The `engines` of package.json. Below them much is there, but not all. */
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
(folder ? runCached(folder, wordOf(process.argv.slice(2))) : require(MAIN).run()).catch((error) => {
  setImmediate(() => {
    throw error;
  });
});
