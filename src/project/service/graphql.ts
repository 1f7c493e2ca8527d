/** Prints the module `classes.rs`: the table of classes from which the service builds its GraphQL schema at run time. */

import {
  allChoices,
  concreteClasses,
  type DomainClass,
  type DomainModel,
  discriminatorOf,
  isReference,
  isResource,
  type Relation,
} from '../../model/index.ts';
import {
  connectionTarget,
  hasInput,
  namesOf,
  orderValues,
  shownRelations,
  usedScalars,
  valueNames,
} from '../../targets/graphql-schema/index.ts';
import { stringLiteral, typeName } from '../../targets/rust-models/index.ts';
import type { Lines } from '../../targets/text/index.ts';
import type { ServiceContext } from './context.ts';
import { listCondition, rowsStatement } from './statements.ts';

export function classesModule(model: DomainModel, { storage }: ServiceContext): Lines {
  const names = namesOf(model, usedScalars(model), 'full');
  const pair = (...values: readonly string[]): string => `(${values.map(stringLiteral).join(', ')})`;
  const relation = (cls: DomainClass, one: Relation): string => {
    const listed = connectionTarget(cls, one, names);
    if (listed) return `Relation::List(${pair(...listCondition(one, storage))}, ${stringLiteral(names.of(listed).resultType)})`;
    const target = names.of(one.target).resultType;
    if (one.holder === 'source') return `Relation::Members(&[${pair(one.field.name, target)}])`;
    return `Relation::Rows${pair(rowsStatement(one, storage), target)}`;
  };
  const relationsOf = (cls: DomainClass): Lines => [
    shownRelations(cls).map((one) => `                (${stringLiteral(one.name)}, ${relation(cls, one)}),`),
    allChoices(cls)
      .filter((choice) => names.choice(choice))
      .map(({ name, fields }) => {
        const members = fields.filter(isReference).map((field) => pair(field.name, names.of(field.type.target).resultType));
        return `                (${stringLiteral(name)}, Relation::Members(&[${members.join(', ')}])),`;
      }),
  ];
  const kindsOf = (cls: DomainClass): string => {
    const field = discriminatorOf(cls);
    if (field?.type.kind !== 'enumeration') return '("", &[])';
    const { values } = field.type.enumeration;
    const kinds = concreteClasses(cls).flatMap((one) => {
      const value = values.find(({ name, value }) => value === one.name || name === one.name);
      return value ? [pair(value.value, names.of(one).type)] : [];
    });
    return `(${stringLiteral(field.name)}, &[${kinds.join(', ')}])`;
  };
  const entry = (cls: DomainClass): Lines => {
    const { resultType, type, singleQuery, listQuery } = names.of(cls);
    const rust = `models::${typeName(cls)}`;
    return [
      '        Class {',
      `            name: "${resultType}",`,
      `            depth: ${cls.ancestors.length},`,
      `            object: "${type}",`,
      `            kinds: ${kindsOf(cls)},`,
      `            queries: ${pair(singleQuery, listQuery)},`,
      '            relations: &[',
      relationsOf(cls),
      '            ],',
      `            read: read::<${rust}>(),`,
      '            mutations: vec![',
      !cls.abstract && [
        `                ("create${cls.name}", creation::<${rust}>()),`,
        hasInput(cls, 'update') && `                ("update${cls.name}", change::<${rust}>()),`,
        `                ("delete${cls.name}", deletion::<${rust}>()),`,
      ],
      '            ],',
      '        },',
    ];
  };
  const renamed = model.enumerations.flatMap((enumeration) =>
    [...valueNames(enumeration)]
      .filter(([{ value }, name]) => name !== value)
      .map(([{ value }, name]) => `    ${pair(names.valueType(enumeration), name, value)},`),
  );
  const orders = model.classes.filter(isResource).flatMap((cls) => {
    const { full } = names.of(cls);
    return full ? [...orderValues(cls)].map(([name, member]) => `    ${pair(full.order, name, member)},`) : [];
  });
  return [
    '//! The classes in the GraphQL schema.',
    '',
    'use super::graphql::{change, creation, deletion, read, Class, Relation};',
    'use crate::models;',
    '',
    '/// Values of enumerations that GraphQL names in another way: type, name, and value in JSON.',
    '#[rustfmt::skip]',
    'pub const ENUM_VALUES: &[(&str, &str, &str)] = &[',
    renamed,
    orders,
    '];',
    '',
    '/// Returns the classes.',
    '#[must_use]',
    '#[rustfmt::skip]',
    '#[allow(clippy::too_many_lines)]',
    'pub fn classes() -> Vec<Class> {',
    '    vec![',
    model.classes.filter(isResource).map(entry),
    '    ]',
    '}',
  ];
}
