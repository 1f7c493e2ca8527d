/** The schemas of a model's instances (JSON Schema 2020-12), for all targets that print them. */

export { type Keywords, repeatedFieldsAnswer, type Site, schemaAnswers } from './answers.ts';
export { PAGE_COUNT, PAGE_LIMIT, problemExample } from './common.ts';
export { type Dialect, schemaRef } from './dialect.ts';
export { createExample, instanceExample } from './examples.ts';
export { isAssigned } from './fields.ts';
export { includedRelations } from './inclusions.ts';
export { patternsOf, schemaComparisons } from './kinds.ts';
export { responseSchemaName, type SchemaNames, schemaNames } from './names.ts';
export { descriptionOf, firstSentence, relatedWords } from './prose.ts';
export { componentSchemas } from './schemas.ts';
export { isPlainDecimal, plainValueSchema, type SchemaLedger } from './types.ts';
