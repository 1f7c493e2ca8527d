import type { DomainClass } from '../../../model/index.ts';
import {
  anchor,
  countText,
  describeCardinality,
  describeField,
  fileText,
  joinWithAnd,
  modelTitle,
  paragraphs,
  remarks,
  table,
  typeWords,
} from './prose.ts';
import { type Subject, scopeNote } from './subject.ts';

/** Returns a data dictionary in Markdown: every field of the subject's classes, with its type, number of values and meaning. */
export function dataDictionary(subject: Subject): string {
  const { model, classes } = subject;
  return fileText([
    `# Data dictionary: ${modelTitle(model)}`,
    '',
    ...scopeNote(subject),
    'Field names are the keys in JSON and the columns in SQL. A required field always has a value; an optional one may be absent or null; a list is always there, and may be empty unless it says otherwise.',
    '',
    ...table(
      ['Class', 'Table', 'Fields', 'A kind of'],
      classes.map((cls) => [
        `[${cls.name}](#${anchor(cls.name)})`,
        // The SQL table has the name of the plural.
        `\`${cls.plural}\``,
        String(cls.allFields.length),
        cls.parents.map((parent) => parent.name).join(', '),
      ]),
    ),
    '',
    ...classes.flatMap(classSection),
  ]);
}

function classSection(cls: DomainClass): string[] {
  // Inherited fields that the class narrows are in this table, and also in the list of inherited fields.
  const printed = [...cls.fields, ...cls.refinements];
  return [
    `## ${cls.name}`,
    '',
    ...(cls.deprecated ? ['**Deprecated.**', ''] : []),
    ...(cls.doc === undefined ? [] : [paragraphs(cls.doc), '']),
    `<${cls.iri}>`,
    '',
    ...(printed.length === 0
      ? []
      : [
          ...table(
            ['Field', 'Type', 'Values', 'Remarks', 'Meaning'],
            printed.map((field) => [
              `\`${field.name}\``,
              typeWords(field),
              describeCardinality(field),
              // The owner of a narrowed field is the ancestor that declares the field.
              [remarks(field), ...(field.refines ? [`narrows that of ${field.owner.name}`] : [])]
                .filter((r) => r !== '')
                .join('; '),
              field.type.kind === 'id' ? `Identifies the ${cls.slug.replaceAll('_', ' ')}.` : describeField(field),
            ]),
          ),
          '',
        ]),
    ...classConstraints(cls),
    ...inheritedFields(cls),
  ];
}

/** Lists constraints on several fields together: keys, choices, comparisons, closed shapes. */
function classConstraints(cls: DomainClass): string[] {
  const nameList = (fields: readonly { readonly name: string }[]) => joinWithAnd(fields.map(({ name }) => `\`${name}\``));
  const rules = [
    ...cls.keys.map(({ fields }) => `No two have the same ${nameList(fields)}.`),
    ...cls.choices.map(({ fields, required }) => `${required ? 'Exactly' : 'At most'} one of ${nameList(fields)} has a value.`),
    ...cls.comparisons.map(
      ({ lesser, greater, orEqual }) => `\`${lesser.name}\` is ${orEqual ? 'at most' : 'less than'} \`${greater.name}\`.`,
    ),
    ...(cls.closed ? ['There are no other fields.'] : []),
  ];
  return rules.length === 0 ? [] : [...rules.map((rule) => `- ${rule}`), ''];
}

/** Lists the inherited fields by owner, the most distant owner first. */
function inheritedFields(cls: DomainClass): string[] {
  const inherited = cls.allFields.filter((field) => field.owner !== cls);
  // `allFields` begins with the fields of the most distant ancestor, so the map has the same order.
  const byOwner = new Map<DomainClass, string[]>();
  for (const field of inherited) {
    byOwner.set(field.owner, [...(byOwner.get(field.owner) ?? []), `\`${field.name}\``]);
  }
  if (inherited.length === 0) return [];
  return [
    `Inherited (${countText(inherited.length, 'field')}):`,
    '',
    ...[...byOwner].map(([owner, names]) => `- from ${owner.name}: ${joinWithAnd(names)}`),
    '',
  ];
}
