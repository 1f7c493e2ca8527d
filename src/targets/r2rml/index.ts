import { defineTarget, describing, Ledger } from '../core/index.ts';
import { printed } from '../text/index.ts';
import type { Iris } from './plan.ts';
import { mappingOf } from './print.ts';

const answers = describing('a mapping says what rows mean, and refuses none');

/** A mapping of the tables of `sql-schema` onto the ontology, by which engines answer SPARQL over the database. */
export const r2rml = defineTarget<never, never>({
  name: 'r2rml',
  category: 'rdf-generators',
  language: 'R2RML',
  description: 'R2RML mapping of the PostgreSQL schema onto the ontology, for SPARQL over the live database',
  enforces: false,
  differences: [],
  options: {
    iris: {
      type: 'choice',
      values: ['kept', 'uuid'],
      default: 'kept',
      about: 'IRIs of rows: those in the table codegen_iris, where a row has one there, or urn:uuid: and the id for all',
    },
  },
  ledger: () => new Ledger(answers),
  print: (model, _, { iris }) => ({ files: [{ path: 'mapping.ttl', print: () => printed(mappingOf(model, iris as Iris)) }] }),
});
