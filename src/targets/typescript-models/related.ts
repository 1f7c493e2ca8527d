/** The validator of a class with its related objects. */

import type { DomainClass, Relation } from '../../model/index.ts';
import { indent, type Lines, marked } from '../text/index.ts';
import { call } from './checks.ts';
import { relationMark, relationsBeyond, relationsParents } from './interfaces.ts';
import { comment, type Deprecation } from './jsdoc.ts';
import { type CallText, type Condition, either, listLines, propertyLines, returned, shortCall, signature } from './layout.ts';
import { linked } from './prose.ts';
import { ask, fieldOfIt } from './tests.ts';
import {
  byFields,
  checkedRulesOf,
  closedCheck,
  conditionHead,
  entryPoints,
  isAskedByFields,
  objects,
  type ValidatorModule,
  wholeTest,
} from './validator-module.ts';
import * as named from './validator-names.ts';

/** A shape, rules, conditions, and the functions that apply them; nothing for a class without declared relations. */
export function relatedParts(module: ValidatorModule): readonly Lines[] {
  const { cls } = module;
  const { relationsName: type } = cls;
  if (type === undefined) return [];
  const parents = relationsParents(cls);
  const { printed, added } = relationsBeyond(cls);
  return [
    [
      shapeHead(cls, type),
      indent(
        [
          parents.map((parent) => `...${module.of(parent, named.shapeName(parent.relationsName as string))}(),`),
          `...${named.shapeName(cls.name)}(),`,
          printed.map((relation) =>
            marked(relationMark(relation), propertyLines(relation.name, memberCheck(module, relation), 4)),
          ),
        ],
        '    ',
      ),
      '  };',
      '}',
    ],
    [rulesHead(cls, type, cls.name), indent(listLines('return ', agreements(module, parents, added), ';', 2)), '}'],
    [
      testHead(cls, type, cls.name),
      returned([
        ...parents.map((parent) => ({ call: module.of(parent, named.relatesName(parent.name)), args: ['it'] })),
        ...printed.map((relation) => memberTest(module, relation)),
        ...added.map(agreementTest),
      ]),
      '}',
    ],
    ...(isAskedByFields(module)
      ? [byFields.related(cls, type, cls.name)]
      : [
          objects(type, [
            named.shapeName(type),
            ...checkedRulesOf(module),
            named.relationsName(cls.name),
            ...closedCheck(module),
          ]),
          ...entryPoints(module, type, [...wholeTest(module, type), { call: named.relatesName(cls.name), args: ['it'] }]),
        ]),
  ];
}

const shapeHead = (about: Deprecation, type: string): Lines => [
  comment(`What the members of ${linked(type)} hold.`, about),
  signature(`export function ${named.shapeName(type)}`, [], `check.Shape<${type}>`),
  '  return {',
];

const rulesHead = (about: Deprecation, type: string, cls: string): Lines => [
  comment(`How ${linked(type)} agrees with its related objects.`, about),
  signature(`export function ${named.relationsName(cls)}`, [], 'readonly check.ObjectRule[]'),
];

const testHead = (about: Deprecation, type: string, cls: string): Lines => [
  comment(`Whether the related objects of ${linked(type)} are what they should be, and agree with it.`, about),
  conditionHead(named.relatesName(cls), type),
];

function memberCheck(module: ValidatorModule, { target, many, required }: Relation): CallText {
  return call(many ? 'relatedList' : required ? 'related' : 'relatedOrNone', module.of(target, named.objectsName(target.name)));
}

function memberTest(module: ValidatorModule, relation: Relation): Condition {
  const { target, many, required } = relation;
  const guard = module.of(target, named.guardName(target.name));
  const member = fieldOfIt(relation);
  if (many) return ask('listOf', member, guard);
  const test = shortCall(guard, member);
  return required ? test : either(shortCall('is.none', member), test);
}

/** What is inherited, and a rule for each relation that is not. */
function agreements(module: ValidatorModule, parents: readonly DomainClass[], added: readonly Relation[]): readonly CallText[] {
  return [
    ...parents.map((parent) => `...${module.of(parent, named.relationsName(parent.name))}()`),
    ...added.map(({ name, field, holder }) =>
      call(holder === 'source' ? 'refersTo' : 'referredToBy', `'${field.name}'`, `'${name}'`),
    ),
  ];
}

function agreementTest(relation: Relation): Condition {
  const { field, holder } = relation;
  const member = fieldOfIt(relation);
  return holder === 'source' ? ask('keyOf', fieldOfIt(field), member) : ask('keyIn', 'it.id', member, `'${field.name}'`);
}
