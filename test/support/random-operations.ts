/** Draws random operations of a GraphQL schema, and checks responses against the operation and the schema. */

import {
  astFromValue,
  type DocumentNode,
  execute,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  print,
  validate,
} from 'graphql';
import { randomNumbers } from './random.ts';

export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The members of a response of GraphQL. */
export interface Response {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

/** Values of scalars, by the name of the type: ordinary ones, limits, and values that the service must reject. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  Boolean: [true, false],
  Int: [0, 1, -1, 7, 40, 100, 2 ** 31 - 1, -(2 ** 31)],
  Float: [0, 0.1, -2.5, 1e10, 3],
  Long: [0, 1, -5, 2 ** 53 - 1, 2 ** 53, 1.5, 'x'],
  UnsignedLong: [0, 1, 2 ** 53 - 1, -1, 'x'],
  Decimal: ['0', '12.50', '-1', '1e3', '', 'x', 7],
  DateTime: ['2024-05-17T08:30:00Z', '2024-05-17T08:30:00.5+02:00', '9999-12-31T23:59:59Z', '2024-05-17', 'x', 1],
  Date: ['2024-05-17', '0001-01-01', '2023-02-29', 'x', 1],
  Time: ['08:30:00', '24:00:01', 'x', 1],
  Duration: ['P1Y2M3DT4H5M6S', '-PT0.5S', 'P', 1],
  Base64: ['aGVsbG8=', '', '?', 1],
  Hex: ['68656C6C6F', '', 'G', 1],
};
const TEXTS = ['', 'a', 'Ann', 'x'.repeat(300), '%', '\\', '"', 'ü 😀', '\u0000', '2024', 'https://example.org/a', 'A1'];

export class RandomOperations {
  readonly #schema: GraphQLSchema;
  readonly #numbers: Generator<number, never>;
  /** Ids and cursors of former responses, which operations use as arguments. */
  readonly #known = { ids: new Set<string>(['none']), cursors: new Set<string>(['00']) };
  #variables: { readonly declaration: string; readonly name: string; readonly value: unknown }[] = [];
  #fragments: string[] = [];
  #aliases = 0;

  constructor(schema: GraphQLSchema, seed: number) {
    this.#schema = schema;
    this.#numbers = randomNumbers(seed);
  }

  /** Remembers the ids and cursors of a response. */
  remember(response: Response): void {
    for (const [, id, cursor] of JSON.stringify(response).matchAll(/"(?:([0-9a-f]{8}-[0-9a-f-]{27})|([0-9a-f]{60,}))"/g)) {
      if (id !== undefined) this.#known.ids.add(id);
      if (cursor !== undefined) this.#known.cursors.add(cursor);
    }
  }

  /** Draws an operation that is valid by graphql-js, a query or sometimes a mutation. */
  draw(mutations = 0): Operation {
    for (;;) {
      const operation = this.#operation(this.#is(mutations));
      if (validate(this.#schema, parse(operation.query)).length === 0) return operation;
    }
  }

  #operation(isMutation: boolean): Operation {
    [this.#variables, this.#fragments, this.#aliases] = [[], [], 0];
    const root = isMutation ? this.#schema.getMutationType() : this.#schema.getQueryType();
    if (!root) throw new Error('the schema has no such operation');
    const selection = this.#selection(root, isMutation ? 4 : 5);
    const declarations = this.#variables.map(({ declaration }) => declaration).join(', ');
    const head = `${isMutation ? 'mutation' : 'query'} Random${declarations && `(${declarations})`}`;
    return {
      query: print(parse([`${head} ${selection}`, ...this.#fragments].join('\n'))),
      variables: Object.fromEntries(this.#variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
    };
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields());
    const usable = fields.filter((field) => depth > 0 || !isCompositeType(getNamedType(field.type)));
    const count = usable.length === 0 ? 0 : 1 + Math.floor(this.#next() * 4);
    const parts = ['__typename', ...Array.from({ length: count }, () => this.#field(this.#pick(usable), depth))];
    if (depth > 0) parts.push(...this.#parts(type, depth));
    if (!this.#is(0.15)) return `{ ${parts.join(' ')} }`;
    const name = `F${this.#aliases++}`;
    this.#fragments.push(`fragment ${name} on ${type.name} { ${parts.join(' ')} }`);
    return `{ __typename ...${name} ${this.#is(0.5) ? `...${name}` : ''} }`;
  }

  /** Draws fragments on the object types of an abstract type, or on the interfaces of an object type. */
  #parts(type: GraphQLCompositeType, depth: number): readonly string[] {
    const others = isAbstractType(type)
      ? this.#schema.getPossibleTypes(type)
      : isObjectType(type)
        ? type.getInterfaces().filter(() => this.#is(0.3))
        : [];
    const drawn = others.filter(() => this.#is(2.5 / others.length));
    return drawn.map((other) => `... on ${other.name} ${this.#directive()} ${this.#selection(other, depth - 1)}`);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    const args = field.args.filter((argument) => isRequired(argument) || this.#is(0.3));
    const list = args.map((argument) => `${argument.name}: ${this.#argument(argument)}`).join(', ');
    const alias = isCompositeType(type) || args.length > 0 || this.#is(0.3) ? `a${this.#aliases++}: ` : '';
    const selection = isCompositeType(type) ? this.#selection(type, depth - 1) : '';
    return `${alias}${field.name}${list && `(${list})`} ${this.#directive()} ${selection}`;
  }

  #directive(): string {
    return this.#is(0.9)
      ? ''
      : `@${this.#is(0.5) ? 'skip' : 'include'}(if: ${this.#constant({ if: 'Boolean!' }, this.#is(0.5))})`;
  }

  #argument(argument: GraphQLArgument): string {
    const value = this.#value(argument.type, argument.name, 3);
    const declared = String(argument.type);
    if (this.#is(0.4)) return this.#constant({ [argument.name]: declared }, value);
    return print(astFromValue(value, argument.type) ?? ({ kind: 'NullValue' } as never));
  }

  /** Declares a variable with a value, and returns its use. */
  #constant(types: Readonly<Record<string, string>>, value: unknown): string {
    const name = `v${this.#variables.length}`;
    this.#variables.push({ declaration: `$${name}: ${Object.values(types)[0]}`, name, value });
    return `$${name}`;
  }

  #value(type: GraphQLInputType, name: string, depth: number): unknown {
    if (isNonNullType(type)) return this.#value(type.ofType, name, depth) ?? this.#value(type, name, depth);
    if (this.#is(0.05)) return null;
    if (isListType(type))
      return Array.from({ length: Math.floor(this.#next() * 3) }, () => this.#value(type.ofType, name, depth));
    if (isEnumType(type)) return this.#pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const members = Object.values(type.getFields());
      const share = name === 'input' ? 0.5 : 1.2 / members.length;
      const drawn = members.filter((member) => isRequired(member) || this.#is(share));
      return Object.fromEntries(drawn.map((member) => [member.name, this.#value(member.type, member.name, depth - 1)]));
    }
    if (['first', 'last', 'offset'].includes(name)) return this.#pick([0, 1, 1, 2, 2, 3, 5, 5, 10, 101, -1]);
    if (['after', 'before'].includes(name)) return this.#pick([...this.#known.cursors]);
    if (type.name === 'ID') return this.#pick([...this.#known.ids]);
    return this.#pick(VALUES[type.name] ?? TEXTS);
  }

  #next(): number {
    return this.#numbers.next().value;
  }

  #is(share: number): boolean {
    return this.#next() < share;
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#next() * values.length)] as T;
  }
}

const isRequired = ({ type, defaultValue }: { readonly type: GraphQLInputType; readonly defaultValue?: unknown }) =>
  isNonNullType(type) && defaultValue === undefined;

/**
 * Returns what is wrong with a response: graphql-js must read the same data from it, field by field, as the operation selects
 * it, and each null that the schema forbids must have become an error.
 */
export function faultsOf(schema: GraphQLSchema, { query, variables }: Operation, { data, errors }: Response): readonly string[] {
  const document: DocumentNode = parse(query);
  const faults = (errors ?? []).flatMap(({ message, path }) =>
    path === undefined || isNullAt(data, path) ? [] : [`not null, but an error: ${path.join('.')}: ${message}`],
  );
  if (data === undefined || data === null) return errors?.length ? faults : [...faults, 'neither data nor errors'];
  const read = execute({
    schema,
    document,
    variableValues: variables,
    rootValue: data,
    fieldResolver: (source, _arguments, _context, { path }) => source[path.key],
  }) as Response;
  faults.push(...(read.errors ?? []).map(({ message, path }) => `${path?.join('.')}: ${message}`));
  // async-graphql returns fields in the order in which they are resolved.
  const [expected, found] = [sorted(read.data), sorted(data)];
  return expected === found ? faults : [...faults, `graphql-js reads ${expected}`, `the service returns ${found}`];
}

/** Returns JSON with the members of objects in the order of their names. */
function sorted(data: unknown): string {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.stringify(data, (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Returns whether the value at a path, or a value on the way, is null. */
function isNullAt(data: unknown, path: readonly (string | number)[]): boolean {
  let value = data ?? null;
  for (const key of path) {
    if (value === null) return true;
    value = (value as Readonly<Record<string, unknown>>)[key] ?? null;
  }
  return value === null;
}
