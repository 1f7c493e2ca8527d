import { defineTarget, Ledger } from '../core/index.ts';
import { answers, differences, type Site } from './answers.ts';
import type { ConditionOrBound } from './conditions.ts';
import { printSchema } from './print.ts';
import { planSchema } from './schema.ts';

export { sqlTypeOf } from './columns.ts';
export { claimIdentifier, identifier, literal, shortenName } from './identifiers.ts';
export { CREATE_IRIS, IRIS } from './iris.ts';
export type { Column, Element, Schema, Table, View } from './plan.ts';
export { dropSchema } from './print.ts';
export { planSchema } from './schema.ts';
export * from './state.ts';
export { tablesJson } from './tables-json.ts';
export { memberIndexExpression } from './unions.ts';
export { sqlValue } from './values.ts';
export { REQUIRE_SECURITY_INVOKER } from './views.ts';

/** A migration that creates the tables of a model in PostgreSQL 13 or later. */
export const sqlSchema = defineTarget<Site, readonly ConditionOrBound[]>({
  name: 'sql-schema',
  category: 'rdf-generators',
  language: 'SQL',
  description: 'PostgreSQL schema with one table per class, keys, constraints, indexes and comments',
  enforces: true,
  differences,
  ledger: () => new Ledger(answers),
  print: (model, ledger) => ({
    files: [{ path: `001_create_${model.name}_schema.sql`, print: () => printSchema(planSchema(model, ledger)) }],
  }),
});
