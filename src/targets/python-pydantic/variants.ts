/** The module of what else stands for a class: what creates and changes an instance, pages, and related objects. */

import { type DomainClass, type Field, isBuiltIn, isMember } from '../../model/index.ts';
import { areMarksNoted, indent, type Lines, marked, type Printed, printed, separated } from '../text/index.ts';
import { assignment } from './assignment.ts';
import { validator } from './checks.ts';
import { call, classHeader, layOut } from './expressions.ts';
import { extraOf } from './extra.ts';
import { type FieldForm, fieldForm, isAnotherList, none, printedFields } from './fields.ts';
import { isChangeable } from './forms.ts';
import { deprecation, docstring, lineWidth } from './literals.ts';
import { classBody, printConfig, printMembers } from './members.ts';
import { checksOf, forPyright, isList, type Package, printField, takenIn, typeNamesOf } from './module.ts';
import { attributeName, className, moduleName } from './names.ts';
import { isTypedOnly, plainField } from './plain.ts';
import { Preamble } from './preamble.ts';
import { forwardName, ownRelations, printRelationsClass } from './related.ts';
import { definition } from './types.ts';

const tab = '    ';

/** What the classes of one module print into. */
interface Site extends Package {
  readonly preamble: Preamble;
  /** What the module imports for type checkers alone. */
  readonly forTypeCheckers: Preamble;
}

/** Text of the module `_variants/<slug>.py`. */
export function printVariants(cls: DomainClass, pkg: Package): Printed {
  const site: Site = {
    ...pkg,
    preamble: new Preamble(
      pkg.needs,
      takenIn(pkg, cls.allFields, () => namesIn(cls, pkg)),
      '..',
    ),
    forTypeCheckers: new Preamble(undefined, undefined, '..'),
  };
  const { preamble, forTypeCheckers } = site;
  const classes = [
    printBody(cls, bodies.create, site),
    isChangeable(cls) ? printBody(cls, bodies.update, site) : undefined,
    printPage(cls, site),
    printRelationsClass(cls, preamble, forTypeCheckers),
  ];
  const union = printUnionOf(cls, site);
  const hasTypes = forTypeCheckers.hasImports || union !== undefined;
  if (hasTypes) preamble.from('typing', 'TYPE_CHECKING');
  const all = { open: '[', items: pkg.forms.namesOf(cls).map((name) => `"${name}"`), close: ']' };
  return printed([
    separated([
      forPyright(cls, cls.allFields.some(isList) || cls.allRelations.some(({ declared, many }) => declared && many)),
      preamble.imports(),
      hasTypes && ['if TYPE_CHECKING:', indent(separated([forTypeCheckers.imports(tab.length), union?.type]), tab)],
      layOut('__all__ = ', all, '', lineWidth),
      union?.late,
      preamble.definitions,
    ]),
    classes.map((lines) => lines && ['', '', lines]),
  ]);
}

/** The types that the module names. */
function namesIn(cls: DomainClass, { forms }: Package): string[] {
  const models = [cls, ...cls.bases, ...cls.relationsBases, ...cls.children];
  const related = ownRelations(cls).map((relation) => className(relation.target.name));
  const fields = cls.allFields.flatMap((field) => typeNamesOf(field).map(className));
  return [...models.flatMap((one) => [className(one.name), ...forms.namesOf(one)]), ...related, ...fields];
}

/** A body of a creation or of a change. */
interface Body {
  readonly role: 'create' | 'update';
  readonly base: 'CreateModel' | 'UpdateModel';
  readonly doc: (cls: DomainClass) => string;
}

const bodies = {
  create: {
    role: 'create',
    base: 'CreateModel',
    doc: ({ name }) => `What creates an instance of ${name}. What is left out is supplied.`,
  },
  update: {
    role: 'update',
    base: 'UpdateModel',
    doc: ({ name }) => `What changes an instance of ${name}. What is left out stays as it is.`,
  },
} satisfies Record<string, Body>;

function printBody(cls: DomainClass, { role, base, doc }: Body, { forms, ledger, preamble }: Site): Lines {
  const name = className(forms.of(cls)[role]);
  const above = cls.bases.filter((one) => role === 'create' || isChangeable(one));
  const parents = above.map((one) => preamble.sibling(moduleName(one.slug), className(forms.of(one)[role])));
  const fields = membersToPrint(cls, role);
  // Nothing in place of a list.
  const isOther = (field: Field) =>
    isAnotherList(field) || (role === 'create' && field.cardinality === 'many' && !isMember(field, role));
  const formOf = (field: Field) => (isMember(field, role) ? fieldForm(cls, field, role, ledger, preamble) : leftForm(preamble));
  const byField = new Map<Field, FieldForm>();
  for (const field of fields) if (!isTypedOnly(field) || !isMember(field, role)) byField.set(field, formOf(field));
  const checks = checksOf(cls, byField, ledger, preamble);
  const printOne = (field: Field, margin: string) => {
    const form = byField.get(field);
    const plain = form === undefined ? plainField(field, role, margin, preamble) : undefined;
    const { text } = plain ?? printField(field, form ?? formOf(field), margin, preamble);
    return areMarksNoted() ? marked({ element: { kind: 'field', class: cls, field } }, text) : text;
  };
  return marked({ element: { kind: 'class', class: cls } }, [
    classHeader(name, parents.length > 0 ? parents : [preamble.help(base)]),
    classBody(
      [doc(cls), ...deprecation(cls)].join('\n\n'),
      // Changes are closed by what all of them inherit.
      printConfig(fields, role === 'update' ? undefined : extraOf(cls), preamble),
      printMembers(fields, isOther, printOne, preamble),
      validator(`_check_${role}_of_${cls.slug}`, checks, preamble),
    ),
  ]);
}

/**
 * The members that a class's body has of its own. Of what is no member any more, because the class has one value only or
 * none, it is told all the same: the superclass's body has it.
 */
function membersToPrint(cls: DomainClass, role: 'create' | 'update'): readonly Field[] {
  const isInherited = ({ name }: Field) =>
    cls.ancestors.some((one) => one.allFields.some((field) => field.name === name && isMember(field, role)));
  // What tells the class, and the identity, are members nowhere.
  return printedFields(cls).filter((field) => isMember(field, role) || (!isBuiltIn(field) && isInherited(field)));
}

/** How a field is printed that superclasses' bodies have, and this one does not know. */
function leftForm(preamble: Preamble): FieldForm {
  const text = preamble.help('Left');
  return { args: [none], checks: [], annotation: () => ({ form: 'name', text }) };
}

/** One page of a list, of instances of the class and of those below it. */
function printPage(cls: DomainClass, site: Site): Lines {
  const { forms, preamble } = site;
  const { any, page } = forms.of(cls);
  const item = any === undefined ? ownName(cls, site) : className(any);
  const description = { name: 'description', value: '"The entries of the page."' };
  const field = { callee: preamble.from('pydantic', 'Field'), args: [description] };
  return marked({ element: { kind: 'class', class: cls } }, [
    classHeader(className(page), [preamble.help('PageModel')]),
    indent(
      [
        docstring(`One page of a list of ${cls.plural.replaceAll('_', ' ')}.`, tab.length),
        '',
        assignment('items', { form: 'name', text: `"list[${item}]"` }, field),
      ],
      tab,
    ),
  ]);
}

/** The class itself, which a relationship model has imported already. */
function ownName(cls: DomainClass, { preamble, forTypeCheckers }: Site): string {
  const module = moduleName(cls.slug);
  if (cls.relationsName !== undefined) return preamble.fromPackage(module, className(cls.name));
  return forTypeCheckers.fromPackage(module, className(cls.name), forwardName(cls));
}

/** The union of a class with those below it: type checkers see it at once, all others when they ask for it. */
function printUnionOf(cls: DomainClass, site: Site) {
  const { forms, preamble, forTypeCheckers } = site;
  const { any } = forms.of(cls);
  const discriminator = any === undefined ? undefined : cls.allFields.find((field) => field.discriminator);
  if (any === undefined || discriminator === undefined) return undefined;
  const name = className(any);
  const types = [ownName(cls, site)];
  const names = [className(cls.name)];
  for (const child of cls.children) {
    const below = forms.of(child).any;
    names.push(className(below ?? child.name));
    types.push(
      below === undefined
        ? forTypeCheckers.fromPackage(moduleName(child.slug), className(child.name), forwardName(child))
        : forTypeCheckers.sibling(moduleName(child.slug), className(below)),
    );
  }
  const typeAlias = preamble.from('typing', 'TypeAlias');
  const args = ['__name__', `"${name}"`, `"${attributeName(discriminator.name)}"`, ...names.map((member) => `"${member}"`)];
  return {
    type: definition(`${name}: ${typeAlias}`, { types }, lineWidth - tab.length),
    late: [
      `if not ${preamble.from('typing', 'TYPE_CHECKING')}:`,
      indent(layOut('__getattr__ = ', call(preamble.help('late_union'), ...args), '', lineWidth - tab.length), tab),
    ],
  };
}
