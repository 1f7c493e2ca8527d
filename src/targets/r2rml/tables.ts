/** The tables that are mapped: the mapping is made of the plan that they are printed from, and of no other. */

export {
  type Column,
  CREATE_IRIS,
  claim,
  IRIS,
  identifier,
  literal,
  type MappedTables,
  memberNumber,
  planTables,
  type Table,
  // biome-ignore lint/style/noRestrictedImports: a mapping is of another target's tables
} from '../sql-schema/index.ts';
