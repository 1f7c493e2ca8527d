/** What the document does about demands: what its schemas do, and what its operations tell. */

import { type Answers, nothing } from '../core/index.ts';
import { type Keywords, type Site, schemaAnswers } from '../shared/json-schema/index.ts';

const acrossInstances = nothing('uniqueness spans instances, which a schema cannot see; operations tell of a response 409');

export const answers: Answers<Site, Keywords> = {
  ...schemaAnswers,
  deletion: { achieves: 'approximated', how: 'the operation says what goes with it; a server has to do it' },
  unique: () => acrossInstances,
  key: () => acrossInstances,
};
