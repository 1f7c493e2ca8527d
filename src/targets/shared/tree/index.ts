/** Trees of JSON values for targets that print JSON or YAML, with their marks, and the printer of JSON. */

export { jsonFile } from './json.ts';
export { escapedText, escapeInvisible } from './text.ts';
export {
  addMarks,
  FilledForm,
  Form,
  type FormText,
  flattenTree,
  type Gap,
  isEmpty,
  isLazy,
  isList,
  isMap,
  keysOf,
  lazyMap,
  lazyMembers,
  type Member,
  type Members,
  mapOfParts,
  markMap,
  marksOf,
  Part,
  type PartText,
  partsOf,
  resolveMap,
  type Shape,
  type Tree,
  type TreeMap,
  valueAt,
  withParts,
} from './tree.ts';
