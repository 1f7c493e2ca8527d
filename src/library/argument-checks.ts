/** Checks of arguments for library functions that are synchronous or run in browsers, where `arguments.ts` is too large. */

import { diagnostic } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { CodegenError } from './error.ts';
import type { LoadedModel } from './model.ts';

/** Returns whether a value is an object or an array. */
export const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null;

/** Returns whether a value looks like a `DomainModel`: it has a list of classes. */
export function isModel(given: unknown): given is DomainModel {
  return isObject(given) && 'classes' in given && Array.isArray(given.classes);
}

/** Returns whether a value is a result of `loadModel`. */
export function isLoaded(given: unknown): given is LoadedModel {
  return isObject(given) && 'model' in given && isModel(given.model);
}

/** Returns whether a value is an object whose values are all strings. */
export function isTexts(given: unknown): given is Readonly<Record<string, string>> {
  return isObject(given) && !Array.isArray(given) && Object.values(given).every((each) => typeof each === 'string');
}

/**
 * Rejects an argument of a synchronous function.
 *
 * @param where the name of the function and the parameter: `diff: before`
 * @param what the expected value, as the end of a sentence
 * @param help how to get such a value
 * @throws CodegenError
 */
export function reject(where: string, what: string, given: unknown, help: string): never {
  const awaited = given instanceof Promise ? 'it is a promise: await it first' : help;
  throw new CodegenError([diagnostic('usage', { message: `${where} must be ${what}`, help: awaited })]);
}

/**
 * Returns the model of an argument.
 *
 * @param where the name of the function and the parameter: `diff: before`
 * @throws CodegenError if the argument is not a model
 */
export function modelOf(where: string, given: DomainModel | LoadedModel): DomainModel {
  if (isModel(given)) return given;
  if (isLoaded(given)) return given.model;
  return reject(where, 'a model, or what loadModel gives', given, 'loadModel gives one');
}
