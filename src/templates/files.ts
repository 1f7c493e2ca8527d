/** Rules for the files of every user template, checked before planning. */

import { canHoldHeader, pathFault } from '../output/index.ts';
import type { GeneratedFile } from '../targets/index.ts';

/** Checks the files of one run. */
export class FileCheck {
  readonly #paths = new Set<string>();

  /** Returns why a file cannot be written; undefined if it can. */
  fault(file: GeneratedFile): string | undefined {
    return (
      this.pathFault(file.path) ??
      (canHoldHeader(file)
        ? undefined
        : 'it has no position for a header; JSON needs an object with members, indented by two blanks, other formats a comment')
    );
  }

  /** Returns why a path is not allowed; undefined if it is. */
  pathFault(path: string): string | undefined {
    const fault = pathFault(path);
    if (fault !== undefined) return fault;
    if (path.split('/').some((part) => /^\.(git|codegen)$/i.test(part))) return 'what lies there belongs to another program';
    const folded = path.normalize('NFC').toLowerCase();
    if (this.#paths.has(folded)) return 'there is another one at that path, apart from case';
    this.#paths.add(folded);
    return undefined;
  }
}
