#!/usr/bin/env node
// Starts the program, and keeps what V8 made of its scripts for the next start: compiling them takes longer than most
// commands. NODE_DISABLE_COMPILE_CACHE=1 keeps nothing, as it does for Node.js' own cache, which Node.js 20 does not have.
'use strict';
const { isAscii } = require('node:buffer');
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '..', 'dist');
const MAIN = path.join(dist, 'codegen.cjs');

/** `scripts/build.js` begins the program with a sign of its whole text. */
const SIGN = /^\/\*([0-9a-f]+)\*\//;

/** What was made of an older program is taken away after so many days: folders of such names, and files of such in them. */
const DAYS = 30;
const MADE = /^[0-9a-f]{16}-v[\w.-]+-[0-9a-z]+$/;
const PART = /^[a-z]{1,16}(?:\.\d+)?$/;

/**
 * What the program sets while it runs, as V8 has it by itself: V8 takes back only what was made with the same flags, which it
 * looks at when it makes what is kept. Node.js' own modules are of that, so that no flag is set before one is needed.
 */
const UNSET = [
  '--no-wasm-lazy-validation',
  '--wasm-tiering-budget=1800000',
  '--turbo-inline-js-wasm-calls',
  '--parallel-scavenge',
];

/** Where caches belong: https://specifications.freedesktop.org/basedir-spec/latest/#variables, or Windows' own place. */
function cacheFolder({ XDG_CACHE_HOME, HOME, LOCALAPPDATA }) {
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) return path.join(XDG_CACHE_HOME, 'codegen');
  if (process.platform === 'win32') return LOCALAPPDATA && path.join(LOCALAPPDATA, 'codegen', 'cache');
  return HOME && path.isAbsolute(HOME) ? path.join(HOME, '.cache', 'codegen') : undefined;
}

/** V8 takes back only what was made by the same version with the same flags. */
function surroundings({ NODE_OPTIONS = '' }) {
  let hash = 0;
  for (const sign of [...process.execArgv, NODE_OPTIONS].join(' ')) hash = (hash * 31 + sign.codePointAt(0)) | 0;
  return `${process.version}-${process.arch}-${(hash >>> 0).toString(36)}`;
}

/** Tells a page of a file (4096 bytes) that never got to the disk from what should be there. */
function sumOf({ buffer, byteOffset, length }) {
  // Calls of a buffer's own methods take longer than all else here, as long as they are not compiled.
  const words = new Int32Array(buffer, byteOffset, length >> 2);
  let sum = length;
  for (let at = 0; at < words.length; at += 1024) sum = (sum * 37 + words[at]) | 0;
  return sum;
}

/** How much of a file its list of parts takes. */
const START = 32768;

/**
 * A file of parts: four bytes say how long the list of parts is, which follows, and then the parts, each what was made of a
 * script, where V8 need not copy it, and its text, so that one file is opened. It is used only if nobody else could have written it, as it is run.
 *
 * @returns what gives a part by its name, if it is there
 */
function readParts(file) {
  let handle;
  try {
    handle = fs.openSync(file);
    const { uid, mode } = fs.fstatSync(handle);
    if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return new Map();
    const head = Buffer.allocUnsafe(START);
    fs.readSync(handle, head, 0, START, 0);
    const list = JSON.parse(head.toString('latin1', 4, 4 + head.readUInt32LE(0)));
    return new Map(list.map(([name, ...part]) => [name, () => readPart(handle, part)]));
  } catch {
    // There is none yet, or none that can be read.
    return new Map();
  }
}

/** @returns the text of a script and what was made of it; nothing if it is not what was written */
function readPart(handle, [start, textSize, size, sum]) {
  const all = Buffer.allocUnsafeSlow(textSize + size);
  if (fs.readSync(handle, all, 0, all.length, start) !== all.length || sumOf(all) !== sum) return undefined;
  const text = all.subarray(size);
  return { text: isAscii(text) ? text.latin1Slice() : text.utf8Slice(), data: all.subarray(0, size) };
}

function writeParts(file, parts) {
  const list = [];
  const texts = [];
  let at = START;
  for (const [name, { text, data }] of parts) {
    const part = Buffer.concat([data, Buffer.from(text)]);
    list.push([name, at, part.length - data.length, data.length, sumOf(part)]);
    texts.push(part);
    at += part.length;
  }
  const text = JSON.stringify(list);
  if (text.length > START - 4) return;
  const head = Buffer.alloc(START);
  head.writeUInt32LE(text.length, 0);
  head.write(text, 4, 'latin1');
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}`;
  fs.writeFileSync(part, Buffer.concat([head, ...texts]), { mode: 0o600 });
  fs.renameSync(part, file);
  forget(path.dirname(folder));
}

/** Takes away what was made of older programs, and nothing else that somebody may keep beside it. */
function forget(all) {
  for (const name of fs.readdirSync(all).filter((each) => MADE.test(each))) {
    const folder = path.join(all, name);
    const stat = fs.lstatSync(folder);
    if (!stat.isDirectory() || Date.now() - stat.mtimeMs <= DAYS * 86_400_000) continue;
    for (const part of fs.readdirSync(folder).filter((each) => PART.test(each))) fs.unlinkSync(path.join(folder, part));
    // What else is there stays, and the folder with it.
    if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
  }
}

/** The first bytes of the program, which say of which build it is. */
function signOf(main) {
  const handle = fs.openSync(main);
  const head = Buffer.alloc(32);
  fs.readSync(handle, head, 0, head.length, 0);
  fs.closeSync(handle);
  return SIGN.exec(head.latin1Slice())[1];
}

/** Runs the program as Node.js itself would, script by script, each from the cache if it is there. */
function runCached(folder, word) {
  // What is kept of a command is what commands of the same first word need.
  const file = path.join(folder, `${signOf(MAIN)}-${surroundings(process.env)}`, word);
  const kept = readParts(file);
  const modules = new Map();
  const scripts = new Map();
  let isNew = false;

  // No two scripts have the same name, in whatever folder they are.
  const load = (id, from) => {
    const name = id.slice(id.lastIndexOf('/') + 1);
    const known = modules.get(name);
    if (known) return known.exports;
    const file = path.join(from, id);
    // Node.js itself loads what has to be its own: `import()` in it.
    if (name === 'import.cjs') return require(file);
    const part = kept.get(name)?.();
    const text = part?.text ?? `(function (module, require, __filename, __dirname) {${fs.readFileSync(file, 'utf8')}\n})`;
    const script = new vm.Script(text, { filename: file, cachedData: part?.data });
    // V8 refuses what it finds after the program has changed its flags; that would be so the next time, too.
    if (!part || (script.cachedDataRejected && scripts.size === 0)) isNew = true;
    scripts.set(name, { text, script });
    const module = { exports: {} };
    modules.set(name, module);
    const folder = path.dirname(file);
    const loadFrom = (id) => (id.startsWith('.') ? load(id, folder) : require(id));
    script.runInThisContext()(module, loadFrom, file, folder);
    return module.exports;
  };

  process.on('exit', (code) => {
    if (!isNew || code !== 0) return;
    if (process.versions.v8.startsWith('11.')) for (const flag of UNSET) require('node:v8').setFlagsFromString(flag);
    const parts = new Map([...kept].map(([name, part]) => [name, part()]).filter(([, part]) => part));
    for (const [name, { text, script }] of scripts) parts.set(name, { text, data: script.createCachedData() });
    try {
      writeParts(file, parts);
    } catch {
      // A cache that cannot be kept costs time and nothing else.
    }
  });
  return load(path.basename(MAIN), dist).run();
}

const [command = ''] = process.argv.slice(2);
const word = /^[a-z]{1,16}$/.test(command) ? command : 'codegen';
const folder = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : cacheFolder(process.env);
(folder ? runCached(folder, word) : require(MAIN).run()).catch((error) => {
  setImmediate(() => {
    throw error;
  });
});
