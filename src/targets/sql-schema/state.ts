/**
 * A schema as data that can be stored and compared: the content of a database after the statements of `sql-schema` have run.
 * Each part has its name in the database and the element of the ontology that it represents.
 */

import { type DomainModel, discriminatorOf, type Field, isReference } from '../../model/index.ts';
import { type Lines, text } from '../text/index.ts';
import { createDeletionFunction, createDeletionTrigger } from './deletion-triggers.ts';
import { identifier } from './identifiers.ts';
import type { Column, ForeignKey, Schema, Table } from './plan.ts';
import { createFunction, createGuard, createTriggers } from './print.ts';
import { createRowGuard, createRowGuardFunction, kindFunction, kindTrigger } from './print-rows.ts';
import { referencesClause } from './print-tables.ts';
import { isClass } from './queries.ts';
import { planSchema } from './schema.ts';
import { rightsOf, timestampFunction, timestampTrigger } from './timestamp-triggers.ts';
import { createView } from './views.ts';

export interface ColumnState {
  readonly name: string;
  /** The IRI of the property, or `id`, `target` or `kind`; absent for a generated column. */
  readonly of?: string;
  /** Identifies one of several alternatives of the property: the IRI of the referenced class, or the kind of value. */
  readonly alternative?: string;
  readonly type: string;
  readonly notNull?: true;
  readonly default?: string;
  /** Expression of a generated column. */
  readonly generated?: string;
  /** The individuals that its values represent, each with its value: `http://example.org/#red red`. */
  readonly individuals?: readonly string[];
  readonly comment?: string;
}

export interface ConstraintState {
  readonly name: string;
  /** The definition after the name: `CHECK (…)`, `FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE`. */
  readonly sql: string;
  /** The table that a foreign key references. */
  readonly references?: string;
}

export interface IndexState {
  readonly name: string;
  /** The definition after the name of the table: `(author_id)`. */
  readonly sql: string;
}

export interface TableState {
  readonly name: string;
  /** The IRI of the class whose instances are its rows; for a list of references, that of the property. */
  readonly of: string;
  /** For a list of references: the IRI of the class that has it. */
  readonly from?: string;
  /** For a list of references: the IRI of the referenced class. */
  readonly alternative?: string;
  /** The IRIs of direct superclasses that have tables. */
  readonly parents?: readonly string[];
  /** The value of the discriminator column in rows of the class itself. */
  readonly kind?: string;
  readonly columns: readonly ColumnState[];
  readonly constraints: readonly ConstraintState[];
  readonly indexes?: readonly IndexState[];
  readonly comment?: string;
}

/** Returns whether a table stores a list of references, without an id. Each other table has the instances of a class as rows. */
export function isListTable(table: TableState): table is TableState & { readonly from: string } {
  return table.from !== undefined;
}

export interface FunctionState {
  readonly name: string;
  readonly signature: string;
  /** The whole statement. */
  readonly sql: string;
  /** It runs with the privileges of its owner, and no other user may create triggers with it. */
  readonly ofOwner?: true;
}

export interface TriggerState {
  readonly name: string;
  readonly table: string;
  readonly function: string;
  /** The whole statement. */
  readonly sql: string;
}

export interface ViewState {
  readonly name: string;
  /** Tables and views that it selects from. */
  readonly relations: readonly string[];
  /** The whole statement. */
  readonly sql: string;
}

export interface SchemaState {
  /** In order of creation. */
  readonly tables: readonly TableState[];
  /** Functions that conditions of tables call. */
  readonly functions: readonly FunctionState[];
  /** Functions that triggers call. */
  readonly routines: readonly FunctionState[];
  readonly triggers: readonly TriggerState[];
  /** Views, each after those that it selects from. */
  readonly views: readonly ViewState[];
}

/** Returns the state of a database that has the schema of a model. */
export function schemaState(model: DomainModel): SchemaState {
  const schema = planSchema(model);
  return {
    tables: schema.groups.flat().map((table) => tableState(table)),
    functions: schema.functions.map((made) => ({
      name: made.name,
      signature: made.signature,
      sql: statement(createFunction(made)),
    })),
    ...routinesOf(schema),
    views: schema.views.map((view) => ({
      name: view.name,
      relations: view.relations,
      sql: statement(createView(view, schema.rights === 'owner')),
    })),
  };
}

function routinesOf(schema: Schema): Pick<SchemaState, 'routines' | 'triggers'> {
  const { guards, kindGuards, rowGuards, rowGuardFunction, deletionTriggers, deletionFunction, timestampTriggers, rights } =
    schema;
  const routine = (name: string, lines: Lines, needed = rights): FunctionState => ({
    name,
    signature: '',
    sql: statement(lines),
    ...(needed === 'owner' && { ofOwner: true as const }),
  });
  const trigger = (
    { trigger: name, table }: { readonly trigger: string; readonly table: string },
    called: string,
    lines: Lines,
  ): TriggerState => ({ name, table, function: called, sql: statement(lines) });
  return {
    routines: [
      ...guards.map((guard) => routine(guard.function, createGuard(guard, rights))),
      ...kindGuards.map((guard) => routine(guard.function, kindFunction(guard, rights))),
      ...(rowGuardFunction === undefined ? [] : [routine(rowGuardFunction, createRowGuardFunction(rowGuardFunction, rights))]),
      ...(deletionFunction === undefined ? [] : [routine(deletionFunction, createDeletionFunction(deletionFunction, rights))]),
      ...timestampTriggers.map((one) => routine(one.function, timestampFunction(one, rights), rightsOf(one, rights))),
    ],
    triggers: [
      ...guards.flatMap((guard) => {
        const statements = createTriggers(guard);
        return guard.triggers.map((one, i) => trigger({ ...one, trigger: one.name }, guard.function, statements[i]));
      }),
      ...kindGuards.map((guard) => trigger(guard, guard.function, kindTrigger(guard))),
      ...rowGuards.map((guard) => trigger(guard, rowGuardFunction ?? '', createRowGuard(guard, rowGuardFunction ?? ''))),
      ...deletionTriggers.map((one) => trigger(one, deletionFunction ?? '', createDeletionTrigger(one, deletionFunction ?? ''))),
      ...timestampTriggers.map((one) => trigger(one, one.function, timestampTrigger(one))),
    ],
  };
}

/** Joins lines to one text without a line break at the end. */
function statement(lines: Lines): string {
  return text([lines]).replace(/\n$/, '');
}

function tableState(table: Table): TableState {
  const { name, of, comment } = table;
  const kindField = isClass(of) ? discriminatorOf(of) : undefined;
  const kind = kindField?.constant ?? kindField?.default;
  return {
    name,
    ...(isClass(of)
      ? {
          of: of.iri,
          ...(of.parents.length > 0 && { parents: of.parents.map(({ iri }) => iri) }),
          ...(kind !== undefined && { kind }),
        }
      : { of: of.iri ?? of.name, from: of.owner.iri, alternative: of.type.target.iri }),
    columns: table.columns.map((column) => columnState(column, table)),
    constraints: constraintsOf(table),
    ...(table.indexes.length > 0 && {
      indexes: table.indexes.map((index) => ({
        name: index.name,
        sql: `(${identifier(index.column)}${index.descending ? ' DESC' : ''})`,
      })),
    }),
    ...(comment !== undefined && { comment }),
  };
}

/** Returns what distinguishes the alternatives of a property. */
function alternativeOf(field: Field): string {
  if (isReference(field)) return field.type.target.iri;
  const { type } = field;
  return type.kind === 'scalar' ? type.scalar : type.kind;
}

function individualsOf(field: Field | undefined): Pick<ColumnState, 'individuals'> {
  if (field?.type.kind !== 'enumeration' || field.discriminator) return {};
  const individuals = field.type.enumeration.values.flatMap(({ iri, value }) => (iri === undefined ? [] : [`${iri} ${value}`]));
  return individuals.length === 0 ? {} : { individuals };
}

function columnState(column: Column, { columns }: Table): ColumnState {
  const { name, type, field, notNull, primaryKey, generated, comment } = column;
  return {
    name,
    ...identityOf(field, column === columns[0], generated !== undefined),
    type,
    ...((notNull || primaryKey) && { notNull: true as const }),
    ...(column.default !== undefined && { default: column.default }),
    ...(generated !== undefined && { generated }),
    ...individualsOf(field),
    ...(comment !== undefined && { comment }),
  };
}

function identityOf(field: Field | undefined, isFirst: boolean, isGenerated: boolean): Pick<ColumnState, 'of' | 'alternative'> {
  if (!field) return isGenerated ? {} : { of: isFirst ? 'id' : 'target' };
  if (field.type.kind === 'id') return { of: 'id' };
  if (field.discriminator) return { of: 'kind' };
  return { of: field.iri ?? field.name, alternative: alternativeOf(field) };
}

function constraintsOf({ name: table, columns, primaryKey, constraints, foreignKeys }: Table): ConstraintState[] {
  const keys = primaryKey.length > 0 ? primaryKey : columns.filter((column) => column.primaryKey).map(({ name }) => name);
  return [
    ...(keys.length > 0 ? [{ name: `${table.slice(0, 58)}_pkey`, sql: `PRIMARY KEY (${keys.map(identifier).join(', ')})` }] : []),
    ...columns.flatMap(({ name, unique, check }) => [
      ...(unique === undefined ? [] : [{ name: unique, sql: `UNIQUE (${identifier(name)})` }]),
      ...(check ? [{ name: check.name, sql: check.sql }] : []),
    ]),
    ...constraints.map(({ name, sql }) => ({ name, sql })),
    ...foreignKeys.map((key) => ({ name: key.name, sql: foreignKey(key), references: key.table })),
  ];
}

function foreignKey(key: ForeignKey): string {
  return `FOREIGN KEY (${key.columns.map(identifier).join(', ')}) ${referencesClause(key)}`;
}
