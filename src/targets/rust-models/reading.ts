import type { DomainClass, Field } from '../../model/index.ts';
import { type Lines, marked } from '../text/index.ts';
import { attributeWidth, fits, type Initializer, initializerFits, selfLiteral, skipFormatting, structField } from './layout.ts';
import { identifiers, needsRename, typeName } from './names.ts';
import { code } from './prose.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { fieldType, readsExactly } from './types.ts';

/** The longest name whose accesses rustfmt leaves on their line (`chain_width`). */
const longestAccess = 50;

/**
 * How a class is read from JSON: by a struct of its own, which takes an object and no list, and of each value the one form
 * that all layers take. The class's struct stays free of it, and the compiler has less to do than with functions for
 * single fields.
 *
 * @returns the attribute that says so to serde, and the items for it
 */
export function reading(
  cls: DomainClass,
  scope: Scope,
  run: Run,
): { readonly attribute: string; readonly items: readonly Lines[] } {
  const name = typeName(cls);
  const json = run.validation.claim(`${cls.name}Json`, `${cls.name}Members`);
  const object = run.validation.use('Object', scope);
  const nameOf = identifiers(cls.allFields.map((field) => field.name));
  const members = cls.allFields.map((field) => member(field, nameOf(field.name), scope, run));
  const initializers = members.map(({ initializer }) => initializer);
  const head = `impl ${scope.std('From')}<${object}<${json}>> for ${name} {`;
  const signature = `    fn from(${object}(json): ${object}<${json}>) -> Self {`;
  const isRegular =
    fits([head, signature]) && initializers.every((one) => initializerFits(one) && one.name.length <= longestAccess);
  const attributes = members.flatMap((member) => member.attributes);
  return {
    attribute: `#[serde(from = "${object}<${json}>")]`,
    items: [
      [
        `/// The members of a ${code(name)} in JSON.`,
        !(isRegular && fits(attributes, attributeWidth)) && skipFormatting,
        `#[derive(${scope.use('serde', 'Deserialize')})]`,
        // Readers of a closed class refuse other keys.
        cls.closed && '#[serde(deny_unknown_fields)]',
        `struct ${json} {`,
        members.map(({ attributes, lines }, i) => {
          const field = cls.allFields[i] as Field;
          return marked({ element: { kind: 'field', class: cls, field } }, [attributes, lines]);
        }),
        '}',
      ],
      [!isRegular && skipFormatting, head, signature, selfLiteral(initializers), '    }', '}'],
    ],
  };
}

interface Member {
  readonly attributes: readonly string[];
  readonly lines: Lines;
  readonly initializer: Initializer;
}

function member(field: Field, name: string, scope: Scope, { validation }: Run): Member {
  const type = fieldType(field, scope);
  const attributes = needsRename(field.name, name) ? [`    #[serde(rename = "${field.name}")]`] : [];
  const helper = readsExactly(field.type);
  if (helper === undefined)
    return { attributes, lines: structField(name, type, ''), initializer: { name, value: `json.${name}` } };
  validation.needs(helper);
  if (field.cardinality === 'optional') validation.needs('FromJson for Option');
  if (field.cardinality === 'many') validation.needs('FromJson for Vec');
  const exact = `${validation.use('Exact', scope)}<${type}>`;
  return { attributes, lines: structField(name, exact, ''), initializer: { name, value: `json.${name}.0` } };
}
