import { defineTarget, descriptiveAnswers, Ledger } from '../core/index.ts';
import { printed } from '../text/index.ts';
import type { IriSource } from './plan.ts';
import { mappingOf } from './print.ts';

const answers = descriptiveAnswers('a mapping defines the meaning of rows and rejects none');

/** The R2RML target: a mapping of the tables of `sql-schema` to the ontology, for SPARQL engines on the database. */
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
  print: (model, _, { iris }) => ({
    files: [{ path: 'mapping.ttl', print: () => printed(mappingOf(model, iris as IriSource)) }],
  }),
});
