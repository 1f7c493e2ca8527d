/** How the OpenAPI document enforces each constraint: by its schemas, or only by the description of an operation. */

import type { DomainModel } from '../../model/index.ts';
import { type Answers, declared, uniquenessAnswer } from '../core/index.ts';
import { type Keywords, repeatedFieldsAnswer, type Site, schemaAnswers } from '../shared/json-schema/index.ts';

const answers: Answers<Site, Keywords> = {
  ...schemaAnswers,
  deletion: { achieves: 'approximated', how: 'the description of the operation lists what is deleted; the server must do it' },
  unique: uniquenessAnswer,
  key: uniquenessAnswer,
};

/** Answers for OpenAPI 3.0, where an extending schema cannot reject members that it does not name. */
const answers30: Answers<Site, Keywords> = {
  ...answers,
  inheritance: ({ class: cls, parent }) =>
    parent.closed ? repeatedFieldsAnswer('superclass') : cls.closed ? repeatedFieldsAnswer('class') : declared,
};

/** Returns whether the policy `openapi` states version 3.0, whose schemas are not those of JSON Schema. */
export function isVersion30({ policies }: DomainModel): boolean {
  return policies.openapi === '3.0';
}

/** Returns the answers for the version of OpenAPI that the policy `openapi` states. */
export function answersFor(model: DomainModel): Answers<Site, Keywords> {
  return isVersion30(model) ? answers30 : answers;
}
