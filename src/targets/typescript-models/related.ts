/** The validator of a class with its related objects. */

import { type DomainClass, declaredRelations, type Relation } from '../../model/index.ts';
import { indent, type Lines, marked } from '../text/index.ts';
import { call } from './checks.ts';
import { printedRelations, relationMark, relationsParents } from './interfaces.ts';
import { comment } from './jsdoc.ts';
import { type CallText, callLines, listLines, signature } from './layout.ts';
import { ruleOwner } from './object-rules.ts';
import { guardName, rulesName, shapeName, validateName } from './validator-names.ts';

/** What functions look at objects with their related ones by. */
const objectsName = 'withRelations';

/** A shape, rules, and the two functions that apply them; nothing for a class without declared relations. */
export function relatedValidator(cls: DomainClass): readonly Lines[] {
  const { relationsName: name } = cls;
  if (name === undefined) return [];
  const parameter = { name: 'value', type: 'unknown' };
  const owner = ruleOwner(cls);
  const rules = [...(owner ? [rulesName(owner.name)] : []), relationsName(cls)];
  return [
    [
      comment(`What the members of a {@link ${name}} hold.`, cls),
      signature(`export function ${shapeName(name)}`, [], `check.Shape<${name}>`),
      '  return {',
      indent(
        [
          relationsParents(cls).map((parent) => `...${shapeName(parent.relationsName as string)}(),`),
          `...${shapeName(cls.name)}(),`,
          printedRelations(cls).map((relation) =>
            marked(relationMark(relation), callLines(`${relation.name}: `, memberCheck(relation), ',', 4)),
          ),
        ],
        '    ',
      ),
      '  };',
      '}',
    ],
    [
      comment(`How a {@link ${name}} agrees with its related objects.`, cls),
      signature(`export function ${relationsName(cls)}`, [], 'readonly check.ObjectRule[]'),
      indent(listLines('return ', agreements(cls), ';', 2)),
      '}',
    ],
    callLines(`const ${objectsName} = /* @__PURE__ */ `, call('object', shapeName(name), ...rules), ';'),
    [
      comment(`All that is wrong with parsed JSON that should be a {@link ${name}}.`, cls),
      signature(`export function ${validateName(name)}`, [parameter], 'check.Violation[]'),
      `  return check.violations(value, ${objectsName});`,
      '}',
    ],
    [
      comment(`Whether parsed JSON is a {@link ${name}}.`, cls),
      signature(`export function ${guardName(name)}`, [parameter], `value is ${name}`),
      `  return check.conforms(value, ${objectsName});`,
      '}',
    ],
  ];
}

/** The function that gives the rules by which a class and its related objects agree. */
const relationsName = (cls: DomainClass): string => `relationsOf${cls.name}`;

function memberCheck({ target, many, required }: Relation): CallText {
  const owner = ruleOwner(target);
  const of = [shapeName(target.name), ...(owner ? [rulesName(owner.name)] : [])];
  return call(many ? 'relatedList' : required ? 'related' : 'relatedOrNone', ...of);
}

/** What is inherited, and a rule for each relation that is not. */
function agreements(cls: DomainClass): readonly CallText[] {
  const parents = relationsParents(cls);
  const inherited = new Set(parents.flatMap(declaredRelations).map(({ name }) => name));
  return [
    ...parents.map((parent) => `...${relationsName(parent)}()`),
    ...declaredRelations(cls).flatMap(({ name, field, holder }) =>
      inherited.has(name) ? [] : [call(holder === 'source' ? 'refersTo' : 'referredToBy', `'${field.name}'`, `'${name}'`)],
    ),
  ];
}

/** The functions of other modules that it calls, by the class whose module has them. */
export function relatedImports(cls: DomainClass): readonly (readonly [DomainClass, string])[] {
  if (cls.relationsName === undefined) return [];
  const owner = ruleOwner(cls);
  const needed: (readonly [DomainClass, string])[] = owner ? [[owner, rulesName(owner.name)]] : [];
  for (const parent of relationsParents(cls)) {
    needed.push([parent, shapeName(parent.relationsName as string)], [parent, relationsName(parent)]);
  }
  for (const { target } of printedRelations(cls)) {
    const rules = ruleOwner(target);
    needed.push([target, shapeName(target.name)]);
    if (rules) needed.push([rules, rulesName(rules.name)]);
  }
  return needed.filter(([other]) => other !== cls);
}
