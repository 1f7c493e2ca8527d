/** Converts individuals to rows for the tables of the PostgreSQL schema: one for each table of their class and superclasses. */

import {
  type DomainClass,
  type DomainModel,
  type Field,
  type FieldType,
  isLexicalForm,
  kindOf,
  type ScalarKind,
  type Union,
} from '../model/index.ts';
import { type Column, literal, planSchema, sqlTypeOf, sqlValue, type Table } from '../targets/sql-schema/index.ts';
import type { FieldValue, Individual } from './individual.ts';

/** A table of the schema, and the function that converts individuals to its rows. */
export interface TableRows {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Returns the rows of an individual. A row has an SQL value for each column, or undefined. */
  readonly rowsOf: (individual: Individual) => readonly (readonly (string | undefined)[])[];
  /** The tables of one group reference each other. */
  readonly group: number;
  /** Whether a single statement must insert the rows of all tables of the group. */
  readonly isInsertedWithGroup: boolean;
  /** Whether an individual of two classes may have the same row twice, in the table of a superclass without a discriminator. */
  readonly mayRepeatRows: boolean;
  /** The columns that identify a row. */
  readonly key: readonly string[];
}

/** Returns the tables in the order that foreign keys require. */
export function tableRowsOf(model: DomainModel): readonly TableRows[] {
  const { groups } = planSchema(model);
  const repeating = new Set(
    groups.flat().flatMap(({ of, columns }) => ('owner' in of || !mayRepeatRows(of, columns) ? [] : [of])),
  );
  return groups.flatMap((tables, group) => {
    const names = new Set(tables.map(({ name }) => name));
    const isInsertedWithGroup = tables.some(({ name, foreignKeys }) =>
      foreignKeys.some((key) => !key.deferred && names.has(key.table) && (key.later || key.table === name)),
    );
    return tables.map((table): TableRows => {
      const columns = table.columns.filter(({ generated }) => generated === undefined);
      const { name, of, primaryKey } = table;
      const isRepeating = repeating.has('owner' in of ? of.owner : of);
      const key = 'owner' in of ? primaryKey : ['id'];
      return { name, columns, rowsOf: rowsOf(table, columns), group, isInsertedWithGroup, mayRepeatRows: isRepeating, key };
    });
  });
}

function mayRepeatRows({ children }: DomainClass, columns: readonly Column[]): boolean {
  return children.length > 0 && !columns.some(({ field }) => field?.discriminator);
}

function rowsOf({ of }: Table, columns: readonly Column[]): TableRows['rowsOf'] {
  if ('owner' in of) {
    return ({ class: cls, id, values }) => {
      if (cls !== of.owner && !cls.ancestors.includes(of.owner)) return [];
      const targets = (values.get(of.name) ?? []).filter(({ dangling }) => !dangling);
      return targets.map(({ json }) => [literal(id), literal(JSON.parse(json))]);
    };
  }
  return (individual) => {
    const { class: cls } = individual;
    if (cls !== of && !cls.ancestors.includes(of)) return [];
    return [columns.map(({ field }) => columnValue(individual, field))];
  };
}

/** Returns the value of a column; the id, if the column has no field. */
function columnValue({ id, class: cls, values }: Individual, field: Field | undefined): string | undefined {
  if (field === undefined || field.type.kind === 'id') return literal(id);
  if (field.discriminator) return literal(cls.name);
  const fieldValues = values.get(field.name);
  const { type } = field;
  if (type.kind === 'reference') {
    const [value] = fieldValues ?? [];
    // The database rejects a reference to a missing row, so an optional one gets no value.
    if (value === undefined || (value.dangling && field.cardinality === 'optional')) return undefined;
    return literal(JSON.parse(value.json));
  }
  if (field.cardinality === 'many')
    return `ARRAY[${(fieldValues ?? []).map((value) => valueInSql(type, value)).join(', ')}]::${sqlTypeOf(field)}`;
  return fieldValues?.[0] && valueInSql(type, fieldValues[0]);
}

type ValueType = Exclude<FieldType, { kind: 'id' | 'reference' }>;

/** Returns the canonical form of a value; decimals keep their zeros, as in the database. A union distinguishes 5 from "5". */
function valueInSql(type: ValueType, { json }: FieldValue): string {
  const isString = json.startsWith('"');
  const text: string = isString ? JSON.parse(json) : json;
  if (type.kind === 'enumeration') return sqlValue(type, text);
  const scalar = type.kind === 'scalar' ? type.scalar : memberKind(type.union, isString, text);
  const canonical = scalar === undefined || scalar === 'decimal' ? text : (kindOf(scalar).read(text) ?? text);
  return type.kind === 'union' ? literal(isString ? JSON.stringify(canonical) : canonical) : sqlValue(type, canonical);
}

/** Returns the kind of a value of a union in JSON. */
function memberKind({ members }: Union, isString: boolean, text: string): ScalarKind | undefined {
  const kinds = members.map(({ scalar }) => scalar);
  return kinds.find((scalar) => (kindOf(scalar).json === 'string') === isString && isLexicalForm(kindOf(scalar), text));
}
