/** Helpers of all documents: convert text of the ontology to Markdown, and describe fields in words. */

import { type Field, isReference, type ScalarKind, type ScalarType } from '../../../model/index.ts';

/** Converts text of the ontology to one line of Markdown. All markup is escaped, except code between backticks. */
export function inlineText(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .trim()
      // The parts with an odd index were between backticks.
      .split(/`([^`]+)`/)
      .map((part, at) => (at % 2 === 1 ? `\`${part.replaceAll('|', '\\|')}\`` : removeMarkup(part)))
      .join('')
      .replace(/^(?=[#>+-])/, '\\')
      .replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\')
  );
}

function removeMarkup(text: string): string {
  return text
    .replace(/[\\`*[\]<|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '&amp;');
}

/** Converts text of the ontology to Markdown, and keeps its paragraphs. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map(inlineText)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

const MAX_SENTENCE_LENGTH = 240;

/** Returns the first sentence of a text. A full stop after an abbreviation does not end it. */
export function firstSentence(text: string): string {
  const line = (text.split(/\n\s*\n/)[0] ?? '').replace(/\s+/g, ' ').trim();
  const stop = /(?<!\b(?:e\.g|i\.e|etc|cf|vs|Dr|Mr|Ms|St|No|p))[.!?](?=\s+["'(]?\p{Lu}|$)/u.exec(line);
  const sentence = stop ? line.slice(0, stop.index + 1) : line;
  return sentence.length > MAX_SENTENCE_LENGTH
    ? `${sentence.slice(0, sentence.lastIndexOf(' ', MAX_SENTENCE_LENGTH))} …`
    : sentence;
}

/** `blog_post` → `blog post` */
export function replaceUnderscores(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Returns a Markdown table. Columns with only empty cells are left out. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const shown = columns.map((_, at) => at === 0 || rows.some((row) => row[at] !== ''));
  const line = (cells: readonly string[]) => `| ${cells.filter((_, at) => shown[at]).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)];
}

/** Returns the anchor of a heading, as GitHub and similar sites derive it. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

const scalarWords: Readonly<Record<ScalarKind, string>> = {
  string: 'text',
  iri: 'IRI',
  boolean: 'true or false',
  int8: 'integer (8 bits)',
  int16: 'integer (16 bits)',
  int32: 'integer (32 bits)',
  int64: 'integer (64 bits)',
  int64Text: 'integer (64 bits, as text)',
  uint8: 'integer, not negative (8 bits)',
  uint16: 'integer, not negative (16 bits)',
  uint32: 'integer, not negative (32 bits)',
  uint64: 'integer, not negative (64 bits)',
  uint64Text: 'integer, not negative (64 bits, as text)',
  float32: 'number (32 bits)',
  float64: 'number (64 bits)',
  decimal: 'exact decimal',
  dateTime: 'date and time',
  date: 'date',
  time: 'time of day',
  duration: 'duration',
  base64: 'bytes (base64)',
  hex: 'bytes (hexadecimal)',
  gYear: 'year',
  gYearMonth: 'year and month',
  gMonthDay: 'month and day',
  gDay: 'day of the month',
  gMonth: 'month',
};

/** Describes the type of a field in words: `text`, `list: date`, `id of User`. */
export function typeWords(field: Field): string {
  const { type, cardinality } = field;
  let word: string;
  switch (type.kind) {
    case 'id':
      word = 'UUID';
      break;
    case 'scalar':
      word = scalarWords[type.scalar] + facets(type);
      break;
    case 'enumeration':
      word = `one of ${listValues((type.only ?? type.enumeration.values).map((v) => v.value))}`;
      break;
    case 'union':
      word = type.union.members.map((member) => scalarWords[member.scalar] + facets(member)).join(' or ');
      break;
    case 'reference':
      word = `id of ${type.target.name}`;
      break;
    default:
      return type satisfies never;
  }
  return cardinality === 'many' ? `list: ${word}` : word;
}

const MAX_VALUES = 8;

function listValues(values: readonly string[]): string {
  return (
    values.slice(0, MAX_VALUES).map(formatValue).join(', ') +
    (values.length > MAX_VALUES ? `, and ${values.length - MAX_VALUES} more` : '')
  );
}

/** Returns a value, in quotes if it is more than one word. */
function formatValue(value: string): string {
  return /^[\p{L}\p{N}_.:+-]+$/u.test(value) ? value : JSON.stringify(value);
}

/** Describes the facets of a datatype: `, 1 to 5`, `, at most 20 characters`. */
function facets({ minimum, maximum, minLength, maxLength, patterns = [], values }: ScalarType): string {
  const lower = minimum && (minimum.inclusive ? `at least ${minimum.value}` : `more than ${minimum.value}`);
  const upper = maximum && (maximum.inclusive ? `at most ${maximum.value}` : `less than ${maximum.value}`);
  const range =
    minimum?.inclusive && maximum?.inclusive
      ? [`${minimum.value} to ${maximum.value}`]
      : [lower, upper].filter((part) => part !== undefined);
  const length = lengthLimits(minLength, maxLength);
  const lengths = length === undefined ? [] : [`${length} characters`];
  const matched = patterns.map((pattern) => `matches ${oneLine(pattern.source)}`);
  return [...range, ...lengths, ...matched, ...(values ? [`one of ${listValues(values)}`] : [])]
    .map((part) => `, ${part}`)
    .join('');
}

function lengthLimits(min: number | undefined, max: number | undefined): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

/** Describes the number of values: `required`, `optional`, `1 or more`. */
export function describeCardinality({ cardinality, minItems = 0, maxItems, absent }: Field): string {
  if (absent) return 'none';
  if (cardinality !== 'many') return cardinality === 'one' ? 'required' : 'optional';
  if (maxItems !== undefined) return minItems === maxItems ? `exactly ${minItems}` : `${minItems} to ${maxItems}`;
  return minItems > 0 ? `${minItems} or more` : 'any number';
}

const generatedWords = {
  uuid: 'assigned at creation',
  now: 'set to the current time at creation',
  zero: '0 unless given',
} as const;

/** Lists further properties of a field, such as unique, generated or deprecated. */
export function remarks(field: Field): string {
  const remarkList: string[] = [];
  if (field.type.kind !== 'id' && field.unique) remarkList.push('unique');
  if (field.generated) remarkList.push(generatedWords[field.generated]);
  if (field.default !== undefined) remarkList.push(`${formatValue(field.default)} by default`);
  if (field.constant !== undefined) remarkList.push(`always ${formatValue(field.constant)}`);
  if (field.contains) remarkList.push(`${joinWithAnd(field.contains.map(formatValue))} among the values`);
  if (field.irreflexive) remarkList.push('never the instance itself');
  if (field.deprecated) remarkList.push(field.replacedBy === undefined ? 'deprecated' : `deprecated: use ${field.replacedBy}`);
  return remarkList.join('; ');
}

/** Returns the description of a field. A reference without one is described by the relation that it stores. */
export function describeField(field: Field): string {
  if (field.doc !== undefined) return inlineText(field.doc);
  const inverse = isReference(field) ? field.owner.relations.find((relation) => relation.field === field)?.inverse : undefined;
  if (!inverse?.declared) return '';
  return `Stores \`${inverse.name}\` of ${inverse.source.name}${inverse.doc === undefined ? '.' : `: ${inlineText(inverse.doc)}`}`;
}

/** `1 class`, `2 classes` */
export function countText(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

/** `a`, `a and b`, `a, b and c` */
export function joinWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function modelTitle(model: { readonly name: string; readonly label?: string }): string {
  if (model.label !== undefined) return inlineText(model.label);
  const words = replaceUnderscores(model.name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Joins lines to a file with one line break at the end and no two consecutive empty lines. */
export function fileText(lines: readonly string[]): string {
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** Shows tabs and line breaks as escapes of a regular expression. */
function oneLine(source: string): string {
  return source.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
