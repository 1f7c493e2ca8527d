export { breakableKinds, breaking } from './breaking.ts';
export { type Instance, instanceOf, type Members, sampleOf, withReferred } from './instance.ts';
export { identityOf, type Json, jsonOf } from './values.ts';
