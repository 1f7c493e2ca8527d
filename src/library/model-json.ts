/** The function `modelJson` of the library API. */

import { type DomainModel, modelJson as toJson } from '../model/index.ts';
import { tablesJson } from '../targets/sql-schema/index.ts';
import { type LoadedModel, modelOf } from './model.ts';

/** Returns a model as JSON, with names instead of object references, as docs/reference/model.md describes. */
export function modelJson(model: DomainModel | LoadedModel): Readonly<Record<string, unknown>> {
  const given = modelOf(model);
  return toJson(given, tablesJson(given));
}
