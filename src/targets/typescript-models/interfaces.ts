import type { DomainClass, Field, Relation } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { comment, documentation } from './jsdoc.ts';
import { lineWidth } from './layout.ts';
import { notation, valueType } from './scalars.ts';

const memberDepth = 2;

/** The interface of a class: what an instance is in JSON. Inherited fields come with its parents. */
export function entityInterface(cls: DomainClass): Lines {
  return [
    documentation(cls),
    interfaceOf(
      cls.name,
      cls.parents.map((parent) => parent.name),
      cls.fields.map((field) => fieldMember(field)),
    ),
  ];
}

/**
 * The interface of an instance with its related objects, if the class has declared relations.
 * Inherited ones come with the same interfaces of its parents.
 */
export function relationsInterface(cls: DomainClass): Lines {
  if (cls.relationsName === undefined) return undefined;
  return [
    comment(`A {@link ${cls.name}} with its related objects.`, cls.deprecated),
    interfaceOf(
      cls.relationsName,
      [cls.name, ...cls.parents.flatMap((parent) => parent.relationsName ?? [])],
      ownRelations(cls).map((relation) => relationMember(relation)),
    ),
  ];
}

/** The relations that a class adds to the `…With…` interfaces of its parents. */
export function ownRelations(cls: DomainClass): readonly Relation[] {
  return cls.relations.filter((relation) => relation.declared);
}

function interfaceOf(name: string, parents: readonly string[], members: readonly Lines[]): Lines {
  const open = members.length === 0 ? '{}' : '{';
  const body = members.length === 0 ? [] : [indent(members), '}'];
  if (parents.length === 0) return [`export interface ${name} ${open}`, body];
  const line = `export interface ${name} extends ${parents.join(', ')} ${open}`;
  if (line.length <= lineWidth) return [line, body];
  const broken = parents.join(',\n    ');
  return [`export interface ${name}`, `  extends ${broken} ${open}`, body];
}

function fieldMember(field: Field): Lines {
  const type = valueType(field);
  return [
    documentation({ ...field, notation: notation(field) }, memberDepth),
    field.cardinality === 'optional' ? `${field.name}?: ${type} | null;` : `${field.name}: ${type};`,
  ];
}

function relationMember(relation: Relation): Lines {
  return [documentation(relation, memberDepth), relationSignature(relation)];
}

function relationSignature({ name, target, many, required }: Relation): string {
  if (many) return `${name}: ${target.name}[];`;
  return required ? `${name}: ${target.name};` : `${name}?: ${target.name} | null;`;
}
