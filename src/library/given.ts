import type { DomainModel } from '../model/index.ts';
import type { LoadedModel } from './model.ts';

const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null;

/** Whether it is a model. */
export function isModel(given: unknown): given is DomainModel {
  return isObject(given) && 'classes' in given && Array.isArray(given.classes);
}

/** Whether it is what `loadModel` gives. */
export function isLoaded(given: unknown): given is LoadedModel {
  return isObject(given) && 'model' in given && isModel(given.model);
}
