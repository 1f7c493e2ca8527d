import type { DomainClass, Member, Role } from '../../model/index.ts';
import { articleOf, type Lines } from '../text/index.ts';
import { validateMembers, validatePage } from './checks.ts';
import { conversion } from './constructor.ts';
import { docComment, NamedComment } from './docs.ts';
import { about, type Held, type Holding, heldType, newShaping, told } from './holding.ts';
import { isLong, skipFormatting, skipLongNames, structField, tupleVariant } from './layout.ts';
import { typeName } from './names.ts';
import { code } from './prose.ts';
import { record, type ShapeCall } from './record.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { entryOf } from './spelling.ts';

/** The types by which instances of a class are created, changed and listed, and told from those of the classes below. */
export function writtenItems(cls: DomainClass, holding: Holding, scope: Scope, run: Run): readonly Lines[] {
  const { create, update } = run.names.of(cls);
  return [
    ...bodyItems(cls, 'create', create, holding, scope, run),
    conversion(cls, holding, scope, run),
    ...bodyItems(cls, 'update', update, holding, scope, run),
    ...pageItems(cls, scope, run),
    ...anyItems(cls, scope, run),
  ];
}

const purposes = {
  create: new NamedComment((name, article) => `Input for creating ${article} ${code(name)}.`),
  update: new NamedComment(
    (name, article) =>
      `Changes to ${article} ${code(name)}: ${code('None')} keeps a value, and ${code('Some(None)')} clears an optional one.`,
  ),
} as const satisfies Partial<Record<Role, NamedComment>>;

function bodyItems(
  cls: DomainClass,
  role: 'create' | 'update',
  name: string,
  holding: Holding,
  scope: Scope,
  run: Run,
): readonly Lines[] {
  const held = holding[role];
  const members = holding.written[role];
  const mayBeBlank = members.every(({ absent }) => absent !== 'refused');
  const hasLong = isLong(name) || (holding.isLong && held.some(({ identifier }) => isLong(identifier)));
  const skip = hasLong && skipFormatting;
  const shaping = newShaping();
  const validate = validateMembers(cls, role, holding, shaping, scope, run);
  const items: Lines[] = [
    [
      purposes[role].of(typeName(cls), cls),
      skip,
      run.derives.attribute(),
      held.length === 0
        ? `pub struct ${name} {}`
        : [`pub struct ${name} {`, held.map((one, i) => fieldOf(one, members[i] as Member, scope, run)), '}'],
    ],
    record(
      name,
      held.map(({ spelling }) => spelling.entry),
      { held, calls: callsOf(cls, role, members), shaping },
      scope,
      run.validation,
    ),
    [skip, `impl ${name} {`, validate, '}'],
  ];
  if (mayBeBlank) items.push(defaultOf(name, scope, run));
  return items;
}

function fieldOf(held: Held, { absent }: Member, scope: Scope, { derives }: Run): Lines {
  const lines = [
    derives.defaulting(absent === 'empty' && held.field.cardinality === 'many'),
    told(held, scope, derives),
    structField(held.identifier, heldType(held, scope)),
  ];
  return about(held, absent === 'supplied' ? ['    /// Supplied where it is not given.', lines] : lines);
}

/** What JSON may lack, and how. */
function callsOf(cls: DomainClass, role: 'create' | 'update', members: readonly Member[]): readonly ShapeCall[] {
  const named = (is: (member: Member) => boolean) => members.filter(is).map(({ field }) => field.name);
  const supplied = named((member) => member.absent === 'supplied' && member.null === 'refused');
  const lists = named(({ absent }) => absent === 'empty');
  const calls: (ShapeCall | false)[] = [
    // A key that a change does not know is a mistake that would be lost in silence.
    (cls.closed || role === 'update') && ['closed'],
    role === 'update' && ['change'],
    supplied.length > 0 && ['supplied', supplied],
    lists.length > 0 && ['lists', lists],
  ];
  return calls.filter((call) => call !== false);
}

/** What nothing is given in. */
function defaultOf(name: string, scope: Scope, { validation }: Run): Lines {
  return [
    skipLongNames([name]),
    `impl ${scope.std('Default')} for ${name} {`,
    '    fn default() -> Self {',
    `        ${validation.call('empty_body', scope)}()`,
    '    }',
    '}',
  ];
}

const somePart = new NamedComment((name) => `Some of all there are of ${code(name)}.`);

/** What a page has beside its items: how many there are, how many it may hold, and how many stand before it. */
const counts = [
  '    /// Number of entries in the whole list.',
  structField('total', 'u64'),
  '    /// Maximum number of entries on a page.',
  structField('limit', 'u64'),
  '    /// Number of entries before the page.',
  structField('offset', 'u64'),
  '    /// Those of this page.',
].join('\n');

const pageEntries = ['total', 'limit', 'offset', 'items'].map((name) => entryOf(name, name)).join('\n');

function pageItems(cls: DomainClass, scope: Scope, { names, validation, derives }: Run): readonly Lines[] {
  const { page, any } = names.of(cls);
  const own = typeName(cls);
  const item = any ?? own;
  validation.needs('Value for u64');
  const items = structField('items', `${scope.std('Vec')}<${item}>`);
  return [
    [somePart.of(item), skipLongNames([page, own]), derives.attribute(), `pub struct ${page} {`, counts, items, '}'],
    record(page, pageEntries, {}, scope, validation),
    [skipLongNames([page]), `impl ${page} {`, validatePage(scope, validation), '}'],
  ];
}

function anyItems(cls: DomainClass, scope: Scope, { names, validation, derives }: Run): readonly Lines[] {
  const { any } = names.of(cls);
  const discriminator = cls.allFields.find((field) => field.discriminator);
  if (any === undefined || discriminator === undefined) return [];
  const classes = [cls, ...descendants(cls)];
  validation.needs('Value for Box');
  const variant = (one: DomainClass) => ({ name: typeName(one), type: one === cls ? typeName(one) : scope.model(typeName(one)) });
  const box = scope.std('Box');
  return [
    [
      docComment(
        [
          `${articleOf(cls.name) === 'an' ? 'An' : 'A'} ${code(typeName(cls))}, or an instance of a subclass, which ${code(discriminator.name)} names.`,
        ],
        '///',
      ),
      skipLongNames([any, ...classes.map(typeName)]),
      derives.attribute(['Debug', 'Clone', 'PartialEq']),
      derives.untagged(),
      `pub enum ${any} {`,
      classes.map((one) => tupleVariant(variant(one).name, `${box}<${variant(one).type}>`)),
      '}',
    ],
    [
      `${validation.call('any_of', scope)}! {`,
      `    ${any} by "${discriminator.name}" {`,
      classes.map((one) => `        ${variant(one).name}(${variant(one).type}): "${one.name}",`),
      '    }',
      '}',
    ],
  ];
}

/** All classes below one, each once. */
function descendants(cls: DomainClass): readonly DomainClass[] {
  const found = new Set<DomainClass>();
  const add = (parent: DomainClass): void => {
    for (const child of parent.children) {
      if (found.has(child)) continue;
      found.add(child);
      add(child);
    }
  };
  add(cls);
  return [...found];
}
