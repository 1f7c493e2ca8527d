/** What the document does about demands: what its schemas do, and what its operations tell. */

import type { DomainModel } from '../../model/index.ts';
import { type Answers, declared, nothing } from '../core/index.ts';
import { type Keywords, repeated, type Site, schemaAnswers } from '../shared/json-schema/index.ts';

const acrossInstances = nothing('uniqueness spans instances, which a schema cannot see; operations tell of a response 409');

const answers: Answers<Site, Keywords> = {
  ...schemaAnswers,
  deletion: { achieves: 'approximated', how: 'the operation says what goes with it; a server has to do it' },
  unique: () => acrossInstances,
  key: () => acrossInstances,
};

/** In OpenAPI 3.0, what extends a schema cannot refuse what that does not name. */
const olderAnswers: Answers<Site, Keywords> = {
  ...answers,
  inheritance: ({ class: cls, parent }) => (parent.closed ? repeated('superclass') : cls.closed ? repeated('class') : declared),
};

/** Whether the document is of OpenAPI 3.0. */
export function isOlderVersion({ policies }: DomainModel): boolean {
  return policies.openapi === '3.0';
}

/** What the document of a model does about its demands. */
export function answersFor(model: DomainModel): Answers<Site, Keywords> {
  return isOlderVersion(model) ? olderAnswers : answers;
}
