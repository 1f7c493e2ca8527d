/** Creates and checks templates; loaded on first use. */

export { checkTemplate, type TemplateCheck } from './check.ts';
export { newTemplate, templateKinds } from './scaffold.ts';
export { default as specimen } from './specimen.ttl?raw';
