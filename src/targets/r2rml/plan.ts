/**
 * Plans an R2RML mapping as plain data: which triples the rows of each table state. The row of a post with the title `Hello`
 * states `<urn:uuid:…> a ex:Post ; ex:title "Hello"` (https://www.w3.org/TR/r2rml/#dfn-triples-map).
 */

import { type DomainClass, type DomainModel, discriminatorOf, type Field, type FieldType } from '../../model/index.ts';
import { isOfPlainText, isOfResources, type PropertyPath, propertyOf, rdfDatatype } from '../shared/rdf/index.ts';
import type { Element } from '../target.ts';
import { NameScope } from '../text/index.ts';
import {
  type Column,
  claimIdentifier,
  IRIS,
  identifier,
  literal,
  memberIndexExpression,
  planSchema,
  type Table,
} from './tables.ts';
import { lexicalFormOf, valueCase, valuesOf } from './values.ts';

/** The source of the IRIs of rows: those that an import kept in the table `codegen_iris`, or always the UUIDs of the rows. */
export type IriSource = 'kept' | 'uuid';

/** The RDF term for a column of a logical table. */
export type TermMap =
  /** The IRI of a row: stored in the column, or made from a UUID. */
  | { readonly kind: 'row'; readonly column: string }
  | { readonly kind: 'iri'; readonly column: string }
  | { readonly kind: 'literal'; readonly column: string; readonly datatype: string }
  /** A string with a language tag. */
  | { readonly kind: 'text'; readonly column: string };

/** A property that the subject has. */
export interface PropertyMap {
  /** The IRI of the property; undefined for rdf:type. */
  readonly property: string | undefined;
  readonly object: TermMap;
  /** The element of the model that it represents. */
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
  readonly sourceTable: string;
  /** The logical table: that table, or a query. */
  readonly table: string | { readonly columns: readonly QueryColumn[]; readonly from: string };
  readonly subject: TermMap;
  /** The class of all rows. */
  readonly class?: string;
  readonly properties: readonly PropertyMap[];
  /** The element of the model that it belongs to; undefined if it belongs to none. */
  readonly of?: Element;
  /** True for the main map of a class, which has its type and single values. */
  readonly isMain?: true;
  /** The field that becomes the subject. */
  readonly identity?: Element;
}

/** Returns the triples maps of a model, in the order of its tables. */
export function* planMapping(model: DomainModel, iris: IriSource): Iterable<TriplesMap> {
  const tables = planSchema(model).groups.flat();
  const planner = new Planner(model, iris, tables);
  const isUsed = ({ properties, class: cls }: TriplesMap) => properties.length > 0 || cls !== undefined;
  for (const table of tables) yield* planner.mapsOf(table).filter(isUsed);
  if (iris === 'kept') yield* [additionalTypesMap()].filter(isUsed);
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
  columnFor(preferred: string, sql: string): string {
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

class Planner {
  readonly #model: DomainModel;
  readonly #iris: IriSource;
  readonly #tableOf: (cls: DomainClass) => string;
  readonly #names = new NameScope();

  constructor(model: DomainModel, iris: IriSource, tables: readonly Table[]) {
    this.#model = model;
    this.#iris = iris;
    const names = new Map(tables.map(({ of, name }) => [of, name]));
    this.#tableOf = (cls) => names.get(cls) as string;
    for (const { name } of tables) this.#names.claim(name);
  }

  mapsOf(table: Table): readonly TriplesMap[] {
    const { of } = table;
    if ('owner' in of) return this.#joinTableMaps(table, of);
    const fields = table.columns.flatMap((column) => {
      const path = column.field && propertyOf(column.field);
      return column.field && path ? [{ column, field: column.field, path }] : [];
    });
    // Other fields have several values for a row, or another subject than the row.
    const isInMainMap = ({ field, path }: (typeof fields)[number]) =>
      !path.inverse && field.cardinality !== 'many' && field.type.kind !== 'union';
    return [
      this.#mainMap(table, of, fields.filter(isInMainMap)),
      ...fields
        .filter((one) => !isInMainMap(one))
        .map(({ column, field, path }) =>
          path.inverse ? this.#inverseMap(table, of, column, field, path) : this.#itemsMap(table, of, column, field, path),
        ),
    ];
  }

  /** Returns the IRI of the row whose id is in a column. Rows without a stored IRI get one made from the UUID. */
  #row(logical: LogicalTable, name: string): TermMap {
    const sql = `t.${identifier(name)}`;
    if (this.#iris === 'uuid') return { kind: 'row', column: logical.columnFor(name, sql) };
    const iriQuery = `(SELECT i.iri FROM ${IRIS} AS i WHERE i.id = ${sql} AND left(i.iri, 2) <> '_:')`;
    return { kind: 'row', column: logical.columnFor(name, `coalesce(${iriQuery}, 'urn:uuid:' || ${sql})`) };
  }

  /** Maps the instances of a class with the values in single columns. */
  #mainMap(
    { name, columns }: Table,
    cls: DomainClass,
    fields: readonly { readonly column: Column; readonly field: Field; readonly path: PropertyPath }[],
  ): TriplesMap {
    const logical = new LogicalTable(name);
    const subject = this.#row(logical, columns[0]?.name ?? 'id');
    const type = this.#type(logical, cls, columns);
    const identity = columns.find(({ field }) => field?.type.kind === 'id')?.field;
    const properties = fields.flatMap(({ column, field, path }) =>
      this.#objects(logical, field.type, `t.${identifier(column.name)}`, column.name).map((object) => ({
        property: path.iri,
        object,
        of: elementOf(cls, field),
      })),
    );
    return {
      name,
      sourceTable: name,
      table: logical.table,
      subject,
      // In a hierarchy with subclasses or a discriminator, `type` states the class.
      ...(cls.children.length === 0 && !discriminatorOf(cls) && { class: cls.iri }),
      properties: [...(type ? [type] : []), ...properties],
      of: { kind: 'class', class: cls },
      isMain: true,
      ...(identity && { identity: elementOf(cls, identity) }),
    };
  }

  /** Returns the most specific class of a row, from the discriminator in the topmost table or from the tables with the row. */
  #type(logical: LogicalTable, cls: DomainClass, columns: readonly Column[]): PropertyMap | undefined {
    const discriminator = columns.find(({ field }) => field?.discriminator);
    if (discriminator?.field) {
      if (cls.parents.length > 0) return undefined;
      const classes = this.#model.classes.filter((one) => one === cls || one.ancestors.includes(cls));
      const outcomes = classes.map((one) => [one.name, one.iri] as const);
      const column = logical.columnFor('type', valueCase(`t.${identifier(discriminator.name)}`, outcomes));
      return { property: undefined, object: { kind: 'iri', column }, of: elementOf(cls, discriminator.field) };
    }
    if (cls.children.length === 0) return undefined;
    const conditions = cls.children.map(
      (child) => `NOT EXISTS (SELECT FROM ${identifier(this.#tableOf(child))} AS c WHERE c.id = t.id)`,
    );
    const column = logical.columnFor('type', `CASE WHEN ${conditions.join(' AND ')} THEN ${literal(cls.iri)} END`);
    return { property: undefined, object: { kind: 'iri', column }, of: { kind: 'class', class: cls } };
  }

  /** Maps an inverse property: its subject is the row that the column refers to. */
  #inverseMap({ name, columns }: Table, cls: DomainClass, column: Column, field: Field, path: PropertyPath): TriplesMap {
    const logical = new LogicalTable(name);
    const subject = this.#row(logical, columns[0]?.name ?? 'id');
    return {
      name: claimIdentifier(this.#names, `${name}_${column.name}`),
      sourceTable: name,
      subject: this.#row(logical, column.name),
      table: logical.table,
      properties: [{ property: path.iri, object: subject, of: elementOf(cls, field) }],
      of: { kind: 'class', class: cls },
    };
  }

  /** Maps the values of a list or a union, with one row for each value. */
  #itemsMap({ name, columns }: Table, cls: DomainClass, column: Column, field: Field, path: PropertyPath): TriplesMap {
    const key = identifier(columns[0]?.name ?? 'id');
    const values = identifier(column.name);
    const item = field.cardinality === 'many' ? `unnest(${values})` : values;
    const items = `(SELECT ${key} AS id, ${item} AS item FROM ${identifier(name)})`;
    const { type } = field;
    const query =
      type.kind === 'union' ? `(SELECT id, item, ${memberIndexExpression(type.union)} AS member FROM ${items} AS v)` : items;
    const logical = new LogicalTable(name, `${query} AS t`);
    const subject = this.#row(logical, 'id');
    const properties = this.#objects(logical, type, 't.item', 'item').map((object) => ({
      property: path.iri,
      object,
      of: elementOf(cls, field),
    }));
    return {
      name: claimIdentifier(this.#names, `${name}_${column.name}`),
      sourceTable: name,
      table: logical.table,
      subject,
      properties,
      of: { kind: 'class', class: cls },
    };
  }

  /** Maps the join table of a list of references. */
  #joinTableMaps({ name, columns }: Table, field: Field): readonly TriplesMap[] {
    const path = propertyOf(field);
    if (!path) return [];
    const logical = new LogicalTable(name);
    const [owner, other] = columns.map((column) => this.#row(logical, column.name)) as [TermMap, TermMap];
    const [subject, object] = path.inverse ? [other, owner] : [owner, other];
    return [
      {
        name,
        sourceTable: name,
        table: logical.table,
        subject,
        properties: [{ property: path.iri, object, of: elementOf(field.owner, field) }],
        of: { kind: 'class', class: field.owner },
      },
    ];
  }

  /**
   * Returns the terms of values of a type. If values are different terms, each has a column that is null for the other values.
   *
   * @param sql an expression for the value
   * @param name the preferred name of its column in a query
   */
  #objects(logical: LogicalTable, type: FieldType, sql: string, name: string): readonly TermMap[] {
    switch (type.kind) {
      case 'id':
        return [];
      case 'reference':
        return [this.#row(logical, name)];
      case 'scalar':
        return [termOf(type, logical.columnFor(name, lexicalFormOf(type, sql)))];
      case 'enumeration': {
        const { individuals, strings } = valuesOf(type.enumeration);
        const iris = individuals.map(({ value, iri }) => [value, iri] as const);
        const plain = strings.map(({ value }) => [value, value] as const);
        const text = individuals.length === 0 ? sql : valueCase(sql, plain);
        return [
          ...(iris.length === 0 ? [] : [{ kind: 'iri', column: logical.columnFor(name, valueCase(sql, iris)) } as const]),
          ...(plain.length === 0
            ? []
            : [{ kind: 'literal', column: logical.columnFor(name, text), datatype: XSD_STRING } as const]),
        ];
      }
      case 'union':
        return type.union.members.map((member, nth) =>
          termOf(member, logical.columnFor(`${name}_${nth + 1}`, `CASE WHEN t.member = ${nth} THEN ${sql} #>> '{}' END`)),
        );
      default:
        return type satisfies never;
    }
  }
}

function termOf(type: Extract<FieldType, { kind: 'scalar' }>, column: string): TermMap {
  if (isOfPlainText(type)) return { kind: 'text', column };
  return isOfResources(type) ? { kind: 'iri', column } : { kind: 'literal', column, datatype: rdfDatatype(type) };
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';

function elementOf(cls: DomainClass, field: Field): Element {
  return { kind: 'field', class: cls, field };
}

/** Maps additional types of individuals, which are stored with their IRIs. */
function additionalTypesMap(): TriplesMap {
  const iri = `CASE WHEN left(iri, 2) = '_:' THEN 'urn:uuid:' || id ELSE iri END`;
  const types = `SELECT ${iri} AS iri, type FROM ${IRIS}, unnest(types) AS type WHERE left(type, 2) <> '_:'`;
  const logical = new LogicalTable(IRIS, `(${types}) AS t`);
  const subject = { kind: 'iri', column: logical.columnFor('iri', 't.iri') } as const;
  const object = { kind: 'iri', column: logical.columnFor('type', 't.type') } as const;
  return { name: IRIS, sourceTable: IRIS, table: logical.table, subject, properties: [{ property: undefined, object }] };
}
