/** What holds of the files of every own template, before they are planned. */

import { hasPlace, pathFault } from '../output/index.ts';
import type { GeneratedFile } from '../targets/index.ts';

/** Looks at the files of one run, one after another. */
export class FileCheck {
  readonly #paths = new Set<string>();

  /** Why a file cannot be written; undefined if it can. */
  fault(file: GeneratedFile): string | undefined {
    return (
      this.pathFault(file.path) ??
      (hasPlace(file)
        ? undefined
        : 'there is no place for a header in it; JSON has one in an object with members, two blanks further in, others in a comment')
    );
  }

  /** Why there can be no file at a path. */
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
