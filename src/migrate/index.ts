/** Migrations of a database: from the schema of one version of an ontology to that of another. */

export { type Catalogue, type CatalogueDifference, catalogueOf } from './catalogue.ts';
export { areDisjoint, isLossy } from './conversions.ts';
export { type DriftOptions, driftScript } from './drift.ts';
export { folderFaults } from './folder.ts';
export { intermediateState, leftoverDescriptions, leftoverNames } from './leftovers.ts';
export { matchStates } from './match.ts';
export { firstMigration, migrationWarnings, type NextMigrations, nextMigrations } from './next-migrations.ts';
export { hashesOf, type MigrationRecord, parseRecord, printRecord, RECORD_FILE } from './record.ts';
export { type FolderMigration, filesOf, folderMigrations, lastNumber, numberOf, type Script, type ToolName } from './tools.ts';
export { type Session, type VerificationResult, verify } from './verify.ts';
