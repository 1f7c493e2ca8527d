/** Writes the script of `codegen migrate drift`: with psql, it compares a database with its migrations and changes nothing. */

import { literal, type SchemaState } from '../targets/sql-schema/index.ts';
import { OTHER_OBJECTS, QUERIES } from './catalogue.ts';
import { migrationBetween } from './steps/index.ts';

export interface DriftOptions {
  /** The source of the expected schema, for messages: `migrations (002)`. */
  readonly origin: string;
  /** The schema to compare; by default the first one of the search path. */
  readonly schema?: string;
  /** Whether additional objects are errors, too. */
  readonly isStrict: boolean;
}

/** The queries for the kinds of objects, by the name of one such object. */
const KINDS = {
  table: OTHER_OBJECTS.tables,
  column: QUERIES.columns,
  constraint: QUERIES.constraints,
  index: QUERIES.indexes,
  trigger: QUERIES.triggers,
  function: QUERIES.functions,
  rights: QUERIES.rights,
  view: QUERIES.views,
  comment: QUERIES.comments,
  'row security': OTHER_OBJECTS.security,
  policy: OTHER_OBJECTS.policies,
  rule: OTHER_OBJECTS.rules,
} as const;

/** Tables in which tools record the applied migrations: sqlx, golang-migrate and dbmate, Flyway. */
const TABLES_OF_TOOLS = ['_sqlx_migrations', 'schema_migrations', 'flyway_schema_history'];

const EMPTY_MATCH = { tables: new Map(), columns: new Map() } as const;
const EMPTY_STATE: SchemaState = { tables: [], functions: [], routines: [], triggers: [], views: [] };

function creationStatements(state: SchemaState): readonly string[] {
  return migrationBetween({
    from: EMPTY_STATE,
    to: state,
    match: EMPTY_MATCH,
    renameIri: (iri) => iri,
    number: '0',
    isDown: true,
  }).statements;
}

/**
 * Returns the script. PostgreSQL creates the expected schema next to the existing one, in a transaction that is rolled back. The
 * script compares the catalogues of both schemas, not the statements that codegen writes.
 */
export function driftScript(state: SchemaState, options: DriftOptions): string {
  const isOfOwner = [...state.functions, ...state.routines].some(({ ofOwner }) => ofOwner);
  return `${[
    scriptHead(options),
    beginStatements(options.schema),
    '-- What there has to be.',
    creationStatements(state).join('\n'),
    catalogueStatements(options.schema),
    comparisonStatements(isOfOwner, options.isStrict),
    endStatements(options.origin),
  ].join('\n\n')}\n`;
}

const toOneLine = (text: string): string => text.replace(/\s+/g, ' ');

const scriptHead = ({
  origin,
  isStrict,
}: DriftOptions): string => `-- Compares a database with the schema of ${toOneLine(origin)}. For psql:
--   psql -X -f - "$DATABASE_URL"
-- It lists differences and then fails; it prints nothing if none exist. Additional objects ${isStrict ? 'also count as differences' : 'are notes'}.
-- It runs in one transaction and rolls it back. The role needs CREATE on the database and USAGE on the schema.
\\encoding UTF8
\\set ON_ERROR_STOP on
\\set QUIET on
\\set SHOW_CONTEXT never
\\timing off
\\pset pager off`;

/** Begins the transaction, checks the privileges of the role, and creates the schema for the expected objects. */
const beginStatements = (schema: string | undefined): string => `BEGIN READ WRITE;
SET LOCAL client_min_messages = 'error';
-- Whoever runs it at the same time is waited for.
SET LOCAL lock_timeout = '1min';
DO $$
DECLARE
    _schema CONSTANT TEXT := ${schema === undefined ? 'current_schema()' : literal(schema)};
BEGIN
    IF _schema IS NULL OR to_regnamespace(quote_ident(_schema)) IS NULL THEN
        RAISE invalid_schema_name USING MESSAGE = ${schema === undefined ? "'the search path names no existing schema that ' || current_user || ' may use'" : "format('there is no schema %I', _schema)"},
            HINT = ${schema === undefined ? "'Name the schema: codegen migrate drift --schema <name>; or GRANT USAGE ON SCHEMA <name> to the role.'" : "'Pass the schema with the tables as --schema.'"};
    ELSIF NOT has_schema_privilege(_schema, 'USAGE') THEN
        RAISE insufficient_privilege USING MESSAGE = format('%I needs USAGE on the schema %I', current_user, _schema),
            HINT = format('GRANT USAGE ON SCHEMA %I TO %I;', _schema, current_user);
    ELSIF NOT has_database_privilege(current_database(), 'CREATE') THEN
        RAISE insufficient_privilege USING MESSAGE = format('%I needs CREATE on the database %I, to create the schemas for the comparison', current_user, current_database()),
            HINT = format('GRANT CREATE ON DATABASE %I TO %I; -- codegen rolls everything back', current_database(), current_user);
    END IF;
    PERFORM set_config('codegen.schema', _schema, TRUE);
END
$$;
CREATE SCHEMA codegen_expected;
SET LOCAL search_path = codegen_expected, pg_temp;`;

/** Reads the catalogues of the expected and of the existing schema into two tables. */
const catalogueStatements = (
  schema: string | undefined,
): string => `-- The catalogue of the schema that the search path leads to${schema === undefined ? '' : ', by which names are printed without it'}.
CREATE SCHEMA codegen_drift;
CREATE FUNCTION codegen_drift.catalogue() RETURNS TABLE (kind TEXT, relation TEXT, name TEXT, definition TEXT)
    LANGUAGE sql
AS $codegen$
${Object.entries(KINDS)
  .map(([kind, query]) => `    SELECT '${kind}', _objects.* FROM (${query}) AS _objects`)
  .join('\n    UNION ALL\n')}
$codegen$;

-- A text with single blanks in it.
CREATE FUNCTION codegen_drift.spaced(_text TEXT) RETURNS TEXT
    LANGUAGE sql
AS $codegen$
    SELECT btrim(regexp_replace(_text, '\\s+', ' ', 'g'))
$codegen$;

-- The part of a text that differs from another one: the line, or a section of a long line.
CREATE FUNCTION codegen_drift.part(_one TEXT, _other TEXT) RETURNS TEXT
    LANGUAGE sql
AS $codegen$
    SELECT coalesce(max(CASE WHEN (_one || _other) ~ '\\n' THEN format('line %s: ', n) ELSE '' END || CASE
        WHEN length(a) <= 200 THEN a
        WHEN same <= 60 THEN left(a, 200) || ' …'
        ELSE '… ' || substr(a, same::INTEGER - 40, 200) || CASE WHEN length(a) > same + 160 THEN ' …' ELSE '' END
    END), '(none)')
    FROM (
        SELECT codegen_drift.spaced(a) AS a, codegen_drift.spaced(b) AS b, n
        FROM unnest(
            string_to_array(CASE WHEN _other IS NULL THEN codegen_drift.spaced(_one) ELSE _one END, E'\\n'), string_to_array(_other, E'\\n')
        ) WITH ORDINALITY AS _lines (a, b, n)
        WHERE codegen_drift.spaced(a) IS DISTINCT FROM codegen_drift.spaced(b) ORDER BY n LIMIT 1
    ) AS _line
    CROSS JOIN LATERAL (SELECT count(*) AS same FROM generate_series(1, least(length(a), length(b), 4000)) AS _n WHERE left(a, _n) = left(b, _n)) AS _same
$codegen$;

-- The names of both schemas go from texts of either.
CREATE FUNCTION codegen_drift.bare(_text TEXT) RETURNS TEXT
    LANGUAGE sql
AS $codegen$
    SELECT replace(replace(_text, 'codegen_expected.', ''), quote_ident(current_setting('codegen.schema')) || '.', '')
$codegen$;

CREATE TABLE codegen_drift.expected AS SELECT kind, relation, name, codegen_drift.bare(definition) AS definition FROM codegen_drift.catalogue();
DO $$ BEGIN PERFORM set_config('search_path', quote_ident(current_setting('codegen.schema')) || ', pg_temp', TRUE); END $$;
CREATE TABLE codegen_drift.found AS SELECT kind, relation, name, codegen_drift.bare(definition) AS definition FROM codegen_drift.catalogue();`;

/**
 * Compares these tables.
 *
 * @param isOfOwner whether functions run with the privileges of their owner, for tables with policies
 */
const comparisonStatements = (isOfOwner: boolean, isStrict: boolean): string => `CREATE TABLE codegen_drift.differences AS
WITH _shared AS (SELECT kind, relation, name FROM codegen_drift.expected JOIN codegen_drift.found USING (kind, relation, name))
SELECT
    CASE WHEN ${isStrict ? 'TRUE' : 'is_fault'} THEN 'error' ELSE 'note' END AS level, kind,
    concat_ws('.', nullif(relation, ''), nullif(CASE WHEN kind <> 'row security' THEN name ELSE '' END, '')) AS object,
    codegen_drift.part(expected, found) AS expected,
    CASE WHEN kind = 'row security' THEN name ELSE codegen_drift.part(found, expected) END AS found
FROM (
    SELECT kind, relation, name, _expected.definition AS expected, _found.definition AS found
    FROM codegen_drift.expected AS _expected FULL JOIN codegen_drift.found AS _found USING (kind, relation, name)
    WHERE codegen_drift.spaced(_expected.definition) IS DISTINCT FROM codegen_drift.spaced(_found.definition)
) AS _both
CROSS JOIN LATERAL (
    SELECT CASE
        WHEN kind = 'comment' THEN FALSE
        WHEN expected IS NOT NULL THEN TRUE
        -- Of what is additional, this keeps programs from working as they did.
        WHEN kind = 'column' THEN found ~ ' NOT NULL$'
        WHEN kind = 'row security' THEN ${isOfOwner ? "name <> 'enabled'" : 'FALSE'}
        ELSE FALSE
    END AS is_fault
) AS _level
-- If a table, view or column is on one side only, its parts are not listed.
WHERE (
    relation = '' OR relation IN (SELECT name FROM _shared WHERE _shared.kind = 'table')
    OR kind <> 'column' AND relation IN (SELECT name FROM _shared WHERE _shared.kind = 'view')
)
AND (kind <> 'comment' OR name = '' OR (relation, name) IN (SELECT relation, name FROM _shared WHERE _shared.kind = 'column'))
-- In these, tools note which migrations have been applied.
AND NOT (expected IS NULL AND kind = 'table' AND name IN (${TABLES_OF_TOOLS.map(literal).join(', ')}))${
  isOfOwner
    ? `
-- The policies are the user's.
AND NOT (expected IS NULL AND (kind = 'policy' OR kind = 'row security' AND name = 'enabled'))`
    : ''
};`;

/** Prints the differences, fails if one is an error, and rolls back. */
const endStatements = (origin: string): string => `SELECT count(*) > 0 AS codegen_is_any FROM codegen_drift.differences \\gset
\\if :codegen_is_any
SELECT level, kind, object, expected, found FROM codegen_drift.differences ORDER BY level, kind, object COLLATE "C", expected COLLATE "C";
\\endif
DO $$
DECLARE
    _count CONSTANT BIGINT := (SELECT count(*) FROM codegen_drift.differences WHERE level = 'error');
BEGIN
    IF _count > 0 THEN
        RAISE EXCEPTION USING
            MESSAGE = format('the database differs from the schema of %s: %s', ${literal(toOneLine(origin))}, CASE _count WHEN 1 THEN '1 difference' ELSE format('%s differences', _count) END),
            HINT = 'Migrations that are not applied also appear as differences. Add intended changes to the ontology, and revert the others.';
    END IF;
END
$$;
ROLLBACK;`;
