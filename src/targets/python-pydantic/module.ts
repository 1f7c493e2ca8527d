/** The module of a class: its model, and where what else stands for the class is found. */

import { type DomainClass, type DomainModel, demandsOn, type Field } from '../../model/index.ts';
import { areMarksNoted, indent, type Lines, marked, type Printed, printed, separated, wrap } from '../text/index.ts';
import type { PythonLedger } from './answers.ts';
import { assignment, spelt } from './assignment.ts';
import { modelValidator } from './checks.ts';
import { classHeader, layOut } from './expressions.ts';
import { extraOf } from './extra.ts';
import { type FieldForm, fieldForm, isAnotherList, printedFields } from './fields.ts';
import type { Forms } from './forms.ts';
import type { Gaps } from './gaps.ts';
import { deprecation, lineWidth } from './literals.ts';
import { classBody, memberValue, printConfig, printMembers } from './members.ts';
import { attributeName, className, moduleName } from './names.ts';
import { isTypedOnly, plainField } from './plain.ts';
import { type Needs, Preamble, variantsPackage } from './preamble.ts';

const tab = '    ';

/** What the modules of a package have in common while they are printed. */
export interface Package {
  readonly ledger: PythonLedger;
  readonly gaps: Gaps;
  readonly needs: Needs;
  readonly forms: Forms;
  /** Whether a type or a field of the package has a name. */
  readonly isNamed: (name: string) => boolean;
}

/** Tells the names of all types and fields of a package: all modules ask for the same few, of what libraries have. */
export function namesOfPackage(model: DomainModel, forms: Forms): (name: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  const known = new Map<string, boolean>();
  return (name) => {
    let isNamed = known.get(name);
    if (isNamed === undefined) {
      names ??= allNames(model, forms);
      isNamed = names.has(name);
      known.set(name, isNamed);
    }
    return isNamed;
  };
}

function allNames({ classes, enumerations, unions }: DomainModel, forms: Forms): ReadonlySet<string> {
  const names = new Set([...enumerations, ...unions].map(({ name }) => className(name)));
  for (const cls of classes) {
    const { create, update, page, any } = forms.of(cls);
    names.add(className(cls.name)).add(create).add(update).add(page);
    if (any !== undefined) names.add(any);
    if (cls.relationsName !== undefined) names.add(cls.relationsName);
    for (const field of cls.fields) names.add(field.name);
  }
  return names;
}

/**
 * Tells the names that a module has for what is its own: what libraries call alike is imported under another name.
 *
 * @param fields whose attributes hide what has their name in the bodies of classes
 * @param types gives the names of types that the module defines or imports
 */
export function takenIn(pkg: Package, fields: readonly Field[], types: () => readonly string[]): (name: string) => boolean {
  let taken: ReadonlySet<string> | undefined;
  return (name) => {
    // Few types and fields are called like something of a library.
    if (!pkg.isNamed(name)) return false;
    if (attributeName(name) === name && fields.some((field) => field.name === name)) return true;
    taken ??= new Set(types());
    return taken.has(name);
  };
}

export const isList = ({ cardinality }: Field): boolean => cardinality === 'many';

/** Text of the module `<slug>.py`. */
export function printModule(cls: DomainClass, pkg: Package): Printed {
  const fields = printedFields(cls);
  const others = pkg.forms.namesOf(cls);
  const preamble = new Preamble(
    pkg.needs,
    takenIn(pkg, fields, () => [...namesIn(cls, fields), ...others]),
  );
  const forTypeCheckers = new Preamble();
  const model = printClass(cls, fields, pkg, preamble);
  const variants = `${variantsPackage}.${moduleName(cls.slug)}`;
  for (const name of others) forTypeCheckers.fromPackage(variants, name);
  const late = preamble.help('late');
  preamble.from('typing', 'TYPE_CHECKING');
  const all = { open: '[', items: pkg.forms.allNamesOf(cls).map((name) => `"${name}"`), close: ']' };
  return printed([
    separated([
      forPyright(cls, fields.some(isList)),
      preamble.imports(),
      ['if TYPE_CHECKING:', indent(forTypeCheckers.imports(tab.length), tab)],
      layOut('__all__ = ', all, '', lineWidth),
      ['if not TYPE_CHECKING:', indent(lateLines(late, `.${variants}`), tab)],
      preamble.definitions,
    ]),
    ['', '', model],
  ]);
}

/**
 * What Pyright is not to tell. Fields may be assigned to, and what may be is not to be narrowed: records that are read are
 * narrower all the same. What is in the list that a factory makes, it does not see.
 */
export function forPyright(cls: DomainClass, hasLists: boolean): Lines {
  const rules = [
    ...(cls.bases.length > 0 ? ['reportIncompatibleVariableOverride=false'] : []),
    ...(hasLists ? ['reportUnknownVariableType=false'] : []),
  ];
  return rules.map((rule) => `# pyright: ${rule}`);
}

function lateLines(late: string, module: string): string[] {
  const places = { open: 'dict.fromkeys(', items: ['__all__', `"${module}"`], close: ')' };
  return layOut('__getattr__ = ', { open: `${late}(`, items: ['__name__', places], close: ')' }, '', lineWidth - tab.length);
}

/** The names of the types that the module defines or imports. */
function namesIn(cls: DomainClass, fields: readonly Field[]): string[] {
  return [cls, ...cls.bases].map(({ name }) => className(name)).concat(fields.flatMap(typeNamesOf).map(className));
}

/** The names of the types of the package that a field's values have. */
export function typeNamesOf({ type }: Field): string[] {
  if (type.kind === 'enumeration') return [type.enumeration.name];
  return type.kind === 'union' ? [type.union.name] : [];
}

function printClass(cls: DomainClass, fields: readonly Field[], { ledger, gaps }: Package, preamble: Preamble): Lines {
  const parents = cls.bases.map((parent) => preamble.fromPackage(moduleName(parent.slug), className(parent.name)));
  const doc = [cls.doc ?? cls.label ?? cls.name, ...deprecation(cls), ...gaps.ofClass(cls, fields)].join('\n\n');
  const formOf = (field: Field) => fieldForm(cls, field, 'entity', ledger, preamble);
  const forms = new Map<Field, FieldForm>();
  for (const field of fields) if (!isTypedOnly(field)) forms.set(field, formOf(field));
  const printOne = (field: Field, margin: string) => {
    const above = commentLines(gaps.ofField(cls, field), margin);
    const form = forms.get(field);
    const plain = form === undefined ? plainField(field, 'entity', margin, preamble) : undefined;
    if (plain !== undefined && field.generated !== undefined) ledger.notePrinted(field, 'generated');
    const { text, type } = plain ?? printField(field, form ?? formOf(field), margin, preamble);
    if (!areMarksNoted()) return above.length === 0 ? text : [above, text];
    const name = `${className(cls.name)}.${attributeName(field.name)}`;
    return marked({ element: { kind: 'field', class: cls, field }, name, type }, text, above);
  };
  const checks = checksOf(cls, forms, ledger, preamble);
  return marked({ element: { kind: 'class', class: cls }, name: className(cls.name) }, [
    classHeader(className(cls.name), parents.length > 0 ? parents : [preamble.help('BaseModel')]),
    classBody(
      doc,
      printConfig(fields, extraOf(cls), preamble, cls.iri),
      printMembers(fields, isAnotherList, printOne, preamble),
      modelValidator(cls, checks, preamble),
    ),
  ]);
}

/** What the validator of a class looks at: what the class adds for an instance as a whole, and its fields. */
export function checksOf(
  cls: DomainClass,
  forms: ReadonlyMap<Field, FieldForm>,
  ledger: PythonLedger,
  preamble: Preamble,
): readonly Lines[] {
  const checks: Lines[] = [];
  // Of all that is demanded of an instance as a whole, code sees to these, and most classes have neither.
  if (cls.choices.length > 0 || cls.totals.length > 0) {
    const own = demandsOn(cls).object.filter((demand) => demand.class === cls);
    for (const codes of ledger.printAll(own, preamble)) {
      for (const code of codes) if (code.as === 'check') checks.push(code.lines);
    }
  }
  for (const form of forms.values()) checks.push(...form.checks);
  return checks;
}

function commentLines(sentence: string | undefined, margin: string): readonly string[] {
  if (sentence === undefined) return [];
  const start = `${margin}# `;
  return wrap(sentence, lineWidth - start.length).map((line) => start + line);
}

/** @param margin of its lines */
export function printField(field: Field, { args, annotation }: FieldForm, margin: string, preamble: Preamble) {
  const room = lineWidth - margin.length;
  const value = memberValue(field, args, preamble);
  const type = annotation(value, room);
  return { text: indent(assignment(attributeName(field.name), type, value, room), margin), type: spelt(type) };
}
