/**
 * The schemas of fields, and the rules about several fields of an object. The field `age` becomes
 * `{ type: 'integer', format: 'int32', minimum: 18, description: … }`.
 */

import { type Constraint, type Demand, type DomainClass, type Field, isBuiltIn } from '../../../model/index.ts';
import { constraintsOfField, unenforcedNote } from '../../core/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';
import { words } from '../../text/index.ts';
import type { Site } from './answers.ts';
import type { SchemaNames } from './names.ts';
import { descriptionOf, joinParagraphs, replacementNote } from './prose.ts';
import { jsonTypeOf, listKeywords, nullable, nullOnly, type Printing, valueSchema } from './types.ts';

/** The settings that all schemas of a document share. */
export interface Context extends Printing {
  readonly names: SchemaNames;
  readonly constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>;
  /** Whether schemas state the IRI of their element: `x-iri`. */
  readonly iris: boolean;
}

/** Checks whether only the server sets the field. */
export function isAssigned(field: Field): boolean {
  return isBuiltIn(field) || field.managed !== undefined;
}

/** Returns the keyword `readOnly` for fields of instances that only the server sets. */
export function readOnlyKeyword(field: Field): TreeMap | undefined {
  return isAssigned(field) ? { readOnly: true } : undefined;
}

/**
 * Returns the properties of fields in order, with descriptions.
 *
 * @param extraKeywords returns additional keywords of a field
 */
export function fieldMembers(
  cls: DomainClass,
  fields: readonly Field[],
  context: Context,
  extraKeywords?: (field: Field) => TreeMap | undefined,
): TreeMap {
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchema(cls, field, context, extraKeywords?.(field))]));
}

/** Returns the schema of a field without its name. */
export function fieldSchema(cls: DomainClass, field: Field, context: Context, extraKeywords?: TreeMap): TreeMap {
  const gaps = gapNote(constraintsOfField(field, context.constraints), context);
  return {
    ...undescribedSchema(cls, field, context),
    description: joinParagraphs(
      descriptionOf(field) ?? generatedDescription(field),
      orderNote(field, context),
      replacementNote(field),
      gaps,
    ),
    deprecated: field.deprecated || undefined,
    'x-iri': context.iris ? field.iri : undefined,
    ...extraKeywords,
  };
}

/** Returns the schema of a field without description. */
function undescribedSchema(cls: DomainClass, field: Field, context: Context): TreeMap {
  const { cardinality, absent } = field;
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

/**
 * Returns the note on constraints that the schema does not enforce. Defaults are omitted: the keyword states them.
 *
 * @param unchecked kinds of constraints that only other schemas enforce
 */
export function gapNote(
  constraints: readonly Constraint[] | undefined,
  { ledger, dialect }: Context,
  unchecked?: ReadonlySet<string>,
): string | undefined {
  if (constraints === undefined || constraints.length === 0) return undefined;
  return unenforcedNote(
    constraints.filter(({ kind }) => kind !== 'default'),
    (demand) => (unchecked?.has(demand.kind) ? { status: 'dropped', why: 'other schemas check it' } : ledger.achieved(demand)),
    dialect.checker,
  );
}

/** Returns the description of a field that the ontology does not document; undefined if its name says enough. */
function generatedDescription({ type, cardinality }: Field): string | undefined {
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

/** Returns a note on lists of references, whose order the generated service does not keep. */
function orderNote({ type, cardinality }: Field, { codes }: Context): string | undefined {
  const isSet = codes !== undefined && cardinality === 'many' && type.kind === 'reference';
  return isSet ? 'The identifiers are a set: the server does not keep their order.' : undefined;
}

/** Returns the rules about a whole object: choices and totals. */
export function objectRules(owners: readonly DomainClass[], site: Site, { ledger }: Context): TreeMap[] {
  if (owners.every(({ choices, totals }) => choices.length + totals.length === 0)) return [];
  const demands = owners.flatMap((cls): Demand[] => [
    ...cls.choices.map((choice) => ({ kind: 'choice', class: cls, choice }) as const),
    ...cls.totals.map((total) => ({ kind: 'total', class: cls, total }) as const),
  ]);
  const rules = ledger.printAll(demands, site).filter((rule) => Object.keys(rule).length > 0);
  return rules.flatMap((rule) => (Array.isArray(rule['allOf']) ? rule['allOf'] : [rule]));
}
