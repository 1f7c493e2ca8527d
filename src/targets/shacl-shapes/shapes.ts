/** The shapes of classes, and of values that must be unique. */

import {
  type Constraint,
  constraintsByElement,
  type Demand,
  type DomainClass,
  type DomainModel,
  demandsOn,
  discriminatorOf,
  type Field,
} from '../../model/index.ts';
import { type Ledger, unenforcedNote } from '../core/index.ts';
import { type Node, type PropertyPath, propertyOf, type Statement, statementsOf, type Terms } from '../shared/rdf/index.ts';
import type { Mark } from '../target.ts';
import { type Lines, marked, separated } from '../text/index.ts';
import { abstractConstraint, type Code, disjointSubclassesConstraint, type Site, scalarStatements } from './answers.ts';
import { documentTerms, planShapes } from './names.ts';
import { pathNode } from './paths.ts';
import { shape } from './terms.ts';

export type ShapeLedger = Ledger<Site, Code>;

interface Context {
  readonly site: Site;
  readonly ledger: ShapeLedger;
  readonly constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>;
  /** Fields of subclasses whose property a superclass has a field for, too, by superclass and property. */
  readonly additions: ReadonlyMap<DomainClass, ReadonlyMap<string, readonly Field[]>>;
}

/** Returns all shapes of a model: first those of classes, then those of unique values. */
export function shapesOf(model: DomainModel, ledger: ShapeLedger): Lines {
  const terms = documentTerms(model);
  const names = planShapes(model);
  const site: Site = { terms, shapeOf: (cls) => terms.iri(names.of(cls)) };
  const context = { site, ledger, constraints: constraintsByElement(model), additions: subclassAdditions(model) };
  return separated([
    terms.prologue,
    ...model.classes.map((cls) => classShape(cls, context)),
    ...model.classes.flatMap((cls) => cls.fields.flatMap((field) => uniqueShape(cls, field, names.unique(cls, field), context))),
  ]);
}

function keyOf(field: Field): string | undefined {
  const path = propertyOf(field);
  return path && `${path.inverse ? '^' : ''}${path.iri}`;
}

/** Finds properties for which a subclass adds kinds of values to those of its superclass. */
function subclassAdditions({ classes }: DomainModel): Context['additions'] {
  const superclasses = classes.filter(({ children }) => children.length > 0);
  const keysOf = new Map(superclasses.map((cls) => [cls, new Set(cls.fields.map(keyOf))]));
  const byClass = new Map<DomainClass, Map<string, Field[]>>();
  for (const { fields, ancestors } of classes) {
    for (const field of fields) {
      const key = keyOf(field);
      if (key === undefined) continue;
      for (const ancestor of ancestors) {
        if (!keysOf.get(ancestor)?.has(key)) continue;
        const additions = byClass.get(ancestor) ?? new Map<string, Field[]>();
        byClass.set(ancestor, additions.set(key, [...(additions.get(key) ?? []), field]));
      }
    }
  }
  return byClass;
}

function classShape(cls: DomainClass, context: Context): Lines {
  const { site, ledger, constraints } = context;
  const { terms } = site;
  const disjoint = (constraints.get(cls) ?? []).filter((one) => one.kind === 'disjoint');
  const demands = [...demandsOn(cls).object.filter((demand) => demand.class === cls), ...disjoint] as readonly Demand[];
  const lines = statementsOf(site.shapeOf(cls), [
    ['a', 'sh:NodeShape'],
    ['sh:targetClass', terms.iri(cls.iri)],
    ...labels(cls, context, constraints.get(cls)),
    ...ledger.printAll([...demands, ...irreflexive(cls)], site).flat(),
    ...(cls.abstract ? abstractConstraint(cls, terms) : []),
    ...(discriminatorOf(cls) ? disjointSubclassesConstraint(cls, terms) : []),
    ...propertyShapes(cls, context),
  ]);
  return marked({ element: { kind: 'class', class: cls }, name: cls.name }, lines);
}

/** Returns the constraints that compare a value with its node, which are stated for the node. */
function irreflexive(cls: DomainClass): readonly Demand[] {
  const fields = [...cls.fields, ...cls.refinements].filter((field) => field.irreflexive && !field.absent);
  return fields.map((field) => ({ kind: 'irreflexive', class: cls, field }) as const);
}

const isOfValues = ({ kind }: Demand): boolean => kind !== 'irreflexive';

interface Described {
  readonly name: string;
  readonly label?: string;
  readonly doc?: string;
  readonly deprecated: boolean;
}

/** Returns label and documentation of an element, with a note on constraints that the shape does not enforce. */
function labels(element: Described, { ledger, site }: Context, constraints: readonly Constraint[] | undefined): Statement[] {
  const { terms } = site;
  const gap = unenforcedNote(
    constraints?.filter(({ kind }) => kind !== 'default'),
    (demand) => ledger.achieved(demand),
  );
  const texts = [element.doc, element.deprecated ? 'Deprecated.' : undefined, gap].filter((part) => part !== undefined);
  const isClass = 'plural' in element;
  return [
    [isClass ? 'rdfs:label' : 'sh:name', terms.literal(element.label ?? element.name)],
    ...(texts.length === 0 ? [] : [[isClass ? 'rdfs:comment' : 'sh:description', terms.literal(texts.join('\n\n'))] as const]),
  ];
}

/** Returns a property shape for each property whose fields the class adds or narrows. */
function propertyShapes(cls: DomainClass, context: Context): Statement[] {
  const groups = new Map<string, Field[]>();
  for (const field of [...cls.fields, ...cls.refinements]) {
    const key = keyOf(field);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].flatMap(([key, fields]) => {
    const [first] = fields as [Field, ...Field[]];
    const additions = context.additions.get(cls)?.get(key) ?? [];
    const path = pathNode(propertyOf(first) as PropertyPath, context.site.terms);
    const isAlone = fields.length === 1 && additions.length === 0 && siblings(cls, first, key).length === 0;
    const shapes = isAlone ? [singleFieldStatements(cls, first, context)] : severalShapes(cls, fields, additions, key, context);
    const marked = { isLong: isAlone, ...(isAlone && { mark: fieldMark(cls, first, context.site.terms) }) };
    return shapes.map((statements): Statement => ['sh:property', { statements: [['sh:path', path], ...statements], ...marked }]);
  });
}

function fieldMark(cls: DomainClass, field: Field, terms: Terms): Mark {
  const kinds = kindStatements(field, terms).flatMap(([, object]) => (typeof object === 'string' ? [object] : []));
  const type = field.type.kind === 'enumeration' ? 'sh:in' : (kinds[0] ?? 'sh:or');
  return { element: { kind: 'field', class: cls, field }, name: `${cls.name}.${field.name}`, type };
}

/** Returns other fields of the class, including inherited ones, that have the same property. */
function siblings(cls: DomainClass, field: Field, key: string): readonly Field[] {
  if (cls.parents.length === 0) return [];
  return cls.allFields.filter((other) => other.iri === field.iri && other.name !== field.name && keyOf(other) === key);
}

/** Returns the statements for a property with one field: all constraints of the field. */
function singleFieldStatements(cls: DomainClass, field: Field, context: Context): Statement[] {
  const { ledger, site, constraints } = context;
  const { whole, each } = ledger.demandsToPrint(cls, field);
  return [
    ...labels(field, context, constraints.get(field)),
    ...mergedPatterns(ledger.printAll([...whole, ...each].filter(isOfValues), site)),
  ];
}

/** Moves each further pattern into a separate shape: a shape can have only one pattern with its flags. */
function mergedPatterns(codes: readonly Code[]): Statement[] {
  let hasOne = false;
  const statements: Statement[] = [];
  for (const code of codes) {
    const isPattern = code[0]?.[0] === 'sh:pattern';
    if (isPattern && hasOne) statements.push(['sh:node', shape(...code)]);
    else for (const statement of code) statements.push(statement);
    hasOne ||= isPattern;
  }
  return statements;
}

/**
 * Returns the shapes for a property with several fields, such as one with values of two classes: each value must match one of
 * the fields, and constraints of a field apply to the values of its kind.
 */
function severalShapes(
  cls: DomainClass,
  fields: readonly Field[],
  additions: readonly Field[],
  key: string,
  context: Context,
): Statement[][] {
  const { ledger, site } = context;
  const kindOfValues = (field: Field): Node => shape(...kindStatements(field, site.terms));
  const stated: Statement[] = [];
  const countStatements: Statement[][] = [];
  const alternatives: Node[] = [];
  for (const field of fields) {
    const { whole, each } = ledger.demandsToPrint(cls, field);
    const printed = mergedPatterns(ledger.printAll(each.filter(isOfValues), site));
    const statements = [...kindStatements(field, site.terms), ...printed.filter(([predicate]) => !isKind(predicate))];
    alternatives.push({ statements, isLong: true, mark: fieldMark(cls, field, site.terms) });
    for (const [predicate, object] of ledger.printAll(whole, site).flat()) {
      const qualified = QUALIFIED[predicate];
      if (qualified === undefined) stated.push([predicate, object]);
      else
        countStatements.push([
          ['sh:qualifiedValueShape', kindOfValues(field)],
          [qualified, object],
        ]);
    }
  }
  const first = fields[0] as Field;
  const others = [...additions, ...siblings(cls, first, key).filter((other) => !fields.includes(other))];
  return [
    [
      ...labels(first, context, context.constraints.get(first)),
      ['sh:or', [...alternatives, ...others.map(kindOfValues)]],
      ...stated,
    ],
    ...countStatements,
  ];
}

/** The predicates that count all values, with their counterparts that count the values of a shape. */
const QUALIFIED: Readonly<Record<string, string>> = {
  'sh:minCount': 'sh:qualifiedMinCount',
  'sh:maxCount': 'sh:qualifiedMaxCount',
};

const KINDS: ReadonlySet<string> = new Set(['sh:class', 'sh:datatype', 'sh:nodeKind']);
const isKind = (predicate: string): boolean => KINDS.has(predicate);

/** Returns the statements that distinguish the values of a field from those of other fields of the property. */
function kindStatements({ type }: Field, terms: Terms): Statement[] {
  switch (type.kind) {
    case 'reference':
      return [['sh:class', terms.iri(type.target.iri)]];
    case 'scalar':
      return scalarStatements(type, terms).filter(([predicate]) => isKind(predicate));
    case 'enumeration':
      return [];
    case 'union':
      return [['sh:or', type.union.members.map((member) => shape(...scalarStatements(member, terms)))]];
    case 'id':
      return [];
    default:
      return type satisfies never;
  }
}

/** Returns a shape that allows each value for one instance only. Its target nodes are the values. */
function uniqueShape(cls: DomainClass, field: Field, iri: string, { site: { terms } }: Context): Lines[] {
  const path = propertyOf(field);
  if (!field.unique || field.type.kind === 'id' || !path) return [];
  const back = pathNode({ ...path, inverse: !path.inverse }, terms);
  const owners = shape(['sh:class', terms.iri(cls.iri)]);
  const lines = statementsOf(terms.iri(iri), [
    ['a', 'sh:NodeShape'],
    [path.inverse ? 'sh:targetSubjectsOf' : 'sh:targetObjectsOf', terms.iri(path.iri)],
    ['sh:property', shape(['sh:path', back], ['sh:qualifiedValueShape', owners], ['sh:qualifiedMaxCount', '1'])],
  ]);
  return [marked({ element: { kind: 'field', class: cls, field } }, lines)];
}
