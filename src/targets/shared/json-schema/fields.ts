/** Members of objects, and rules about whole objects. */

import { type Constraint, type Demand, type DomainClass, type Field, isBuiltIn } from '../../../model/index.ts';
import { isUnconstrained, unenforcedNote } from '../../core/index.ts';
import { type Member, type Members, mapOfParts, Part, type TreeMap, withParts } from '../../shared/tree/index.ts';
import type { Site } from './answers.ts';
import type { SchemaNames } from './names.ts';
import { description, paragraphs, replacement, words } from './prose.ts';
import {
  commonPart,
  jsonTypeOf,
  listKeywords,
  nullable,
  nullOnly,
  type Printing,
  plainListSchema,
  plainValueSchema,
  valueSchema,
} from './types.ts';

/** The settings and caches that all schemas of a document share. */
export interface Context extends Printing {
  readonly names: SchemaNames;
  readonly constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>;
  /** Whether schemas state the IRI of their element: `x-iri`. */
  readonly iris: boolean;
  readonly printed: FieldParts;
}

/** A cache of field schemas for the class that is being printed, which several of its schemas use. */
export class FieldParts {
  #cls: DomainClass | undefined;
  #schemas = new Map<Field, Part>();
  #runs: FieldRun[] = [];

  /** Returns the schema of a field; creates it if it is not cached. */
  schema(cls: DomainClass, field: Field, make: () => TreeMap): Part {
    this.#turnTo(cls);
    let part = this.#schemas.get(field);
    if (part === undefined) {
      part = new Part(make());
      this.#schemas.set(field, part);
    }
    return part;
  }

  /** Returns consecutive fields as one part. Requests often contain all fields that the server sends. */
  members(cls: DomainClass, fields: readonly Field[], make: (field: Field) => TreeMap): Part {
    this.#turnTo(cls);
    for (const run of this.#runs) if (areSameFields(run.fields, fields)) return run.part;
    // No object with field names as keys: V8 would create an object shape for each name.
    const part = new Part(mapOfParts([fields.map((field) => [field.name, make(field)] as const)]));
    this.#runs.push({ fields, part });
    return part;
  }

  #turnTo(cls: DomainClass): void {
    if (this.#cls === cls) return;
    this.#cls = cls;
    // A new map, not clear(): V8 links the old table of a map to the new one, so an old one keeps it from being collected.
    this.#schemas = new Map();
    this.#runs = [];
  }
}

/** Consecutive fields of a schema, with their printed part. */
interface FieldRun {
  readonly fields: readonly Field[];
  readonly part: Part;
}

function areSameFields(some: readonly Field[], others: readonly Field[]): boolean {
  return some.length === others.length && some.every((field, i) => field === others[i]);
}

/** Checks whether only the server sets the field. */
export function isAssigned(field: Field): boolean {
  return isBuiltIn(field) || field.managed !== undefined;
}

/**
 * Returns the properties of fields in order, with descriptions.
 *
 * @param moreOf returns additional keywords of a field
 */
export function fieldMembers(
  cls: DomainClass,
  fields: readonly Field[],
  context: Context,
  moreOf: (field: Field) => TreeMap | undefined,
): readonly Members[] {
  const members: Members[] = [];
  let begin = 0;
  const endRun = (end: number) => {
    if (begin === end) return;
    members.push(context.printed.members(cls, fields.slice(begin, end), (field) => describedSchema(cls, field, context)));
  };
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field;
    const more = moreOf(field);
    if (more === undefined) continue;
    endRun(i);
    begin = i + 1;
    members.push([[field.name, fieldSchema(cls, field, context, more)]]);
  }
  endRun(fields.length);
  return members;
}

/** Returns the schema of a field without its name. */
export function fieldSchema(cls: DomainClass, field: Field, context: Context, more: TreeMap): TreeMap {
  return withParts([context.printed.schema(cls, field, () => describedSchema(cls, field, context))], more);
}

function describedSchema(cls: DomainClass, field: Field, context: Context): TreeMap {
  const plain = undescribedSchema(cls, field, context);
  const part = commonPart(plain);
  const said = paragraphs(
    description(field) ?? ownDescription(field),
    replacement(field),
    gapsOf(constraintsOf(field, context), context),
  );
  if (part === undefined) {
    return {
      ...plain,
      description: said,
      deprecated: field.deprecated || undefined,
      'x-iri': context.iris ? field.iri : undefined,
    };
  }
  const more: Member = ['description', said];
  if (!field.deprecated && !context.iris) return mapOfParts([part, [more]]);
  return mapOfParts([
    part,
    [more, ['deprecated', field.deprecated || undefined], ['x-iri', context.iris ? field.iri : undefined]],
  ]);
}

/** Returns the schema of a field without description. */
function undescribedSchema(cls: DomainClass, field: Field, context: Context): TreeMap {
  const { cardinality, absent } = field;
  if (isUnconstrained(field)) return schemaOfPlain(field, context);
  const value = () => valueSchema(cls, field, context);
  switch (cardinality) {
    case 'one':
      return value();
    case 'optional':
      return absent ? nullOnly(jsonTypeOf(field.type)) : nullable(value());
    case 'many':
      return {
        type: 'array',
        items: value(),
        ...listKeywords(cls, field, context.ledger),
        ...(absent && { maxItems: 0 }),
      };
    default:
      return cardinality satisfies never;
  }
}

/** Returns the schema of a field without further constraints; many fields share it. */
function schemaOfPlain({ type, cardinality }: Field, { dialect }: Context): TreeMap {
  const value = plainValueSchema(type, dialect);
  switch (cardinality) {
    case 'one':
      return value;
    case 'optional':
      return nullable(value);
    case 'many':
      return plainListSchema(value);
    default:
      return cardinality satisfies never;
  }
}

/** Returns the note on constraints that the schema does not enforce. Defaults are omitted: the keyword states them. */
export function gapsOf(constraints: readonly Constraint[] | undefined, { ledger }: Context): string | undefined {
  if (constraints === undefined || constraints.length === 0) return undefined;
  return unenforcedNote(
    constraints.filter(({ kind }) => kind !== 'default'),
    (demand) => ledger.achieved(demand),
  );
}

const NOTHING: readonly Constraint[] = [];

/** Returns the constraints of a field, and those of the fields it narrows unless it has a narrower one of the kind. */
function constraintsOf(field: Field, context: Context): readonly Constraint[] {
  const own = context.constraints.get(field) ?? NOTHING;
  if (field.refines === undefined) return own;
  const kinds = new Set(own.map(({ kind }) => kind));
  kinds.delete('pattern');
  return [...constraintsOf(field.refines, context).filter(({ kind }) => !kinds.has(kind)), ...own];
}

/** Returns a description of a field without documentation in the ontology. */
function ownDescription({ type, cardinality }: Field): string | undefined {
  switch (type.kind) {
    case 'id':
      return 'Identifier, assigned by the server.';
    case 'reference':
      return cardinality === 'many'
        ? `Identifiers of ${words(type.target.plural)}.`
        : `Identifier of the ${words(type.target.slug)}.`;
    case 'scalar':
    case 'enumeration':
    case 'union':
      return undefined;
    default:
      return type satisfies never;
  }
}

/** Returns the rules about a whole object: choices and totals. */
export function rules(owners: readonly DomainClass[], site: Site, { ledger }: Context): TreeMap[] {
  if (owners.every(({ choices, totals }) => choices.length + totals.length === 0)) return [];
  const demands = owners.flatMap((cls): Demand[] => [
    ...cls.choices.map((choice) => ({ kind: 'choice', class: cls, choice }) as const),
    ...cls.totals.map((total) => ({ kind: 'total', class: cls, total }) as const),
  ]);
  return ledger.printAll(demands, site).filter((rule) => Object.keys(rule).length > 0);
}
