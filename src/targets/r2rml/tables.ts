/** The mapped tables. The mapping uses the same plan that sql-schema prints. */

export {
  type Column,
  CREATE_IRIS,
  claimIdentifier,
  IRIS,
  identifier,
  literal,
  memberIndexExpression,
  planSchema,
  type Table,
  // biome-ignore lint/style/noRestrictedImports: the mapping describes the tables of another target
} from '../sql-schema/index.ts';
