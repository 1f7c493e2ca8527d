import { type DomainClass, type DomainModel, type Field, isBuiltIn, type ModelResult } from '../../src/model/index.ts';

function showType(type: Field['type']): string {
  switch (type.kind) {
    case 'reference':
      return `→ ${type.target.name}`;
    case 'id':
      return 'id';
    case 'scalar':
      return type.scalar;
    case 'enumeration':
      return type.enumeration.name;
    case 'union':
      return type.union.name;
    default:
      return type satisfies never;
  }
}

/** Formats a field in short form: `title: string`, `nickname: string?`, `tags: string*`, `author_id: → User`. */
export function showField(field: Field): string {
  const bounds = field.minItems || field.maxItems !== undefined ? `{${field.minItems ?? 0},${field.maxItems ?? ''}}` : '*';
  const mark = { one: '', optional: '?', many: bounds }[field.cardinality];
  const generated = field.generated ? ` = ${field.generated}` : '';
  return `${field.name}: ${showType(field.type)}${mark}${generated}${field.unique ? ' unique' : ''}`;
}

export function classOf(model: DomainModel, name: string): DomainClass {
  const found = model.classes.find((c) => c.name === name);
  if (!found) throw new Error(`no class ${name} among ${model.classes.map((c) => c.name).join(', ')}`);
  return found;
}

/** Formats the fields of a class, except `id` and the discriminator. */
export function showFields(model: DomainModel, name: string): string[] {
  return classOf(model, name)
    .allFields.filter((f) => !isBuiltIn(f))
    .map(showField);
}

/** Formats the declared relations of a class: `author → User by Post.author_id`, `posts → User* by Post.author_id`. */
export function showRelations(model: DomainModel, name: string): string[] {
  return classOf(model, name)
    .relations.filter((r) => r.declared)
    .map((r) => `${r.name} → ${r.target.name}${r.many ? '*' : r.required ? '' : '?'} by ${r.field.owner.name}.${r.field.name}`);
}

/** Formats the assumptions of some kinds, or of all: `required A.p`. */
export function showAssumptions({ model }: Pick<ModelResult, 'model'>, ...kinds: string[]): string[] {
  return model.assumptions
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ kind, element }) => `${kind} ${element}`);
}
