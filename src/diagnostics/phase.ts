/** Reports what a long run is doing, and its progress, to a listener. */

/** Progress: `done` of `all` parts are finished, or have begun. */
export interface Parts {
  readonly done: number;
  readonly all: number;
}

type OnPhase = (what: string, parts: Parts | undefined) => void;

let listener: OnPhase | undefined;

/** Sets the listener of the process; undefined removes it. Returns the previous listener. */
export function setPhaseListener(next: OnPhase | undefined): OnPhase | undefined {
  const before = listener;
  listener = next;
  return before;
}

/**
 * Reports the work that begins now. Costs almost nothing without a listener, so it may be called in loops.
 *
 * @param what the work, as a phrase: `writing files`
 */
export function startPhase(what: string, parts?: Parts): void {
  listener?.(what, parts);
}
