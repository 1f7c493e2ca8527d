import { diagnostic } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { CodegenError } from './error.ts';
import type { LoadedModel } from './model.ts';

export const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null;

/** Whether it is a model. */
export function isModel(given: unknown): given is DomainModel {
  return isObject(given) && 'classes' in given && Array.isArray(given.classes);
}

/** Whether it is what `loadModel` gives. */
export function isLoaded(given: unknown): given is LoadedModel {
  return isObject(given) && 'model' in given && isModel(given.model);
}

/** Whether all values of it are texts. */
export function isTexts(given: unknown): given is Readonly<Record<string, string>> {
  return isObject(given) && !Array.isArray(given) && Object.values(given).every((each) => typeof each === 'string');
}

/**
 * Refuses an argument of a function that gives its result at once.
 *
 * @param where what it is handed over as: `diff: before`
 * @param what what it must be, as the end of a sentence
 * @param help where such a thing comes from
 * @throws CodegenError
 */
export function refuse(where: string, what: string, given: unknown, help: string): never {
  const awaited = given instanceof Promise ? 'it is a promise: await it first' : help;
  throw new CodegenError([diagnostic('usage', { message: `${where} must be ${what}`, help: awaited })]);
}
