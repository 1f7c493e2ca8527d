/** Lines, names and prose of generated code, and patterns in the dialects of its languages. */

export {
  createMatcher,
  invalidPattern,
  linearPatternModule,
  linearSearch,
  type Pattern,
  type PatternDialect,
  patternDialects,
  textsMatching,
  translatePattern,
} from '../../pattern/index.ts';
export { LineBuffer } from './buffer.ts';
export { camelCase, pascalCase, words } from './case.ts';
export { fileStem, WINDOWS_DEVICE_NAME } from './files.ts';
export {
  flatten,
  indent,
  indentLines,
  isEmpty,
  type Lines,
  marked,
  type Printed,
  printed,
  printedGroups,
  separated,
  textOf as text,
} from './lines.ts';
export { articleOf, capitalized, countWithNoun, enumerate, withIncluded, wrap } from './prose.ts';
export { NameScope } from './scope.ts';
