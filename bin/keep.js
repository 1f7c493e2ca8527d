// Writes the cache of compiled code that codegen.js reads. This is a separate file because few starts have new code to cache.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');

/** Caches of other versions are deleted after this number of days. */
const DAYS = 30;

/** The names of folders and files of the cache. */
const FOLDER = /^[0-9a-f]{16}-v[\w.-]+-[0-9a-z]+$/;
const PART = /^[a-z]{1,16}(?:-[0-9a-z]+)?(?:\.\d+)?$/;

/**
 * V8's default values of the flags that the program sets. V8 records the flags when it creates cached code, and rejects code
 * with other flags at the next start.
 */
const DEFAULT_FLAGS = [
  '--no-wasm-lazy-validation',
  '--wasm-tiering-budget=1800000',
  '--turbo-inline-js-wasm-calls',
  '--parallel-scavenge',
  '--interrupt-budget=67584',
  '--max-inlined-bytecode-size-cumulative=920',
  '--interrupt-budget-for-feedback-allocation=940',
  '--interrupt-budget-factor-for-feedback-allocation=8',
];

/** The maximum length of a part: V8 collects garbage early after a string of more than a million characters. */
const MAX_LENGTH = 900_000;

/**
 * Writes a file of parts: the known parts with their compiled code, and new parts without it. The code of new parts is cached
 * after they have been run as parts.
 *
 * @param added the texts of chunks that are not in the cache, by name
 */
exports.keep = (file, parts, added, { START, partText, sumOf }) => {
  if (process.versions.v8.startsWith('11.')) for (const flag of DEFAULT_FLAGS) v8.setFlagsFromString(flag);
  const all = [];
  for (const { names, read, script, text, isNew } of parts) {
    const part = isNew ? { text, data: script.createCachedData() } : read();
    if (part) all.push({ names, ...part });
  }
  all.push(
    ...joined(added).map((chunks) => ({ names: chunks.map(([name]) => name), text: partText(chunks.map(([, text]) => text)) })),
  );
  try {
    write(file, all, START, sumOf);
  } catch {
    // Without a cache, the next start is only slower.
  }
};

/** Groups chunks into few parts, in the order in which they were loaded. */
function joined(added) {
  const parts = [];
  let length = MAX_LENGTH;
  for (const chunk of added) {
    length += chunk[1].length;
    if (length > MAX_LENGTH) {
      parts.push([]);
      length = chunk[1].length;
    }
    parts.at(-1).push(chunk);
  }
  return parts;
}

function write(file, parts, START, sumOf) {
  const list = [];
  const contents = [];
  let at = START;
  for (const { names, text, data = Buffer.alloc(0) } of parts) {
    // Chunks are written in ASCII (scripts/commonjs.js).
    const bytes = Buffer.from(text, 'latin1');
    list.push([names, at, bytes.length, data.length, sumOf(bytes, bytes.length) + sumOf(data, data.length)]);
    contents.push(data, bytes);
    at += data.length + bytes.length;
  }
  const text = JSON.stringify(list);
  if (text.length > START - 4) return;
  const head = Buffer.alloc(START);
  head.writeUInt32LE(text.length, 0);
  head.write(text, 4, 'latin1');
  const folder = path.dirname(file);
  makeFolder(folder);
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, Buffer.concat([head, ...contents]), { mode: 0o600 });
  fs.renameSync(temporary, file);
  deleteOldCaches(path.dirname(folder));
}

/** Creates a folder. `mkdirSync` with `recursive` never returns for some paths, such as those in `/proc` (src/diagnostics/atomic-files.ts). */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Deletes caches of other versions, but no other files in their folders. */
function deleteOldCaches(all) {
  for (const name of fs.readdirSync(all).filter((each) => FOLDER.test(each))) {
    const folder = path.join(all, name);
    const stat = fs.lstatSync(folder);
    if (!stat.isDirectory() || Date.now() - stat.mtimeMs <= DAYS * 86_400_000) continue;
    for (const part of fs.readdirSync(folder).filter((each) => PART.test(each))) fs.unlinkSync(path.join(folder, part));
    // Other files stay, and so does their folder.
    if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
  }
}
