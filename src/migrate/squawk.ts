/**
 * Marks for squawk (https://squawkhq.com), which reads migrations and warns of what locks tables for long, and of what those
 * who use a database may feel. A script says at its head which rules it breaks because that is what it is for.
 */

const has =
  (found: RegExp) =>
  (statements: readonly string[]): boolean =>
    statements.some((statement) => found.test(statement));

const outside = has(/^(CREATE (UNIQUE )?|DROP )INDEX CONCURRENTLY /);
const keyAtOnce = has(/^ALTER TABLE .* ADD CONSTRAINT .* (UNIQUE \(|UNIQUE NULLS|PRIMARY KEY )/);

/** Rules of squawk, and whether statements break them. */
const RULES: Readonly<Record<string, (statements: readonly string[]) => boolean>> = {
  // What those who use the database feel.
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
  // What rewrites a table, because each row of it is another one then.
  'changing-column-type': has(/^ALTER TABLE .* ALTER COLUMN .* TYPE /),
  'adding-field-with-default': has(/^ALTER TABLE .* ADD COLUMN .* GENERATED ALWAYS AS /),
  // The lock is there for a moment, and lock_timeout bounds the wait for it.
  'require-concurrent-index-deletion': has(/^DROP INDEX (?!CONCURRENTLY)/),
  // The one statement of a script without a transaction: no setting could come before it.
  'require-lock-timeout': outside,
  'require-statement-timeout': outside,
  'prefer-robust-stmts': outside,
  // Keys that others refer to, in a hierarchy whose rows are all rewritten; and the way back, which has no later script.
  'disallowed-unique-constraint': has(/^ALTER TABLE .* ADD CONSTRAINT .* (UNIQUE \(|UNIQUE NULLS)/),
  'adding-serial-primary-key-field': has(/^ALTER TABLE .* ADD CONSTRAINT .* PRIMARY KEY /),
  'require-concurrent-index-creation': has(/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/),
  'constraint-missing-not-valid': (statements) => keyAtOnce(statements) || validatesAtOnce(statements),
  'adding-not-nullable-field': (statements) =>
    has(/^ALTER TABLE .* SET NOT NULL;/)(statements) && !has(/ VALIDATE CONSTRAINT codegen_required_/)(statements),
};

/** Whether a condition is new, and all rows are looked at with the lock that this takes. */
function validatesAtOnce(statements: readonly string[]): boolean {
  const added = new Set(statements.flatMap((each) => /^ALTER TABLE .* ADD CONSTRAINT ("[^"]*"|\S+) /.exec(each)?.[1] ?? []));
  return statements.some((each) => added.has(/ VALIDATE CONSTRAINT ("[^"]*"|\S+);$/.exec(each)?.[1] ?? ''));
}

/** The rules that a script breaks, as a comment; nothing if there is none. What it does to tables that it makes locks nobody out. */
export function squawkMarks(statements: readonly string[]): string {
  const made = new Set<string>();
  // A table of the same name may have been there before.
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
