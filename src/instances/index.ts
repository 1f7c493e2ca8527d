export { type Breaking, breakableKinds, breaking } from './breaking.ts';
export { type Instance, instanceOf, type Members, type Wishes, withReferred } from './instance.ts';
export { identityOf, type Json } from './values.ts';
