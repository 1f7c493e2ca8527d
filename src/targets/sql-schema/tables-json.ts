/** The planned tables as data, for `codegen model --json` and users' templates. */

import type { DomainModel, TableJson } from '../../model/index.ts';
import type { Column, ForeignKey, Table } from './plan.ts';
import { planSchema } from './schema.ts';

/**
 * Returns the tables of a model as data (docs/reference/model.md): those of classes in order of creation, then the join tables.
 */
export function tablesJson(model: DomainModel): readonly TableJson[] {
  return planSchema(model).groups.flat().map(tableJson);
}

function tableJson({ name, of, columns, primaryKey, foreignKeys }: Table): TableJson {
  const isJoin = 'owner' in of;
  return {
    name,
    class: isJoin ? of.owner.name : of.name,
    field: isJoin ? of.name : null,
    columns: columns.map(columnJson),
    primaryKey: isJoin ? [...primaryKey] : columns.filter((column) => column.primaryKey).map((column) => column.name),
    foreignKeys: foreignKeys.map(foreignKeyJson),
  };
}

function columnJson({ name, type, notNull, primaryKey, unique, default: fallback, generated, field }: Column) {
  return {
    name,
    type,
    notNull,
    primaryKey,
    unique: unique !== undefined,
    default: fallback ?? null,
    generated: generated ?? null,
    field: field?.name ?? null,
  };
}

function foreignKeyJson({ columns, table, targets, onDelete, deferred, later }: ForeignKey) {
  return { columns: [...columns], table, targets: [...targets], onDelete: onDelete ?? null, deferred, later };
}
