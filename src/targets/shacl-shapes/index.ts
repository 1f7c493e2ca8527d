import { defineTarget, Ledger } from '../core/index.ts';
import { printed } from '../text/index.ts';
import { answers, type Code, type Site } from './answers.ts';
import { shapesOf } from './shapes.ts';

/** The SHACL Core target: shapes that check RDF data as the other layers check JSON. */
export const shaclShapes = defineTarget<Site, Code>({
  name: 'shacl-shapes',
  category: 'rdf-generators',
  language: 'SHACL',
  description: 'SHACL Core shapes that constrain RDF data as the other layers constrain JSON',
  enforces: true,
  differences: [],
  ledger: () => new Ledger(answers),
  print: (model, ledger) => ({ files: [{ path: 'shapes.ttl', print: () => printed(shapesOf(model, ledger)) }] }),
});
