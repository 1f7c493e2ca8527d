/** What is asked of Git. */

export { openRevision } from './revision.ts';
export { git } from './run.ts';
