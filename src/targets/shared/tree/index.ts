/** Trees of JSON values, for the targets whose documents are such: what they are about, and how they are printed as JSON. */

export { jsonFile } from './json.ts';
export { escapedText } from './text.ts';
export {
  about,
  aboutAll,
  Filled,
  Form,
  type FormText,
  type Gap,
  groupsOf,
  isEmpty,
  isList,
  isMade,
  isMap,
  keysOf,
  type Member,
  type Members,
  madeWhenAsked,
  marksOf,
  ofParts,
  Part,
  type PartText,
  partsOf,
  type Shape,
  type Tree,
  type TreeMap,
  valueAt,
  whole,
  wholeTree,
  withParts,
} from './tree.ts';
