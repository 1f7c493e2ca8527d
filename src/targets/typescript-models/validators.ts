import type { DomainClass, Field } from '../../model/index.ts';
import { indent, type Lines, separated } from '../text/index.ts';
import { call, fieldCheck } from './checks.ts';
import { comment } from './jsdoc.ts';
import { braced, callLines, importLines, listLines, signature } from './layout.ts';
import type { Element } from './names.ts';
import { ruleList, ruleOwner } from './object-rules.ts';
import { namedType } from './types.ts';
import { checksModule } from './value-checks.ts';

/** The folder of the validators, which need nothing of the other modules but the values of enumerations. */
export const validationFolder = 'validation';

/** The names of a class's functions. The shape and the rules are for the validators of subclasses, too. */
const validateName = (cls: DomainClass): string => `validate${cls.name}`;
const guardName = (cls: DomainClass): string => `is${cls.name}`;
const shapeName = (cls: DomainClass): string => `shapeOf${cls.name}`;
const rulesName = (cls: DomainClass): string => `rulesOf${cls.name}`;
/** What both functions look at objects by. */
const objectsName = 'objects';

/** The module of a class's validator: a check for each field, rules for the whole, and what applies them. */
export function validatorModule(cls: DomainClass, modules: ReadonlyMap<Element, string>): Lines {
  const { name } = cls;
  const fields = addedFields(cls);
  const owner = ruleOwner(cls);
  const parameter = { name: 'value', type: 'unknown' };
  return separated([
    imports(cls, fields, modules),
    [
      comment(`What the fields of a {@link ${name}} hold.`, cls),
      signature(`export function ${shapeName(cls)}`, [], `check.Shape<${name}>`),
      '  return {',
      indent(
        [
          ...cls.parents.map((parent) => `...${shapeName(parent)}(),`),
          ...fields.map((field) => callLines(`${field.name}: `, fieldCheck(field), ',', 4)),
        ],
        '    ',
      ),
      '  };',
      '}',
    ],
    owner === cls && rulesFunction(cls),
    callLines(
      `const ${objectsName} = /* @__PURE__ */ `,
      call('object', shapeName(cls), ...(owner ? [rulesName(owner)] : [])),
      ';',
    ),
    [
      comment(`All that is wrong with parsed JSON that should be a {@link ${name}}.`, cls),
      signature(`export function ${validateName(cls)}`, [parameter], 'check.Violation[]'),
      `  return check.violations(value, ${objectsName});`,
      '}',
    ],
    [
      comment(`Whether parsed JSON is a {@link ${name}}.`, cls),
      signature(`export function ${guardName(cls)}`, [parameter], `value is ${name}`),
      `  return check.conforms(value, ${objectsName});`,
      '}',
    ],
  ]);
}

function rulesFunction(cls: DomainClass): Lines {
  const { of, others } = ruleList(cls);
  const spread = of.map((owner) => `...${rulesName(owner)}()`);
  return [
    comment(`What is asked of a {@link ${cls.name}} as a whole.`, cls),
    signature(`export function ${rulesName(cls)}`, [], 'readonly check.ObjectRule[]'),
    indent(listLines('return ', [...spread, ...others], ';', 2)),
    '}',
  ];
}

/** What the index of the validators exports for a class. */
export function validatorExports(cls: DomainClass, modules: ReadonlyMap<Element, string>): Lines {
  return braced('export ', [guardName(cls), validateName(cls)], ` from './${modules.get(cls)}.js';`);
}

function imports(cls: DomainClass, fields: readonly Field[], modules: ReadonlyMap<Element, string>): Lines {
  const enumerations = new Set(fields.map(namedType).filter((type) => type !== undefined && 'values' in type));
  const owner = ruleOwner(cls);
  const rulesOf = owner === undefined ? [] : owner === cls ? ruleList(cls).of : [owner];
  const functions = new Map(rulesOf.map((other) => [other, [rulesName(other)]]));
  for (const parent of cls.parents) functions.set(parent, [...(functions.get(parent) ?? []), shapeName(parent)]);
  const imported = [
    { before: 'import type ', names: [cls.name], from: `'../${modules.get(cls)}.js'` },
    ...[...enumerations].map((e) => ({ before: 'import ', names: [e.name], from: `'../${modules.get(e)}.js'` })),
    ...[...functions].map(([other, names]) => ({ before: 'import ', names, from: `'./${modules.get(other)}.js'` })),
    { before: 'import * as check', names: [], from: `'./${checksModule}.js'` },
  ];
  return imported
    .sort((a, b) => (moduleOf(a) < moduleOf(b) ? -1 : 1))
    .map(({ before, names, from }) => importLines(before, names, from));
}

/** What imports are ordered by. */
const moduleOf = ({ from }: { readonly from: string }): string => from.replace(/\.js'$/, '');

/** The fields whose checks do not come with the shapes of the parents, the last of which counts. */
function addedFields(cls: DomainClass): readonly Field[] {
  const inherited = new Map(cls.parents.flatMap((parent) => parent.allFields.map((field) => [field.name, field] as const)));
  const printed = (field: Field) => callLines('', fieldCheck(field), '').join('\n');
  return cls.allFields.filter((field) => {
    const other = inherited.get(field.name);
    return other !== field && (other === undefined || printed(other) !== printed(field));
  });
}
