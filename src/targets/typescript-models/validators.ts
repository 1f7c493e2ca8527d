import type { DomainClass, Enumeration, Field } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { indent, type Lines, marked, separated } from '../text/index.ts';
import { anywhere, type Code, type Site } from './answers.ts';
import { call, pure } from './checks.ts';
import { comment, type Deprecation } from './jsdoc.ts';
import {
  assignedCall,
  braced,
  type CallText,
  type Condition,
  callLines,
  importLines,
  listLines,
  returned,
  signature,
  type TypeText,
} from './layout.ts';
import { byModule, type Modules } from './names.ts';
import { checkedRules, mostInChange, testedRules } from './object-rules.ts';
import { linked } from './prose.ts';
import { present, refinement } from './refinements.ts';
import { relatedParts } from './related.ts';
import { ask, fieldOfIt } from './tests.ts';
import { namedType } from './types.ts';
import {
  byFields,
  CLOSED,
  checkedRulesOf,
  closedCheck,
  closedTest,
  condition,
  conditionHead,
  entryPoints,
  isAskedByFields,
  objects,
  otherEntryPoints,
  pageValidator,
  typeHead,
  ValidatorModule,
  wholeTest,
} from './validator-module.ts';
import * as named from './validator-names.ts';
import { checksModule, type SharedModules, searchesModule, testsModule } from './value-checks.ts';
import { beyond, draftBeyond, type Types, type TypesOf, type Write } from './variants.ts';

/** The folder of the validators, which need nothing of the other modules but the values of enumerations. */
export const validationFolder = 'validation';

/** The module of a class's validators: what decides, what tells, and the functions that apply them, for each of its types. */
export function validatorModule(
  cls: DomainClass,
  typesOf: TypesOf,
  modules: Modules,
  ledger: Ledger<Site, Code>,
  shared: SharedModules,
): Lines {
  const module = new ValidatorModule(cls, typesOf(cls), ledger);
  const parts: Lines[] = [
    ...entityParts(module, typesOf),
    ...writeParts(module, 'create', typesOf),
    ...writeParts(module, 'update', typesOf),
    ...relatedParts(module),
    ...anyParts(module, typesOf),
    pageValidator(cls, module.types.page, module.types.listed),
  ];
  const lines = separated([imports(module, modules), ...module.parts.lines, ...parts]);
  if (module.parts.needsSearches) shared.add(searchesModule);
  return marked({ element: { kind: 'class', class: cls } }, lines);
}

function entityParts(module: ValidatorModule, typesOf: TypesOf): readonly Lines[] {
  const { cls, parts, ledger } = module;
  const { name } = cls;
  return [
    [
      shapeHead(cls, name),
      indent(
        [
          ...cls.parents.map((parent) => `...${module.of(parent, named.shapeName(parent.name))}(),`),
          ...addedFields(module).map((field) =>
            marked({ element: { kind: 'field', class: cls, field } }, parts.property(field, 4)),
          ),
        ],
        '    ',
      ),
      '  };',
      '}',
    ],
    fits(module, 'entity', typesOf),
    ...(isAskedByFields(module)
      ? [byFields.entity(cls, name)]
      : [
          rules(module),
          keeps(module),
          objects(name, [named.shapeName(name), ...checkedRulesOf(module), ...closedCheck(module)], true),
          ...entryPoints(module, name, wholeTest(module, name)),
        ]),
  ];

  /** What is asked of instances as a whole, for those who tell. */
  function rules(of: ValidatorModule): Lines {
    const list = checkedRules.list(cls, ledger);
    if (checkedRules.owner(cls) !== cls) return undefined;
    return [
      comment(`What is asked of ${linked(name)} as a whole.`, cls),
      signature(`export function ${named.rulesName(name)}`, [], 'readonly check.ObjectRule[]'),
      indent(
        listLines(
          'return ',
          [
            ...list.of.map((owner) => `...${of.of(owner, named.rulesName(owner.name))}()`),
            ...(list.others as readonly CallText[]),
          ],
          ';',
          2,
        ),
      ),
      '}',
    ];
  }

  /** The same, for those who decide. */
  function keeps(of: ValidatorModule): Lines {
    if (testedRules.owner(cls) !== cls) return undefined;
    const list = testedRules.list(cls, ledger);
    const inherited = list.of.map((owner) => ({ call: of.of(owner, named.keepsName(owner.name)), args: ['it'] }));
    return [
      comment(`Whether an object keeps to what is asked of ${linked(name)} as a whole.`, cls),
      condition(named.keepsName(name), name, [...inherited, ...list.others]),
    ];
  }
}

/** The function that decides about the fields of a class in a role. */
function fits(module: ValidatorModule, role: 'entity' | Write, typesOf: TypesOf): Lines {
  const { cls, types, parts, ledger } = module;
  const made = module.madeOf(role);
  const { own, refined } = beyond(made, (...forms) => module.asksSame(...forms));
  const conditions: Condition[] = made.parents.map((parent) => ({
    call: module.of(parent, named.fitsName(typesOf(parent)[role])),
    args: ['it'],
  }));
  for (const member of own) {
    const { field } = member;
    const inherited = refined.get(member);
    const added = inherited && refinement(cls, member, inherited);
    conditions.push(...(added ?? [present(member, parts.condition(field))]));
    if (role !== 'entity' || !field.irreflexive) continue;
    const demands = parts.demands(field).filter(({ kind }) => kind === 'irreflexive');
    conditions.push(...ledger.printAll(demands, { as: 'test', value: fieldOfIt(field), hoist: anywhere.hoist }).flat());
  }
  return [fitsHead(cls, types[role]), returned(conditions), '}'];
}

const shapeHead = (about: Deprecation, type: string): Lines => [
  comment(`Returns the checks of the fields of ${linked(type)}.`, about),
  signature(`export function ${named.shapeName(type)}`, [], `check.Shape<${type}>`),
  '  return {',
];

const fitsHead = (about: Deprecation, type: string): Lines => [
  comment(`Returns whether the members of an object are valid for ${linked(type)}.`, about),
  conditionHead(named.fitsName(type), type),
];

/** What creates or changes instances: a shape made of the class's own, and the functions. */
function writeParts(module: ValidatorModule, role: Write, typesOf: TypesOf): readonly Lines[] {
  const { cls, types } = module;
  const type = types[role];
  const isJudgedWhole = role === 'create';
  const keeper = isJudgedWhole ? testedRules.owner(cls) : undefined;
  const { members } = module.madeOf(role);
  const most = isJudgedWhole ? [] : mostInChange(cls, members);
  const isEmpty = members.length === 0;
  if (!isEmpty && (isJudgedWhole ? isAskedByFields(module) : most.length === 0)) {
    return [writeShape(module, role, typesOf), fits(module, role, typesOf), byFields[role](cls, type)];
  }
  const ofChange = most.length === 0 ? [] : [named.rulesName(type)];
  return [
    writeShape(module, role, typesOf),
    // Where there is nothing to write, nothing is asked.
    !isEmpty && fits(module, role, typesOf),
    most.length > 0 && [
      signature(`function ${named.rulesName(type)}`, [], 'readonly check.ObjectRule[]'),
      indent(
        listLines(
          'return ',
          most.map(({ check }) => check),
          ';',
          2,
        ),
      ),
      '}',
    ],
    objects(type, [
      named.shapeName(type),
      ...(isJudgedWhole ? [...checkedRulesOf(module), ...closedCheck(module)] : [...ofChange, CLOSED]),
    ]),
    ...entryPoints(module, type, [
      ...(isEmpty ? [] : [{ call: named.fitsName(type), args: ['it'] }]),
      ...(keeper ? [{ call: module.of(keeper, named.keepsName(keeper.name)), args: ['it'] }] : []),
      ...most.map(({ test }) => test),
      // A key that a change does not know is a mistake that would be lost in silence.
      ...(isJudgedWhole ? closedTest(module, type) : [ask('onlyOf', 'it', named.objectsName(type))]),
    ]),
  ];
}

/** The shape of what creates or changes an instance: that of the superclasses, and what the class adds. */
function writeShape(module: ValidatorModule, role: Write, typesOf: TypesOf): Lines {
  const { cls, types } = module;
  const { parents, draft, own } = draftBeyond(cls, module.madeOf(role));
  if (parents.length === 0 && (role === 'update' || draft.free.length === 0)) {
    return wholeShape(draft.without, types[role], cls.name, role === 'update');
  }
  const texts = (names: readonly string[]) => names.map((name) => `'${name}'`);
  const whole = `${named.shapeName(cls.name)}()`;
  const members = parents.length > 0 ? call('only', whole, ...texts(own)) : call('without', whole, ...texts(draft.without));
  const isFree = role === 'update' || draft.free.length > 0;
  const shape = isFree ? call('free', members, ...(role === 'update' ? [] : texts(draft.free))) : members;
  const inherited = parents.map((parent) => `${module.of(parent, named.shapeName(typesOf(parent)[role]))}()`);
  const [only] = inherited;
  return [
    `export function ${named.shapeName(types[role])}(): object {`,
    indent(
      only === undefined
        ? callLines('return ', shape, ';', 2)
        : own.length === 0 && inherited.length === 1
          ? `return ${only};`
          : [
              'return {',
              indent([inherited.map((parent) => `...${parent},`), own.length > 0 && callLines('...', shape, ',', 4)]),
              '};',
            ],
    ),
    '}',
  ];
}

/** The same where nothing comes from superclasses, and nothing may be left out that a record has: but for the names in the list. */
function wholeShape(without: readonly string[], type: string, entity: string, isFree: boolean): Lines {
  const names = without.map((name) => `'${name}'`);
  const members = call('without', `${named.shapeName(entity)}()`, ...names);
  return [
    `export function ${named.shapeName(type)}(): object {`,
    indent(callLines('return ', isFree ? call('free', members) : members, ';', 2)),
    '}',
  ];
}

/** Any of a class and those below it, by the field that tells which. */
function anyParts(module: ValidatorModule, typesOf: TypesOf): readonly Lines[] {
  const { cls, types } = module;
  const discriminator = cls.allFields.find((field) => field.discriminator);
  if (types.any === undefined || discriminator?.type.kind !== 'enumeration') return [];
  const type = types.any;
  const kinds = withDescendants(cls);
  return [
    [
      signature(`function ${kindsName(type)}`, [], kindsType),
      indent(
        braced(
          'return ',
          kinds.map((kind) => `${kind.name}: ${module.of(kind, named.objectsName(kind.name))}`),
          ';',
          2,
        ),
      ),
      '}',
    ],
    assignedCall(`const ${named.objectsName(type)} =`, pure(call('oneOfKinds', `'${discriminator.name}'`, kindsName(type)))),
    [
      typeHead(cls, type),
      `  switch (it?.${discriminator.name}) {`,
      indent(
        [
          kinds.map((kind) => [
            `case '${kind.name}':`,
            `  return ${module.of(kind, named.guardName(typesOf(kind).entity))}(value);`,
          ]),
          ['default:', '  return false;'],
        ],
        '    ',
      ),
      '  }',
      '}',
    ],
    otherEntryPoints(cls, type),
  ];
}

/** A class and all those below it, each once. */
function withDescendants(cls: DomainClass): readonly DomainClass[] {
  const found = new Set([cls]);
  // Grows while it is walked.
  for (const each of found) for (const child of each.children) found.add(child);
  return [...found];
}

const kindsName = (type: string): string => `kindsOf${type}`;

const kindsType: TypeText = { generic: 'Readonly', args: [{ generic: 'Record', args: ['string', 'check.ObjectCheck'] }] };

/** What the index of the validators exports for a class. */
export function validatorExports(cls: DomainClass, types: Types, { of, ending }: Modules): Lines {
  const names = makers.flatMap((nameOf) => types.all.map(nameOf));
  return marked({ element: { kind: 'class', class: cls } }, braced('export ', names, ` from './${of.get(cls)}${ending}';`));
}

const makers = [named.schemaName, named.guardName, named.parseName, named.validateName];

function imports(module: ValidatorModule, { of, ending }: Modules): Lines {
  const { cls, types, imported, parts } = module;
  const enumerations = new Set<Enumeration>();
  for (const field of cls.allFields) {
    if (field.type.kind !== 'enumeration' || !parts.isPrinted(field)) continue;
    const type = namedType(field);
    if (type !== undefined && 'values' in type) enumerations.add(type);
  }
  const above = [
    { before: 'import type ', names: types.all.toSorted(), module: of.get(cls) as string },
    ...[...enumerations].map((each) => ({ before: 'import ', names: [each.name], module: of.get(each) as string })),
  ];
  const beside = [checkImport, testImport];
  for (const [other, names] of imported) {
    beside.push({ before: 'import ', names: names.toSorted(), module: of.get(other) as string });
  }
  if (parts.needsSearches) beside.push(searchImport);
  return [
    above.sort(byModule).map(({ before, names, module }) => importLines(before, names, `'../${module}${ending}'`)),
    beside.sort(byModule).map(({ before, names, module }) => importLines(before, names, `'./${module}${ending}'`)),
  ];
}

const checkImport = { before: 'import * as check', names: [] as readonly string[], module: checksModule };
const testImport = { before: 'import * as is', names: [] as readonly string[], module: testsModule };
const searchImport = { before: 'import * as linear', names: [] as readonly string[], module: searchesModule };

/** The fields whose checks do not come with the shapes of the parents, the last of which counts. */
function addedFields(module: ValidatorModule): readonly Field[] {
  const { cls } = module;
  if (cls.parents.length === 0) return cls.allFields;
  const lastFirst = cls.parents.map((parent) => ({ parent, fields: new Set(parent.allFields) })).reverse();
  return cls.allFields.filter((field) => {
    for (const { parent, fields } of lastFirst) {
      // Most are inherited as they are.
      if (fields.has(field)) return false;
      const other = parent.allFields.find(({ name }) => name === field.name);
      if (other !== undefined) return !module.asksSame(field, parent, other);
    }
    return true;
  });
}
