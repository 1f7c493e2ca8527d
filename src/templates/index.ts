/** User templates. The code that reads them is loaded on first use. */

export { defineTarget, type TemplateContext, type TemplateDefinition, type TemplateFile } from './define.ts';
export { originOf, plannedFiles, printedFiles } from './file-plan.ts';
export { isTemplatePath, loadTemplate, moduleOf } from './load.ts';
export type { Toolkit } from './module.ts';
export { applyOptions, optionsOf } from './options.ts';

/** Loads the code that creates and checks templates. */
export const loadTemplateScaffold = () => import('./template-scaffold.ts');
