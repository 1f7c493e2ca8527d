import type { Union } from '../../model/index.ts';
import { separated, text } from '../text/index.ts';
import { validateUnion } from './checks.ts';
import { skipLongNames } from './layout.ts';
import { typeName } from './names.ts';
import { Scope } from './scope.ts';
import { scalarType, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';

/** The text of a union's file: an enum that is read and written as one of its members. */
export function unionFile(union: Union, validation: Validation): string {
  const name = typeName(union);
  const scope = new Scope([name]);
  const derives = ['Debug', 'Clone', 'PartialEq', scope.use('serde', 'Serialize'), scope.use('serde', 'Deserialize')];
  const items = [
    [
      '/// One of several types. A reader takes the first that fits.',
      skipLongNames([name]),
      `#[derive(${derives.join(', ')})]`,
      '#[serde(untagged)]',
      `pub enum ${name} {`,
      unionVariants(union).map(({ name: variant, members: [{ scalar }] }) => [
        // The crate's own way to read a decimal takes numbers, too, and would write them as texts.
        scalar === 'decimal' && `    #[serde(deserialize_with = "${validation.path('decimal_text')}")]`,
        `    ${variant}(${scalarType(scalar, scope)}),`,
      ]),
      '}',
    ],
    implementation(name, validateUnion(union, scope, validation)),
  ];
  // Last, because printing the items gathers them.
  return text(separated([...scope.declarations(), ...items]));
}

function implementation(name: string, validate: ReturnType<typeof validateUnion>) {
  return validate !== undefined && [skipLongNames([name]), `impl ${name} {`, validate, '}'];
}
