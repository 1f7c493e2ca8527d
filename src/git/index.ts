/** What is asked of Git. */

export { isRevision, openRevision } from './revision.ts';
export { git } from './run.ts';
