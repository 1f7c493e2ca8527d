/** Own templates. What reads them is loaded when one is named. */

export { isTemplatePath, loadTemplate, moduleOf, type Namer } from './load.ts';
export { optionsOf, withOptions } from './options.ts';
