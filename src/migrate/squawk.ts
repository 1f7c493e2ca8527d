/**
 * Ignore comments for squawk (https://squawkhq.com). It warns of migrations that lock tables for long or affect clients. A
 * script lists at its top the rules that it has to break.
 */

const has =
  (found: RegExp) =>
  (statements: readonly string[]): boolean =>
    statements.some((statement) => found.test(statement));

const outside = has(/^(CREATE (UNIQUE )?|DROP )INDEX CONCURRENTLY /);
const keyAtOnce = has(/^ALTER TABLE .* ADD CONSTRAINT .* (UNIQUE \(|UNIQUE NULLS|PRIMARY KEY )/);

/** Rules of squawk, with functions that return whether statements break them. */
const RULES: Readonly<Record<string, (statements: readonly string[]) => boolean>> = {
  // Changes that clients of the database notice.
  'renaming-table': has(/^ALTER TABLE .* RENAME TO /),
  'renaming-column': has(/^ALTER TABLE .* RENAME COLUMN /),
  'renaming-object': has(/^ALTER (TABLE .* RENAME CONSTRAINT |INDEX .* RENAME TO |FUNCTION .* RENAME TO )/),
  'ban-drop-column': has(/^ALTER TABLE .* DROP COLUMN /),
  'ban-drop-constraint': has(/^ALTER TABLE .* DROP CONSTRAINT /),
  'ban-drop-not-null': has(/^ALTER TABLE .* DROP NOT NULL;/),
  'ban-drop-default': has(/^ALTER TABLE .* DROP DEFAULT;/),
  'ban-drop-table': has(/^DROP TABLE /m),
  'ban-drop-view': has(/^DROP VIEW /),
  'ban-drop-function': has(/^DROP FUNCTION /),
  'ban-set-schema': has(/^ALTER TABLE .* SET SCHEMA /),
  // Statements that rewrite a table, because each of its rows changes.
  'changing-column-type': has(/^ALTER TABLE .* ALTER COLUMN .* TYPE /),
  'adding-field-with-default': has(/^ALTER TABLE .* ADD COLUMN .* GENERATED ALWAYS AS /),
  // The lock is held for a moment, and lock_timeout limits the wait for it.
  'require-concurrent-index-deletion': has(/^DROP INDEX (?!CONCURRENTLY)/),
  // The only statement of a script without a transaction: no setting can precede it.
  'require-lock-timeout': outside,
  'require-statement-timeout': outside,
  'prefer-robust-stmts': outside,
  // Keys that foreign keys reference, in a hierarchy whose rows are all rewritten; and down scripts, which have no later script.
  'disallowed-unique-constraint': has(/^ALTER TABLE .* ADD CONSTRAINT .* (UNIQUE \(|UNIQUE NULLS)/),
  'adding-serial-primary-key-field': has(/^ALTER TABLE .* ADD CONSTRAINT .* PRIMARY KEY /),
  'require-concurrent-index-creation': has(/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/),
  'constraint-missing-not-valid': (statements) => keyAtOnce(statements) || validatesAtOnce(statements),
  'adding-not-nullable-field': (statements) =>
    has(/^ALTER TABLE .* SET NOT NULL;/)(statements) && !has(/ VALIDATE CONSTRAINT codegen_required_/)(statements),
};

/** Returns whether a new constraint is validated in the same script, under the lock that adding it takes. */
function validatesAtOnce(statements: readonly string[]): boolean {
  const added = new Set(statements.flatMap((each) => /^ALTER TABLE .* ADD CONSTRAINT ("[^"]*"|\S+) /.exec(each)?.[1] ?? []));
  return statements.some((each) => added.has(/ VALIDATE CONSTRAINT ("[^"]*"|\S+);$/.exec(each)?.[1] ?? ''));
}

/** Returns a comment with the rules that a script breaks, or ''. Tables that it creates do not count: no session uses them. */
export function squawkMarks(statements: readonly string[]): string {
  const made = new Set<string>();
  // Only later statements count: a table of the same name may have existed before.
  const others = statements.filter((statement) => {
    const name = /^CREATE TABLE (\S+) \(/.exec(statement)?.[1];
    if (name !== undefined) made.add(name);
    const altered = /^ALTER TABLE (\S+) /.exec(statement)?.[1];
    const isOfMade = (table: string | undefined) => table !== undefined && made.has(table);
    return !isOfMade(altered) && ![...statement.matchAll(/ ON (\S+) \(/g)].some(([, table]) => isOfMade(table));
  });
  const rules = Object.keys(RULES).filter((rule) => RULES[rule]?.(others));
  return rules.length === 0 ? '' : `-- squawk-ignore-file ${rules.join(', ')}\n`;
}
