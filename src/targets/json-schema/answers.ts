import type { Answers } from '../core/index.ts';
import { type Keywords, type Site, schemaAnswers } from '../shared/json-schema/index.ts';

/** What the schemas do about demands: what schemas do, and nothing beside. */
export const answers: Answers<Site, Keywords> = schemaAnswers;
