import { describedTarget } from '../core/index.ts';
import { text } from '../text/index.ts';
import { printSchema } from './print.ts';
import { planSchema } from './schema.ts';
import { schemaPath, spelling } from './spelling.ts';
import { support } from './support.ts';

export { dropSchema } from './print.ts';

/** A migration that creates the tables of a model in PostgreSQL 13 or later. */
export const sqlSchema = describedTarget({
  name: 'sql-schema',
  category: 'rdf-generators',
  language: 'SQL',
  description: 'PostgreSQL schema with one table per class, keys, constraints, indexes and comments',
  generate: (model) => [{ path: schemaPath(model), content: text(printSchema(planSchema(model))) }],
  support,
  spelling,
});
