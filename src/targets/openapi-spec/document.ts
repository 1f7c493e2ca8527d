/** Composes the OpenAPI document from schemas, operations and shared components. */

import { type DomainModel, isResource } from '../../model/index.ts';
import { deletionNotes, hasRejectingReferences, Ledger } from '../core/index.ts';
import {
  componentSchemas,
  descriptionOf,
  firstSentence,
  isPlainDecimal,
  type SchemaLedger,
} from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { pascalCase, words } from '../text/index.ts';
import { answersFor, isVersion30 } from './answers.ts';
import { dialect, dialect30 } from './dialect.ts';
import { listParameters } from './filters.ts';
import { planNames } from './names.ts';
import { toOpenApi30 } from './openapi-3-0.ts';
import { classOperations, type Extent, failuresOf } from './operations.ts';
import { PROBLEM_CODES, paths, sharedComponents } from './paths.ts';
import { reachableSchemas } from './reachable-schemas.ts';

/** Returns the OpenAPI document of a model: schemas and operations (https://spec.openapis.org/oas/v3.1.0, or v3.0.3). */
export function openApiDocument(
  model: DomainModel,
  ledger: SchemaLedger = new Ledger(answersFor(model)),
  extent: Extent = 'basic',
): TreeMap {
  const names = planNames(model);
  const resources = model.classes.filter(isResource);
  const noteOn = deletionNotes(model);
  const pathItems = paths(
    resources,
    (cls, classPaths) => classOperations(cls, names, noteOn(cls), extent, classPaths),
    names,
    extent,
  );
  const is30 = isVersion30(model);
  const isFull = extent === 'full';
  const decimal = resources.some((cls) => cls.allFields.some(isPlainDecimal)) ? names.decimal : undefined;
  const schemas = componentSchemas(model, names, {
    ledger,
    dialect: is30 ? dialect30 : dialect,
    decimal,
    ...(isFull && { codes: PROBLEM_CODES }),
  });
  const reachable = reachableSchemas(model, names, schemas, pathItems);
  return {
    openapi: is30 ? '3.0.3' : '3.1.0',
    info: {
      title: model.label ?? pascalCase(model.name),
      description: model.doc === undefined ? undefined : descriptionOf(model),
      version: model.version ?? '1.0.0',
    },
    servers: [{ url: '/' }],
    // The ontology does not state who may use the service; the generated one has a token.
    security: isFull ? [{ bearer: [] }] : [],
    tags: resources.map((cls) => ({
      name: cls.name,
      description: firstSentence(cls) ?? `Operations on ${words(cls.plural)}.`,
    })),
    paths: pathItems,
    components: {
      schemas: is30 ? toOpenApi30(reachable) : reachable,
      ...sharedComponents(
        isFull ? listParameters(resources, decimal) : {},
        // Notes are created when paths are printed; here only until the first one that allows a rejection.
        failuresOf(resources, hasRejectingReferences(model) ? noteOn : () => undefined, extent),
        names,
        extent,
      ),
    },
  };
}
