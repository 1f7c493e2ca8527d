export { camelCase, pascalCase } from './case.ts';
export { flatten, indent, type Lines, separated, text } from './lines.ts';
export { wrap } from './prose.ts';
export { NameScope } from './scope.ts';
