/** Own templates. What reads them is loaded when one is named. */

export { defineTarget, type TemplateContext, type TemplateDefinition, type TemplateFile } from './define.ts';
export { handedFiles, originOf, plannedFiles, printedFiles } from './file-plan.ts';
export { KeptFiles } from './kept.ts';
export { isTemplatePath, loadTemplate, moduleOf } from './load.ts';
export type { Toolkit } from './module.ts';
export { optionsOf, withOptions } from './options.ts';

/** What writes new templates, and what checks them. */
export const making = () => import('./making.ts');
