/** The module of a class: its model and its relationship model. */

import { type DomainClass, declaredRelations, demandsOn, type Field, type Relation } from '../../model/index.ts';
import { indent, indentLines, type Lines, marked, type Printed, printed, separated, wrap } from '../text/index.ts';
import type { PythonLedger } from './answers.ts';
import { type Annotation, type Argument, assignment, spelt, type Value } from './assignment.ts';
import { modelValidator } from './checks.ts';
import { classHeader } from './expressions.ts';
import { emptyList, type FieldForm, fieldForm, isAnotherList, none, printedFields } from './fields.ts';
import type { Gaps } from './gaps.ts';
import { deprecation, displayWidth, docstring, lineWidth, literalParts, stringLiteral } from './literals.ts';
import { attributeName, className, isBuiltin, isProtected, moduleName } from './names.ts';
import { type Needs, Preamble } from './preamble.ts';

const tab = '    ';

/** What the modules of a package have in common while they are printed. */
export interface Package {
  readonly ledger: PythonLedger;
  readonly gaps: Gaps;
  readonly needs: Needs;
}

/** Text of the module `<slug>.py`. */
export function printModule(cls: DomainClass, pkg: Package): Printed {
  const fields = printedFields(cls);
  const preamble = new Preamble(pkg.needs, new Set(namesIn(cls, fields)));
  const forTypeCheckers = new Preamble();
  const model = printClass(cls, fields, pkg, preamble);
  const relationsModel = printRelationsClass(cls, preamble, forTypeCheckers);
  if (forTypeCheckers.hasImports) preamble.from('typing', 'TYPE_CHECKING');
  return printed([
    separated([
      preamble.imports(),
      forTypeCheckers.hasImports && ['if TYPE_CHECKING:', ...indentLines(forTypeCheckers.imports(tab.length), tab)],
      preamble.definitions,
    ]),
    ['', '', model],
    relationsModel && ['', '', relationsModel],
  ]);
}

/**
 * The names of the types that the module defines or imports, of those that its relationship model inherits
 * (Pydantic looks for them in this module first), and of attributes, which hide what has their name in the class body.
 */
function namesIn(cls: DomainClass, fields: readonly Field[]): string[] {
  const models = [cls, ...cls.bases, ...cls.relationsBases].flatMap((c) => [c.name, c.relationsName ?? c.name]);
  const related = declaredRelations(cls).map((relation) => relation.target.name);
  return [...models, ...related, ...fields.flatMap(typeNames)].map(className).concat(fields.map((f) => attributeName(f.name)));
}

function typeNames({ type }: Field): string[] {
  if (type.kind === 'enumeration') return [type.enumeration.name];
  return type.kind === 'union' ? [type.union.name] : [];
}

/** The relations that the class's relationship model adds to those it inherits, or narrows. */
function ownRelations(cls: DomainClass): readonly Relation[] {
  return declaredRelations(cls).filter((relation) => relation.source === cls || isNarrowedBy(cls, relation));
}

/**
 * Whether a relation is not what all superclasses have it as. Of several of them, Pydantic takes what the first one has,
 * even if only another one has narrowed it.
 */
function isNarrowedBy(cls: DomainClass, relation: Relation): boolean {
  if (relation.source === cls || relation.field.refines === undefined) return false;
  return cls.parents.some((parent) => parent.allRelations.some((r) => r.name === relation.name && r !== relation));
}

function printClass(cls: DomainClass, fields: readonly Field[], { ledger, gaps }: Package, preamble: Preamble): Lines {
  const parents = cls.bases.map((parent) => preamble.fromPackage(moduleName(parent.slug), className(parent.name)));
  const doc = [cls.doc ?? cls.label ?? cls.name, ...deprecation(cls), ...gaps.ofClass(cls, fields)].join('\n\n');
  const forms = new Map(fields.map((field) => [field, fieldForm(cls, field, ledger, preamble)]));
  const printOne = (field: Field, room: number) => {
    const above = commentLines(gaps.ofField(cls, field), room);
    const { lines, type } = printField(field, forms.get(field) as FieldForm, room, preamble);
    const name = `${className(cls.name)}.${attributeName(field.name)}`;
    return marked({ element: { kind: 'field', class: cls, field }, name, type }, lines, above);
  };
  const own = demandsOn(cls).object.filter((demand) => demand.class === cls);
  const ofObject = ledger
    .printAll(own, preamble)
    .flatMap((codes) => codes.flatMap((code) => (code.as === 'check' ? [code.lines] : [])));
  const checks = [...ofObject, ...[...forms.values()].flatMap((form) => form.checks)];
  return marked({ element: { kind: 'class', class: cls }, name: className(cls.name) }, [
    classHeader(className(cls.name), parents.length > 0 ? parents : [preamble.help('BaseModel')]),
    indent(
      separated([
        docstring(doc, tab.length),
        printConfig(fields, extraOf(cls), preamble),
        printMembers(fields, isAnotherList, printOne, preamble),
        modelValidator(cls, checks, preamble),
      ]),
      tab,
    ),
  ]);
}

function commentLines(sentence: string | undefined, room: number): readonly string[] {
  return sentence === undefined ? [] : wrap(sentence, room - '# '.length).map((line) => `# ${line}`);
}

/**
 * The class that holds an instance with its related objects. Modules of related classes need each
 * other, so they are imported for type checkers only; the package resolves the names.
 */
function printRelationsClass(cls: DomainClass, preamble: Preamble, forTypeCheckers: Preamble): Lines {
  if (cls.relationsName === undefined) return undefined;
  const parents = cls.relationsBases.flatMap(({ slug, relationsName }) =>
    relationsName === undefined ? [] : [preamble.fromPackage(moduleName(slug), className(relationsName))],
  );
  const printOne = (relation: Relation, room: number): Lines => {
    const { target } = relation;
    // What there never is has no type.
    const isNone = relation.field.absent === true && !relation.many;
    const isLate = !isNone && isForward(relation, cls);
    const name = isLate
      ? forTypeCheckers.fromPackage(moduleName(target.slug), className(target.name), forwardName(target))
      : className(target.name);
    const lines = printRelation(relation, name, isLate, room, preamble);
    const key = cls.allFields.find((field) => field.name === relation.field.name);
    if (relation.holder === 'target' || key === undefined) return lines;
    return marked({ element: { kind: 'field', class: cls, field: key } }, lines);
  };
  const relations = ownRelations(cls);
  const element = { kind: 'class', class: cls } as const;
  const config = printConfig(relations, relationsExtraOf(cls), preamble);
  return marked({ element }, [
    classHeader(className(cls.relationsName), [className(cls.name), ...parents]),
    indent(
      separated([
        docstring(relationsDoc(cls), tab.length),
        config,
        printMembers(relations, (relation) => relation.many && isNarrowedBy(cls, relation), printOne, preamble),
      ]),
      tab,
    ),
  ]);
}

/**
 * The classes that a relationship model names before they are known. It is complete only when they
 * are.
 */
export function forwardReferences(cls: DomainClass): readonly DomainClass[] {
  return declaredRelations(cls)
    .filter((relation) => isForward(relation, isNarrowedBy(cls, relation) ? cls : relation.source))
    .map((relation) => relation.target);
}

/** The module of a class knows that and the superclasses. */
function isForward({ target }: Relation, cls: DomainClass): boolean {
  return target !== cls && !cls.bases.includes(target);
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

/** What a model does with unknown keys; subclasses inherit it. */
type Extra = 'forbid' | 'ignore';

/** What a class has to say of unknown keys that it does not inherit. */
function extraOf(cls: DomainClass): Extra | undefined {
  const inherited = inheritedExtra(cls);
  if (cls.closed) return inherited === 'forbid' ? undefined : 'forbid';
  return inherited === 'forbid' ? 'ignore' : undefined;
}

/** Of several superclasses the last one counts that says anything. */
function inheritedExtra(cls: DomainClass): Extra | undefined {
  if (!cls.ancestors.some(({ closed }) => closed)) return undefined;
  return cls.bases.map(effectiveExtra).findLast((extra) => extra !== undefined);
}

function effectiveExtra(cls: DomainClass): Extra | undefined {
  return extraOf(cls) ?? inheritedExtra(cls);
}

/** The relationship model inherits from its class first, and then from the relationship models of the superclasses. */
function relationsExtraOf(cls: DomainClass): Extra | undefined {
  const inherited = [cls, ...cls.relationsBases].map(effectiveExtra).findLast((extra) => extra !== undefined);
  const own = effectiveExtra(cls);
  return own === inherited ? undefined : own;
}

/** The configuration that unusual names and closed classes need; subclasses inherit it. */
function printConfig(members: readonly (Field | Relation)[], extra: Extra | undefined, preamble: Preamble): Lines {
  const attributes = members.map((member) => attributeName(member.name));
  const args: Argument[] = [];
  if (extra !== undefined) args.push({ name: 'extra', value: `"${extra}"` });
  if (attributes.some((attribute, i) => attribute !== members[i]?.name)) {
    args.push({ name: 'validate_by_name', value: 'True' }, { name: 'serialize_by_alias', value: 'True' });
  }
  if (attributes.some(isProtected)) args.push({ name: 'protected_namespaces', value: '()' });
  return args.length > 0 && assignment('model_config', undefined, { callee: preamble.from('pydantic', 'ConfigDict'), args });
}

/** @param room columns that there are for a line */
function printField(field: Field, { args, annotation }: FieldForm, room: number, preamble: Preamble) {
  const value = memberValue(field, args, preamble);
  const type = annotation(value, room);
  return { lines: assignment(attributeName(field.name), type, value, room), type: spelt(type) };
}

/** Members of a class, in the end those that type checkers would refuse: to them they stay what they are inherited as. */
function printMembers<M extends Field | Relation>(
  members: readonly M[],
  isHidden: (member: M) => boolean,
  print: (member: M, room: number) => Lines,
  preamble: Preamble,
): Lines {
  const hidden = members.filter(isHidden);
  return [
    members.filter((member) => !isHidden(member)).map((member) => print(member, lineWidth - tab.length)),
    hidden.length > 0 && [
      '# Lists of narrower items are another type to type checkers.',
      `if not ${preamble.from('typing', 'TYPE_CHECKING')}:`,
      indent(
        hidden.map((member) => print(member, lineWidth - 2 * tab.length)),
        tab,
      ),
    ],
  ];
}

function printRelation(relation: Relation, related: string, forward: boolean, room: number, preamble: Preamble): Lines {
  const quoted = (name: string) => (forward ? `"${name}"` : name);
  const print = (annotation: Annotation, ...args: readonly Argument[]) =>
    assignment(attributeName(relation.name), annotation, memberValue(relation, args, preamble), room);
  const { absent } = relation.field;
  if (relation.many) {
    const most = absent ? [{ name: 'max_length', value: '0' }] : [];
    return print({ form: 'list', item: quoted(related) }, emptyList, ...most);
  }
  if (absent) return print({ form: 'name', text: 'None' }, none);
  if (relation.required) return print({ form: 'name', text: quoted(related) });
  return print({ form: forward ? 'name' : 'union', text: quoted(`${related} | None`) }, none);
}

/**
 * What is assigned to an attribute of a model. An escaped one has its wire name as alias, given for both
 * directions: from a plain `alias` type checkers would take it for the name of the argument, too.
 */
function memberValue(member: Field | Relation, args: readonly Argument[], preamble: Preamble): Value | undefined {
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
    ...deprecated(member),
    ...(member.doc === undefined ? [] : [description(member.doc)]),
  ];
  const [first] = all;
  if (first === undefined) return undefined;
  if (all.length === 1 && first.name === 'default' && typeof first.value === 'string') return first.value;
  return { callee: preamble.from('pydantic', 'Field'), args: all };
}

function deprecated(member: Field | Relation): Argument[] {
  if (!member.deprecated) return [];
  const { replacedBy } = member;
  return [{ name: 'deprecated', value: replacedBy === undefined ? 'True' : stringLiteral(`Use ${replacedBy} instead.`) }];
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
