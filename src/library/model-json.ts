/** The function `modelJson` of the library API. */

import { type DomainModel, modelJson as toJson } from '../model/index.ts';
import { tablesJson } from '../targets/sql-schema/index.ts';
import { modelOf } from './argument-checks.ts';
import type { LoadedModel } from './model.ts';

/**
 * Returns a model as JSON, with names instead of object references, as docs/reference/model.md describes.
 *
 * @throws CodegenError if the argument is not a model
 */
export function modelJson(model: DomainModel | LoadedModel): Readonly<Record<string, unknown>> {
  const checked = modelOf('modelJson: model', model);
  return toJson(checked, tablesJson(checked));
}
