/** Trees of JSON values, for the targets whose documents are such: what they are about, and how they are printed as JSON. */

export { jsonLines } from './json.ts';
export { escapedText } from './text.ts';
export { about, isEmpty, isList, isMap, markOf, type Tree, type TreeMap } from './tree.ts';
