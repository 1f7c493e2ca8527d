/**
 * Prints the document of shapes: a node shape for each class with property shapes of its fields, and one for each unique field.
 */

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
import { type Node, type PropertyPath, propertyOf, type Statement, statementsOf } from '../shared/rdf/index.ts';
import type { Mark } from '../target.ts';
import { type Lines, marked, separated } from '../text/index.ts';
import {
  abstractConstraint,
  type Code,
  disjointSubclassesConstraint,
  instanceStatement,
  type Site,
  scalarStatements,
} from './answers.ts';
import { documentTerms, shapeNames } from './names.ts';
import { pathNode, shape } from './terms.ts';

export type ShapeLedger = Ledger<Site, Code>;

interface Context {
  readonly site: Site;
  readonly ledger: ShapeLedger;
  readonly constraints: ReadonlyMap<DomainClass | Field, readonly Constraint[]>;
  /**
   * The fields that subclasses add to a property of a superclass, by superclass and property: if `Person` has `knows` with the
   * range `Person`, and `Student` has a second field of `knows` with the range `School`, that second field.
   */
  readonly additions: ReadonlyMap<DomainClass, ReadonlyMap<string, readonly Field[]>>;
}

/** Returns all shapes of a model: first those of classes, then those of unique values. */
export function shapesOf(model: DomainModel, ledger: ShapeLedger): Lines {
  const terms = documentTerms(model);
  const names = shapeNames(model);
  const site: Site = { terms, shapeOf: (cls) => terms.iri(names.of(cls)), membersOf: membersOf(model) };
  const context = { site, ledger, constraints: constraintsByElement(model), additions: subclassAdditions(model) };
  return separated([
    terms.prologue,
    ...model.classes.map((cls) => classShape(cls, context)),
    ...model.classes.flatMap((cls) => cls.fields.flatMap((field) => uniqueShape(cls, field, names.unique(cls, field), context))),
  ]);
}

/**
 * Returns a function for {@link Site.membersOf}. An intersection, such as `owl:equivalentClass [ owl:intersectionOf ( :Shipment … ) ]`,
 * may state a superclass, but SHACL reads only `rdfs:subClassOf`.
 */
function membersOf({ axioms, classes }: DomainModel): Site['membersOf'] {
  const key = (cls: DomainClass, parent: DomainClass) => `${cls.iri} ${parent.iri}`;
  const read = axioms.filter(({ construct }) => construct === 'rdfs:subClassOf').flatMap(({ constraints }) => constraints);
  const known = new Set(read.map((each) => each.kind === 'inheritance' && key(each.class, each.parent)));
  const others = classes.filter((cls) => cls.parents.some((parent) => !known.has(key(cls, parent))));
  return (cls) => [cls, ...others.filter(({ ancestors }) => ancestors.includes(cls))];
}

/** Returns the IRI of the field's property, with `^` in front if it leads from the value to the instance. */
function propertyKey(field: Field): string | undefined {
  const path = propertyOf(field);
  return path && `${path.inverse ? '^' : ''}${path.iri}`;
}

/** Finds the fields that subclasses add to a property of a superclass. */
function subclassAdditions({ classes }: DomainModel): Context['additions'] {
  const superclasses = classes.filter(({ children }) => children.length > 0);
  const keysOf = new Map(superclasses.map((cls) => [cls, new Set(cls.fields.map(propertyKey))]));
  const byClass = new Map<DomainClass, Map<string, Field[]>>();
  for (const { fields, ancestors } of classes) {
    for (const field of fields) {
      const key = propertyKey(field);
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
  const disjoint = (constraints.get(cls) ?? []).filter((constraint) => constraint.kind === 'disjoint');
  const demands = [...demandsOn(cls).object.filter((demand) => demand.class === cls), ...disjoint] as readonly Demand[];
  const lines = statementsOf(site.shapeOf(cls), [
    ['a', 'sh:NodeShape'],
    ['sh:targetClass', terms.iri(cls.iri)],
    ...labelStatements(cls, context, constraints.get(cls)),
    ...ledger.printAll([...demands, ...irreflexiveDemands(cls)], site).flat(),
    ...(cls.abstract ? abstractConstraint(cls, terms) : []),
    ...(discriminatorOf(cls) ? disjointSubclassesConstraint(cls, terms) : []),
    ...propertyShapes(cls, context),
  ]);
  return marked({ element: { kind: 'class', class: cls }, name: cls.name }, lines);
}

/** Returns the constraints that compare a value with its node. The node shape states them, not the property shape. */
function irreflexiveDemands(cls: DomainClass): readonly Demand[] {
  const fields = [...cls.fields, ...cls.refinements].filter((field) => field.irreflexive && !field.absent);
  return fields.map((field) => ({ kind: 'irreflexive', class: cls, field }) as const);
}

const isOfPropertyShape = ({ kind }: Demand): boolean => kind !== 'irreflexive';

/** Returns label and documentation of an element, with a note on constraints that the shape does not enforce. */
function labelStatements(
  element: DomainClass | Field,
  { ledger, site }: Context,
  constraints: readonly Constraint[] | undefined,
): Statement[] {
  const { terms } = site;
  const gap = unenforcedNote(
    constraints?.filter(({ kind }) => kind !== 'default'),
    (demand) => ledger.achieved(demand),
  );
  const paragraphs = [element.doc, element.deprecated ? 'Deprecated.' : undefined, gap].filter((text) => text !== undefined);
  const isClass = 'plural' in element;
  return [
    [isClass ? 'rdfs:label' : 'sh:name', terms.literal(element.label ?? element.name)],
    ...(paragraphs.length === 0
      ? []
      : [[isClass ? 'rdfs:comment' : 'sh:description', terms.literal(paragraphs.join('\n\n'))] as const]),
  ];
}

/** Returns the property shapes of the fields that the class adds or narrows, grouped by property. */
function propertyShapes(cls: DomainClass, context: Context): Statement[] {
  const groups = new Map<string, Field[]>();
  for (const field of [...cls.fields, ...cls.refinements]) {
    const key = propertyKey(field);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].flatMap(([key, fields]) => {
    const [first] = fields as [Field, ...Field[]];
    const additions = context.additions.get(cls)?.get(key) ?? [];
    const path = pathNode(propertyOf(first) as PropertyPath, context.site.terms);
    const isAlone = fields.length === 1 && additions.length === 0 && otherFieldsOf(key, cls, first).length === 0;
    const shapes = isAlone
      ? [singleFieldStatements(cls, first, context)]
      : severalFieldsStatements(cls, fields, additions, key, context);
    const marked = { isLong: isAlone, ...(isAlone && { mark: fieldMark(cls, first, context.site) }) };
    return shapes.map((statements): Statement => ['sh:property', { statements: [['sh:path', path], ...statements], ...marked }]);
  });
}

function fieldMark(cls: DomainClass, field: Field, site: Site): Mark {
  const kinds = kindStatements(field, site).flatMap(([, object]) => (typeof object === 'string' ? [object] : []));
  const type = field.type.kind === 'enumeration' ? 'sh:in' : (kinds[0] ?? 'sh:or');
  return { element: { kind: 'field', class: cls, field }, name: `${cls.name}.${field.name}`, type };
}

/** Returns the other fields of a property in a class, inherited ones included. */
function otherFieldsOf(key: string, cls: DomainClass, field: Field): readonly Field[] {
  if (cls.parents.length === 0) return [];
  return cls.allFields.filter((other) => other.iri === field.iri && other.name !== field.name && propertyKey(other) === key);
}

/** Returns the statements for a property with one field: all constraints of the field. */
function singleFieldStatements(cls: DomainClass, field: Field, context: Context): Statement[] {
  const { ledger, site, constraints } = context;
  const { whole, each } = ledger.demandsToPrint(cls, field);
  return [
    ...labelStatements(field, context, constraints.get(field)),
    ...mergedPatterns(ledger.printAll([...whole, ...each].filter(isOfPropertyShape), site)),
  ];
}

/** Moves each further pattern into a separate shape: a shape can have only one pattern with its flags. */
function mergedPatterns(codes: readonly Code[]): Statement[] {
  let hasPattern = false;
  const statements: Statement[] = [];
  for (const code of codes) {
    const isPattern = code[0]?.[0] === 'sh:pattern';
    if (isPattern && hasPattern) statements.push(['sh:node', shape(...code)]);
    else for (const statement of code) statements.push(statement);
    hasPattern ||= isPattern;
  }
  return statements;
}

/**
 * Returns the statements of each property shape for a property with several fields, such as one with values of two classes. The
 * first shape requires that each value matches one of the fields; each further one counts the values of one field.
 */
function severalFieldsStatements(
  cls: DomainClass,
  fields: readonly Field[],
  additions: readonly Field[],
  key: string,
  context: Context,
): Statement[][] {
  const { ledger, site } = context;
  const shapeOfKind = (field: Field): Node => shape(...kindStatements(field, site));
  const commonStatements: Statement[] = [];
  const countStatements: Statement[][] = [];
  const alternatives: Node[] = [];
  for (const field of fields) {
    const { whole, each } = ledger.demandsToPrint(cls, field);
    const printed = mergedPatterns(ledger.printAll(each.filter(isOfPropertyShape), site));
    const statements = [...kindStatements(field, site), ...printed.filter(([predicate]) => !isKind(predicate))];
    alternatives.push({ statements, isLong: true, mark: fieldMark(cls, field, site) });
    for (const [predicate, object] of ledger.printAll(whole, site).flat()) {
      const qualified = QUALIFIED[predicate];
      if (qualified === undefined) commonStatements.push([predicate, object]);
      else
        countStatements.push([
          ['sh:qualifiedValueShape', shapeOfKind(field)],
          [qualified, object],
        ]);
    }
  }
  const first = fields[0] as Field;
  const furtherFields = [...additions, ...otherFieldsOf(key, cls, first).filter((other) => !fields.includes(other))];
  return [
    [
      ...labelStatements(first, context, context.constraints.get(first)),
      ['sh:or', [...alternatives, ...furtherFields.map(shapeOfKind)]],
      ...commonStatements,
    ],
    ...countStatements,
  ];
}

/** The predicates that count all values, and the counterparts that count only the values that match a shape. */
const QUALIFIED: Readonly<Record<string, string>> = {
  'sh:minCount': 'sh:qualifiedMinCount',
  'sh:maxCount': 'sh:qualifiedMaxCount',
};

/** Checks whether a predicate states the kind of values. */
const isKind = (predicate: string): boolean => ['sh:class', 'sh:datatype', 'sh:nodeKind', 'sh:or'].includes(predicate);

/** Returns the statements that distinguish the values of a field from those of other fields of the property. */
function kindStatements({ type }: Field, site: Site): Statement[] {
  const { terms } = site;
  switch (type.kind) {
    case 'reference':
      return [instanceStatement(type.target, site)];
    case 'scalar':
      return scalarStatements(type, terms).filter(([predicate]) => isKind(predicate));
    case 'union':
      return [['sh:or', type.union.members.map((member) => shape(...scalarStatements(member, terms)))]];
    case 'enumeration':
    case 'id':
      return [];
    default:
      return type satisfies never;
  }
}

/** Returns a shape that allows each value for one instance only. Its target nodes are the values. */
function uniqueShape(cls: DomainClass, field: Field, iri: string, { site }: Context): Lines[] {
  const { terms } = site;
  const path = propertyOf(field);
  if (!field.unique || field.type.kind === 'id' || !path) return [];
  const reversedPath = pathNode({ ...path, inverse: !path.inverse }, terms);
  const isInstance = shape(instanceStatement(cls, site));
  const lines = statementsOf(terms.iri(iri), [
    ['a', 'sh:NodeShape'],
    [path.inverse ? 'sh:targetSubjectsOf' : 'sh:targetObjectsOf', terms.iri(path.iri)],
    ['sh:property', shape(['sh:path', reversedPath], ['sh:qualifiedValueShape', isInstance], ['sh:qualifiedMaxCount', '1'])],
  ]);
  return [marked({ element: { kind: 'field', class: cls, field } }, lines)];
}
