/** Prints the schemas of a class for zod 4, from the same expressions as the schemas of the own runtime. */

import { concreteClasses, declaredRelations, discriminatorOf, type Relation } from '../../model/index.ts';
import { indent, type Lines, marked } from '../text/index.ts';
import { ClassSchemas, schemaName, updateLimits } from './class-schemas.ts';
import { relationMark } from './interfaces.ts';
import { jsdocComment } from './jsdoc.ts';
import { type CallText, flatCall, lineWidth } from './layout.ts';
import type { Modules } from './names.ts';
import { differenceFromRecord, membersOf } from './variants.ts';
import { Chain, type ChainArgument, chainLines, z } from './zod-layout.ts';

/** The schemas of zod for kinds of values and for fields without a value; the runtime has those of the other kinds. */
const schemasOfZod: Readonly<Record<string, Chain>> = {
  's.uuid': z('guid'),
  's.string': z('string'),
  's.boolean': z('boolean'),
  's.int8': z('int').and('min', '-128').and('max', '127'),
  's.int16': z('int').and('min', '-32768').and('max', '32767'),
  's.int32': z('int32'),
  's.int64': z('int'),
  's.uint8': z('int').and('min', '0').and('max', '255'),
  's.uint16': z('int').and('min', '0').and('max', '65535'),
  's.uint32': z('uint32'),
  's.uint64': z('int').and('min', '0'),
  's.float32': z('float32'),
  's.float64': z('number'),
  's.none': z('null').and('optional'),
  's.empty': z('array', z('never')),
};

/** Methods of zod for constraints, by the function of the own runtime. */
const methodsOfStrings: Readonly<Record<string, string>> = { 's.minLength': 'min', 's.maxLength': 'max', 's.pattern': 'regex' };
const methodsOfLists: Readonly<Record<string, string>> = { 's.minItems': 'min', 's.maxItems': 'max' };
const methodsOfNumbers: Readonly<Record<string, string>> = {
  's.atLeast': 'gte',
  's.moreThan': 'gt',
  's.atMost': 'lte',
  's.lessThan': 'lt',
};

/** Schemas for zod 4. The schema of a class contains inherited members too, because modules of a hierarchy import each other. */
export class ZodSchemas extends ClassSchemas {
  /** Constraints on several members. */
  readonly #rules = this.rules().map((rule) => this.#checkOf(rule));
  readonly #object = this.isClosed() ? 'strictObject' : 'object';

  entity(): Lines {
    const head = `${this.#declaration(this.types.entity)} z`;
    const fields = this.cls.allFields.map((field) => ({ field, chain: this.#chainOf(this.fieldSchema(field)) }));
    const members = (depth: number) =>
      fields.map(({ field, chain }) =>
        marked({ element: { kind: 'field', class: this.cls, field } }, chainLines(`${field.name}: `, chain, ',', depth)),
      );
    if (fields.length === 0) return this.#declared(this.types.entity, this.#checked(z(this.#object, '{}')));
    const [open, close] = [`.${this.#object}({`, '})'];
    if (this.#rules.length === 0) return this.#commented([head + open, indent(members(2)), `${close};`]);
    const checks = chainLines('', new Chain('').check(...this.#rules), ';', 2);
    return this.#commented([head, indent([open, indent(members(4)), close, checks])]);
  }

  /** Returns zod's expression for an expression of the own runtime. */
  #chainOf(text: CallText): Chain {
    if (typeof text === 'string') return schemasOfZod[text] ?? this.#ofRuntime(text);
    const [first = '', ...rules] = text.args;
    switch (text.call) {
      case 's.optional':
        return this.#chainOf(first).and('nullish');
      case 's.refine':
        return rules.reduce<Chain>((chain, rule) => this.#refined(chain, rule), this.#chainOf(first));
      case 's.list':
        return rules.reduce<Chain>(
          (chain, rule) => this.#withRule(chain, rule, methodsOfLists),
          z('array', this.#chainOf(first)),
        );
      case 's.literal':
        return z(
          'literal',
          rules.length === 0 ? flatCall(first) : { list: text.args.map((value) => new Chain(flatCall(value))) },
        );
      case 's.enumeration':
        return z('enum', flatCall(first));
      case 's.union':
        return z('union', { list: text.args.map((member) => this.#chainOf(member)) });
      default:
        this.uses.record({ call: text.call, args: [] });
        return new Chain('s').and(text.call.slice(2), ...text.args.map((arg) => this.#argument(arg)));
    }
  }

  /** Returns an expression of the runtime. */
  #ofRuntime(text: string): Chain {
    this.uses.record(text);
    return new Chain(text);
  }

  #argument(text: CallText): ChainArgument {
    if (typeof text !== 'string') return this.#checkOf(text);
    return text.startsWith('s.') ? this.#chainOf(text) : text;
  }

  #checkOf(text: CallText): ChainArgument {
    if (typeof text !== 'string' && text.call.startsWith('s.')) return this.#chainOf(text);
    this.uses.record(text);
    return flatCall(text);
  }

  #refined(chain: Chain, rule: CallText): Chain {
    const method = chain.calls[0]?.name ?? '';
    const isNumber = chain.head === 'z' && /^u?int|^float|^number$/.test(method);
    const isString = chain.head === 'z' ? method === 'string' : chain.calls.every(({ name }) => name !== 'among');
    return this.#withRule(chain, rule, isNumber ? methodsOfNumbers : isString ? methodsOfStrings : {});
  }

  /** @param methods the methods of zod, by the function of the runtime that they replace */
  #withRule(chain: Chain, rule: CallText, methods: Readonly<Record<string, string>>): Chain {
    if (typeof rule !== 'string') {
      const method = methods[rule.call];
      // Methods of zod accept neither a key function as a second argument nor a pattern that is not a regular expression.
      const [argument = '', ...further] = rule.args;
      if (method !== undefined && further.length === 0 && typeof argument === 'string') return chain.and(method, argument);
    }
    return chain.check(this.#checkOf(rule));
  }

  related(): Lines {
    const type = this.types.related;
    if (type === undefined) return undefined;
    const method = this.#rules.length === 0 ? 'extend' : 'safeExtend';
    const getters = declaredRelations(this.cls).map((relation) => {
      const schema = this.#relatedSchema(relation);
      return marked(relationMark(relation), [`get ${relation.name}() {`, indent(chainLines('return ', schema, ';', 4)), '},']);
    });
    const head = this.#declaration(type);
    const call = [`${this.schema}.${method}({`, indent(getters), '});'];
    if (`${head} ${call[0]}`.length > lineWidth) return this.#commented([head, indent(call)]);
    return this.#commented([`${head} ${call[0]}`, ...call.slice(1)]);
  }

  #relatedSchema({ target, many, required }: Relation): Chain {
    const schema = new Chain(this.relatedSchemaOf(target));
    if (many) return z('array', schema);
    return required ? schema : schema.and('nullish');
  }

  create(): Lines {
    const { omitted, madeOptional, isEmpty } = differenceFromRecord(this.cls, membersOf(this.cls, 'create'));
    if (isEmpty) return this.#declared(this.types.create, z(this.#object, '{}'));
    // zod does not derive a schema from one that has checks.
    const base = this.#rules.length === 0 ? new Chain(this.schema) : z(this.#object, `${this.schema}.shape`);
    return this.#declared(this.types.create, this.#checked(partial(omit(base, omitted), madeOptional)));
  }

  update(): Lines {
    const members = membersOf(this.cls, 'update');
    const { omitted, isEmpty } = differenceFromRecord(this.cls, members);
    if (isEmpty) return this.#declared(this.types.update, z('strictObject', '{}'));
    const created = differenceFromRecord(this.cls, membersOf(this.cls, 'create'));
    const isLikeCreate = omitted.length > 0 && omitted.join() === created.omitted.join();
    const patch = isLikeCreate
      ? z('strictObject', `${schemaName(this.types.create)}.shape`)
      : omit(z('strictObject', `${this.schema}.shape`), omitted);
    const limits = updateLimits(this.cls, members).map((rule) => this.#checkOf(rule));
    const optional = patch.and('partial');
    return this.#declared(this.types.update, limits.length === 0 ? optional : optional.check(...limits));
  }

  any(): Lines {
    const { any: type } = this.types;
    const kind = discriminatorOf(this.cls);
    if (type === undefined || kind === undefined) return undefined;
    this.uses.record({ call: 's.anyOf', args: [] });
    const kinds = concreteClasses(this.cls).map((cls) => `${cls.name}: ${this.schemaOf(cls)},`);
    return this.#commented([`${this.#declaration(type)} s.anyOf('${kind.name}', () => ({`, indent(kinds), '}));']);
  }

  page(): Lines {
    this.uses.record({ call: 's.page', args: [] });
    return this.#declared(this.types.page, new Chain('s').and('page', schemaName(this.types.listed)));
  }

  #checked(chain: Chain): Chain {
    return this.#rules.length === 0 ? chain : chain.check(...this.#rules);
  }

  #declaration(type: string): string {
    return `export const ${schemaName(type)} =`;
  }

  #declared(type: string, chain: Chain): Lines {
    return this.#commented(chainLines(`${this.#declaration(type)} `, chain, ';'));
  }

  #commented(lines: Lines): Lines {
    return [jsdocComment(undefined, this.cls), lines];
  }

  imports(modules: Modules): Lines {
    return ["import * as z from 'zod';", this.moduleImports(modules, [])];
  }
}

function omit(chain: Chain, names: readonly string[]): Chain {
  return names.length === 0 ? chain : chain.and('omit', { mask: names });
}

function partial(chain: Chain, names: readonly string[]): Chain {
  return names.length === 0 ? chain : chain.and('partial', { mask: names });
}
