/**
 * Which files an ontology may lead to. An ontology comes from anywhere, and what it imports is read on the machine of
 * whoever generates from it: that must not be a way to their other files.
 */

import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail, lstatOf, type Place } from '../diagnostics/index.ts';
import { notFound } from './missing.ts';

/** A path without symbolic links; as it is, if there is no such file. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** Who owns a folder; nothing if there is none. */
function ownerOf(folder: string): number | undefined {
  return lstatOf(folder)?.uid;
}

/**
 * How many folders above a folder its repository's root is. It is none that is the home folder, where many keep a
 * repository of their settings beside their secrets, nor one of another owner than the folder's.
 *
 * @param folder without symbolic links
 */
function stepsToRoot(folder: string): number {
  const owner = ownerOf(folder);
  const home = realPath(homedir());
  let at = folder;
  for (let steps = 0; at !== home && ownerOf(at) === owner; steps++) {
    if (existsSync(path.join(at, '.git'))) return steps;
    const parent = path.dirname(at);
    if (parent === at) break;
    at = parent;
  }
  return 0;
}

/** What may be read by itself: the root, and the folders that are allowed, without symbolic links. */
interface Open {
  readonly folders: readonly string[];
  /** The root, for messages. */
  readonly root: string;
}

export class Reach {
  readonly #main: string;
  readonly #allowed: readonly string[];
  /** Files that the command line names. */
  readonly #given: readonly string[];
  /** Files that something leads to that the command line names. */
  readonly #named = new Set<string>();
  /** Looked for when a file leads to another one, which most do not. */
  #opened: Open | undefined;
  #realGiven: ReadonlySet<string> | undefined;

  /**
   * @param main the ontology: all of the repository that it lies in may be read, or, if it lies in none, of its folder
   * @param named further files, which the command line names, wherever they lie
   * @param allowed further folders
   * @throws DiagnosticError if such a folder is not there.
   */
  constructor(main: string, named: readonly string[], allowed: readonly string[]) {
    for (const each of allowed) if (!existsSync(each)) notFound(each);
    this.#main = main;
    this.#allowed = allowed;
    this.#given = [main, ...named];
  }

  get #open(): Open {
    if (this.#opened) return this.#opened;
    const folder = path.dirname(this.#main);
    const real = realPath(folder);
    const up = '../'.repeat(stepsToRoot(real));
    this.#opened = { folders: [path.resolve(real, up), ...this.#allowed.map(realPath)], root: path.join(folder, up) };
    return this.#opened;
  }

  #isGiven(real: string): boolean {
    this.#realGiven ??= new Set(this.#given.map(realPath));
    return this.#realGiven.has(real);
  }

  /**
   * Whether what stands in a file may be shown: it is one of the project's that are not hidden, as those are that hold
   * credentials (`.git/config`, `.env`, `.npmrc`), or the command line names it.
   */
  isShown(file: string): boolean {
    const real = realPath(file);
    if (this.#isGiven(real)) return true;
    const root = this.#open.folders[0] as string;
    const isHidden = () =>
      path
        .relative(root, real)
        .split(path.sep)
        .some((name) => name.startsWith('.'));
    return isBelow(real, root) && !isHidden();
  }

  /** From now on a file may be read, wherever it lies. */
  name(file: string): void {
    this.#named.add(realPath(file));
  }

  /** Whether a file, or what lies in a folder, may be read. */
  isOpen(file: string): boolean {
    const real = realPath(file);
    return this.#isGiven(real) || this.#named.has(real) || this.#open.folders.some((folder) => isBelow(real, folder));
  }

  /**
   * @param what leads to the file, for the message
   * @param place where that stands
   * @throws DiagnosticError unless the file may be read.
   */
  check(file: string, what: string, place: Place): void {
    if (this.isOpen(file)) return;
    const real = realPath(file);
    const shown = real === path.resolve(file) || isBelow(path.resolve(file), real) ? file : `${file}, a link to ${real}`;
    fail('read-outside', { what, file: shown, folder: path.dirname(real), root: this.#open.root }, place);
  }
}
