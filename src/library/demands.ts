/** The function `demandsOn` of the library API. */

import { type ClassDemands, type DomainClass, demandsOn as demandsOnClass } from '../model/index.ts';
import { isObject, reject } from './argument-checks.ts';

/**
 * Returns the constraints on instances of a class, each with the axioms behind it.
 *
 * @throws CodegenError if the argument is not a class of a model
 */
export function demandsOn(cls: DomainClass): ClassDemands {
  if (!isObject(cls) || !('allFields' in cls)) reject('demandsOn: cls', 'a class of a model', cls, 'model.classes has them');
  return demandsOnClass(cls);
}
