import { defineTarget, descriptiveAnswers, Ledger } from '../core/index.ts';
import { jsonFile } from '../shared/tree/index.ts';
import { baseOf, contextOf } from './context.ts';

export { baseOf };

const answers = descriptiveAnswers('a context defines the meaning of members and rejects none');

/** The JSON-LD 1.1 target: a context that turns the JSON of all layers into RDF. */
export const jsonldContext = defineTarget<never, never>({
  name: 'jsonld-context',
  category: 'rdf-generators',
  language: 'JSON-LD',
  description: 'JSON-LD 1.1 context that turns the JSON of all layers into RDF',
  enforces: false,
  differences: [],
  ledger: () => new Ledger(answers),
  print: (model) => ({ files: [{ path: 'context.jsonld', print: () => jsonFile({ '@context': contextOf(model) }) }] }),
});
