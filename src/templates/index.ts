/** Own templates. What reads them is loaded when one is named. */

export { defineTarget, type TemplateContext, type TemplateDefinition, type TemplateFile } from './define.ts';
export { isTemplatePath, loadTemplate, moduleOf, type Namer } from './load.ts';
export type { Toolkit } from './module.ts';
export { optionsOf, withOptions } from './options.ts';
