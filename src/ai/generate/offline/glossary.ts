import { type DomainClass, type Field, isReference, type Relation } from '../../../model/index.ts';
import { classLinks, fileText, inlineText, modelTitle, paragraphs, replaceUnderscores, table, titleOf } from './prose.ts';
import { type Subject, scopeNote } from './subject.ts';

/** Writes a glossary for readers who know the domain but not the code: its terms in alphabetical order, with definitions. */
export function glossary(subject: Subject): string {
  const { model, classes } = subject;
  const sorted = classes.map((cls) => ({ cls, title: cls.label ?? cls.name })).sort((a, b) => compare(a.title, b.title));
  const undefinedTerms = classes.flatMap((cls) => [
    ...(cls.doc === undefined ? [titleOf(cls)] : []),
    ...[...attributes(cls), ...relationsOf(cls)]
      .filter((each) => each.doc === undefined)
      .map((each) => `${replaceUnderscores(each.name)} (${titleOf(cls)})`),
  ]);
  return fileText([
    `# Glossary: ${modelTitle(model)}`,
    '',
    ...(model.doc === undefined ? [] : [paragraphs(model.doc), '']),
    ...scopeNote(subject),
    ...sorted.flatMap(({ cls }) => term(cls, classes)),
    ...(undefinedTerms.length === 0
      ? []
      : [
          '## Terms without a definition',
          '',
          'The ontology does not say what these are:',
          '',
          ...undefinedTerms.map((each) => `- ${each}`),
        ]),
  ]);
}

function compare(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1;
}

function term(cls: DomainClass, classes: readonly DomainClass[]): string[] {
  const kinds = (several: readonly DomainClass[]) => classLinks(several, classes, (each) => each.label ?? each.name);
  return [
    `## ${titleOf(cls)}`,
    '',
    ...(cls.deprecated ? ['*No longer in use.*', ''] : []),
    ...(cls.doc === undefined ? [] : [paragraphs(cls.doc), '']),
    ...(cls.parents.length === 0 ? [] : [`A kind of ${kinds(cls.parents)}.`, '']),
    ...(cls.children.length === 0 ? [] : [`Its kinds are ${kinds(cls.children)}.`, '']),
    ...section(
      'Attribute',
      attributes(cls).map((field) => [replaceUnderscores(field.name), '', field.doc]),
    ),
    ...section(
      'Relationship',
      relationsOf(cls).map((relation) => [replaceUnderscores(relation.name), describeTarget(relation), relation.doc]),
    ),
  ];
}

function section(what: string, rows: readonly (readonly [string, string, string | undefined])[]): string[] {
  if (rows.length === 0) return [];
  return [
    ...table(
      [what, 'To', 'Meaning'],
      rows.map(([name, to, doc]) => [name, to, doc === undefined ? '' : inlineText(doc)]),
    ),
    '',
  ];
}

function attributes(cls: DomainClass): readonly Field[] {
  return cls.fields.filter((field) => field.type.kind !== 'id' && !isReference(field));
}

function relationsOf(cls: DomainClass): readonly Relation[] {
  return cls.relations.filter((relation) => relation.declared);
}

function describeTarget({ target, many, required }: Relation): string {
  return `${many ? 'any number of' : required ? 'one' : 'at most one'} ${titleOf(target)}`;
}
