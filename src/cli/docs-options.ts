/** The options of `docs`. */

import { requiredText, text, type ValuesOf } from './declare.ts';
import { diffOptions, generateOptions, modelOptions } from './options.ts';

const { oldShapes, oldImport, oldCatalog, oldPolicy, renamed } = diffOptions;
const { format, json, dryRun, check } = generateOptions;

export const docsOptions = {
  output: requiredText('<path>', 'Folder of the site'),
  against: text('<ref>', 'Revision of Git or file to show changes since'),
  ...modelOptions,
  ...{ renamed, oldShapes, oldImport, oldCatalog, oldPolicy },
  ...{ format, json, dryRun, check },
};
export type DocsOptions = ValuesOf<typeof docsOptions>;
