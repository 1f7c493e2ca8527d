import {
  buildSchema,
  coerceInputValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  isInputObjectType,
} from 'graphql';
import type { DomainClass, Field, ScalarKind } from '../../src/model/index.ts';
import { valueNames } from '../../src/targets/graphql-schema/names.ts';
import type { Json } from './cases.ts';
import { type Judge, type Outcome, refused, taken } from './judge.ts';
import type { Complete } from './prepare.ts';

/**
 * Coerces instances to create inputs with graphql-js. Then checks the accepted inputs like a server that parses the custom
 * scalars and checks `@constraint`.
 */
export const graphql: Judge = async (cases, target) =>
  cases.map(({ model, samples }) => {
    const schema = buildSchema(target.generate(model)[0]?.content ?? '');
    return samples.map(({ instances }): Outcome => {
      let stated: string | undefined;
      for (const { class: cls, value } of instances) {
        const type = schema.getType(`Create${cls.name}Input`);
        const input = inputOf(cls, value);
        if (!isInputObjectType(type)) {
          // A class without fields has no create input.
          if (Object.keys(input).length > 0) return refused(`${cls.name} has no fields`);
          continue;
        }
        const fault = faultOf(input, type);
        if (fault !== undefined) return refused(fault);
        stated ??= brokenDirective(schema, type, input) ?? unreadable(cls, input);
      }
      return stated === undefined ? taken : { by: 'its user', message: stated };
    });
  });

function faultOf(input: object, type: GraphQLInputObjectType): string | undefined {
  let fault: string | undefined;
  coerceInputValue(input, type, (path, _, error) => {
    fault ??= `${path.join('.')}: ${error.message}`;
  });
  return fault;
}

/** Returns the first field whose value violates its directive. */
function brokenDirective(schema: GraphQLSchema, type: GraphQLInputObjectType, input: Record<string, Json>): string | undefined {
  const directive = schema.getDirective('constraint');
  const breaks = ({ name, astNode }: GraphQLInputField): boolean => {
    const says = directive && astNode ? getDirectiveValues(directive, astNode) : undefined;
    return says !== undefined && !keeps(input[name] ?? null, says);
  };
  return Object.values(type.getFields()).find(breaks)?.name;
}

/** Returns whether a value satisfies the arguments of the directive. */
function keeps(value: Json, says: Readonly<Record<string, unknown>>): boolean {
  const limit = (argument: string, unlimited: number): number => (says[argument] as number | undefined) ?? unlimited;
  const isWithin = (size: number, least: string, most: string): boolean =>
    size >= limit(least, Number.NEGATIVE_INFINITY) && size <= limit(most, Number.POSITIVE_INFINITY);
  if (Array.isArray(value)) {
    return isWithin(value.length, 'minItems', 'maxItems') && value.every((each: Json) => keeps(each, says));
  }
  const isInside = (number: number): boolean =>
    number > limit('exclusiveMin', Number.NEGATIVE_INFINITY) &&
    number < limit('exclusiveMax', Number.POSITIVE_INFINITY) &&
    isWithin(number, 'min', 'max');
  if (typeof value === 'string') {
    // Only a decimal is a string with such bounds.
    const isNumber = ['min', 'max', 'exclusiveMin', 'exclusiveMax'].some((argument) => says[argument] !== undefined);
    if (isNumber && !isInside(Number(value))) return false;
    const pattern = says['pattern'] === undefined ? undefined : new RegExp(String(says['pattern']), 'u');
    return isWithin([...value].length, 'minLength', 'maxLength') && (pattern?.test(value) ?? true);
  }
  return typeof value !== 'number' || isInside(value);
}

/** The formats of the custom scalars, as in their descriptions. */
const texts: Readonly<Partial<Record<ScalarKind, RegExp>>> = {
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  dateTime: /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/,
  duration: /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/,
  hex: /^([\da-fA-F]{2})*$/,
};

/** Returns the first field whose value a server cannot parse as its scalar. */
function unreadable(cls: DomainClass, input: Record<string, Json>): string | undefined {
  const fault = cls.allFields.find(({ name, type }) => {
    const value = input[name] ?? null;
    const kinds =
      type.kind === 'union' ? type.union.members.map(({ scalar }) => scalar) : type.kind === 'scalar' ? [type.scalar] : [];
    if (kinds.length === 0 || value === null) return false;
    const values: readonly Json[] = Array.isArray(value) ? value : [value];
    return !values.every((one) => kinds.some((kind) => isOfKind(kind, one)));
  });
  return fault?.name;
}

function isOfKind(kind: ScalarKind, value: Json): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (/^u?int/.test(kind)) return Number.isInteger(value) && (kind.startsWith('i') || Number(value) >= 0);
  if (kind.startsWith('float')) return typeof value === 'number';
  return typeof value === 'string' && (texts[kind]?.test(value) ?? true);
}

/** Returns an instance as a client sends it: without `id` and discriminator, and with the names of enumeration values. */
function inputOf(cls: DomainClass, value: Complete['value']): Record<string, Json> {
  const input: Record<string, Json> = {};
  for (const [key, each] of Object.entries(value)) {
    const field = cls.allFields.find((candidate) => candidate.name === key);
    if (field?.type.kind === 'id' || field?.discriminator) continue;
    input[key] = field === undefined ? each : Array.isArray(each) ? each.map((one) => spelt(field, one)) : spelt(field, each);
  }
  return input;
}

function spelt({ type }: Field, value: Json): Json {
  if (type.kind !== 'enumeration') return value;
  for (const [each, name] of valueNames(type.enumeration)) if (each.value === value) return name;
  return value;
}
