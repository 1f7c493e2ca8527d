/**
 * Decides which files an ontology may import. Ontologies come from anywhere, and their imports are read on the user's
 * machine: an import must not give access to the user's other files.
 */

import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail, lstatOf, type Place } from '../diagnostics/index.ts';

/** Resolves symbolic links; returns the absolute path if the file does not exist. */
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

/**
 * Returns how many levels above a folder the root of its repository is. The home folder does not count as a root, because
 * many users keep their settings in a repository there, next to secrets; nor does a folder of another owner.
 *
 * @param folder a path without symbolic links
 */
function stepsToRoot(folder: string): number {
  const owner = lstatOf(folder)?.uid;
  const home = realPath(homedir());
  let ancestor = folder;
  for (let steps = 0; ancestor !== home && lstatOf(ancestor)?.uid === owner; steps++) {
    if (existsSync(path.join(ancestor, '.git'))) return steps;
    const parent = path.dirname(ancestor);
    if (parent === ancestor) break;
    ancestor = parent;
  }
  return 0;
}

/** The folders whose files may all be read: the root first, then the allowed folders, without symbolic links. */
interface ReadableFolders {
  readonly folders: readonly string[];
  /** The root, for messages. */
  readonly root: string;
}

/** Decides which files may be read for an ontology. */
export class ReadPermissions {
  readonly #main: string;
  readonly #allowed: readonly string[];
  /** Files named on the command line. */
  readonly #userFiles: readonly string[];
  /** Files named by a catalogue from the command line. */
  readonly #catalogFiles = new Set<string>();
  /** Computed on first use, like `#realUserFiles`, because most files import nothing. */
  #readableFolders: ReadableFolders | undefined;
  #realUserFiles: ReadonlySet<string> | undefined;

  /**
   * @param main the ontology; all files of its repository may be read or, without a repository, of its folder
   * @param userFiles further files from the command line, in any folder
   * @param allowed further folders
   * @throws DiagnosticError if an allowed folder does not exist.
   */
  constructor(main: string, userFiles: readonly string[], allowed: readonly string[]) {
    for (const each of allowed) if (!existsSync(each)) fail('file-not-found', { file: each });
    this.#main = main;
    this.#allowed = allowed;
    this.#userFiles = [main, ...userFiles];
  }

  get #readable(): ReadableFolders {
    if (this.#readableFolders) return this.#readableFolders;
    const folder = path.dirname(this.#main);
    const real = realPath(folder);
    const up = '../'.repeat(stepsToRoot(real));
    this.#readableFolders = { folders: [path.resolve(real, up), ...this.#allowed.map(realPath)], root: path.join(folder, up) };
    return this.#readableFolders;
  }

  /** Returns whether a file is named on the command line. */
  #isUserFile(real: string): boolean {
    this.#realUserFiles ??= new Set(this.#userFiles.map(realPath));
    return this.#realUserFiles.has(real);
  }

  /**
   * Returns whether messages may show content of a file: it is named on the command line, or in the repository and not hidden.
   * Hidden files may contain credentials (`.git/config`, `.env`, `.npmrc`).
   */
  isShown(file: string): boolean {
    const real = realPath(file);
    if (this.#isUserFile(real)) return true;
    const root = this.#readable.folders[0] as string;
    const isHidden = () =>
      path
        .relative(root, real)
        .split(path.sep)
        .some((name) => name.startsWith('.'));
    return isBelow(real, root) && !isHidden();
  }

  /** Allows reading a file in any folder. */
  allow(file: string): void {
    this.#catalogFiles.add(realPath(file));
  }

  /** Returns whether a file, or the files of a folder, may be read. */
  isReadable(file: string): boolean {
    const real = realPath(file);
    return (
      this.#isUserFile(real) || this.#catalogFiles.has(real) || this.#readable.folders.some((folder) => isBelow(real, folder))
    );
  }

  /**
   * Rejects a file that may not be read.
   *
   * @param subject what refers to the file, for the message
   * @param place source location of that reference
   * @throws DiagnosticError if the file may not be read.
   */
  check(file: string, subject: string, place: Place): void {
    if (this.isReadable(file)) return;
    const real = realPath(file);
    const description = real === path.resolve(file) || isBelow(path.resolve(file), real) ? file : `${file}, a link to ${real}`;
    fail('read-outside', { what: subject, file: description, folder: path.dirname(real), root: this.#readable.root }, place);
  }
}
