/** What a long run is doing, and how far it is, for whoever shows that. */

/** Parts of work: `done` of `all` are done, or are begun. */
export interface Parts {
  readonly done: number;
  readonly all: number;
}

type OnPhase = (what: string, parts: Parts | undefined) => void;

let told: OnPhase | undefined;

/** Says who is told, in the whole process; nobody if nothing is given. Returns who was. */
export function tellPhases(next: OnPhase | undefined): OnPhase | undefined {
  const before = told;
  told = next;
  return before;
}

/**
 * Says what is done from now on. Costs next to nothing where nobody listens, so that it may stand in loops.
 *
 * @param what the work, as a clause: `writing files`
 */
export function phase(what: string, parts?: Parts): void {
  told?.(what, parts);
}
