import { defineTarget, describing, Ledger } from '../core/index.ts';
import { pagesOf } from './pages.ts';

const answers = describing('documentation tells of demands, and refuses nothing');

/** Documentation for people, in Markdown that GitHub and MkDocs show alike. */
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
