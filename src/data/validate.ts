/**
 * Validates data against the constraints of the ontology: `Post <http://ex/1> title: violates "at most 200 characters"`. It judges
 * individuals as every layer would, and lets a SHACL engine judge the shapes that no layer can enforce.
 */

import { type Diagnostic, diagnostic, type Place, parseJson, type Tree } from '../diagnostics/index.ts';
import { type Breach, judgeTree, repeatedKey } from '../instances/index.ts';
import {
  type Axiom,
  type Comparison,
  type DomainClass,
  type DomainModel,
  demandOf,
  type Field,
  includesEveryLiteral,
  variantOf,
} from '../model/index.ts';
import { isBlank, type Literal, type Position, pushTo, XSD } from '../ontology/index.ts';
import { constraintsOnField } from '../report/index.ts';
import { isOfResources, rdfDatatype } from '../targets/shared/rdf/index.ts';
import type { ConvertOptions } from './convert.ts';
import type { Individual, Loss, LossKind } from './individual.ts';
import { Losses } from './losses.ts';
import { type Data, type ReadIndividual, readData } from './read.ts';
import { KEYWORDS } from './records.ts';
import { judgeShapes, MAX_STATEMENTS, type ShapeBreach, type ShapeFiles } from './shapes.ts';
import { formatPosition, parsePosition } from './statement-distributor.ts';
import { ModelIndex } from './statement-fields.ts';
import { remedyOf } from './suggestions.ts';
import { packString, type Term, unpackString } from './terms.ts';
import { bucketOf, uniqueValues } from './unique-values.ts';
import {
  ASSUMED,
  axiomText,
  invalidValueText,
  missingValueMessage,
  objectMessage,
  reasonText,
  unjudgedShapeWarnings,
  violationText,
} from './violation-texts.ts';
import { recordsOf } from './write-json.ts';

export interface ValidationResult {
  readonly individuals: number;
  readonly violations: number;
  /** The first violations, and warnings about what could not be judged. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A violation of a constraint by an individual. */
interface Violation {
  readonly class: DomainClass | undefined;
  readonly iri: string;
  readonly member?: string | undefined;
  readonly message: string;
  readonly because?: readonly string[];
  /** What would allow the value, as a clause. */
  readonly remedy?: string | undefined;
  readonly at: Position | undefined;
}

type ConstraintText = Required<Pick<Violation, 'message' | 'because'>>;

/** The maximum number of violations that are reported one by one. */
const MAX_REPORTED = 1000;

/** Losses that violate a constraint, with the kind of constraint. */
const constraintOfLoss: Readonly<Partial<Record<LossKind, string>>> = {
  value: 'type',
  several: 'single',
  'other-class': 'type',
};

export interface ValidateOptions extends Omit<ConvertOptions, 'prefixes' | 'list'> {
  /** The files of the shapes, for constraints that no layer enforces. */
  readonly shapes?: ShapeFiles | undefined;
  /** Returns the types of an individual of the ontology, to which the data may refer. */
  readonly typesOf?: ((iri: string) => readonly string[]) | undefined;
}

/**
 * Validates the individuals of a file against the constraints that every layer enforces, and RDF data against all their shapes.
 *
 * @throws DiagnosticError with the source location if the file cannot be read or parsed
 */
export async function validate(file: string, model: DomainModel, options: ValidateOptions): Promise<ValidationResult> {
  return new Validation(file, model, options).run();
}

class Validation {
  readonly #file: string;
  readonly #model: DomainModel;
  readonly #options: ValidateOptions;
  readonly #recordOf: (individual: Individual) => string;
  readonly #constraintTexts = new Map<string, ConstraintText>();
  readonly #classReasons = new Map<string, readonly string[]>();
  /** The shapes that constrain the values of a field, by class and field. */
  readonly #shapes = new Map<string, readonly Axiom[]>();
  /** The shapes of fields whose values are other terms in the data. */
  readonly #shapesOfTerms = new Set<Axiom>();
  /** The IRIs of individuals with such values. */
  readonly #withOtherTerms = new Set<unknown>();
  /** The fields of a class whose datatype no layer knows, so that values lose it. */
  readonly #fieldsLosingDatatype = new Map<DomainClass, readonly Field[]>();
  /** The properties that a closed class allows although they are not its fields. */
  readonly #allowedProperties = new Map<DomainClass, ReadonlySet<string>>();
  /** The classes of individuals that the engine may report. */
  readonly #classes = new Map<unknown, DomainClass>();
  readonly #reported: Diagnostic[] = [];
  /** The individuals with the axioms that were reported for them. */
  readonly #reportedReasons = new Set<string>();
  readonly #modelIndex: ModelIndex;
  /** The losses of the individuals that are judged now. */
  #losses: Loss[] = [];
  readonly #unjudged: Losses;
  #violations = 0;
  /** The number of violations that follow from an assumed policy value, by the text of the assumption. */
  readonly #assumed = new Map<string, number>();

  constructor(file: string, model: DomainModel, options: ValidateOptions) {
    this.#file = file;
    this.#model = model;
    this.#options = options;
    this.#recordOf = recordsOf(model);
    this.#modelIndex = new ModelIndex(model);
    this.#unjudged = new Losses(options.show);
  }

  async run(): Promise<ValidationResult> {
    const { workspace, from, fallback, isDatatypeProperty, typesOf } = this.#options;
    const onLoss = (loss: Loss) => this.#losses.push(loss);
    const data = await readData(this.#file, this.#model, { workspace, onLoss, from, fallback, isDatatypeProperty, typesOf });
    const individuals = this.#judgeIndividuals(data);
    const unjudgedShapes = await this.#judgeUnenforcedShapes('statements' in data.inputCount);
    const diagnostics = [
      ...data.diagnostics,
      ...unjudgedShapes,
      ...this.#unjudged.diagnostics(this.#file, true),
      ...this.#reported.sort(compareByPlace),
    ];
    const more = this.#violations - this.#reported.filter(({ code }) => code === 'data-violation').length;
    const assumed = [...this.#assumed].map(([text, count]) => ({ policy: text.slice(ASSUMED.length), count }));
    if (individuals === 0 && !diagnostics.some(({ severity }) => severity === 'error')) {
      diagnostics.push(diagnostic('data-nothing', { file: this.#file }, { file: this.#file }));
    }
    if (more > 0) diagnostics.push(diagnostic('data-violations-more', { count: more, assumed }, { file: this.#file }));
    return { individuals, violations: this.#violations, diagnostics };
  }

  /** Judges all individuals, and returns their number. */
  #judgeIndividuals(data: Data): number {
    const { workspace, shapes } = this.#options;
    const mayFit = 'statements' in data.inputCount && data.inputCount.statements <= MAX_STATEMENTS;
    const unique = workspace.lists('unique', data.bucketCount);
    let individuals = 0;
    for (const bucket of data.buckets) {
      const lost = this.#lossesByIndividual('records' in data.inputCount);
      for (const read of bucket) {
        individuals++;
        if (mayFit && shapes) this.#classes.set(read.individual.iri, read.individual.class);
        this.#judge(read, lost.get(read.individual.iri) ?? []);
        for (const key of uniqueValues(read.individual)) {
          unique.add(
            bucketOf(key, data.bucketCount),
            `${key}\t${formatPosition(read.individual.at)}\t${packString(read.individual.iri)}`,
          );
        }
      }
      this.#judgeClasses(bucket);
    }
    for (let i = 0; i < data.bucketCount; i++) this.#judgeUnique(unique.lines(i));
    return individuals;
  }

  /** Lets the engine judge the shapes that no layer enforces completely. Returns warnings about those that it cannot judge. */
  async #judgeUnenforcedShapes(isRdf: boolean): Promise<readonly Diagnostic[]> {
    const { workspace, shapes } = this.#options;
    const { axioms, policies } = this.#model;
    const asked = [...new Set([...axioms.filter(isUnenforcedShape), ...this.#shapesOfTerms])];
    if (!isRdf)
      return unjudgedShapeWarnings(asked, undefined, 'these are records; convert them with codegen data convert --to turtle');
    const judged =
      shapes && asked.length > 0 ? await judgeShapes(this.#file, shapes, asked, policies.regex, workspace) : undefined;
    for (const breach of judged?.breaches ?? []) this.#reportShape(breach, this.#classes.get(breach.node));
    const warnings = unjudgedShapeWarnings(asked, judged, judged?.hindrance);
    if (!judged?.hasFailed) return warnings;
    const failure = diagnostic(
      'data-shapes-failed',
      { count: asked.length, reason: judged.hindrance ?? '' },
      { file: this.#file },
    );
    return [failure, ...warnings];
  }

  /** Returns the losses that may violate constraints. Others are reported as in conversions; for records, the JSON is judged. */
  #lossesByIndividual(isOfRecords: boolean): ReadonlyMap<string, readonly Loss[]> {
    const bySubject = new Map<string, Loss[]>();
    for (const loss of this.#losses) {
      // The ids of records are unique per class: an instance of another class may have the same id.
      if (unconstrainedLosses.has(loss.kind) || (isOfRecords && loss.kind === 'other-class')) this.#unjudged.add(loss);
      else if (loss.kind !== 'property' && constraintOfLoss[loss.kind] === undefined && !termLosses.has(loss.kind)) continue;
      if (!isOfRecords) pushTo(bySubject, loss.triple.subject, loss);
    }
    this.#losses = [];
    return bySubject;
  }

  #judge({ individual, tree: record }: ReadIndividual, losses: readonly Loss[]): void {
    const { class: cls } = individual;
    const variant = variantOf(cls, 'entity');
    const tree = record ?? (parseJson(this.#recordOf(individual)) as Tree);
    const faulty = new Set<string>();
    for (const field of this.#fieldsLosingDatatypeOf(cls))
      if (individual.values.has(field.name)) this.#noteOtherTerm(individual, field);
    for (const loss of losses) this.#reportLoss(individual, loss, faulty);
    const duplicate = record && repeatedKey(record, new Set(variant.members.map(({ field }) => field.name)));
    if (duplicate !== undefined) {
      const { iri, at } = individual;
      this.#report({ class: cls, iri, message: `has the key ${JSON.stringify(duplicate)} twice`, at });
      return;
    }
    for (const breach of judgeTree(variant, tree, KEYWORDS).broken) {
      const field = fieldOf(breach);
      // The loss was already reported, so the missing value is not.
      if (field && faulty.has(field.name)) continue;
      const at = (field && individual.values.get(field.name)?.[0]?.at) ?? individual.at;
      this.#report({ class: cls, iri: individual.iri, at, member: field?.name, ...this.#textOfBreach(cls, breach, field) });
    }
  }

  /**
   * Reports a loss as a violation if a constraint applies to it.
   *
   * @param faulty receives the name of the field
   */
  #reportLoss(individual: Individual, loss: Loss, faulty: Set<string>): void {
    const { kind, about, why, at, triple } = loss;
    const { class: cls, iri } = individual;
    if (kind === 'property') {
      if (!cls.closed || this.#isAllowed(cls, triple.predicate)) return;
      const message = `has ${this.#options.show(triple.predicate)}, and the class is closed`;
      this.#report({ class: cls, iri, message, because: this.#reasonsOfClass(cls, 'closed'), at });
      return;
    }
    const field = about?.field;
    if (!field || about.class !== cls) return;
    if (termLosses.has(kind) && !acceptsAnyLiteral(field)) this.#noteOtherTerm(individual, field);
    const demand = constraintOfLoss[kind];
    if (demand === undefined) return;
    faulty.add(field.name);
    if (kind === 'value' && this.#isInvalidOnlyInLayers(cls, field, triple.object)) {
      this.#noteOtherTerm(individual, field);
      this.#unjudged.add(loss);
      return;
    }
    const { message: violated, because } = this.#textOfField(cls, field, demand);
    const message = why === undefined ? violated : `${violated}: ${why}`;
    const remedy = remedyOf(loss, this.#options.show);
    this.#report({ class: cls, iri, member: field.name, message, because, remedy, at });
  }

  /**
   * Returns whether only the layers cannot hold a value: a blank node, which has no IRI that a field could hold, or a resource if
   * nothing states the kind of values, so that the field is a string. No axiom is violated by that. Shapes that it may violate,
   * such as `sh:nodeKind sh:IRI`, are judged with the value itself.
   */
  #isInvalidOnlyInLayers(cls: DomainClass, field: Field, value: Term): boolean {
    if (typeof value !== 'string' || field.type.kind !== 'scalar') return false;
    if (isOfResources(field.type)) return isBlank(value);
    if (field.iri === undefined || this.#options.isDatatypeProperty?.(field.iri)) return false;
    return this.#constraintsOf(cls, field, 'type').every(({ because }) => because.every(({ by }) => by === 'model'));
  }

  /** Returns the constraints of one kind on a field, as the class narrows it. */
  #constraintsOf(cls: DomainClass, field: Field, kind: string) {
    const narrowed = cls.allFields.find(({ name }) => name === field.name) ?? field;
    return constraintsOnField(this.#model, cls, narrowed).filter((constraint) => constraint.kind === kind);
  }

  #fieldsLosingDatatypeOf(cls: DomainClass): readonly Field[] {
    let fields = this.#fieldsLosingDatatype.get(cls);
    if (fields === undefined) {
      fields = cls.allFields.filter((field) => losesDatatype(field) && !acceptsAnyLiteral(field));
      this.#fieldsLosingDatatype.set(cls, fields);
    }
    return fields;
  }

  /**
   * Notes a value that the field reads as another term. Shapes constrain terms, so those of the field are judged with the data.
   */
  #noteOtherTerm({ class: cls, iri }: Individual, field: Field): void {
    const key = `${cls.name}.${field.name}`;
    let shapes = this.#shapes.get(key);
    if (shapes === undefined) {
      const isAbout = (one: Axiom['constraints'][number]) =>
        'field' in one && one.field?.iri === field.iri && this.#modelIndex.isA(cls, one.class);
      shapes = this.#model.axioms.filter(
        ({ construct, constraints }) => construct.startsWith('sh:') && constraints.some(isAbout),
      );
      this.#shapes.set(key, shapes);
    }
    for (const axiom of shapes) this.#shapesOfTerms.add(axiom);
    if (shapes.length > 0) this.#withOtherTerms.add(iri);
  }

  /** Returns whether the shapes that close a class allow a property that is not one of its fields. */
  #isAllowed(cls: DomainClass, property: string): boolean {
    let allowed = this.#allowedProperties.get(cls);
    if (allowed === undefined) {
      const closing = this.#model.axioms.flatMap(({ constraints }) => constraints).filter(({ kind }) => kind === 'closed');
      allowed = new Set(closing.flatMap((one) => (one.kind === 'closed' && one.class === cls ? [...(one.allowed ?? [])] : [])));
      this.#allowedProperties.set(cls, allowed);
    }
    return allowed.has(property);
  }

  #textOfBreach(cls: DomainClass, { demand, words, found }: Breach, field: Field | undefined): ConstraintText {
    if (!demand) return { message: violationText(words), because: [] };
    if (field && (demand.kind === 'member' || demand.kind === 'required')) {
      const kind = demand.kind === 'member' && field.minItems ? 'min-items' : demand.kind;
      return { ...this.#textOfField(cls, field, kind), message: missingValueMessage(field) };
    }
    if (field) {
      const { message, because } = this.#textOfField(cls, field, demand.kind);
      return { message: found ? `${message}: ${invalidValueText(field, found)}` : message, because };
    }
    const comparison = demand.kind === 'comparison' ? demand.comparison : undefined;
    const message = violationText(objectMessage(demand));
    return { message, because: this.#reasonsOfClass(demand.class, demand.kind, comparison) };
  }

  #textOfField(cls: DomainClass, field: Field, kind: string): ConstraintText {
    const key = `${cls.name}.${field.name} ${kind}`;
    let text = this.#constraintTexts.get(key);
    if (text === undefined) {
      const constraints = this.#constraintsOf(cls, field, kind);
      const message = violationText(constraints.map(({ says }) => says).join('; ') || kind);
      text = { message, because: [...new Set(constraints.flatMap(({ because }) => because.map(reasonText)))] };
      this.#constraintTexts.set(key, text);
    }
    return text;
  }

  /** @param comparison the one of several that a class may have */
  #reasonsOfClass(cls: DomainClass, kind: string, comparison?: Comparison): readonly string[] {
    const key = `${cls.name} ${kind} ${comparison?.lesser.name} ${comparison?.greater.name}`;
    let because = this.#classReasons.get(key);
    if (because === undefined) {
      const isReason = (axiom: Axiom) =>
        axiom.constraints.some(
          (constraint) =>
            constraint.kind === kind &&
            (constraint.kind !== 'comparison' || constraint.comparison === comparison) &&
            this.#modelIndex.isA(cls, constraint.class) &&
            demandOf(constraint) !== undefined,
        );
      because = this.#model.axioms.filter(isReason).map(axiomText);
      this.#classReasons.set(key, because);
    }
    return because;
  }

  /** Reports individuals of disjoint classes. */
  #judgeClasses(bucket: readonly ReadIndividual[]): void {
    const individualsById = new Map<string, Individual[]>();
    for (const { individual } of bucket) pushTo(individualsById, individual.id, individual);
    for (const [first, ...others] of individualsById.values()) {
      for (const other of others) if (first) this.#judgePair(first, other);
    }
  }

  #judgePair(first: Individual, other: Individual): void {
    const { iri, class: cls, at } = other;
    if (first.class === cls) {
      this.#report({ class: cls, iri, message: 'has the identity of another record', at });
      return;
    }
    const axiom = this.#model.axioms.find(({ constraints }) =>
      constraints.some(
        (one) =>
          one.kind === 'disjoint' &&
          ((this.#modelIndex.isA(first.class, one.class) && this.#modelIndex.isA(cls, one.other)) ||
            (this.#modelIndex.isA(first.class, one.other) && this.#modelIndex.isA(cls, one.class))),
      ),
    );
    const message = `is of class ${first.class.name}, too, and the two exclude each other`;
    if (axiom) this.#report({ class: cls, iri, message, because: [axiomText(axiom)], at });
    else if (this.#modelIndex.shareDiscriminator(cls, first.class)) {
      const because = ['the assumption subclasses=one (--policy subclasses=several decides otherwise)'];
      this.#report({ class: cls, iri, message, because, at });
    }
  }

  #judgeUnique(lines: Iterable<string>): void {
    const known = new Map<string, string>();
    const reported = new Set<string>();
    for (const line of lines) {
      const [owner = '', members = '', value = '', place = '', iri = ''] = line.split('\t');
      const key = `${owner}\t${members}\t${value}`;
      const previousIri = known.get(key);
      if (previousIri === undefined) {
        known.set(key, iri);
        continue;
      }
      // An individual of several subclasses has a line for each.
      if (previousIri === iri || reported.has(`${key}\t${iri}`)) continue;
      reported.add(`${key}\t${iri}`);
      const cls = this.#model.classes.find(({ name }) => name === owner) as DomainClass;
      const field = cls.allFields.find(({ name }) => name === members);
      const because = field ? this.#textOfField(cls, field, 'unique').because : this.#reasonsOfClass(cls, 'key');
      const message = `has the value ${unpackString(value)}, and so has <${unpackString(previousIri)}>`;
      this.#report({ class: cls, iri: unpackString(iri), member: members, message, because, at: parsePosition(place) });
    }
  }

  #reportShape(breach: ShapeBreach, cls: DomainClass | undefined): void {
    const { node, property, violated, at, isAdvice, unresolved } = breach;
    const iri = typeof node === 'string' ? node : this.#literalText(node);
    const { axiom, violatedConstraint } =
      violated.find((one) => isUnenforcedShape(one.axiom) || this.#withOtherTerms.has(node)) ?? {};
    // If layers enforce a part of the axiom, that part was reported.
    if (axiom === undefined || this.#reportedReasons.has(`${iri}\t${axiomText(axiom)}`)) return;
    const field = cls?.allFields.find(({ iri }) => iri !== undefined && iri === property);
    if (unresolved !== undefined && cls !== undefined && field?.iri !== undefined && axiom.construct === 'sh:class') {
      // It is unknown whether the referenced node is of another class.
      const triple = { subject: iri, predicate: field.iri, object: unresolved };
      this.#unjudged.add({ kind: 'unresolved', triple, becomes: triple, about: { class: cls, field }, at });
      return;
    }
    const member = field?.name ?? (property === undefined ? undefined : this.#options.show(property));
    this.#report(
      { class: cls, iri, member, message: violationText(violatedConstraint ?? axiom.statement), because: [axiomText(axiom)], at },
      isAdvice,
    );
  }

  #literalText({ value, datatype, language }: Literal): string {
    const kind = language === '' ? `^^${this.#options.show(datatype)}` : `@${language}`;
    return `${JSON.stringify(value)}${datatype === `${XSD}string` ? '' : kind}`;
  }

  #report({ class: cls, iri, member, message, because = [], remedy, at }: Violation, isAdvice = false): void {
    if (!isAdvice) {
      this.#violations++;
      for (const each of because) {
        if (each.startsWith(ASSUMED)) this.#assumed.set(each, (this.#assumed.get(each) ?? 0) + 1);
      }
    }
    if (this.#reported.length >= MAX_REPORTED) return;
    for (const each of because) this.#reportedReasons.add(`${iri}\t${each}`);
    const place: Place = at ? { file: this.#file, ...at } : { file: this.#file };
    const subject = `${cls === undefined ? '' : `${cls.name} `}${/^(?:_:|")/.test(iri) ? iri : `<${iri}>`}`;
    this.#reported.push(
      diagnostic(isAdvice ? 'data-advice' : 'data-violation', { who: subject, member, says: message, because, remedy }, place),
    );
  }
}

/** Returns whether no layer, or none completely, enforces a part of a shape. */
export const isUnenforcedShape = ({ construct, shortfall }: Axiom): boolean =>
  construct.startsWith('sh:') && construct !== 'sh:defaultValue' && shortfall !== undefined;

/** Returns whether literals of every datatype are values of a field. */
const acceptsAnyLiteral = ({ type }: Field): boolean =>
  type.kind === 'scalar' && type.datatype !== undefined && includesEveryLiteral(type.datatype);

/** Returns whether the values of a field lose their datatype when they are converted back. */
const losesDatatype = ({ type }: Field): boolean =>
  type.kind === 'scalar' && type.datatype !== undefined && !isOfResources(type) && rdfDatatype(type) !== type.datatype;

/** Losses that give the field the same value as another term. */
const termLosses: ReadonlySet<LossKind> = new Set<LossKind>(['language', 'datatype', 'spelling']);

/** Losses of statements that no constraint applies to. */
const unconstrainedLosses: ReadonlySet<LossKind> = new Set<LossKind>(['no-class', 'untyped', 'unresolved']);

function fieldOf({ demand }: Breach): Field | undefined {
  return demand && 'field' in demand ? demand.field : undefined;
}

function compareByPlace({ place: a }: Diagnostic, { place: b }: Diagnostic): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
