export type { ModelJson } from './schema.ts';
export { modelJson, modelParts, modelText } from './write.ts';

/** To publish what a model is as JSON. */
export const describingModels = () => import('./schema.ts');
