/** Trees of JSON values for targets that print JSON or YAML, with their marks, and the printer of JSON. */

export { jsonFile } from './json.ts';
export { escapedText, escapeInvisible } from './text.ts';
export { addMarks, isEmpty, isList, isMap, lazyMap, markMap, marksOf, type Tree, type TreeMap } from './tree.ts';
