/** Reads records in JSON, one per line or in a list, such as `{"@type": "Post", "id": "…", "title": "Hello"}`. */

import { fail, findSyntaxError, memberOf, parseJson, quoteValue, type Tree } from '../diagnostics/index.ts';
import { type DomainClass, type DomainModel, discriminatorOf, type Field, identity, isReference } from '../model/index.ts';
import { inMegabytes, limits, type Position, XSD } from '../ontology/index.ts';
import type { FieldValue, Individual, Loss } from './individual.ts';
import { tripleOf } from './individual-assembly.ts';
import type { Bucket, Buckets } from './statement-buckets.ts';
import { formatPosition, parsePosition } from './statement-distributor.ts';
import type { ModelIndex } from './statement-fields.ts';
import { isAbsolute, packString, unpackString } from './terms.ts';
import type { Identities } from './uuid.ts';
import { valueOfJson } from './values.ts';

/** Why a record is invalid as a whole. */
export interface RecordFault {
  readonly fault: 'no-json' | 'no-class' | 'no-identity' | 'relative-identity';
  readonly statedClass?: string | undefined;
  /** Whether the record has an `id`, which is not a UUID. */
  readonly isInvalid?: boolean;
  /** Why it is not JSON, and the number of UTF-16 units before the error. */
  readonly syntax?: { readonly why: string; readonly at: number } | undefined;
}

/** The text of a record, and its source location. */
export interface RawRecord {
  readonly text: string;
  readonly at: Position;
}

/** Characters that determine where an object or a string ends. */
const OBJECT_DELIMITER = /["{}]/g;
const STRING_DELIMITER = /["\\]/g;

/** The maximum length of text that is kept if it is not an object. */
const MAX_STRAY_LENGTH = 1000;

/**
 * Yields the objects of a text, which follow one another or are in a list, with their source locations. Text between them is a
 * record of its own, which is not an object. So is a bracket of a nested list, of a list without a beginning, and of one
 * without an end, such as in a truncated file.
 *
 * @throws DiagnosticError if a record does not end
 */
export function* recordsIn(pieces: Iterable<string>, file: string): Generator<RawRecord, void, undefined> {
  const scan = new ObjectScanner();
  const lists = new ListBrackets();
  let rest = '';
  let at: Position = { line: 1, column: 1 };
  for (const piece of pieces) {
    rest += piece;
    for (let found = scan.next(rest); found; found = scan.next(rest)) {
      const between = rest.slice(0, found.start);
      const start = advancePosition(at, between);
      yield* lists.between(between, at);
      const text = rest.slice(found.start, found.end);
      yield { text, at: start };
      at = advancePosition(start, text);
      rest = rest.slice(found.end);
      scan.restart();
    }
    // Memory holds a record as a whole, like a line.
    if (rest.length > limits.whole) fail('line-too-long', { limit: inMegabytes(limits.whole) }, { file, ...at });
    if (scan.isBetweenObjects && rest.length > MAX_STRAY_LENGTH) {
      yield* lists.between(rest, at);
      at = advancePosition(at, rest);
      rest = '';
      scan.restart();
    }
  }
  if (hasStrayText(rest)) yield { text: rest.trim(), at: advancePosition(at, /^[\s,[\]]*/.exec(rest)?.[0] ?? '') };
  else yield* lists.end(rest, at);
}

const hasStrayText = (between: string): boolean => /[^\s,[\]]/.test(between);

/** Checks that the brackets of lists around records match. A file may contain several lists, one after the other. */
class ListBrackets {
  /** Where the open list begins. */
  #open: Position | undefined;
  /** Whether a fault was reported: later ones may be its consequences. */
  #isReported = false;

  /** Yields the faults in the text between two records, with their locations. */
  *between(text: string, at: Position): Generator<RawRecord, void, undefined> {
    if (hasStrayText(text)) {
      this.#isReported = true;
      yield { text: text.trim().slice(0, MAX_STRAY_LENGTH), at };
      return;
    }
    for (const { 0: bracket, index } of this.#isReported ? [] : text.matchAll(/[[\]]/g)) {
      const isExpected = (bracket === '[') === (this.#open === undefined);
      const place = advancePosition(at, text.slice(0, index));
      this.#open = bracket === '[' ? place : undefined;
      if (isExpected) continue;
      this.#isReported = true;
      yield { text: bracket, at: place };
      return;
    }
  }

  /** Yields the faults in the text after the last record, and a list that does not end. */
  *end(text: string, at: Position): Generator<RawRecord, void, undefined> {
    yield* this.between(text, at);
    if (this.#open && !this.#isReported) yield { text: '[', at: this.#open };
  }
}

/** Searches for the first object of a growing text, without reading any character twice. */
class ObjectScanner {
  #start = -1;
  #at = 0;
  #depth = 0;
  #isInString = false;

  get isBetweenObjects(): boolean {
    return this.#start < 0;
  }

  /** Restarts with another text. */
  restart(): void {
    this.#start = -1;
    this.#at = 0;
    this.#depth = 0;
    this.#isInString = false;
  }

  /** Returns where the first object of a text begins and ends; undefined if it is incomplete. */
  next(text: string): { readonly start: number; readonly end: number } | undefined {
    if (this.#start < 0) this.#start = text.indexOf('{', this.#at);
    if (this.#start < 0) {
      this.#at = text.length;
      return undefined;
    }
    this.#at = Math.max(this.#at, this.#start);
    while (this.#at < text.length) {
      if (this.#isInString && !this.#endString(text)) return undefined;
      OBJECT_DELIMITER.lastIndex = this.#at;
      const delimiter = OBJECT_DELIMITER.exec(text)?.[0];
      this.#at = delimiter === undefined ? text.length : OBJECT_DELIMITER.lastIndex;
      if (delimiter === '"') this.#isInString = true;
      else if (delimiter === '{') this.#depth++;
      else if (delimiter === '}' && --this.#depth === 0) return { start: this.#start, end: this.#at };
    }
    return undefined;
  }

  /** Continues after a string. Returns whether it ends in the text. */
  #endString(text: string): boolean {
    STRING_DELIMITER.lastIndex = this.#at;
    for (let found = STRING_DELIMITER.exec(text); found; found = STRING_DELIMITER.exec(text)) {
      if (found[0] === '"') {
        this.#at = STRING_DELIMITER.lastIndex;
        this.#isInString = false;
        return true;
      }
      // The character after a backslash may be in the next piece.
      this.#at = STRING_DELIMITER.lastIndex - 1;
      if (STRING_DELIMITER.lastIndex >= text.length) return false;
      STRING_DELIMITER.lastIndex++;
      this.#at = STRING_DELIMITER.lastIndex;
    }
    this.#at = text.length;
    return false;
  }
}

/** Returns the location after a text that begins at a location. */
export function advancePosition({ line, column }: Position, text: string): Position {
  const last = text.lastIndexOf('\n');
  if (last < 0) return { line, column: column + text.length };
  let lines = 0;
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines++;
  return { line: line + lines, column: text.length - last };
}

/** The part of a record that can be read before the records that it refers to. */
interface RecordHead {
  readonly tree: Tree;
  readonly class: DomainClass;
  readonly id: string;
  readonly iri: string;
  readonly types: readonly string[];
}

/** Reads the heads of records: their classes and ids. */
export class RecordHeads {
  readonly #byName: ReadonlyMap<string, DomainClass>;
  readonly #discriminators: readonly string[];
  readonly #identities: Identities;
  readonly #fallback: DomainClass | undefined;

  /** @param fallback the class of records that do not state theirs */
  constructor({ classes }: DomainModel, identities: Identities, fallback?: DomainClass) {
    this.#byName = new Map([...classes.map((cls) => [cls.iri, cls] as const), ...classes.map((cls) => [cls.name, cls] as const)]);
    this.#discriminators = [...new Set(classes.flatMap((cls) => discriminatorOf(cls)?.name ?? []))];
    this.#identities = identities;
    this.#fallback = fallback;
  }

  read(text: string): RecordHead | RecordFault {
    const tree = parseJson(text);
    if (tree?.kind !== 'object') return { fault: 'no-json', syntax: text.startsWith('{') ? findSyntaxError(text) : undefined };
    const types = textsIn(memberOf(tree, '@type'));
    const cls = this.#classOf(tree, types);
    if (!cls)
      return {
        fault: 'no-class',
        statedClass: types[0] ?? this.#discriminators.flatMap((name) => textsIn(memberOf(tree, name)))[0],
      };
    const [iri] = textsIn(memberOf(tree, '@id'));
    if (iri !== undefined && !isAbsolute(iri)) return { fault: 'relative-identity' };
    const statedId = memberOf(tree, 'id');
    const [given = ''] = textsIn(statedId);
    const id = identity.read(given) ?? (iri === undefined ? undefined : this.#identities.idOf(iri));
    if (id === undefined) return { fault: 'no-identity', isInvalid: statedId !== undefined };
    const otherTypes = types.map((type) => this.#byName.get(type)?.iri ?? type).filter((type) => type !== cls.iri);
    const node = iri ?? (cls.blankNodes ? `_:${id}` : this.#identities.iriOf(id));
    return { tree, class: cls, id, iri: node, types: [cls.iri, ...otherTypes] };
  }

  #classOf(tree: Tree, types: readonly string[]): DomainClass | undefined {
    for (const type of types) {
      const cls = this.#byName.get(type);
      if (cls) return cls;
    }
    for (const name of this.#discriminators) {
      const [value = ''] = textsIn(memberOf(tree, name));
      const cls = this.#byName.get(value);
      if (cls && discriminatorOf(cls)?.name === name) return cls;
    }
    return this.#fallback;
  }
}

/** Members of a record that are not fields. */
export const KEYWORDS: ReadonlySet<string> = new Set(['@id', '@type', '@iris']);

/** Returns the strings of a member that is a string or a list. */
function textsIn(tree: Tree | undefined): readonly string[] {
  if (tree?.kind === 'string') return [tree.value];
  return tree?.kind === 'array' ? tree.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])) : [];
}

/** Puts a record into the bucket of its id, and requests the class and the IRI of the records that it refers to. */
export function distributeRecord(
  { text, at }: RawRecord,
  order: number,
  head: RecordHead,
  modelIndex: ModelIndex,
  buckets: Buckets,
): void {
  const bucket = buckets.indexOf(head.id);
  buckets.describe(head.id, `${modelIndex.classes.indexOf(head.class)} ${packString(head.iri)}`);
  buckets.add(bucket, `${order}\t${formatPosition(at)}\t${packString(text)}`);
  for (const field of head.class.allFields.filter(isReference)) {
    for (const id of textsIn(memberOf(head.tree, field.name))) {
      const known = identity.read(id);
      if (known !== undefined) buckets.requestDescriptions(known, bucket);
    }
  }
}

export interface RecordContext {
  readonly modelIndex: ModelIndex;
  readonly identities: Identities;
  readonly heads: RecordHeads;
  readonly language: string;
  readonly onLoss: (loss: Loss) => void;
  /** Returns the types of an individual of the ontology, to which the data may refer. */
  readonly typesOf?: ((iri: string) => readonly string[]) | undefined;
}

/** A record and its tree, which `validate.ts` judges. */
export interface ReadRecord {
  readonly individual: Individual;
  readonly tree: Tree;
}

/** Returns the records of a bucket in order. */
export function recordsOfBucket({ lines, descriptionsOf }: Bucket, context: RecordContext): readonly ReadRecord[] {
  const found: ReadRecord[] = [];
  for (const line of lines) {
    const [order, place = '', text = ''] = line.split('\t');
    const head = context.heads.read(unpackString(text));
    if ('fault' in head) continue;
    const at = parsePosition(place) as Position;
    const values = new Map<string, readonly FieldValue[]>();
    const individual = { order: Number(order), at, iri: head.iri, id: head.id, class: head.class, types: head.types, values };
    const reader = new RecordReader(head, at, descriptionsOf, context);
    for (const field of head.class.allFields) {
      if (field.type.kind === 'id' || field.discriminator) continue;
      const fieldValues = reader.values(field);
      if (fieldValues.length > 0) values.set(field.name, fieldValues);
    }
    reader.loseUnknownMembers();
    found.push({ individual, tree: head.tree });
  }
  return found.sort((a, b) => a.individual.order - b.individual.order);
}

class RecordReader {
  readonly #head: RecordHead;
  readonly #at: Position;
  readonly #descriptionsOf: Bucket['descriptionsOf'];
  readonly #context: RecordContext;
  readonly #iris: ReadonlyMap<string, string>;

  constructor(head: RecordHead, at: Position, descriptionsOf: Bucket['descriptionsOf'], context: RecordContext) {
    this.#head = head;
    this.#at = at;
    this.#descriptionsOf = descriptionsOf;
    this.#context = context;
    const iris = memberOf(head.tree, '@iris');
    const members = iris?.kind === 'object' ? iris.members : [];
    this.#iris = new Map(members.flatMap(([id, tree]) => (tree.kind === 'string' ? [[id.toLowerCase(), tree.value]] : [])));
  }

  values(field: Field): readonly FieldValue[] {
    const tree = memberOf(this.#head.tree, field.name);
    if (tree === undefined || tree.kind === 'null') return [];
    const items = tree.kind === 'array' ? tree.items : [tree];
    return items.flatMap((item) => this.#value(field, item) ?? []);
  }

  /** Reports members of a record that its class does not have, and all but the last of those with the same key. */
  loseUnknownMembers(): void {
    const { tree, class: cls, iri: subject } = this.#head;
    if (tree.kind !== 'object') return;
    const fields = new Map(cls.allFields.map((field) => [field.name, field]));
    const last = new Map(tree.members.map(([key], i) => [key, i]));
    for (const [i, [key, value]] of tree.members.entries()) {
      const field = fields.get(key);
      const isTwice = last.get(key) !== i;
      if (isTwice ? field === undefined : field !== undefined || KEYWORDS.has(key)) continue;
      const triple = { subject, predicate: field?.iri ?? key, object: sourceOf(value) };
      const similar = isTwice ? undefined : cls.allFields.find(({ name }) => snakeCase(name) === snakeCase(key));
      const why = similar && `write ${similar.name}, its name in JSON`;
      const kind = isTwice ? 'twice' : 'member';
      this.#context.onLoss({ kind, triple, about: { class: cls, member: key }, at: this.#at, ...(why && { why }) });
    }
  }

  #value(field: Field, item: Tree): FieldValue | undefined {
    const at = this.#at;
    const { type } = field;
    if (type.kind === 'id') return undefined;
    if (type.kind === 'reference') {
      const id = item.kind === 'string' ? identity.read(item.value) : undefined;
      if (id !== undefined) return this.#reference(field, id);
    } else if (item.kind !== 'null' && item.kind !== 'array' && item.kind !== 'object') {
      const value = valueOfJson(type, item.kind, textIn(item), this.#context.language);
      if (value) return { ...value, at };
    }
    this.#context.onLoss({
      kind: 'value',
      triple: { subject: this.#head.iri, predicate: field.iri ?? field.name, object: sourceOf(item) },
      about: { class: this.#head.class, field },
      why: `${describeValue(item)} is not a value of this field`,
      at,
    });
    return undefined;
  }

  #reference(field: Field, id: string): FieldValue {
    const { modelIndex, identities, typesOf, onLoss } = this.#context;
    const at = this.#at;
    const referenced = (this.#descriptionsOf(id) ?? []).map((description) => {
      const space = description.indexOf(' ');
      const cls = modelIndex.classes[Number(description.slice(0, space))] as DomainClass;
      return { class: cls, iri: unpackString(description.slice(space + 1)) };
    });
    const iri = referenced[0]?.iri ?? this.#iris.get(id) ?? identities.iriOf(id);
    const declared = referenced.length > 0 ? [] : (typesOf?.(iri) ?? []).flatMap((type) => modelIndex.classOf(type) ?? []);
    const classes = [...referenced.map((one) => one.class), ...declared];
    const json = JSON.stringify(id);
    if (!isReference(field) || classes.some((cls) => modelIndex.isA(cls, field.type.target))) return { json, term: iri, at };
    const triple = tripleOf(this.#head.iri, field, iri);
    const about = { class: this.#head.class, field };
    onLoss({ kind: classes.length === 0 ? 'unresolved' : 'other-class', triple, becomes: triple, about, at });
    return { json, term: iri, at, dangling: true };
  }
}

function textIn(tree: Extract<Tree, { kind: 'string' | 'number' | 'boolean' }>): string {
  return tree.kind === 'number' ? tree.source : String(tree.value);
}

/** Returns an invalid value as messages show it. */
function describeValue(tree: Tree): string {
  if (tree.kind === 'array' || tree.kind === 'object') return `an ${tree.kind}`;
  return tree.kind === 'null' ? 'null' : quoteValue(textIn(tree));
}

/** Returns an invalid value as a literal for reports. */
function sourceOf(tree: Tree) {
  const isScalar = tree.kind === 'string' || tree.kind === 'number' || tree.kind === 'boolean';
  const value = isScalar ? JSON.stringify(textIn(tree)) : describeValue(tree);
  return { value, datatype: `${XSD}string`, language: '' };
}

/** Returns a name in one spelling: `starts_on` for `startsOn`. */
const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
