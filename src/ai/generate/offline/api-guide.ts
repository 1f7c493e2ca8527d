import { constructorFields, type DomainClass } from '../../../model/index.ts';
import { describeApi, entityExample, isAssigned, type Operation } from '../../../targets/openapi-spec/index.ts';
import {
  anchor,
  classLinks,
  describeCardinality,
  describeField,
  fileText,
  firstSentence,
  inlineText,
  modelTitle,
  paragraphs,
  remarks,
  table,
  typeWords,
} from './prose.ts';
import { type Subject, scopeNote } from './subject.ts';

/** Writes a guide to the API that the target `openapi-spec` describes: the same paths, bodies and statuses, in prose. */
export function apiGuide(subject: Subject): string {
  const { model, classes } = subject;
  const api = describeApi(model);
  const byClass = new Map<DomainClass, Operation[]>();
  for (const operation of api.operations) byClass.set(operation.cls, [...(byClass.get(operation.cls) ?? []), operation]);
  return fileText([
    `# API guide: ${modelTitle(model)}`,
    '',
    ...(model.doc === undefined ? [] : [paragraphs(model.doc), '']),
    ...scopeNote(subject),
    'The API that `codegen template generate-rdf --template openapi-spec` describes in `openapi.yaml`. Paths are relative to the address of the server; the examples take it from `$API`.',
    '',
    '## Conventions',
    '',
    '- Bodies are JSON. Keys are in `snake_case`.',
    '- The server assigns `id`, a UUID, and the times of creation. A reference is the `id` of another instance, in a key that ends in `_id` or `_ids`.',
    '- A date with a time is written as in RFC 3339, with an offset: `2024-05-17T08:30:00Z`. An exact decimal is a string.',
    '- An optional key may be absent or `null`. A list is always there in what the server sends.',
    '- A list comes in pages: `limit` is the largest number of entries, `offset` the number to skip. The answer has `items`, `total`, `limit` and `offset`.',
    '- `PATCH` changes the keys that are sent, and no others (JSON Merge Patch, RFC 7396: `Content-Type: application/merge-patch+json`).',
    '',
    ...table(['Status', 'When'], STATUSES),
    '',
    '## Resources',
    '',
    ...classes.map(
      (cls) => `- [${cls.name}](#${anchor(cls.name)})${cls.doc === undefined ? '' : `: ${inlineText(firstSentence(cls.doc))}`}`,
    ),
    '',
    ...classes.flatMap((cls) => resource(cls, byClass.get(cls) ?? [], classes)),
  ]);
}

const STATUSES: readonly (readonly string[])[] = [
  ['`200`', 'Success.'],
  ['`201`', 'Created; the header `Location` has its URL.'],
  ['`204`', 'Deleted.'],
  ['`400`', 'The request is malformed.'],
  ['`401`', 'The request has no valid credentials.'],
  ['`403`', 'The client may not do this.'],
  ['`404`', 'There is no instance with this `id`.'],
  ['`409`', 'Another instance already has a unique value, or refers to the instance to delete.'],
  ['`422`', 'The body violates its schema, or refers to an instance that does not exist.'],
];

/** An example with more keys is too long to read. */
const MOST_KEYS = 40;

function resource(cls: DomainClass, operations: readonly Operation[], classes: readonly DomainClass[]): string[] {
  const create = operations.find((operation) => operation.kind === 'create');
  const writable = cls.fields.filter((field) => !isAssigned(field));
  const needed = new Set(constructorFields(cls).map((field) => field.name));
  const example = entityExample(cls);
  const body = Object.fromEntries(Object.entries(example).filter(([name]) => needed.has(name)));
  return [
    `### ${cls.name}`,
    '',
    ...(cls.doc === undefined ? [] : [paragraphs(cls.doc), '']),
    ...table(
      ['Request', 'What it does', 'Sends', 'Receives', 'Fails with'],
      operations.map((operation) => [
        `\`${operation.method.toUpperCase()} ${operation.path}\``,
        operation.summary,
        operation.body === undefined ? '' : `\`${operation.body}\``,
        `${operation.success.status}${operation.success.schema === undefined ? '' : ` \`${operation.success.schema}\``}`,
        operation.errors.join(', '),
      ]),
    ),
    '',
    ...(writable.length === 0
      ? []
      : [
          ...table(
            ['Key', 'Type', 'Values', 'Remarks', 'Meaning'],
            writable.map((field) => [
              `\`${field.name}\``,
              typeWords(field),
              needed.has(field.name) || field.cardinality !== 'one' ? describeCardinality(field) : 'optional',
              remarks(field),
              field.doc === undefined ? describeField(field) : inlineText(firstSentence(field.doc)),
            ]),
          ),
          '',
        ]),
    ...(cls.parents.length === 0
      ? []
      : [
          `It has the keys of ${classLinks(cls.parents, classes, (parent) => parent.name)}${writable.length === 0 ? '' : ', too'}.`,
          '',
        ]),
    ...(create === undefined || cls.allFields.length > MOST_KEYS
      ? []
      : [
          '```sh',
          `curl -X POST "$API${create.path}" -H 'Content-Type: application/json' -d @- <<'JSON'`,
          JSON.stringify(body, undefined, 2),
          'JSON',
          '```',
          '',
        ]),
    ...(cls.allFields.length > MOST_KEYS ? [] : ['Received:', '', '```json', JSON.stringify(example, undefined, 2), '```', '']),
  ];
}
