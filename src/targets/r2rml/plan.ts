/** Plans the triples of the rows of each table as plain data (https://www.w3.org/TR/r2rml/#dfn-triples-map). */

import { type DomainClass, type DomainModel, discriminatorOf, type Field, type FieldType } from '../../model/index.ts';
import { isOfPlainText, isOfResources, type PropertyPath, propertyOf, rdfDatatype } from '../shared/rdf/index.ts';
import type { Element } from '../target.ts';
import { NameScope } from '../text/index.ts';
import { type Column, claimIdentifier, IRIS, identifier, memberIndexExpression, planSchema, type Table } from './tables.ts';
import { lexicalFormOf, valueCase, valuesOf } from './values.ts';

/** The source of the IRIs of rows. */
export type Iris = 'kept' | 'uuid';

/** The RDF term for a column of a logical table. */
export type TermMap =
  /** The IRI of a row: stored in the column, or made from a UUID. */
  | { readonly kind: 'row'; readonly column: string }
  | { readonly kind: 'iri'; readonly column: string }
  | { readonly kind: 'literal'; readonly column: string; readonly datatype: string }
  | { readonly kind: 'text'; readonly column: string };

/** A property of the subject; `property` is undefined for rdf:type. */
export interface Statement {
  readonly property: string | undefined;
  readonly object: TermMap;
  readonly of?: Element;
}

/** A column of a query, with its name in the mapping. */
export interface QueryColumn {
  readonly name: string;
  readonly sql: string;
}

export interface TriplesMap {
  /** Unique in the mapping. */
  readonly name: string;
  /** The table that the rows come from. */
  readonly rows: string;
  /** A table, or a query. */
  readonly table: string | { readonly columns: readonly QueryColumn[]; readonly from: string };
  readonly subject: TermMap;
  /** The class of all rows. */
  readonly class?: string;
  readonly statements: readonly Statement[];
  /** The element it belongs to; undefined if it belongs to none. */
  readonly of?: Element;
  /** True for the main map of a class, which has its type and single values. */
  readonly isMain?: true;
  /** The field that becomes the subject. */
  readonly identity?: Element;
}

/** Returns the triples maps of a model, in the order of its tables. */
export function* planMapping(model: DomainModel, iris: Iris): Iterable<TriplesMap> {
  const tables = planSchema(model).groups.flat();
  const planner = new Planner(model, iris, tables);
  const isUsed = ({ statements, class: cls }: TriplesMap) => statements.length > 0 || cls !== undefined;
  for (const table of tables) yield* planner.mapsOf(table).filter(isUsed);
  if (iris === 'kept') yield* [otherTypes()].filter(isUsed);
}

/** A logical table under construction: a query once it needs a column that the table does not have. */
class LogicalTable {
  readonly #names = new NameScope();
  readonly #columns = new Map<string, QueryColumn>();
  readonly #table: string;
  readonly #from: string;
  #isQuery: boolean;

  /** @param from the FROM clause, whose columns are `t.…`; by default the table */
  constructor(table: string, from?: string) {
    this.#table = table;
    this.#from = from ?? `${identifier(table)} AS t`;
    this.#isQuery = from !== undefined || identifier(table) !== table;
  }

  /** Returns the name of a column for an expression. Names that need quotes are changed: engines treat these differently. */
  take(preferred: string, sql: string): string {
    const known = this.#columns.get(sql);
    if (known) return known.name;
    const plain = identifier(preferred) === preferred ? preferred : `${preferred}_value`;
    const name = claimIdentifier(this.#names, plain);
    this.#columns.set(sql, { name, sql });
    if (sql !== `t.${name}`) this.#isQuery = true;
    return name;
  }

  get table(): TriplesMap['table'] {
    return this.#isQuery ? { columns: [...this.#columns.values()], from: this.#from } : this.#table;
  }
}

type ValueType = Exclude<FieldType, { readonly kind: 'id' | 'reference' }>;

class Planner {
  readonly #model: DomainModel;
  readonly #iris: Iris;
  readonly #tableOf: (cls: DomainClass) => string;
  readonly #names = new NameScope();

  constructor(model: DomainModel, iris: Iris, tables: readonly Table[]) {
    this.#model = model;
    this.#iris = iris;
    const names = new Map(tables.map(({ of, name }) => [of, name]));
    this.#tableOf = (cls) => names.get(cls) as string;
    for (const { name } of tables) this.#names.claim(name);
  }

  mapsOf(table: Table): readonly TriplesMap[] {
    const { of } = table;
    if ('owner' in of) return this.#pairs(table, of);
    const fields = table.columns.flatMap((column) => {
      const path = column.field && propertyOf(column.field);
      return column.field && path ? [{ column, field: column.field, path }] : [];
    });
    const isOwn = ({ field, path }: (typeof fields)[number]) =>
      !path.inverse && field.cardinality !== 'many' && field.type.kind !== 'union';
    return [
      this.#rows(table, of, fields.filter(isOwn)),
      ...fields
        .filter((one) => !isOwn(one))
        .map(({ column, field, path }) =>
          path.inverse ? this.#backward(table, of, column, field, path) : this.#values(table, of, column, field, path),
        ),
    ];
  }

  /** Returns the IRI of the row with this id. Rows without a stored IRI get one made from the UUID. */
  #row(logical: LogicalTable, name: string): TermMap {
    return { kind: 'row', column: this.#rowColumn(logical, name) };
  }

  #rowColumn(logical: LogicalTable, name: string): string {
    const sql = `t.${identifier(name)}`;
    if (this.#iris === 'uuid') return logical.take(name, sql);
    const iriQuery = `(SELECT i.iri FROM ${IRIS} AS i WHERE i.id = ${sql} AND left(i.iri, 2) <> '_:')`;
    return logical.take(name, `coalesce(${iriQuery}, 'urn:uuid:' || ${sql})`);
  }

  /** Maps the instances of a class with the values in single columns. */
  #rows(
    { name, columns }: Table,
    cls: DomainClass,
    fields: readonly { readonly column: Column; readonly field: Field; readonly path: PropertyPath }[],
  ): TriplesMap {
    const logical = new LogicalTable(name);
    const subject = this.#row(logical, columns[0]?.name ?? 'id');
    const type = this.#type(logical, cls, columns);
    const identity = columns.find(({ field }) => field?.type.kind === 'id')?.field;
    const statements = fields.flatMap(({ column, field, path }) =>
      this.#objects(logical, field.type, `t.${identifier(column.name)}`, column.name).map((object) => ({
        property: path.iri,
        object,
        of: elementOf(cls, field),
      })),
    );
    return {
      name,
      rows: name,
      table: logical.table,
      subject,
      // In a hierarchy with subclasses or a discriminator, #type states the class.
      ...(cls.children.length === 0 && !discriminatorOf(cls) && { class: cls.iri }),
      statements: [...(type ? [type] : []), ...statements],
      of: { kind: 'class', class: cls },
      isMain: true,
      ...(identity && { identity: elementOf(cls, identity) }),
    };
  }

  /** Returns the most specific class of a row, from the discriminator in the topmost table or from the tables with the row. */
  #type(logical: LogicalTable, cls: DomainClass, columns: readonly Column[]): Statement | undefined {
    const discriminator = columns.find(({ field }) => field?.discriminator);
    if (discriminator?.field) {
      if (cls.parents.length > 0) return undefined;
      const below = this.#model.classes.filter((one) => one === cls || one.ancestors.includes(cls));
      const outcomes = below.map((one) => [one.name, one.iri] as const);
      const column = logical.take('type', valueCase(`t.${identifier(discriminator.name)}`, outcomes));
      return { property: undefined, object: { kind: 'iri', column }, of: elementOf(cls, discriminator.field) };
    }
    if (cls.children.length === 0) return undefined;
    const others = cls.children.map(
      (child) => `NOT EXISTS (SELECT FROM ${identifier(this.#tableOf(child))} AS c WHERE c.id = t.id)`,
    );
    const column = logical.take('type', `CASE WHEN ${others.join(' AND ')} THEN ${valueText(cls.iri)} END`);
    return { property: undefined, object: { kind: 'iri', column }, of: { kind: 'class', class: cls } };
  }

  /** Maps an inverse property: its subject is the row that the column refers to. */
  #backward({ name, columns }: Table, cls: DomainClass, column: Column, field: Field, path: PropertyPath): TriplesMap {
    const logical = new LogicalTable(name);
    const subject = this.#row(logical, columns[0]?.name ?? 'id');
    return {
      name: claimIdentifier(this.#names, `${name}_${column.name}`),
      rows: name,
      subject: this.#row(logical, column.name),
      table: logical.table,
      statements: [{ property: path.iri, object: subject, of: elementOf(cls, field) }],
      of: { kind: 'class', class: cls },
    };
  }

  /** Maps the values of a list or a union, with one row for each value. */
  #values({ name, columns }: Table, cls: DomainClass, column: Column, field: Field, path: PropertyPath): TriplesMap {
    const key = identifier(columns[0]?.name ?? 'id');
    const values = identifier(column.name);
    const item = field.cardinality === 'many' ? `unnest(${values})` : values;
    const inner = `(SELECT ${key} AS id, ${item} AS item FROM ${identifier(name)})`;
    const { type } = field;
    const rows =
      type.kind === 'union' ? `(SELECT id, item, ${memberIndexExpression(type.union)} AS member FROM ${inner} AS v)` : inner;
    const logical = new LogicalTable(name, `${rows} AS t`);
    const subject = this.#row(logical, 'id');
    const statements = this.#objects(logical, type, 't.item', 'item').map((object) => ({
      property: path.iri,
      object,
      of: elementOf(cls, field),
    }));
    return {
      name: claimIdentifier(this.#names, `${name}_${column.name}`),
      rows: name,
      table: logical.table,
      subject,
      statements,
      of: { kind: 'class', class: cls },
    };
  }

  /** Maps the join table of a list of references. */
  #pairs({ name, columns }: Table, field: Field): readonly TriplesMap[] {
    const path = propertyOf(field);
    if (!path) return [];
    const logical = new LogicalTable(name);
    const [owner, other] = columns.map((column) => this.#row(logical, column.name)) as [TermMap, TermMap];
    const [subject, object] = path.inverse ? [other, owner] : [owner, other];
    return [
      {
        name,
        rows: name,
        table: logical.table,
        subject,
        statements: [{ property: path.iri, object, of: elementOf(field.owner, field) }],
        of: { kind: 'class', class: field.owner },
      },
    ];
  }

  /** Returns the terms of values of a type. Each has a column that is null if the value is a different term. */
  #objects(logical: LogicalTable, type: FieldType, sql: string, name: string): readonly TermMap[] {
    switch (type.kind) {
      case 'id':
        return [];
      case 'reference':
        return [this.#row(logical, name)];
      default:
        return objectsOf(logical, type, sql, name);
    }
  }
}

function objectsOf(logical: LogicalTable, type: ValueType, sql: string, name: string): readonly TermMap[] {
  switch (type.kind) {
    case 'scalar':
      return [termOf(type, logical.take(name, lexicalFormOf(type, sql)))];
    case 'enumeration': {
      const { individuals, strings } = valuesOf(type.enumeration);
      const iris = individuals.map(({ value, iri }) => [value, iri] as const);
      const plain = strings.map(({ value }) => [value, value] as const);
      const text = individuals.length === 0 ? sql : valueCase(sql, plain);
      return [
        ...(iris.length === 0 ? [] : [{ kind: 'iri', column: logical.take(name, valueCase(sql, iris)) } as const]),
        ...(plain.length === 0 ? [] : [{ kind: 'literal', column: logical.take(name, text), datatype: XSD_STRING } as const]),
      ];
    }
    case 'union':
      return type.union.members.map((member, nth) =>
        termOf(member, logical.take(`${name}_${nth + 1}`, `CASE WHEN t.member = ${nth} THEN ${sql} #>> '{}' END`)),
      );
    default:
      return type satisfies never;
  }
}

function termOf(type: Extract<FieldType, { kind: 'scalar' }>, column: string): TermMap {
  if (isOfPlainText(type)) return { kind: 'text', column };
  return isOfResources(type) ? { kind: 'iri', column } : { kind: 'literal', column, datatype: rdfDatatype(type) };
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';

const valueText = (iri: string): string => `'${iri.replaceAll("'", "''")}'`;

function elementOf(cls: DomainClass, field: Field): Element {
  return { kind: 'field', class: cls, field };
}

/** Maps additional types of individuals, which are stored with their IRIs. */
function otherTypes(): TriplesMap {
  const iri = `CASE WHEN left(iri, 2) = '_:' THEN 'urn:uuid:' || id ELSE iri END`;
  const types = `SELECT ${iri} AS iri, type FROM ${IRIS}, unnest(types) AS type WHERE left(type, 2) <> '_:'`;
  const logical = new LogicalTable(IRIS, `(${types}) AS t`);
  const subject = { kind: 'iri', column: logical.take('iri', 't.iri') } as const;
  const object = { kind: 'iri', column: logical.take('type', 't.type') } as const;
  return { name: IRIS, rows: IRIS, table: logical.table, subject, statements: [{ property: undefined, object }] };
}
