// Keeps what V8 made of the program where codegen.js finds it; a file of its own, as few starts have anything to keep.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');

/** What was made of an older program is taken away after so many days: folders of such names, and files of such in them. */
const DAYS = 30;
const MADE = /^[0-9a-f]{16}-v[\w.-]+-[0-9a-z]+$/;
const PART = /^[a-z]{1,16}(?:-[0-9a-z]+)?(?:\.\d+)?$/;

/**
 * What the program sets while it runs, as V8 has it by itself: V8 takes back only what was made with the same flags, which it
 * looks at when it makes what is kept. Node.js' own modules are of that, so that no flag is set before one is needed.
 */
const UNSET = [
  '--no-wasm-lazy-validation',
  '--wasm-tiering-budget=1800000',
  '--turbo-inline-js-wasm-calls',
  '--parallel-scavenge',
  '--interrupt-budget=67584',
  '--max-inlined-bytecode-size-cumulative=920',
  '--interrupt-budget-for-feedback-allocation=940',
  '--interrupt-budget-factor-for-feedback-allocation=8',
];

/** A string of more characters than a million counts for V8 as a reason to collect garbage early. */
const LONGEST = 900_000;

/**
 * Writes a file of parts: those that there were, each with what V8 has made of it by now, and those that are new, without:
 * that is kept when they have run as parts.
 *
 * @param added the texts of chunks that no part holds, by their names
 */
exports.keep = (file, parts, added, { START, partText, sumOf }) => {
  if (process.versions.v8.startsWith('11.')) for (const flag of UNSET) v8.setFlagsFromString(flag);
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
    // A cache that cannot be kept costs time and nothing else.
  }
};

/** Chunks in as few parts as may be, in the order in which they were loaded. */
function joined(added) {
  const parts = [];
  let length = LONGEST;
  for (const chunk of added) {
    length += chunk[1].length;
    if (length > LONGEST) {
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
  forget(path.dirname(folder));
}

/** As in src/diagnostics/whole.ts: Node.js tries for ever where the system says that a folder that is there is not, as in `/proc`. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it in between.
    if (error.code !== 'EEXIST') throw error;
  }
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
