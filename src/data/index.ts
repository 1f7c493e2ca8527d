export { type Converted, type ConvertOptions, convert, type TextForm, textForms } from './convert.ts';
export { Workspace } from './spools.ts';
