/** Prints the Markdown pages: an index, a page for each class, and a page of enumerations. */

import {
  constraintsByElement,
  type Demand,
  type DomainClass,
  type DomainModel,
  declaredRelations,
  type Enumeration,
  type Field,
  type Relation,
} from '../../model/index.ts';
import type { Printing } from '../target.ts';
import { type Lines, marked, pascalCase, printed, separated } from '../text/index.ts';
import {
  type AssumedKindsByElement,
  assumedKindsByElement,
  cardinalityInWords,
  fieldList,
  fieldRules,
  objectRules,
  relationCardinality,
  typeInWords,
} from './constraint-texts.ts';
import { diagramOf, type Incoming, incomingOf } from './diagram.ts';
import { codeName, heading, inlineText, iriLink, paragraphs } from './escape.ts';
import { ENUMERATIONS, fromClass, fromTop, INDEX, pageOf } from './links.ts';

interface Context {
  readonly assumed: AssumedKindsByElement;
  readonly incoming: Incoming;
  /** Returns the disjointness constraints of a class, which concern several objects. */
  readonly disjoint: (cls: DomainClass) => readonly Demand[];
}

/** Returns all pages: the index, one page for each class, and the page of enumerations if there are any. */
export function pagesOf(model: DomainModel): Printing {
  const constraints = constraintsByElement(model);
  const context: Context = {
    assumed: assumedKindsByElement(model),
    incoming: incomingOf(model),
    disjoint: (cls) => (constraints.get(cls) ?? []).filter((constraint) => constraint.kind === 'disjoint'),
  };
  const enumerations = { path: ENUMERATIONS, print: () => printed(enumerationsPage(model.enumerations)) };
  return {
    files: [
      { path: INDEX, isList: true, print: () => printed(indexPage(model)) },
      ...model.classes.map((cls) => ({ path: pageOf(cls), about: cls, print: () => printed(classPage(cls, context)) })),
      ...(model.enumerations.length === 0 ? [] : [enumerations]),
    ],
  };
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns a table, or nothing if it has no rows. */
function table(titles: readonly string[], rows: readonly Lines[]): Lines {
  return rows.length === 0 ? [] : [row(...titles), row(...titles.map(() => '---')), ...rows];
}

function section(title: string, body: Lines): Lines[] {
  return Array.isArray(body) && body.length === 0 ? [] : [`## ${title}`, body];
}

type Described = Pick<DomainClass, 'name' | 'label' | 'doc' | 'deprecated' | 'replacedBy'>;

/** Returns the deprecation, label and documentation of an element as paragraphs. */
function descriptionParagraphs(element: Described): readonly string[] {
  const { label, doc, deprecated, replacedBy } = element;
  const replacement = replacedBy === undefined ? '' : ` Use ${inlineText(replacedBy)} instead.`;
  const addsToName =
    label !== undefined && label.toLowerCase().replace(/[\s_-]/g, '') !== element.name.toLowerCase().replace(/_/g, '');
  return [
    ...(deprecated ? [`Deprecated.${replacement}`] : []),
    ...(addsToName ? [`“${inlineText(label)}”`] : []),
    ...(doc === undefined ? [] : paragraphs(doc)),
  ];
}

/** Returns the description and the rules of an element on one line, for a cell of a table. */
const descriptionCell = (element: Described, rules: readonly string[] = []): string =>
  [...descriptionParagraphs(element), ...(rules.length === 0 ? [] : [`Rules: ${rules.join('; ')}.`])].join(' ') || '–';

function firstParagraph(element: Described): string {
  return descriptionParagraphs(element)[0] ?? '–';
}

function indexPage(model: DomainModel): Lines {
  const { classes, enumerations, label, doc, iri, version } = model;
  const facts = [
    ...(iri === undefined ? [] : [`Ontology: ${iriLink(iri)}`]),
    ...(version === undefined ? [] : [`Version: ${inlineText(version)}`]),
  ];
  return separated([
    `# ${heading(label ?? '') || pascalCase(model.name)}`,
    ...(doc === undefined ? [] : paragraphs(doc)),
    ...facts,
    ...section(
      'Classes',
      table(
        ['Class', 'What it is'],
        classes.map((cls) => row(fromTop.toClass(cls), firstParagraph(cls))),
      ),
    ),
    ...section(
      'Enumerations',
      table(
        ['Enumeration', 'What it is'],
        enumerations.map((enumeration) => row(fromTop.toEnumeration(enumeration), firstParagraph(enumeration))),
      ),
    ),
  ]);
}

function classPage(cls: DomainClass, context: Context): Lines {
  const links = (classes: readonly DomainClass[]) => classes.map(fromClass.toClass).join(', ');
  const facts = [
    `- Class: ${iriLink(cls.iri)}`,
    ...(cls.abstract ? ['- Abstract: its instances are those of its subclasses'] : []),
    ...(cls.parents.length === 0 ? [] : [`- Superclasses: ${links(cls.parents)}`]),
    ...(cls.children.length === 0 ? [] : [`- Subclasses: ${links(cls.children)}`]),
  ];
  const fields = [...cls.fields, ...cls.refinements];
  const lines = separated([
    `# ${cls.name}`,
    ...descriptionParagraphs(cls),
    facts,
    ...section(
      'Fields',
      table(
        ['Field', 'Type', 'Values', 'What it is', 'Property'],
        fields.map((field) => fieldRow(cls, field, context)),
      ),
    ),
    ...section('Inherited fields', inheritedLines(cls)),
    ...section(
      'Relations',
      table(
        ['Relation', 'Class', 'Values', 'What it is', 'Property'],
        declaredRelations(cls)
          .filter(({ source }) => source === cls)
          .map(relationRow),
      ),
    ),
    ...section(
      'Rules',
      objectRules(cls, context.disjoint(cls), context.assumed).map((rule) => `- ${rule}`),
    ),
    ...section('Diagram', ['```mermaid', ...diagramOf(cls, context.incoming), '```']),
    '[All classes](../index.md)',
  ]);
  return marked({ element: { kind: 'class', class: cls }, name: cls.name }, lines);
}

function fieldRow(cls: DomainClass, field: Field, { assumed }: Context): Lines {
  const type = typeInWords(field, fromClass);
  const line = row(
    codeName(field.name),
    type,
    cardinalityInWords(field, assumed),
    descriptionCell(field, fieldRules(cls, field, assumed)),
    field.iri === undefined ? '–' : iriLink(field.iri),
  );
  return marked(
    {
      element: { kind: 'field', class: cls, field },
      name: `${cls.name}.${field.name}`,
      type: type.replace(/\[(\w+)\]\([^)]*\)/, '$1'),
    },
    line,
  );
}

/** Lists the inherited fields that the class does not narrow, grouped by the class that declares them. */
function inheritedLines(cls: DomainClass): readonly string[] {
  const refined = new Set(cls.refinements.map((field) => field.name));
  const byOwner = new Map<DomainClass, Field[]>();
  for (const field of cls.allFields) {
    if (field.owner === cls || refined.has(field.name)) continue;
    byOwner.set(field.owner, [...(byOwner.get(field.owner) ?? []), field]);
  }
  return [...byOwner].map(([owner, fields]) => `- from ${fromClass.toClass(owner)}: ${fieldList(fields)}`);
}

function relationRow(relation: Relation): string {
  const { name, target, iri } = relation;
  return row(
    codeName(name),
    fromClass.toClass(target),
    relationCardinality(relation),
    descriptionCell(relation),
    iri === undefined ? '–' : iriLink(iri),
  );
}

function enumerationsPage(enumerations: readonly Enumeration[]): Lines {
  return separated(['# Enumerations', ...enumerations.map(enumerationSection), `[All classes](${INDEX})`]);
}

function enumerationSection(enumeration: Enumeration): Lines {
  const { iri, values } = enumeration;
  const lines = separated([
    `## ${enumeration.name}`,
    ...descriptionParagraphs(enumeration),
    ...(iri === undefined ? [] : [iriLink(iri)]),
    table(
      ['Value', 'What it is', 'Individual'],
      values.map((value) =>
        row(inlineText(value.value) || '(empty)', descriptionCell(value), value.iri === undefined ? '–' : iriLink(value.iri)),
      ),
    ),
  ]);
  return marked({ element: { kind: 'enumeration', enumeration }, name: enumeration.name, type: 'list of values' }, lines);
}
