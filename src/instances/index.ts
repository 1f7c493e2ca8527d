export { type Breaking, breakableKinds, breaking } from './breaking.ts';
export { type Instance, instanceOf, type Members, sampleOf, type Wishes, withReferred } from './instance.ts';
export { identityOf, type Json, jsonOf } from './values.ts';
