export type { ModelJson, PatternJson, TableJson } from './schema.ts';
export { modelJson, modelText } from './write.ts';

/** Loads the JSON Schema of models; separate, because few commands need it. */
export const loadModelSchema = () => import('./schema.ts');
