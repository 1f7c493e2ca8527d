/**
 * Adds the fields that hold values of a property, not references: `:title` in `:Post` becomes `Post.title`. If several classes
 * have the property, their fields get the same name if they have the same type, so that a common subclass has one field.
 */

import { pushTo } from '../../ontology/index.ts';
import { multiplicityOf } from '../assume/count.ts';
import { type ClassDraft, type FieldDraft, newField } from '../draft.ts';
import { isIndividual, propertyOf, type Use } from '../relate/index.ts';
import type { Candidates, Property } from '../type/property.ts';
import type { ValueType } from '../type/range.ts';
import { type Context, describeByShape } from './context.ts';

/** Adds a field to each class in which the property has values. */
export function addValues(context: Context, all: readonly Use[]): void {
  const [first] = all;
  const property = propertyOf(all);
  if (first && all.length === 1) {
    // In a single class, there is no other class to share the name with.
    if (first.range.value) addValue(context, first, context.names.claim(property.domains, namesOf(context, first), '', property));
    return;
  }
  const uses = all.filter((use) => use.range.value !== undefined);
  if (uses.length === 0) return;
  const { names } = context;
  for (const { uses: group, candidates } of groupByName(names, property, uses)) {
    const classes = group.map((use) => use.class);
    const key = `${property.iri} value ${candidates[0]} ${typeKey(group[0]?.range.value as ValueType)}`;
    const name = names.claim(classes, candidates, key, property);
    for (const use of group) addValue(context, use, name);
  }
}

function addValue({ facts }: Context, use: Use, name: string): void {
  const { property, class: cls, minimum, maximum } = use;
  const multiplicity = multiplicityOf(use.hasAlternatives ? 0 : minimum, maximum);
  const { cardinality } = multiplicity;
  const unique = cardinality !== 'many' && property.inverseFunctional;
  const field = newField(name, use.range.value as ValueType, cardinality, unique, cls, property);
  describeByShape(field, facts, property, cls);
  if (!use.hasAlternatives && cardinality === 'many') Object.assign(field, multiplicity);
  cls.fields.push(field);
  use.valueField = field;
  if (!use.hasAlternatives) recordAssumedCounts(use, cls, field);
}

/** Returns the candidate names of the field in the only class: the name that the user chose, or those of the property. */
function namesOf({ names }: Context, use: Use): Candidates {
  if (use.isNameChosen) return [use.memberName];
  const candidates = names.candidates(use.property);
  return areResources(use.range.value as ValueType) ? withBest(names.resourceName(use.property), candidates) : candidates;
}

/** Returns the candidates with another name as the best one. */
function withBest(best: string, candidates: Candidates): Candidates {
  return [best, ...candidates.filter((name) => name !== best)];
}

/** Records which constraints of a field come from the assumptions about its number of values. */
export function recordAssumedCounts({ count, subject }: Use, cls: ClassDraft, field: FieldDraft): void {
  subject.class = cls;
  subject.member = field;
  if (field.cardinality === 'one') count.minimum.addConstraint({ kind: 'required', class: cls, field });
  if (field.cardinality !== 'many') count.maximum.addConstraint({ kind: 'single', class: cls, field });
}

/** The uses of a property whose fields get one name. */
interface NamedUses {
  readonly uses: readonly Use[];
  readonly candidates: Candidates;
}

/** Groups uses by name and by the type of their values. Uses whose name the user chose come first. */
function groupByName(names: Context['names'], property: Property, uses: readonly Use[]): NamedUses[] {
  const candidates = names.candidates(property);
  const [firstName] = candidates;
  const chosen = uses.filter(({ isNameChosen }) => isNameChosen);
  if (chosen.length > 0) {
    const groups: NamedUses[] = [];
    for (const name of new Set(chosen.map(({ memberName }) => memberName))) {
      const sameName = chosen.filter(({ memberName }) => memberName === name);
      groups.push(...groupByType(sameName, [name]));
    }
    const others = uses.filter(({ isNameChosen }) => !isNameChosen);
    if (others.length > 0) groups.push(...groupByName(names, property, others));
    return groups;
  }
  const groups = new Map<string, NamedUses & { readonly uses: Use[] }>();
  for (const use of uses) {
    const type = use.range.value as ValueType;
    const role = areResources(type) ? names.resourceName(property) : firstName;
    const key = `${role} ${typeKey(type)}`;
    const group = groups.get(key);
    if (group) group.uses.push(use);
    else groups.set(key, { uses: [use], candidates: withBest(role, candidates) });
  }
  return [...groups.values()];
}

/** Groups uses with one name by the type of their values. */
function groupByType(uses: readonly Use[], candidates: Candidates): NamedUses[] {
  const groups = new Map<string, Use[]>();
  for (const use of uses) {
    const key = typeKey(use.range.value as ValueType);
    pushTo(groups, key, use);
  }
  return [...groups.values()].map((group) => ({ uses: group, candidates }));
}

/** Returns whether values are IRIs of resources, so that the name of the field can say so. */
function areResources(type: ValueType): boolean {
  return isIndividual(type) || (type.kind === 'scalar' && type.scalar === 'iri' && !type.datatype?.includes('anyURI'));
}

/** Returns a key of the type. Fields with the same key may share a name, and so become one field in a common subclass. */
function typeKey(type: ValueType): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'enumeration':
      return type.enumeration.name;
    case 'union':
      return type.union.name;
    default:
      return type satisfies never;
  }
}
