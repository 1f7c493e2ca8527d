/** Reads from Git repositories. */

export { isRevision, openRevision } from './revision.ts';
export { git } from './run.ts';
