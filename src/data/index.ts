/** Converts, validates and generates data: individuals in RDF, and records in JSON. */

export { type Converted, type ConvertOptions, convert, convertToCsv, convertToSql, type TextForm } from './convert.ts';
export { writeConforming, writeTurtle } from './sample.ts';
export { Workspace } from './spools.ts';
export { isUnenforcedShape, type ValidateOptions, type ValidationResult, validate } from './validate.ts';
export { memoryWorkspace } from './workspace.ts';
