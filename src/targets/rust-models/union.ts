import { kindOf, type Union } from '../../model/index.ts';
import { type Lines, separated } from '../text/index.ts';
import { validateUnion } from './checks.ts';
import { rustKind, valuePiece } from './kinds.ts';
import { skipLongNames } from './layout.ts';
import { typeName } from './names.ts';
import type { Run } from './run.ts';
import { Scope } from './scope.ts';
import { scalarType, type UnionVariant, unionVariants } from './types.ts';
import { isReadTooWide } from './values.ts';

/** A union's file: an enum that is read and written as one of its members. */
export function unionFile(union: Union, { validation, derives }: Pick<Run, 'validation' | 'derives'>): Lines {
  const name = typeName(union);
  const scope = new Scope([name]);
  const variants = unionVariants(union);
  const readings = variants.map((variant, i) => {
    const [{ scalar }] = variant.members;
    validation.needs(valuePiece(scalar));
    const how = rustKind(scalar).writesText ? 'quoted' : 'plain';
    validation.needs(`read_${how}`);
    validation.needs(`write_${how}`);
    // What its member does not allow is left to those after it.
    const isNarrow = variants.slice(i + 1).some((later) => isAlike(variant, later)) && isReadTooWide(variant.members[0]);
    return `        ${variant.name}(read_${how}, write_${how})${isNarrow ? ' if validate' : ''},`;
  });
  const items = [
    [
      '/// One of several types. A reader takes the first that fits.',
      skipLongNames([name]),
      derives.attribute(['Debug', 'Clone', 'PartialEq']),
      derives.untagged(),
      `pub enum ${name} {`,
      variants.map(({ name: variant, members: [{ scalar }] }) => [
        derives.texts(scalar, () => scope.std('String')),
        `    ${variant}(${scalarType(scalar, scope)}),`,
      ]),
      '}',
    ],
    [`${validation.call('one_of', scope)}! {`, `    ${name} {`, readings, '    }', '}'],
    implementation(name, validateUnion(union, scope, validation)),
  ];
  // Last, because printing the items gathers them.
  return separated([...scope.declarations(), ...items]);
}

/** Whether values of one variant may be JSON that another one takes, too. */
function isAlike(a: UnionVariant, b: UnionVariant): boolean {
  const [one, other] = [a, b].map(({ members: [{ scalar }] }) => kindOf(scalar).json.replace('integer', 'number'));
  return one === other;
}

function implementation(name: string, validate: Lines) {
  return validate !== undefined && [skipLongNames([name]), `impl ${name} {`, validate, '}'];
}
