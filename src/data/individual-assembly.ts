/**
 * Assembles individuals from the statements of a bucket: `ex:post1 a ex:Post ; ex:title "Hello"` gives an individual of Post with
 * the value `"Hello"` of the field `title`. Reports the statements that no field can hold.
 */

import { type DomainClass, type Field, isReference } from '../model/index.ts';
import { isBlank, isSameTerm, isStandardTerm, type Position, rdf, XSD } from '../ontology/index.ts';
import { propertyOf } from '../targets/shared/rdf/index.ts';
import type { FieldValue, Individual, Loss, LossKind, Triple } from './individual.ts';
import type { Bucket } from './statement-buckets.ts';
import { OBJECT_LINE, parsePosition } from './statement-distributor.ts';
import { type Candidate, declaredForm, type ModelIndex } from './statement-fields.ts';
import { packTerm, type Term, unpackString, unpackTerm } from './terms.ts';
import type { Identities } from './uuid.ts';
import { valueOfTerm } from './values.ts';

export interface Context {
  readonly modelIndex: ModelIndex;
  readonly identities: Identities;
  readonly properties: readonly string[];
  /** The language of strings that have one. */
  readonly language: string;
  /** Whether values keep the terms of the data, such as strings with a language tag: RDF has them, JSON does not. */
  readonly keepsTerms?: boolean | undefined;
  /** Returns whether a property is declared to have only literals as values. */
  readonly isDatatypeProperty?: ((property: string) => boolean) | undefined;
  /** Returns the types of an individual of the ontology, to which the data may refer. */
  readonly typesOf?: ((iri: string) => readonly string[]) | undefined;
  readonly onLoss: (loss: Loss) => void;
}

interface PredicateObject {
  readonly predicate: string;
  readonly object: Term;
  /** The packed object, by which the bucket has descriptions of other individuals. */
  readonly key: string;
  readonly at: Position | undefined;
}

/** The statements about one subject, and those that refer to it. */
interface Subject {
  readonly key: string;
  order: number;
  at: Position | undefined;
  readonly outgoing: PredicateObject[];
  readonly incoming: PredicateObject[];
}

/** Returns the individuals of a bucket in the order of the data. */
export function individualsIn(bucket: Bucket, context: Context): readonly Individual[] {
  const individuals: Individual[] = [];
  for (const subject of subjectsIn(bucket, context.properties))
    individuals.push(...new IndividualAssembler(subject, bucket, context).individuals());
  return individuals.sort((a, b) => a.order - b.order);
}

/** Reads the lines of a bucket, in the format that `StatementDistributor` writes. */
function subjectsIn({ lines }: Bucket, properties: readonly string[]): Iterable<Subject> {
  const subjects = new Map<string, Subject>();
  const subjectOf = (key: string): Subject => {
    let subject = subjects.get(key);
    if (!subject) {
      subject = { key, order: Number.POSITIVE_INFINITY, at: undefined, outgoing: [], incoming: [] };
      subjects.set(key, subject);
    }
    return subject;
  };
  for (const line of lines) {
    const [kind, order, key = '', ...details] = line.split('\t');
    const subject = subjectOf(key);
    if (kind === OBJECT_LINE) {
      const [property, from = '', at = ''] = details;
      subject.incoming.push({
        predicate: properties[Number(property)] as string,
        object: unpackString(from),
        key: from,
        at: parsePosition(at),
      });
      continue;
    }
    if (Number(order) < subject.order) {
      subject.order = Number(order);
      subject.at = parsePosition(details[0] ?? '');
    }
    for (let i = 1; i < details.length; i += 3) {
      const [property, object, at] = details.slice(i, i + 3) as [string, string, string];
      const predicate = properties[Number(property)] as string;
      subject.outgoing.push({ predicate, object: unpackTerm(object), key: object, at: parsePosition(at) });
    }
  }
  return subjects.values();
}

/** Makes the individuals of one subject. */
class IndividualAssembler {
  readonly #subject: Subject;
  readonly #iri: string;
  readonly #bucket: Bucket;
  readonly #context: Context;
  /** Its most specific classes. */
  readonly #classes: readonly DomainClass[];
  readonly #types: readonly string[];
  readonly #values = new Map<DomainClass, Map<string, FieldValue[]>>();
  readonly #valueKeys = new Map<readonly FieldValue[], Set<string>>();

  constructor(subject: Subject, bucket: Bucket, context: Context) {
    this.#subject = subject;
    this.#bucket = bucket;
    this.#context = context;
    this.#iri = unpackString(subject.key);
    const types = subject.outgoing.flatMap(({ predicate, object }) =>
      predicate === rdf.type && typeof object === 'string' ? [object] : [],
    );
    this.#types = [...new Set(types)];
    const { modelIndex } = context;
    this.#classes = modelIndex.mostSpecific(this.#types.flatMap((type) => modelIndex.classOf(type) ?? []));
  }

  individuals(): readonly Individual[] {
    const { outgoing, incoming, order, at } = this.#subject;
    if (this.#classes.length === 0) {
      this.#loseAll();
      return [];
    }
    for (const cls of this.#classes) this.#values.set(cls, new Map());
    for (const each of sortByLanguage(outgoing, this.#context.language)) this.#keepStatement(each);
    for (const each of incoming) this.#keepIncoming(each);
    return this.#classes.map((cls, i) => ({
      order,
      at,
      iri: this.#iri,
      id: this.#context.identities.idOf(this.#iri),
      class: cls,
      // The first one also gets the types that are not among these classes.
      types: [cls.iri, ...(i === 0 ? this.#types.filter((type) => !this.#classes.some(({ iri }) => iri === type)) : [])],
      values: this.#values.get(cls) as Map<string, FieldValue[]>,
    }));
  }

  /** Reports all statements of a subject that is not an individual as lost. */
  #loseAll(): void {
    const specificTypes = this.#types.filter((type) => !generalTypes.has(type));
    const kind = this.#lossKindOfSubject(specificTypes);
    const type = kind === 'no-class' ? specificTypes.find((one) => !isBlank(one)) : undefined;
    for (const statement of this.#subject.outgoing) {
      const at = statement.at ?? this.#subject.at;
      this.#context.onLoss({ kind, triple: this.#tripleOf(statement), type, at });
    }
  }

  #lossKindOfSubject(specificTypes: readonly string[]): LossKind {
    if (specificTypes.some((type) => isStandardTerm(type))) return 'schema';
    if (specificTypes.length > 0) return 'no-class';
    const isOfSchema = ({ predicate }: PredicateObject) => isStandardTerm(predicate);
    return isBlank(this.#iri) && this.#subject.outgoing.every(isOfSchema) ? 'schema' : 'untyped';
  }

  /** Keeps a statement in a reference of its subject, else in one of its object, else as a value of its subject. */
  #keepStatement(statement: PredicateObject): void {
    const { predicate, object, key } = statement;
    if (predicate === rdf.type && typeof object === 'string') return;
    const { modelIndex } = this.#context;
    const targets = typeof object === 'string' ? this.#classesOfTarget(object, key) : NO_CLASSES;
    const losses: Loss[] = [];
    let isKept = false;
    const record = (loss: Loss | undefined) => {
      if (loss) losses.push(loss);
      else isKept = true;
    };
    for (const cls of this.#classes) {
      const reference = modelIndex.bestReference(modelIndex.fieldsOfSubject(cls, predicate), targets);
      if (reference) record(this.#addReference(cls, reference, statement.object as string, statement));
    }
    if (!isKept && losses.length === 0) {
      if (this.#isKeptBy(targets, predicate, this.#classes)) return;
      for (const cls of this.#classes) {
        const candidates = modelIndex.fieldsOfSubject(cls, predicate);
        if (candidates.length > 0) record(this.#addValue(cls, candidates, statement, targets));
      }
    }
    if (isKept) return;
    const [loss = { kind: this.#lossKindOfProperty(statement, targets), triple: this.#tripleOf(statement), at: statement.at }] =
      losses;
    this.#context.onLoss(loss);
  }

  /** Returns why a statement is lost if no class of the individual has its property. */
  #lossKindOfProperty({ predicate, object }: PredicateObject, targets: readonly DomainClass[]): LossKind {
    if (typeof object !== 'string' || !this.#context.modelIndex.inverseReferenceProperties.has(predicate)) return 'property';
    return targets.length === 0 ? 'unresolved' : 'other-class';
  }

  /** Keeps a reference to this individual here, if the individual that refers to it has no field for it. */
  #keepIncoming(statement: PredicateObject): void {
    const { predicate, object, key } = statement;
    const { modelIndex } = this.#context;
    const referrerClasses = this.#classesOf(key);
    if (referrerClasses.some((cls) => modelIndex.bestReference(modelIndex.fieldsOfSubject(cls, predicate), this.#classes)))
      return;
    let firstLoss: Loss | undefined;
    let isKept = false;
    for (const cls of this.#classes) {
      const reference = modelIndex.bestReference(modelIndex.fieldsOfObject(cls, predicate), referrerClasses);
      if (!reference) continue;
      const loss = this.#addReference(cls, reference, object as string, statement, true);
      if (loss) firstLoss ??= loss;
      else isKept = true;
    }
    if (firstLoss && !isKept) this.#context.onLoss(firstLoss);
  }

  /** Returns whether an individual of some classes keeps a reference to it from an individual of other classes. */
  #isKeptBy(classes: readonly DomainClass[], predicate: string, referrerClasses: readonly DomainClass[]): boolean {
    const { modelIndex } = this.#context;
    return classes.some((cls) => modelIndex.bestReference(modelIndex.fieldsOfObject(cls, predicate), referrerClasses));
  }

  /** Puts a reference into a field. Returns the loss if the field does not accept it. */
  #addReference(
    cls: DomainClass,
    candidate: Candidate,
    iri: string,
    { predicate, at }: PredicateObject,
    isIncoming = false,
  ): Loss | undefined {
    const triple = isIncoming ? { subject: iri, predicate, object: this.#iri } : { subject: this.#iri, predicate, object: iri };
    const value = { json: this.#jsonOf(iri), term: iri, at };
    const loss = this.#add(cls, candidate.field, value, triple);
    if (!loss && candidate.isAlternative) {
      const becomes = tripleOf(this.#iri, candidate.field, iri);
      this.#context.onLoss({ kind: 'direction', triple, becomes, about: { class: cls, field: candidate.field }, at });
    }
    return loss;
  }

  /** Puts a value, or a reference to an unknown individual, into a field. Returns the loss if no field accepts it. */
  #addValue(
    cls: DomainClass,
    candidates: readonly Candidate[],
    statement: PredicateObject,
    targets: readonly DomainClass[],
  ): Loss | undefined {
    const { object, at } = statement;
    const triple = this.#tripleOf(statement);
    let invalidValue: Loss | undefined;
    for (const { field } of candidates) {
      if (field.type.kind === 'reference' || field.type.kind === 'id') continue;
      const term = this.#termFor(field, object);
      const read = valueOfTerm(field.type, term, this.#context.language);
      if ('reason' in read) {
        invalidValue ??= { kind: 'value', triple, about: { class: cls, field }, why: read.reason, at };
        continue;
      }
      const hasTerm = term !== object || (isString(object) && isTagged(read.term));
      const value = this.#context.keepsTerms && hasTerm ? { ...read, term: object } : read;
      const loss = this.#add(cls, field, { ...value, at }, triple);
      if (!loss && !isSameTerm(value.term, object)) {
        const becomes = { ...triple, object: value.term };
        this.#context.onLoss({ kind: termDifference(object, value.term), triple, becomes, about: { class: cls, field }, at });
      }
      return loss;
    }
    const references = candidates.map(({ field }) => field).filter(isReference);
    return references.length === 0 ? invalidValue : this.#addDanglingReference(cls, references, statement, targets.length === 0);
  }

  /** Returns the term that a field reads for an object: a string for an IRI, if the field may have values of any kind. */
  #termFor(field: Field, object: Term): Term {
    const isIri = typeof object === 'string' && !isBlank(object);
    return isIri && this.#isOpen(field) ? { value: object, datatype: `${XSD}string`, language: '' } : object;
  }

  /**
   * Returns whether values of any kind may be in the field: it holds strings only because nothing states a type. The IRI of a
   * resource is then a string, too.
   */
  #isOpen({ type, iri }: Field): boolean {
    if (type.kind !== 'scalar' || type.scalar !== 'string' || type.datatype !== undefined || type.values) return false;
    return iri !== undefined && this.#context.isDatatypeProperty?.(iri) !== true;
  }

  /**
   * Puts a reference into a field although it does not lead to an individual of the class that the field refers to. Of several
   * alternatives, nobody can tell which one was meant, so the first one gets it.
   */
  #addDanglingReference(
    cls: DomainClass,
    references: readonly Field[],
    statement: PredicateObject,
    isUnknown: boolean,
  ): Loss | undefined {
    const { object, at } = statement;
    const triple = this.#tripleOf(statement);
    const [field] = references as [Field];
    const about = { class: cls, field };
    if (typeof object !== 'string') return { kind: 'value', triple, about, why: 'a literal is not an individual', at };
    const kind = isUnknown ? 'unresolved' : 'other-class';
    const values = this.#values.get(cls) as Map<string, FieldValue[]>;
    // Of alternatives with one value each, only one may have it.
    if (field.cardinality !== 'many' && references.some(({ name }) => name !== field.name && values.has(name)))
      return { kind: 'several', triple, about, at };
    const loss = this.#add(cls, field, { json: this.#jsonOf(object), term: object, at, dangling: true }, triple);
    if (!loss) this.#context.onLoss({ kind, triple, becomes: tripleOf(this.#iri, field, object), about, at });
    return loss;
  }

  #add(cls: DomainClass, field: Field, value: FieldValue, triple: Triple): Loss | undefined {
    const values = this.#values.get(cls) as Map<string, FieldValue[]>;
    const known = values.get(field.name);
    if (known === undefined) values.set(field.name, [value]);
    // The values of a property are a set.
    else if (this.#isKnown(known, value)) return undefined;
    else if (field.cardinality === 'many') known.push(value);
    else return { kind: 'several', triple, about: { class: cls, field }, at: value.at };
    return undefined;
  }

  /** Returns whether a field has the value. Many values get an index, to which this also adds the value. */
  #isKnown(known: readonly FieldValue[], value: FieldValue): boolean {
    const keyOf = ({ json, term }: FieldValue) => (this.#context.keepsTerms ? packTerm(term) : json);
    const key = keyOf(value);
    if (known.length < INDEX_THRESHOLD) return known.some((each) => keyOf(each) === key);
    const index = this.#valueKeys.get(known) ?? new Set(known.map(keyOf));
    this.#valueKeys.set(known, index);
    return index.size === index.add(key).size;
  }

  #tripleOf({ predicate, object }: PredicateObject): Triple {
    return { subject: this.#iri, predicate, object };
  }

  #jsonOf(iri: string): string {
    return `"${this.#context.identities.idOf(iri)}"`;
  }

  /** Returns the classes of the object of a statement by the data, else by the ontology. */
  #classesOfTarget(iri: string, key: string): readonly DomainClass[] {
    const { modelIndex, typesOf } = this.#context;
    const classes = this.#classesOf(key);
    if (classes.length > 0 || !typesOf || isBlank(iri)) return classes;
    return modelIndex.mostSpecific(typesOf(iri).flatMap((type) => modelIndex.classOf(type) ?? []));
  }

  #classesOf(key: string): readonly DomainClass[] {
    const { modelIndex } = this.#context;
    const classIndexes = this.#bucket.descriptionsOf(key);
    return classIndexes === undefined
      ? NO_CLASSES
      : modelIndex.mostSpecific(classIndexes.map((index) => modelIndex.classes[Number(index)] as DomainClass));
  }
}

/** Below this number, the values of a field are searched one by one. */
const INDEX_THRESHOLD = 16;

const NO_CLASSES: readonly DomainClass[] = [];

/** Types that all individuals may have. */
const generalTypes: ReadonlySet<string> = new Set([
  'http://www.w3.org/2002/07/owl#NamedIndividual',
  'http://www.w3.org/2002/07/owl#Thing',
  'http://www.w3.org/2000/01/rdf-schema#Resource',
]);

const isTagged = (term: Term): boolean => typeof term !== 'string' && term.language !== '';

/** Returns whether a term is a string, with or without a language tag. */
const isString = (term: Term): boolean => isTagged(term) || (typeof term !== 'string' && term.datatype === `${XSD}string`);

/** Returns how a term differs from another one with the same value. */
function termDifference(a: Term, b: Term): 'language' | 'datatype' | 'spelling' {
  if (typeof a === 'string' || typeof b === 'string') return 'datatype';
  if (a.language !== b.language) return 'language';
  return a.datatype === b.datatype ? 'spelling' : 'datatype';
}

/** Returns statements in their order, but strings in the wanted language before those in other languages. */
function sortByLanguage(statements: readonly PredicateObject[], language: string): readonly PredicateObject[] {
  if (statements.every(({ object }) => typeof object === 'string' || object.language === '')) return statements;
  const rank = ({ object }: PredicateObject): number => {
    if (typeof object === 'string' || object.language === language) return 0;
    if (object.language.startsWith(`${language}-`)) return 1;
    return object.language === '' ? 2 : 3;
  };
  return statements.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the statement for a value of a field. */
export function tripleOf(iri: string, field: Field, value: Term): Triple {
  const path = propertyOf(declaredForm(field)) ?? { iri: '', inverse: false };
  if (path.inverse && typeof value === 'string') return { subject: value, predicate: path.iri, object: iri };
  return { subject: iri, predicate: path.iri, object: value };
}
