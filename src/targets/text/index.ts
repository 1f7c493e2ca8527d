export {
  invalidPattern,
  linearPatternModule,
  linearSearch,
  matcher,
  type Pattern,
  type PatternDialect,
  textsMatching,
  translatePattern,
} from '../../pattern/index.ts';
export { LineBuffer } from './buffer.ts';
export { withByteSink } from './bytes.ts';
export { camelCase, pascalCase } from './case.ts';
export { fileStem } from './files.ts';
export {
  areMarksNoted,
  flatten,
  indent,
  indentLines,
  isAllNoted,
  isEmpty,
  type Lines,
  marked,
  markedAll,
  noted,
  type Printed,
  part,
  printed,
  printUntil,
  separated,
  separatedParts,
  text,
  watchPrinting,
  withoutMarks,
} from './lines.ts';
export { cachedPart, hasPartCache, type PartCache, type PrintedPart, withPartCache } from './parts.ts';
export { articleOf, capitalized, wrap } from './prose.ts';
export { NameScope } from './scope.ts';
