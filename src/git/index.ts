/** What is asked of Git. */

export { openRevision, type Revision } from './revision.ts';
export { git } from './run.ts';
