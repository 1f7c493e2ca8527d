/**
 * Writes the comment `-- squawk-ignore-file ban-drop-column` at the top of a script: the rules of squawk (https://squawkhq.com)
 * that the script has to break. Squawk warns of migrations that lock tables for long or affect clients.
 */

const someMatch =
  (found: RegExp) =>
  (statements: readonly string[]): boolean =>
    statements.some((statement) => found.test(statement));

const indexesConcurrently = someMatch(/^(CREATE (UNIQUE )?|DROP )INDEX CONCURRENTLY /);
const addsKey = someMatch(/^ALTER TABLE .* ADD CONSTRAINT .* (UNIQUE \(|UNIQUE NULLS|PRIMARY KEY )/);

/** Rules of squawk, with functions that return whether statements break them. */
const RULES: Readonly<Record<string, (statements: readonly string[]) => boolean>> = {
  // Changes that clients of the database notice.
  'renaming-table': someMatch(/^ALTER TABLE .* RENAME TO /),
  'renaming-column': someMatch(/^ALTER TABLE .* RENAME COLUMN /),
  'renaming-object': someMatch(/^ALTER (TABLE .* RENAME CONSTRAINT |INDEX .* RENAME TO |FUNCTION .* RENAME TO )/),
  'ban-drop-column': someMatch(/^ALTER TABLE .* DROP COLUMN /),
  'ban-drop-constraint': someMatch(/^ALTER TABLE .* DROP CONSTRAINT /),
  'ban-drop-not-null': someMatch(/^ALTER TABLE .* DROP NOT NULL;/),
  'ban-drop-default': someMatch(/^ALTER TABLE .* DROP DEFAULT;/),
  'ban-drop-table': someMatch(/^DROP TABLE /m),
  'ban-drop-view': someMatch(/^DROP VIEW /),
  'ban-drop-function': someMatch(/^DROP FUNCTION /),
  'ban-set-schema': someMatch(/^ALTER TABLE .* SET SCHEMA /),
  // Statements that rewrite a table, because each of its rows changes.
  'changing-column-type': someMatch(/^ALTER TABLE .* ALTER COLUMN .* TYPE /),
  'adding-field-with-default': someMatch(/^ALTER TABLE .* ADD COLUMN .* GENERATED ALWAYS AS /),
  // The lock is held for a moment, and lock_timeout limits the wait for it.
  'require-concurrent-index-deletion': someMatch(/^DROP INDEX (?!CONCURRENTLY)/),
  // The only statement of a script without a transaction: no setting can precede it.
  'require-lock-timeout': indexesConcurrently,
  'require-statement-timeout': indexesConcurrently,
  'prefer-robust-stmts': indexesConcurrently,
  // Keys that foreign keys reference, in a hierarchy whose rows are all rewritten; and down scripts, which have no later script.
  'disallowed-unique-constraint': someMatch(/^ALTER TABLE .* ADD CONSTRAINT .* (UNIQUE \(|UNIQUE NULLS)/),
  'adding-serial-primary-key-field': someMatch(/^ALTER TABLE .* ADD CONSTRAINT .* PRIMARY KEY /),
  'require-concurrent-index-creation': someMatch(/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/),
  'constraint-missing-not-valid': (statements) => addsKey(statements) || validatesAtOnce(statements),
  'adding-not-nullable-field': (statements) =>
    someMatch(/^ALTER TABLE .* SET NOT NULL;/)(statements) && !someMatch(/ VALIDATE CONSTRAINT codegen_required_/)(statements),
};

/** Returns whether a new constraint is validated in the same script, under the lock that adding it takes. */
function validatesAtOnce(statements: readonly string[]): boolean {
  const added = new Set(statements.flatMap((each) => /^ALTER TABLE .* ADD CONSTRAINT ("[^"]*"|\S+) /.exec(each)?.[1] ?? []));
  return statements.some((each) => added.has(/ VALIDATE CONSTRAINT ("[^"]*"|\S+);$/.exec(each)?.[1] ?? ''));
}

/** Returns a comment with the rules that a script breaks, or ''. Tables that it creates do not count: no session uses them. */
export function squawkMarks(statements: readonly string[]): string {
  const created = new Set<string>();
  // Only later statements count: a table of the same name may have existed before.
  const others = statements.filter((statement) => {
    const name = /^CREATE TABLE (\S+) \(/.exec(statement)?.[1];
    if (name !== undefined) created.add(name);
    const altered = /^ALTER TABLE (\S+) /.exec(statement)?.[1];
    const isNew = (table: string | undefined) => table !== undefined && created.has(table);
    return !isNew(altered) && ![...statement.matchAll(/ ON (\S+) \(/g)].some(([, table]) => isNew(table));
  });
  const rules = Object.keys(RULES).filter((rule) => RULES[rule]?.(others));
  return rules.length === 0 ? '' : `-- squawk-ignore-file ${rules.join(', ')}\n`;
}
