import type { Answers } from '../core/index.ts';
import { type Keywords, type Site, schemaAnswers } from '../shared/json-schema/index.ts';

/** The answers to constraints: exactly those of the shared schemas. */
export const answers: Answers<Site, Keywords> = schemaAnswers;
