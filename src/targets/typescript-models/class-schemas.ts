/** Prints the schemas of a class: of its record and of the types derived from it. */

import {
  allChoices,
  allComparisons,
  allTotals,
  concreteClasses,
  type DomainClass,
  declaredRelations,
  demandsOfField,
  demandsOn,
  discriminatorOf,
  type Enumeration,
  type Field,
  type Member,
  type Relation,
} from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { indent, type Lines, marked, separated } from '../text/index.ts';
import { type Code, codeOf, type Site } from './answers.ts';
import { call, comparisonCall, fieldSchema, RuntimeUses } from './field-schemas.ts';
import { relationMark } from './interfaces.ts';
import { jsdocComment } from './jsdoc.ts';
import { assignedCall, type CallText, callLines, flatCall, importLines, lineWidth, propertyLines } from './layout.ts';
import { byModule, type Modules } from './names.ts';
import { patternModule, runtimeModule } from './schema-runtime.ts';
import { haveDifferentValueCounts, namedType } from './types.ts';
import { differenceFromRecord, membersOf, type Types, type TypesOf } from './variants.ts';

/** The folder of the schemas. They import only types and enumerations from the other modules. */
export const validationFolder = 'validation';

/** The names of the runtime that the schemas of a run use, and the module for searches. */
export type RuntimeNames = Set<string>;

/** Returns the name of a type's schema. */
export const schemaName = (type: string): string => `${type}Schema`;

/** The schemas of a class, one for each of its types; subclasses print them for a library. */
export abstract class ClassSchemas {
  protected readonly uses = new RuntimeUses();
  protected readonly cls: DomainClass;
  protected readonly types: Types;
  readonly #typesOf: TypesOf;
  protected readonly ledger: Ledger<Site, Code>;
  protected readonly schema: string;
  /** The imported schemas, by class, and the imported enumerations. */
  readonly #imported = new Map<DomainClass | Enumeration, Set<string>>();

  constructor(cls: DomainClass, typesOf: TypesOf, ledger: Ledger<Site, Code>) {
    this.cls = cls;
    this.types = typesOf(cls);
    this.#typesOf = typesOf;
    this.ledger = ledger;
    this.schema = schemaName(cls.name);
  }

  protected abstract entity(): Lines;
  protected abstract related(): Lines;
  protected abstract create(): Lines;
  protected abstract update(): Lines;
  protected abstract any(): Lines;
  protected abstract page(): Lines;
  protected abstract imports(modules: Modules): Lines;

  /** Returns the module with the schemas, and adds the names that it uses of the runtime. */
  module(modules: Modules, shared: RuntimeNames): Lines {
    const requests = this.cls.abstract ? [] : [this.create(), this.update()];
    const declarations = [this.entity(), this.related(), this.any(), [...requests, this.page()]];
    for (const name of this.uses.names) shared.add(name);
    if (this.uses.searches !== undefined) shared.add(patternModule);
    return marked({ element: { kind: 'class', class: this.cls } }, separated([this.imports(modules), ...declarations]));
  }

  /** Returns the name of a class's schema and imports it from another module. */
  protected schemaOf(cls: DomainClass, type = cls.name): string {
    const name = schemaName(type);
    if (cls !== this.cls) this.#import(cls, name);
    return name;
  }

  /** Returns the name of the schema of related objects and imports it from another module. */
  protected relatedSchemaOf(cls: DomainClass): string {
    return this.schemaOf(cls, this.#typesOf(cls).asRelated);
  }

  /** Returns the schema of a field as an expression of the own runtime, and imports its enumeration. */
  protected fieldSchema(field: Field): CallText {
    const type = namedType(field);
    if (type !== undefined && 'values' in type) this.#import(type, type.name);
    const demands = this.ledger.demandsToPrint(this.cls, field);
    return fieldSchema(field, demands, (demand) => this.ledger.print(demand, undefined) ?? []);
  }

  #import(element: DomainClass | Enumeration, name: string): void {
    const names = this.#imported.get(element);
    if (names === undefined) this.#imported.set(element, new Set([name]));
    else names.add(name);
  }

  /** Returns the imports of the class's types and of everything the schemas use, except libraries. */
  protected moduleImports({ of, ending }: Modules, types: readonly string[]): Lines {
    const parentFolder: Import[] =
      types.length === 0 ? [] : [{ before: 'import type ', names: types, module: of.get(this.cls) as string }];
    const sameFolder: Import[] =
      this.uses.names.size === 0 ? [] : [{ before: 'import * as s', names: [], module: runtimeModule }];
    for (const [element, names] of this.#imported) {
      const imported = { before: 'import ', names: [...names].sort(), module: of.get(element) as string };
      if ('values' in element) parentFolder.push(imported);
      else sameFolder.push(imported);
    }
    if (this.uses.searches !== undefined)
      sameFolder.push({ before: 'import ', names: [this.uses.searches], module: patternModule });
    return [
      parentFolder.sort(byModule).map(({ before, names, module }) => importLines(before, names, `'../${module}${ending}'`)),
      sameFolder.sort(byModule).map(({ before, names, module }) => importLines(before, names, `'./${module}${ending}'`)),
    ];
  }

  /** Returns whether the class allows no other members. */
  protected isClosed(): boolean {
    const closed = demandsOn(this.cls).object.filter(({ kind }) => kind === 'closed');
    return this.ledger.printAll(closed, undefined).length > 0;
  }

  /** Returns the constraints on several members, without duplicates. */
  protected rules(): readonly CallText[] {
    const { cls } = this;
    const irreflexive = cls.allFields.filter((field) => field.irreflexive).flatMap((field) => demandsOfField(cls, field).each);
    const demands = [
      ...demandsOn(cls).object.filter(({ kind }) => kind !== 'closed'),
      ...irreflexive.filter(({ kind }) => kind === 'irreflexive'),
    ];
    const rules = this.ledger.printAll(demands, undefined).flat();
    return [...new Map(rules.map((rule) => [flatCall(rule), rule])).values()];
  }
}

interface Import {
  readonly before: string;
  readonly names: readonly string[];
  readonly module: string;
}

/** Schemas of the own runtime. */
export class RuntimeSchemas extends ClassSchemas {
  entity(): Lines {
    const cls = this.cls;
    const spread = cls.parents.map((parent) => `...${this.schemaOf(parent)}.fields(),`);
    const fields = addedFields(cls).map((field) => this.#field(field));
    return this.#object(this.types.entity, spread, fields);
  }

  #field(field: Field): (depth: number) => Lines {
    const schema = this.uses.record(this.fieldSchema(field));
    return (depth) => marked({ element: { kind: 'field', class: this.cls, field } }, propertyLines(field.name, schema, depth));
  }

  related(): Lines {
    const type = this.types.related;
    if (type === undefined) return undefined;
    const relations = declaredRelations(this.cls).map((relation) => {
      const schema = this.uses.record(relatedSchema(relation, this.relatedSchemaOf(relation.target)));
      return (depth: number) => marked(relationMark(relation), propertyLines(relation.name, schema, depth));
    });
    return this.#object(type, [`...${this.schema}.fields(),`], relations);
  }

  /**
   * Returns an object schema.
   *
   * @param spread the fields of other schemas: `...PersonSchema.fields(),`
   */
  #object(type: string, spread: readonly string[], members: readonly ((depth: number) => Lines)[]): Lines {
    const callee = this.isClosed() ? 's.strictObject' : 's.object';
    this.uses.record(callee);
    const rules = this.rules();
    const printed = (type === this.types.entity ? rules : this.#shared(rules)).map((rule) => this.uses.record(rule));
    const head = `export const ${schemaName(type)}: s.ObjectSchema<${type}> =`;
    // Modules import each other, so a function reads the schemas of other modules at the first use.
    const [open, close] = spread.length > 0 ? ['() => ({', '})'] : ['{', '}'];
    if (spread.length + members.length === 0) return this.#declared(type, { call: callee, args: ['{}', ...printed] });
    const inner = (depth: number) => [...spread, ...members.map((lines) => lines(depth))];
    return [jsdocComment(undefined, this.cls), assignedShape(head, { callee, before: [], open, inner, close, after: printed })];
  }

  /** Returns the schema of the record without some members. */
  #without(names: readonly string[]): CallText {
    return names.length === 0 ? this.schema : call('omit', this.schema, ...quoted(names));
  }

  /** Returns constraints as those of the record's schema if they are the same. Those of a closed class reject other members, too. */
  #shared(rules: readonly CallText[]): readonly CallText[] {
    const texts = (all: readonly CallText[]) => all.map(flatCall).sort().join();
    if (rules.length === 0 || this.isClosed() || texts(rules) !== texts(this.rules())) return rules;
    return [`...${this.schema}.rules`];
  }

  create(): Lines {
    const { omitted, madeOptional, isEmpty } = differenceFromRecord(this.cls, membersOf(this.cls, 'create'));
    if (isEmpty) return this.#declared(this.types.create, call(this.isClosed() ? 'strictObject' : 'object', '{}'));
    const kept = this.#without(omitted);
    const schema = madeOptional.length === 0 ? kept : call('partial', kept, ...quoted(madeOptional));
    return this.#declared(this.types.create, this.isClosed() && omitted.length > 0 ? call('strict', schema) : schema);
  }

  update(): Lines {
    const members = membersOf(this.cls, 'update');
    const { omitted, isEmpty } = differenceFromRecord(this.cls, members);
    if (isEmpty) return this.#declared(this.types.update, call('strictObject', '{}'));
    const created = differenceFromRecord(this.cls, membersOf(this.cls, 'create'));
    const isLikeCreate = omitted.length > 0 && omitted.join() === created.omitted.join();
    const changed = isLikeCreate ? schemaName(this.types.create) : this.#without(omitted);
    const limits = updateLimits(this.cls, members);
    return this.#declared(this.types.update, call('patch', changed, ...this.#shared(limits)));
  }

  /** Returns the schema for a class and its subclasses, which the discriminator selects. */
  any(): Lines {
    const { any: type } = this.types;
    const kind = discriminatorOf(this.cls);
    if (type === undefined || kind === undefined) return undefined;
    this.uses.record(call('anyOf'));
    this.uses.record('s.Schema');
    const head = `export const ${schemaName(type)}: s.Schema<${type}> =`;
    const kinds = concreteClasses(this.cls).map((cls) => `${cls.name}: ${this.schemaOf(cls)},`);
    const shape = { callee: 's.anyOf', before: [`'${kind.name}'`], open: '() => ({', inner: () => kinds, close: '})', after: [] };
    return [jsdocComment(undefined, this.cls), assignedShape(head, shape)];
  }

  page(): Lines {
    return this.#declared(this.types.page, call('page', schemaName(this.types.listed)));
  }

  #declared(type: string, schema: CallText): Lines {
    this.uses.record('s.ObjectSchema');
    const head = `export const ${schemaName(type)}: s.ObjectSchema<${type}> =`;
    return [jsdocComment(undefined, this.cls), assignedCall(head, this.uses.record(schema))];
  }

  imports(modules: Modules): Lines {
    return this.moduleImports(modules, this.types.all.toSorted());
  }
}

const quoted = (names: readonly string[]): readonly string[] => names.map((name) => `'${name}'`);

/** A call whose argument is an object with one member per line, or a function that returns such an object. */
interface ShapeText {
  readonly callee: string;
  readonly before: readonly string[];
  readonly open: string;
  /** @param depth how many columns the lines will be indented */
  readonly inner: (depth: number) => Lines;
  readonly close: string;
  readonly after: readonly CallText[];
}

/** Returns the declaration of a constant with such a call, broken as Prettier and Biome break it. */
function assignedShape(head: string, { callee, before, open, inner, close, after }: ShapeText): Lines {
  const fits = (text: string) => `${head} ${text}`.length <= lineWidth;
  const isBelow = !fits(`${callee}(`);
  const depth = isBelow ? 2 : 0;
  const hugged = `${callee}(${[...before, open].join(', ')}`;
  const [first, ...further]: readonly Lines[] =
    after.length === 0 && (isBelow || fits(hugged))
      ? [hugged, indent(inner(depth + 2)), `${close});`]
      : [
          `${callee}(`,
          indent([
            ...before.map((argument) => `${argument},`),
            ...[open, indent(inner(depth + 4)), `${close},`],
            ...after.map((rule) => callLines('', rule, ',', depth + 2)),
          ]),
          ');',
        ];
  return isBelow ? [head, indent([first, ...further])] : [`${head} ${first as string}`, ...further];
}

function relatedSchema({ many, required }: Relation, target: string): CallText {
  if (many) return call('list', target);
  return required ? target : call('optional', target);
}

/** Returns the fields that differ from those of the parents. The last parent wins, as in a spread. */
function addedFields(cls: DomainClass): readonly Field[] {
  if (cls.parents.length === 0) return cls.allFields;
  const parentsLastFirst = cls.parents.map((parent) => ({ parent, fields: new Set(parent.allFields) })).reverse();
  return cls.allFields.filter((field) => {
    for (const { parent, fields } of parentsLastFirst) {
      // Most fields are inherited unchanged.
      if (fields.has(field)) return false;
      const other = parent.allFields.find(({ name }) => name === field.name);
      if (other === undefined) continue;
      return haveDifferentValueCounts(field, other) || schemaText(cls, field) !== schemaText(parent, other);
    }
    return true;
  });
}

function schemaText(cls: DomainClass, field: Field): string {
  return flatCall(fieldSchema(field, demandsOfField(cls, field), (demand) => codeOf(demand) ?? []));
}

/**
 * Returns the upper limits on the members of an update, and comparisons of them. Lower limits need the whole record.
 *
 * @param members the members of the update
 */
export function updateLimits(cls: DomainClass, members: readonly Member[]): readonly CallText[] {
  const names = new Set(members.map(({ field }) => field.name));
  const presentNames = (fields: readonly Field[]) => fields.map(({ name }) => name).filter((name) => names.has(name));
  const choices = allChoices(cls).map(({ fields }) => presentNames(fields));
  return [
    ...choices.filter((fields) => fields.length > 1).map((fields) => call('atMostOneOf', ...quoted(fields))),
    ...allTotals(cls).flatMap(({ fields, maxItems }) => {
      const counted = presentNames(fields);
      return maxItems === undefined || counted.length === 0 ? [] : [call('atMostInAll', String(maxItems), ...quoted(counted))];
    }),
    ...allComparisons(cls)
      .filter(({ lesser, greater }) => names.has(lesser.name) && names.has(greater.name))
      .map(comparisonCall),
  ];
}
