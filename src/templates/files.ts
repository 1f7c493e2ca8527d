/** Rules for the files of every user template, checked before planning. */

import { canHoldHeader, pathProblem } from '../output/index.ts';
import type { GeneratedFile } from '../targets/index.ts';

/** Checks the files of one run. */
export class FileCheck {
  readonly #paths = new Set<string>();

  /** Returns why a file cannot be written; undefined if it can. */
  problem(file: GeneratedFile): string | undefined {
    const problem = this.#pathProblem(file.path);
    if (problem !== undefined || canHoldHeader(file)) return problem;
    return 'it has no position for a header; JSON needs an object with members, indented by two blanks, other formats a comment';
  }

  #pathProblem(path: string): string | undefined {
    const problem = pathProblem(path);
    if (problem !== undefined) return problem;
    if (path.split('/').some((segment) => /^\.(git|codegen)$/i.test(segment)))
      return 'what lies there belongs to another program';
    const folded = path.normalize('NFC').toLowerCase();
    if (this.#paths.has(folded)) return 'there is another one at that path, apart from case';
    this.#paths.add(folded);
    return undefined;
  }
}
