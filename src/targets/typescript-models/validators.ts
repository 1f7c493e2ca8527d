import { type Demand, type DomainClass, demandsOfField, type Field } from '../../model/index.ts';
import type { Ledger } from '../core/index.ts';
import { indent, type Lines, marked, separated } from '../text/index.ts';
import { type Code, codeOf, type Site } from './answers.ts';
import { call } from './checks.ts';
import { comment } from './jsdoc.ts';
import { braced, type CallText, callLines, flatCall, importLines, listLines, signature } from './layout.ts';
import type { Element } from './names.ts';
import { inheritedLists, type RuleList, ruleList, ruleOwner } from './object-rules.ts';
import { relatedImports, relatedValidator } from './related.ts';
import { namedType } from './types.ts';
import { guardName, rulesName, shapeName, validateName } from './validator-names.ts';
import { checksModule } from './value-checks.ts';

/** The folder of the validators, which need nothing of the other modules but the values of enumerations. */
export const validationFolder = 'validation';

/** What both functions look at objects by. */
const objectsName = 'objects';

/** The module of a class's validator: a check for each field, rules for the whole, and what applies them. */
export function validatorModule(cls: DomainClass, modules: ReadonlyMap<Element, string>, ledger: Ledger<Site, Code>): Lines {
  const { name } = cls;
  const fields = addedFields(cls);
  const owner = ruleOwner(cls);
  const rules = ruleList(cls, ledger);
  const parameter = { name: 'value', type: 'unknown' };
  const lines = separated([
    imports(cls, fields, modules),
    [
      comment(`What the fields of a {@link ${name}} hold.`, cls),
      signature(`export function ${shapeName(cls.name)}`, [], `check.Shape<${name}>`),
      '  return {',
      indent(
        [
          ...cls.parents.map((parent) => `...${shapeName(parent.name)}(),`),
          ...fields.map((field) => {
            const check = fieldCheck(cls, field, (demand) => ledger.print(demand, undefined));
            return marked({ element: { kind: 'field', class: cls, field } }, callLines(`${field.name}: `, check, ',', 4));
          }),
        ],
        '    ',
      ),
      '  };',
      '}',
    ],
    owner === cls && rulesFunction(cls, rules),
    callLines(
      `const ${objectsName} = /* @__PURE__ */ `,
      call('object', shapeName(cls.name), ...(owner ? [rulesName(owner.name)] : [])),
      ';',
    ),
    [
      comment(`All that is wrong with parsed JSON that should be a {@link ${name}}.`, cls),
      signature(`export function ${validateName(cls.name)}`, [parameter], 'check.Violation[]'),
      `  return check.violations(value, ${objectsName});`,
      '}',
    ],
    [
      comment(`Whether parsed JSON is a {@link ${name}}.`, cls),
      signature(`export function ${guardName(cls.name)}`, [parameter], `value is ${name}`),
      `  return check.conforms(value, ${objectsName});`,
      '}',
    ],
    ...relatedValidator(cls),
  ]);
  return marked({ element: { kind: 'class', class: cls } }, lines);
}

function rulesFunction(cls: DomainClass, list: RuleList): Lines {
  const { of, others } = list;
  const spread = of.map((owner) => `...${rulesName(owner.name)}()`);
  return [
    comment(`What is asked of a {@link ${cls.name}} as a whole.`, cls),
    signature(`export function ${rulesName(cls.name)}`, [], 'readonly check.ObjectRule[]'),
    indent(listLines('return ', [...spread, ...others], ';', 2)),
    '}',
  ];
}

/** What the index of the validators exports for a class. */
export function validatorExports(cls: DomainClass, modules: ReadonlyMap<Element, string>): Lines {
  const types = cls.relationsName === undefined ? [cls.name] : [cls.name, cls.relationsName];
  const names = [...types.map(guardName), ...types.map(validateName)];
  const lines = braced('export ', names, ` from './${modules.get(cls)}.js';`);
  return marked({ element: { kind: 'class', class: cls } }, lines);
}

function imports(cls: DomainClass, fields: readonly Field[], modules: ReadonlyMap<Element, string>): Lines {
  const enumerations = new Set(fields.map(namedType).filter((type) => type !== undefined && 'values' in type));
  const owner = ruleOwner(cls);
  const rulesOf = owner === undefined ? [] : owner === cls ? inheritedLists(cls) : [owner];
  const needed = [
    ...rulesOf.map((other) => [other, rulesName(other.name)] as const),
    ...cls.parents.map((parent) => [parent, shapeName(parent.name)] as const),
    ...relatedImports(cls),
  ];
  const functions = new Map<DomainClass, Set<string>>();
  for (const [other, name] of needed) functions.set(other, (functions.get(other) ?? new Set()).add(name));
  const types = cls.relationsName === undefined ? [cls.name] : [cls.name, cls.relationsName];
  const imported = [
    { before: 'import type ', names: types, from: `'../${modules.get(cls)}.js'` },
    ...[...enumerations].map((e) => ({ before: 'import ', names: [e.name], from: `'../${modules.get(e)}.js'` })),
    ...[...functions].map(([other, names]) => ({
      before: 'import ',
      names: [...names].sort(),
      from: `'./${modules.get(other)}.js'`,
    })),
    { before: 'import * as check', names: [], from: `'./${checksModule}.js'` },
  ];
  return imported
    .sort((a, b) => (moduleOf(a) < moduleOf(b) ? -1 : 1))
    .map(({ before, names, from }) => importLines(before, names, from));
}

/** What imports are ordered by: a hyphen comes behind `_`, which comes before the letters. */
const moduleOf = ({ from }: { readonly from: string }): string => from.replace(/\.js'$/, '').replaceAll('-', '`');

/** What is asked of a list; what is asked of the object stands elsewhere. */
const ofLists: ReadonlySet<string> = new Set(['min-items', 'max-items', 'contains'] satisfies Demand['kind'][]);

/** The check of a field's value in a class, as an expression, of what its demands become. */
function fieldCheck(cls: DomainClass, field: Field, print: (demand: Demand) => Code | undefined): CallText {
  const { whole, each } = demandsOfField(cls, field);
  const absent = whole.find(({ kind }) => kind === 'absent');
  if (absent) return print(absent)?.[0] ?? '';
  const asked = [...each.filter(({ kind }) => kind !== 'irreflexive'), ...whole.filter(({ kind }) => ofLists.has(kind))];
  return call(field.cardinality, ...asked.flatMap((demand) => print(demand) ?? []));
}

/** The fields whose checks do not come with the shapes of the parents, the last of which counts. */
function addedFields(cls: DomainClass): readonly Field[] {
  const inherited = new Map(
    cls.parents.flatMap((parent) => parent.allFields.map((field) => [field.name, { parent, field }] as const)),
  );
  return cls.allFields.filter((field) => {
    const other = inherited.get(field.name);
    if (other === undefined) return true;
    return other.field !== field && checkText(cls, field) !== checkText(other.parent, other.field);
  });
}

function checkText(cls: DomainClass, field: Field): string {
  return flatCall(fieldCheck(cls, field, codeOf));
}
