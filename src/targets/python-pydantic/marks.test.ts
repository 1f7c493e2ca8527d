import { describe, expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import type { Placed } from '../target.ts';
import { pythonPydantic } from './index.ts';
import { attributeName, className } from './names.ts';

const names = [
  'blog',
  'blog-evolved',
  'constraints',
  'torture',
  'foaf',
  'org',
  'qudt',
  'frbr',
  'dcat',
  'prov',
  'oa',
  'time',
  'sosa',
];

/** Returns the start of the line that declares an element. */
function declarationOf({ element }: Placed): string {
  switch (element.kind) {
    case 'class':
      return `class ${className(element.class.name)}(`;
    case 'field':
      return `${attributeName(element.field.name)}:`;
    case 'enumeration':
      return `class ${className(element.enumeration.name)}(`;
    default:
      return element satisfies never;
  }
}

describe.each(names)('%s', async (name) => {
  const model = await modelOf(name);
  const emission = pythonPydantic.emit(model);
  const marks = emission.files().flatMap(({ content, marks = [] }) => {
    const lines = content.split('\n');
    return [...marks].map((mark) => ({ mark, line: lines[mark.from + (mark.line ?? 1) - 2]?.trim() }));
  });
  const declared = marks.filter(({ mark }) => mark.name !== undefined);

  test('prints code for all constraints that it claims to enforce', () => {
    expect(emission.unprinted()).toEqual([]);
  });

  test('marks point at declarations', () => {
    expect(declared.filter(({ mark, line }) => !line?.startsWith(declarationOf(mark)))).toEqual([]);
  });

  test('each class, own field and enumeration has exactly one declaration', () => {
    const elements = declared.map(({ mark: { element } }) =>
      element.kind === 'class' ? element.class : element.kind === 'field' ? element.field : element.enumeration,
    );
    const wanted = [...model.classes.flatMap((cls) => [cls, ...cls.fields]), ...model.enumerations];
    expect(wanted.filter((one) => elements.filter((element) => element === one).length !== 1)).toEqual([]);
  });
});
