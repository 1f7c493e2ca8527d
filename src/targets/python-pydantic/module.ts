/** The module of a class: its model and its relationship model. */

import { type DomainClass, declaredRelations, type Field, type GeneratedValue, type Relation } from '../../model/index.ts';
import { indent, type Lines, separated, text } from '../text/index.ts';
import { type Annotation, type Argument, assignment } from './assignment.ts';
import { displayWidth, docstring, lineWidth, literalParts } from './literals.ts';
import { attributeName, className, isBuiltin, isProtected, moduleName } from './names.ts';
import { Preamble } from './preamble.ts';
import { type PythonType, pythonType } from './types.ts';

const tab = '    ';

/** Text of the module `<slug>.py`. */
export function printModule(cls: DomainClass): string {
  const preamble = new Preamble(new Set(namesIn(cls)));
  const forTypeCheckers = new Preamble();
  const model = printClass(cls, preamble);
  const relationsModel = printRelationsClass(cls, preamble, forTypeCheckers);
  if (forTypeCheckers.hasImports) preamble.from('typing', 'TYPE_CHECKING');
  return text([
    separated([
      preamble.imports(),
      forTypeCheckers.hasImports && ['if TYPE_CHECKING:', ...indent(forTypeCheckers.imports(tab.length), tab)],
      ...preamble.definitions,
    ]),
    ['', '', model],
    relationsModel && ['', '', relationsModel],
  ]);
}

/**
 * The names of the classes that the module defines or imports, and of those that its relationship
 * model inherits: Pydantic looks for them in this module first.
 */
function namesIn(cls: DomainClass): string[] {
  const models = [cls, ...cls.parents].flatMap((c) => [c.name, c.relationsName ?? c.name]);
  return [...models, ...declaredRelations(cls).map((relation) => relation.target.name)].map(className);
}

/** The relations that the class's relationship model adds to those it inherits. */
function ownRelations(cls: DomainClass): readonly Relation[] {
  return cls.relations.filter((relation) => relation.declared);
}

function printClass(cls: DomainClass, preamble: Preamble): Lines {
  const parents = cls.parents.map((parent) => preamble.fromPackage(moduleName(parent.slug), className(parent.name)));
  const doc = [cls.doc ?? cls.label ?? cls.name, ...(cls.deprecated ? ['Deprecated.'] : [])].join('\n\n');
  return [
    classHeader(className(cls.name), parents.length > 0 ? parents : [preamble.from('pydantic', 'BaseModel')]),
    classBody(doc, cls.fields, (field) => printField(field, preamble), preamble),
  ];
}

/**
 * The class that holds an instance with its related objects. Modules of related classes need each
 * other, so they are imported for type checkers only; the package resolves the names.
 */
function printRelationsClass(cls: DomainClass, preamble: Preamble, forTypeCheckers: Preamble): Lines {
  if (cls.relationsName === undefined) return undefined;
  const parents = cls.parents.flatMap(({ slug, relationsName }) =>
    relationsName === undefined ? [] : [preamble.fromPackage(moduleName(slug), className(relationsName))],
  );
  const printOne = (relation: Relation): Lines => {
    const { target } = relation;
    if (!isForward(relation)) return printRelation(relation, className(target.name), false, preamble);
    const name = forTypeCheckers.fromPackage(moduleName(target.slug), className(target.name), forwardName(target));
    return printRelation(relation, name, true, preamble);
  };
  return [
    classHeader(className(cls.relationsName), [className(cls.name), ...parents]),
    classBody(relationsDoc(cls), ownRelations(cls), printOne, preamble),
  ];
}

function classHeader(name: string, bases: readonly string[]): Lines {
  const line = `class ${name}(${bases.join(', ')}):`;
  if (line.length <= lineWidth) return line;
  const within = tab + bases.join(', ');
  return [`class ${name}(`, within.length <= lineWidth ? within : bases.map((base) => `${tab}${base},`), '):'];
}

function classBody<M extends Field | Relation>(
  doc: string,
  members: readonly M[],
  print: (member: M) => Lines,
  preamble: Preamble,
): Lines {
  return indent(separated([docstring(doc, tab.length), printConfig(members, preamble), members.map(print)]), tab);
}

/**
 * The classes that a relationship model names before they are known. It is complete only when they
 * are.
 */
export function forwardReferences(cls: DomainClass): readonly DomainClass[] {
  return declaredRelations(cls)
    .filter(isForward)
    .map((relation) => relation.target);
}

/** A module knows its own class and the superclasses. */
function isForward({ source, target }: Relation): boolean {
  return target !== source && !source.parents.includes(target);
}

/** The name by which modules call a class that they do not know yet. A built-in of its name would be found instead. */
export function forwardName(cls: DomainClass): string {
  return isBuiltin(cls.name) ? `_${cls.name}` : className(cls.name);
}

function relationsDoc(cls: DomainClass): string {
  const names = declaredRelations(cls).map((relation) => relation.name.replaceAll('_', ' '));
  const last = names.pop() ?? '';
  if (names.length > 3) return `${cls.name} with its related objects.`;
  return `${cls.name} with its ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}.`;
}

/** The configuration that unusual names need; subclasses inherit it. */
function printConfig(members: readonly (Field | Relation)[], preamble: Preamble): Lines {
  const attributes = members.map((member) => attributeName(member.name));
  const args: Argument[] = [];
  if (attributes.some((attribute, i) => attribute !== members[i]?.name)) {
    args.push({ name: 'validate_by_name', value: 'True' }, { name: 'serialize_by_alias', value: 'True' });
  }
  if (attributes.some(isProtected)) args.push({ name: 'protected_namespaces', value: '()' });
  return args.length > 0 && assignment('model_config', undefined, { callee: preamble.from('pydantic', 'ConfigDict'), args });
}

function printField(field: Field, preamble: Preamble): Lines {
  const type = pythonType(field.type, preamble);
  switch (field.cardinality) {
    case 'one': {
      const generated = field.generated === undefined ? [] : [generatedDefault(field.generated, preamble)];
      return printMember(field, { form: 'name', text: type.name }, [...generated, ...type.constraints], preamble);
    }
    case 'optional':
      return printMember(field, { form: 'union', text: `${type.name} | None` }, [none, ...type.constraints], preamble);
    case 'many':
      return printMember(field, { form: 'list', item: listItem(type, preamble) }, listArguments(field), preamble);
    default:
      return field.cardinality satisfies never;
  }
}

function printRelation(relation: Relation, related: string, forward: boolean, preamble: Preamble): Lines {
  const quoted = (name: string) => (forward ? `"${name}"` : name);
  if (relation.many) return printMember(relation, { form: 'list', item: quoted(related) }, [emptyList], preamble);
  if (relation.required) return printMember(relation, { form: 'name', text: quoted(related) }, [], preamble);
  return printMember(relation, { form: forward ? 'name' : 'union', text: quoted(`${related} | None`) }, [none], preamble);
}

const none: Argument = { name: 'default', value: 'None' };
const emptyList: Argument = { name: 'default_factory', value: 'list' };

function generatedDefault(generated: GeneratedValue, preamble: Preamble): Argument {
  switch (generated) {
    case 'uuid':
      return { name: 'default_factory', value: preamble.from('uuid', 'uuid4') };
    case 'now': {
      const dt = preamble.module('datetime', 'dt');
      return { name: 'default_factory', value: `lambda: ${dt}.datetime.now(${dt}.UTC)` };
    }
    case 'zero':
      return { name: 'default', value: '0' };
    default:
      return generated satisfies never;
  }
}

function listItem({ name, constraints }: PythonType, preamble: Preamble): string {
  if (constraints.length === 0) return name;
  const args = constraints.map((c) => `${c.name}=${c.value}`).join(', ');
  return `${preamble.from('typing', 'Annotated')}[${name}, ${preamble.from('pydantic', 'Field')}(${args})]`;
}

function listArguments({ minItems = 0, maxItems }: Field): Argument[] {
  return [
    minItems > 0 ? { name: 'min_length', value: String(minItems) } : emptyList,
    ...(maxItems === undefined ? [] : [{ name: 'max_length', value: String(maxItems) }]),
  ];
}

/**
 * An attribute of a model. An escaped one has its wire name as alias, given for both directions:
 * from a plain `alias` type checkers would take it for the name of the argument, too.
 */
function printMember(member: Field | Relation, annotation: Annotation, args: readonly Argument[], preamble: Preamble): Lines {
  const attribute = attributeName(member.name);
  const wireName = `"${member.name}"`;
  const all: Argument[] = [
    ...args,
    ...(attribute === member.name
      ? []
      : [
          { name: 'validation_alias', value: wireName },
          { name: 'serialization_alias', value: wireName },
        ]),
    ...(member.deprecated ? [{ name: 'deprecated', value: 'True' }] : []),
    ...(member.doc === undefined ? [] : [description(member.doc)]),
  ];
  const [first] = all;
  if (first === undefined) return assignment(attribute, annotation);
  if (all.length === 1 && first.name === 'default') return assignment(attribute, annotation, `${first.value}`);
  return assignment(attribute, annotation, { callee: preamble.from('pydantic', 'Field'), args: all });
}

/** Text that does not fit behind its name stands in parentheses, in as many parts as it needs. */
function description(doc: string): Argument {
  const parts = literalParts(doc, lineWidth - '            '.length);
  const [whole = ''] = parts;
  const width = displayWidth(whole);
  const inline =
    parts.length === 1 && (width === undefined || width <= lineWidth - '        description=,'.length || !doc.includes(' '));
  return { name: 'description', value: inline ? whole : parts };
}
