import { defineTarget, descriptiveAnswers, Ledger } from '../core/index.ts';
import { pagesOf } from './pages.ts';

const answers = descriptiveAnswers('documentation describes constraints and enforces none');

/** The Markdown target: documentation that GitHub and MkDocs display in the same way. */
export const markdownDocs = defineTarget<never, never>({
  name: 'markdown-docs',
  category: 'rdf-generators',
  language: 'Markdown',
  description: 'Markdown pages with the fields, rules, relations and a Mermaid diagram of each class',
  enforces: false,
  differences: [],
  ledger: () => new Ledger(answers),
  print: pagesOf,
});
