/** Trees of JSON values, for the targets whose documents are such: what they are about, and how they are printed as JSON. */

export { jsonFile } from './json.ts';
export { escapedText } from './text.ts';
export {
  about,
  aboutAll,
  groupsOf,
  isEmpty,
  isList,
  isMap,
  type Member,
  madeWhenAsked,
  marksOf,
  Part,
  type PartText,
  partsOf,
  type Tree,
  type TreeMap,
  whole,
  wholeTree,
  withParts,
} from './tree.ts';
