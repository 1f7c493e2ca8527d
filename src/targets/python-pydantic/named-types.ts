/** Prints the modules of enumerations and unions: `class Status(StrEnum)` and `Value = Annotated[int | str, …]`. */

import type { Enumeration, EnumerationValue, Union } from '../../model/index.ts';
import { indent, type Lines, marked, type Printed, printed, separated } from '../text/index.ts';
import { assignment } from './assignment.ts';
import { classHeader, layOut } from './expressions.ts';
import { deprecation, docstring, lineWidth, stringLiteral, tab, valueLiteral } from './literals.ts';
import { className, memberName } from './names.ts';
import { BaseModuleContents, Preamble } from './preamble.ts';
import { unionType } from './types.ts';

/** Returns the text of the module of an enumeration. */
export function printEnumeration(enumeration: Enumeration, withIris: boolean): Printed {
  const name = className(enumeration.name);
  // An enumeration may have the name of a library member, which then gets another local name.
  const preamble = new Preamble(new BaseModuleContents(), (imported) => imported === name);
  const base = preamble.importName('enum', 'StrEnum');
  const doc = [...(enumeration.doc === undefined ? [] : [enumeration.doc]), ...deprecation(enumeration)].join('\n\n');
  const members = enumeration.values.map(printMember);
  const hasIris = withIris && enumeration.values.every((value) => value.iri !== undefined);
  // A member on one line has no docstring.
  const isDocumented = members.some((lines) => lines.length > 1);
  return printed([
    separated([preamble.imports()]),
    ['', ''],
    marked({ element: { kind: 'enumeration', enumeration }, name }, [
      classHeader(name, [base]),
      indent(
        separated([
          doc !== '' && docstring(doc, tab.length),
          ...(isDocumented ? members : [members.flat()]),
          hasIris && iriProperty,
        ]),
        tab,
      ),
    ]),
    hasIris && ['', '', irisOf(enumeration)],
  ]);
}

/** The property with the IRI of a member's individual. */
const iriProperty: readonly string[] = [
  '@property',
  'def iri(self) -> str:',
  `${tab}"""The IRI of the individual."""`,
  `${tab}return _IRIS[self]`,
];

function irisOf({ name, values }: Enumeration): string[] {
  const items = values.map((value) => `${className(name)}.${memberName(value.name)}: ${stringLiteral(value.iri ?? '')}`);
  return layOut('_IRIS = ', { open: '{', items, close: '}' }, '', lineWidth);
}

/** Returns a member with its documentation below it, where editors and documentation tools look for it. */
function printMember(value: EnumerationValue): string[] {
  const label = value.label === value.value ? undefined : value.label;
  const paragraphs = [value.doc ?? label ?? [], ...deprecation(value)].flat();
  return [
    ...assignment(memberName(value.name), undefined, valueLiteral(value.value)),
    ...(paragraphs.length > 0 ? docstring(paragraphs.join('\n\n'), tab.length) : []),
  ];
}

/** Returns the text of the module of a union, which is a type alias. */
export function printUnion(union: Union, base: BaseModuleContents): Printed {
  const name = className(union.name);
  const preamble = new Preamble(base, (imported) => imported === name);
  const type = layOut(`${name} = `, unionType(union, preamble), '', lineWidth);
  const lines: Lines = [...type, '"""A value of one of several types; validation uses the first that accepts it."""'];
  return printed([separated([preamble.imports(), preamble.definitions, lines])]);
}
