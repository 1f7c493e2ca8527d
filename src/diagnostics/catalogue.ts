/**
 * The catalogue of all messages by code: severity, text and help. A code that is not in it does not compile where it is used.
 */

import { dataMessages } from './messages/data.ts';
import { hookMessages } from './messages/hooks.ts';
import { modelMessages } from './messages/model.ts';
import { ontologyMessages } from './messages/ontology.ts';
import { outputMessages } from './messages/output.ts';
import { projectMessages } from './messages/projects.ts';
import { queryMessages } from './messages/queries.ts';
import { settingsMessages } from './messages/settings.ts';

export type { Fix, Severity } from './messages/entry.ts';

export const catalogue = {
  ...settingsMessages,
  ...ontologyMessages,
  ...modelMessages,
  ...outputMessages,
  ...queryMessages,
  ...hookMessages,
  ...projectMessages,
  ...dataMessages,
} as const;

export type Code = keyof typeof catalogue;
export type Params<C extends Code> = Parameters<(typeof catalogue)[C]['message']>[0];
