import { defineTarget, Ledger } from '../core/index.ts';
import { printed } from '../text/index.ts';
import { answers, type Code, type Site } from './answers.ts';
import { shapesOf } from './shapes.ts';

/** Shapes of SHACL Core, by which data in RDF are held to what the other layers hold JSON to. */
export const shaclShapes = defineTarget<Site, Code>({
  name: 'shacl-shapes',
  category: 'rdf-generators',
  language: 'SHACL',
  description: 'SHACL Core shapes that hold data in RDF to what the other layers hold JSON to',
  enforces: true,
  differences: [],
  ledger: () => new Ledger(answers),
  print: (model, ledger) => ({ files: [{ path: 'shapes.ttl', print: () => printed(shapesOf(model, ledger)) }] }),
});
