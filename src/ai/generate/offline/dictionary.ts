import type { DomainClass } from '../../../model/index.ts';
import {
  anchor,
  countText,
  describeCardinality,
  describeField,
  enumerate,
  fileText,
  modelTitle,
  paragraphs,
  remarks,
  table,
  typeWords,
} from './prose.ts';
import { type Subject, scopeNote } from './subject.ts';

/** Writes a data dictionary: every field of every class, with its type, number of values and meaning. */
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
        `\`${cls.plural}\``,
        String(cls.allFields.length),
        cls.parents.map((parent) => parent.name).join(', '),
      ]),
    ),
    '',
    ...classes.flatMap(entry),
  ]);
}

function entry(cls: DomainClass): string[] {
  // Includes inherited fields that the class narrows.
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

/** Lists constraints on several fields together: keys, choices, closed shapes. */
function classConstraints(cls: DomainClass): string[] {
  const nameList = (fields: readonly { readonly name: string }[]) => enumerate(fields.map(({ name }) => `\`${name}\``));
  const rules = [
    ...cls.keys.map(({ fields }) => `No two have the same ${nameList(fields)}.`),
    ...cls.choices.map(({ fields, required }) => `${required ? 'Exactly' : 'At most'} one of ${nameList(fields)} has a value.`),
    ...(cls.closed ? ['There are no other fields.'] : []),
  ];
  return rules.length === 0 ? [] : [...rules.map((rule) => `- ${rule}`), ''];
}

/** Lists the inherited fields by owner, the most distant owner first. */
function inheritedFields(cls: DomainClass): string[] {
  const byOwner = new Map<DomainClass, string[]>();
  for (const field of cls.allFields) {
    if (field.owner === cls) continue;
    byOwner.set(field.owner, [...(byOwner.get(field.owner) ?? []), `\`${field.name}\``]);
  }
  if (byOwner.size === 0) return [];
  return [
    `Inherited (${countText(cls.allFields.length - cls.fields.length, 'field')}):`,
    '',
    ...[...byOwner].map(([owner, names]) => `- from ${owner.name}: ${enumerate(names)}`),
    '',
  ];
}
