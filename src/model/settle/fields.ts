import { managedBy } from '../assume/moments.ts';
import { generatedValue, type Multiplicity, multiplicityOf, statedBounds } from '../assume/values.ts';
import { areRelated, type ClassDraft, type FieldDraft, type RelationDraft } from '../draft.ts';
import { FieldNames, type Meaning } from '../name/scopes.ts';
import { type Bounds, type Facts, NO_HINTS } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { NamedTypes } from '../type/named-types.ts';
import { type Property, rangeIn } from '../type/properties.ts';
import type { Range, ValueType } from '../type/range.ts';
import type { Choice, Field, ReferenceField } from '../types.ts';
import { endsInPreposition, isPluralName, pascalName, pluralOf, shortened, singularOf, snakeCase } from '../words/names.ts';
import { cleanText } from '../words/text.ts';
import { applyFacts, traceType } from './apply.ts';

/** An object property between one class of its domain and one of its range. */
interface Edge {
  readonly property: Property;
  readonly source: ClassDraft;
  readonly target: ClassDraft;
  /** The property's name for this source, as a thing it leads to: `author`, `comments`. */
  readonly role: string;
  readonly many: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Whether the ontology says that there is at least one, or this only follows from its silence. */
  readonly stated: boolean;
  /** The property's range has alternatives to this target. */
  readonly alternative: boolean;
  inverse: Edge | undefined;
  /** For to-many: the to-one edge that stores it. */
  storedBy: Edge | undefined;
  /** The reference fields that store it, with the relation in the direction from holder to target. */
  stored: { field: FieldDraft; forward: RelationDraft } | undefined;
}

/** A required reference, with whether the ontology itself requires it. */
export interface RequiredReference {
  readonly relation: RelationDraft;
  readonly stated: boolean;
}

/**
 * Gives all classes their fields and relations.
 *
 * @returns the references that are required so far, in order of declaration
 */
export function addFields(
  reader: Reader,
  classes: readonly ClassDraft[],
  properties: readonly Property[],
  facts: Facts,
  types: NamedTypes,
): RequiredReference[] {
  return new FieldBuilder(reader, classes, properties, facts, types).build();
}

class FieldBuilder {
  readonly #reader: Reader;
  readonly #classes: readonly ClassDraft[];
  readonly #properties: readonly Property[];
  readonly #facts: Facts;
  readonly #types: NamedTypes;
  readonly #names = new FieldNames();
  /** What each name stands for: equal parts of one property share a meaning, so that they may share a name. */
  readonly #meanings = new Map<string, Meaning>();
  /** The properties, with the classes they are in, of which a warning says that they are renamed. */
  readonly #renamed = new Set<string>();
  readonly #candidates = new Map<Property, readonly string[]>();
  /** The properties whose local name is the name that they want. */
  readonly #named = new Map<string, Property[]>();
  readonly #edges = new Map<Property, Edge[]>();
  readonly #required: RequiredReference[] = [];
  /** To-many properties without an inverse, by the class they lead to. */
  readonly #claims = new Map<ClassDraft, Edge[]>();
  /** Foreign keys whose way back no property names. */
  readonly #oneWay: RelationDraft[] = [];

  constructor(reader: Reader, classes: readonly ClassDraft[], properties: readonly Property[], facts: Facts, types: NamedTypes) {
    this.#reader = reader;
    this.#classes = classes;
    this.#properties = properties;
    this.#facts = facts;
    this.#types = types;
  }

  build(): RequiredReference[] {
    this.#addIds();
    for (const property of this.#properties) {
      const { label, local } = this.#ownNames(property);
      if (local !== '' && (label === '' || label === local)) push(this.#named, local, property);
    }
    for (const property of this.#properties) this.#edges.set(property, this.#edgesOf(property));
    this.#linkEdges();
    for (const property of this.#properties) {
      this.#addValues(property);
      for (const edge of this.#edges.get(property) ?? []) this.#addReference(edge);
    }
    for (const property of this.#properties) {
      for (const edge of this.#edges.get(property) ?? []) this.#addWayBack(edge);
    }
    for (const forward of this.#oneWay) this.#addUndeclaredWayBack(forward);
    for (const property of this.#properties) {
      for (const cls of property.domains) this.#settle(property, cls);
    }
    for (const cls of this.#classes) {
      // Foreign keys come last; among the others a shape may want an order.
      const order = (f: FieldDraft) => (f.iri === undefined ? undefined : this.#facts.hints(cls.iri, f.iri).order);
      cls.fields.sort(
        (a, b) =>
          Number(a.type.kind === 'reference') - Number(b.type.kind === 'reference') ||
          Number(b.type.kind === 'id') - Number(a.type.kind === 'id') ||
          compareOrder(order(a), order(b)),
      );
      cls.relations.sort((a, b) => Number(b.declared) - Number(a.declared));
    }
    return this.#required;
  }

  #addIds(): void {
    for (const cls of this.#classes) {
      this.#names.take([cls], 'id', ID);
      if (cls.parents.length > 0) continue;
      cls.fields.push({
        name: 'id',
        type: { kind: 'id' },
        cardinality: 'one',
        generated: 'uuid',
        unique: true,
        deprecated: false,
        owner: cls,
      });
    }
  }

  #meaning(key: string, what: string): Meaning {
    let meaning = this.#meanings.get(key);
    if (!meaning) {
      meaning = { what };
      this.#meanings.set(key, meaning);
    }
    return meaning;
  }

  /**
   * Takes a name for a part of a property in several classes; warns if it is not the first choice, once for all parts
   * there: a reference is a field and a relation.
   */
  #claim(classes: readonly ClassDraft[], candidates: readonly string[], key: string, property: Property, silent = false): string {
    const what = this.#reader.show(property.iri);
    const meaning = this.#meaning(key, what);
    const name = this.#names.claim(classes, candidates, meaning);
    const wanted = candidates[0] ?? name;
    const whose = `property ${what} of ${some(classes.map((c) => c.name))}`;
    if (name !== wanted && !silent && !this.#renamed.has(whose)) {
      this.#renamed.add(whose);
      const holder = this.#names.other(classes, wanted, meaning)?.what ?? what;
      const other = holder === what ? 'another part of it' : holder;
      this.#reader.warn('name-collision', { what: whose, name: wanted, other, renamed: name }, property.place);
    }
    return name;
  }

  /** The snake_case names that a property may have, best first. Each begins with a letter. */
  #nameCandidates(property: Property): readonly string[] {
    let candidates = this.#candidates.get(property);
    if (!candidates) {
      candidates = this.#readNames(property);
      this.#candidates.set(property, candidates);
    }
    return candidates;
  }

  #readNames(property: Property): string[] {
    const reader = this.#reader;
    const { label, local } = this.#ownNames(property);
    const what = `property ${reader.show(property.iri)}`;
    const owner = local === '' ? undefined : this.#namedSo(label, local, property);
    if (owner) {
      const other = reader.show(owner.iri);
      reader.warn('name-collision', { what, name: label, other, renamed: local }, property.place);
    }
    const prefix = reader.ontology.prefixOf(property.iri);
    const candidates = [owner ? '' : label, local, prefix === undefined || local === '' ? '' : fieldName(`${prefix}_${local}`)];
    const usable = [...new Set(candidates.filter((c) => c !== ''))];
    if (usable.length > 0) return usable;
    const name = reader.rdfsLabel(property.iri) ?? reader.local(property.iri);
    reader.warn('name-repaired', { what, name, repaired: 'field' }, property.place);
    return ['field'];
  }

  /** The names by its label and its IRI; empty where there is none. */
  #ownNames({ iri }: Property): { label: string; local: string } {
    const { transliterate } = this.#reader;
    const label = this.#reader.rdfsLabel(iri);
    return {
      label: label === undefined ? '' : fieldName(transliterate(label)),
      local: fieldName(transliterate(this.#reader.local(iri))),
    };
  }

  /** Another property of the same things that the name of a label belongs to: it is its local name, too. */
  #namedSo(label: string, local: string, property: Property): Property | undefined {
    const others = this.#named.get(label) ?? [];
    if (others.includes(property)) return undefined;
    const leads = (one: Property, cls: ClassDraft) => rangeIn(one, cls).classes.length > 0;
    const meets = (other: Property, there: ClassDraft, cls: ClassDraft) => {
      const role = roleOf(label, cls);
      return (
        areRelated(there, cls) && roleOf(local, cls) !== role && (role === label || leads(other, there) === leads(property, cls))
      );
    };
    return others.find((other) => other.domains.some((there) => property.domains.some((cls) => meets(other, there, cls))));
  }

  /** The property's own names, told apart by the target where the range has alternatives. */
  #edgeNames(edge: Edge): readonly string[] {
    const names = this.#nameCandidates(edge.property);
    return edge.alternative ? names.map((name) => `${name}_${edge.target.slug}`) : names;
  }

  #addValues(property: Property): void {
    for (const { classes, candidates } of this.#groupByName(property)) {
      const first = rangeIn(property, classes[0] as ClassDraft).value as ValueType;
      const name = this.#claim(classes, candidates, `${property.iri} value ${candidates[0]} ${signature(first)}`, property);
      for (const cls of classes) {
        const { value: type, classes: alternatives } = rangeIn(property, cls);
        if (!type) continue;
        const bounds = statedBounds(this.#reader, this.#facts, cls, property);
        let multiplicity = isIndividual(type) ? multiplicityOfRole(bounds, name) : multiplicityOf(bounds);
        if (alternatives.length > 0) multiplicity = alternativeOf(multiplicity);
        const generated =
          multiplicity.cardinality === 'one' && type.kind === 'scalar' ? generatedValue(name, type, property.doc) : undefined;
        const isEmail = name === 'email' && type.kind === 'scalar' && type.scalar === 'string';
        cls.fields.push({
          name,
          type,
          ...multiplicity,
          ...(generated && { generated }),
          ...(generated === 'now' && managedBy(name) && { managed: managedBy(name) as 'created' }),
          unique: multiplicity.cardinality !== 'many' && (property.inverseFunctional || isEmail),
          ...this.#described(property, cls),
          owner: cls,
        });
      }
    }
  }

  /**
   * Classes of the domain in which the property has values of one type, with the names it may have there; only
   * a property that leads to resources has a role, which depends on the class.
   */
  #groupByName(property: Property): { classes: ClassDraft[]; candidates: string[] }[] {
    const names = this.#nameCandidates(property);
    const groups = new Map<string, { classes: ClassDraft[]; candidates: string[] }>();
    for (const cls of property.domains) {
      const type = rangeIn(property, cls).value;
      if (!type) continue;
      const isResource =
        isIndividual(type) || (type.kind === 'scalar' && type.scalar === 'iri' && !type.datatype?.includes('anyURI'));
      const role = isResource ? roleOf(names[0] as string, cls) : (names[0] as string);
      const key = `${role} ${signature(type)}`;
      const group = groups.get(key) ?? { classes: [], candidates: [...new Set([role, ...names])] };
      group.classes.push(cls);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  #edgesOf(property: Property): Edge[] {
    if (property.domains.every((cls) => rangeIn(property, cls).classes.length === 0)) return [];
    const names = this.#nameCandidates(property);
    return property.domains.flatMap((source) => {
      const { value, classes } = rangeIn(property, source);
      if (classes.length === 0) return [];
      const alternative = classes.length > 1 || value !== undefined;
      const { min, max } = statedBounds(this.#reader, this.#facts, source, property);
      const role = roleOf(names[0] as string, source);
      let many: boolean;
      if (max !== undefined) many = max > 1;
      else if (min !== undefined && min > 1) many = true;
      else if (property.inverse && property.inverse !== property && this.#isStatedToOne(property.inverse)) many = true;
      else many = isPluralName(role);
      return classes.map((target) => ({
        property,
        source,
        target,
        role,
        many,
        min,
        max,
        stated: min !== undefined && min > 0,
        alternative,
        inverse: undefined,
        storedBy: undefined,
        stored: undefined,
      }));
    });
  }

  /** Whether the ontology states that every instance has at most one. */
  #isStatedToOne(property: Property): boolean {
    if (property.functional) return true;
    return property.domains.length > 0 && property.domains.every((cls) => this.#facts.bounds(cls, property.iri).max === 1);
  }

  #linkEdges(): void {
    const toOne = new Map<ClassDraft, Edge[]>();
    for (const edges of this.#edges.values()) {
      for (const edge of edges) if (!edge.many) push(toOne, edge.source, edge);
    }
    for (const [property, edges] of this.#edges) {
      for (const edge of edges) {
        const inverses = property.inverse ? (this.#edges.get(property.inverse) ?? []) : [];
        edge.inverse ??= inverses.find((e) => e.source === edge.target && e.target === edge.source);
        if (!edge.many) continue;
        if (edge.inverse) {
          if (!edge.inverse.many) edge.storedBy = edge.inverse;
          continue;
        }
        // A to-one property back that is named after this class says the same, though nothing states it.
        edge.storedBy = toOne
          .get(edge.target)
          ?.find((e) => e.target === edge.source && e.role === edge.source.slug && !e.inverse && !e.property.inverse);
        if (edge.storedBy) {
          edge.inverse = edge.storedBy;
          edge.storedBy.inverse = edge;
        } else {
          push(this.#claims, edge.target, edge);
        }
      }
    }
  }

  #addReference(edge: Edge): void {
    if (edge.storedBy) return;
    if (!edge.many) this.#addForeignKey(edge);
    else if (edge.inverse?.stored && edge.inverse !== edge) return;
    else if (edge.inverse) this.#addList(edge);
    else this.#addClaim(edge);
  }

  /** To-one: the source holds the key. */
  #addForeignKey(edge: Edge): void {
    const { property, source, target, role } = edge;
    const base = edge.alternative ? `${role}_${target.slug}` : role;
    const names = this.#edgeNames(edge);
    // Nothing begins with an instance that leads to another of its kind, unless the ontology says so.
    const mayEnd = edge.min !== undefined || edge.max !== undefined || areRelated(source, target);
    const isOptional = edge.alternative || (!edge.stated && mayEnd);
    const key = `${property.iri} ${base} ${target.iri}`;
    const name = this.#claim([source], fallbacks(`${base}_id`, names, '_id'), `${key} id`, property);
    const field = this.#reference(edge, source, target, name, { cardinality: isOptional ? 'optional' : 'one' });
    // Where the other end has at most one, no two of this end share it.
    field.unique = property.inverseFunctional || (edge.inverse !== undefined && edge.inverse !== edge && edge.inverse.max === 1);
    const relationName = this.#claim([source], fallbacks(base, names, ''), key, property);
    const forward = this.#relation(edge, relationName, source, target, field, 'source', false);
    edge.stored = { field, forward };
    if (!isOptional) this.#required.push({ relation: forward, stated: edge.stated });
    if (!edge.inverse) this.#oneWay.push(forward);
  }

  /** To-many on both sides: the source holds a list. */
  #addList(edge: Edge): void {
    const { property, source, target } = edge;
    const role = listRole(edge.role);
    const base = edge.alternative ? `${role}_${target.plural}` : role;
    const key = `${property.iri} ${base} ${target.iri}`;
    const names = this.#edgeNames(edge);
    const name = this.#claim([source], fallbacks(`${singularOf(base)}_ids`, names, '_ids'), `${key} ids`, property);
    const field = this.#reference(edge, source, target, name, {
      cardinality: 'many',
      ...(edge.min !== undefined && edge.min > 0 && { minItems: edge.min }),
      ...(edge.max !== undefined && { maxItems: edge.max }),
    });
    const relationName = this.#claim([source], fallbacks(base, names, ''), key, property);
    const forward = this.#relation(edge, relationName, source, target, field, 'source', true);
    edge.stored = { field, forward };
    if (!edge.inverse) this.#oneWay.push(forward);
  }

  /** To-many without an inverse: the target holds a key, unless several unrelated classes claim it so. */
  #addClaim(edge: Edge): void {
    const { property, source, target } = edge;
    const claims = this.#claims.get(target) ?? [];
    if (claims.some((a) => claims.some((b) => !areRelated(a.source, b.source)))) {
      this.#addList(edge);
      return;
    }
    const isOptional = claims.length > 1 || areRelated(source, target);
    const names = [source.slug, `${singularOf(edge.role)}_${source.slug}`];
    const key = `${property.iri} from ${source.iri}`;
    const name = this.#claim(
      [target],
      names.map((n) => `${n}_id`),
      `${key} id`,
      property,
    );
    const field: FieldDraft = {
      name,
      type: { kind: 'reference', target: source },
      cardinality: isOptional ? 'optional' : 'one',
      unique: false,
      deprecated: property.deprecated,
      owner: target,
      iri: property.iri,
      place: property.place,
    };
    target.fields.push(field);
    const forward: RelationDraft = {
      name: this.#claim([target], [name.slice(0, -'_id'.length), ...names], key, property),
      source: target,
      target: source,
      many: false,
      required: !isOptional,
      declared: false,
      deprecated: property.deprecated,
      field: field as ReferenceField,
      holder: 'source',
    };
    target.relations.push(forward);
    edge.stored = { field, forward };
    if (!isOptional) this.#required.push({ relation: forward, stated: false });
  }

  /** The relation of a to-many property whose key another property, or the target, holds. */
  #addWayBack(edge: Edge): void {
    const { property, source, target } = edge;
    if (edge.storedBy?.stored) {
      this.#back(edge, edge.storedBy.stored.forward);
    } else if (edge.many && edge.stored?.forward.source === target && !edge.stored.forward.declared) {
      this.#back(edge, edge.stored.forward);
    } else if (edge.many && edge.inverse?.stored && !edge.stored && edge.inverse.source === target) {
      this.#back(edge, edge.inverse.stored.forward);
    } else if (!edge.stored) {
      throw new Error(`no way was found to store ${property.iri} from ${source.iri} to ${target.iri}`);
    }
  }

  #back(edge: Edge, forward: RelationDraft): void {
    const { property, source, target } = edge;
    const role = edge.many ? listRole(edge.role) : edge.role;
    const base = edge.alternative ? `${role}_${target.plural}` : role;
    const name = this.#claim(
      [source],
      fallbacks(base, this.#edgeNames(edge), ''),
      `${property.iri} ${base} ${target.iri}`,
      property,
    );
    const relation = this.#relation(edge, name, source, target, forward.field as FieldDraft, 'target', !forward.field.unique);
    relation.inverse = forward;
    forward.inverse = relation;
  }

  /** A key without a way back in the ontology has one all the same: `User.comments` for `Comment.author`. */
  #addUndeclaredWayBack(forward: RelationDraft): void {
    const source = forward.target as ClassDraft;
    const holder = forward.source as ClassDraft;
    const many = forward.many || !forward.field.unique;
    const thing = many ? holder.plural : holder.slug;
    const others = holder.relations.filter((r) => r.holder === 'source' && r.target === forward.target);
    const byRole = `${thing}_by_${forward.name}`;
    const name = this.#names.claim([source], others.length > 1 ? [byRole] : [thing, byRole], { what: forward.name });
    const relation: RelationDraft = {
      name,
      source: forward.target,
      target: forward.source,
      many,
      required: false,
      declared: false,
      deprecated: forward.deprecated,
      field: forward.field,
      holder: 'target',
      inverse: forward,
    };
    source.relations.push(relation);
    forward.inverse = relation;
  }

  #reference(edge: Edge, holder: ClassDraft, target: ClassDraft, name: string, multiplicity: Multiplicity): FieldDraft {
    const field: FieldDraft = {
      name,
      type: { kind: 'reference', target },
      ...multiplicity,
      unique: false,
      ...this.#described(edge.property, edge.source),
      owner: holder,
    };
    holder.fields.push(field);
    return field;
  }

  #relation(
    edge: Edge,
    name: string,
    source: ClassDraft,
    target: ClassDraft,
    field: FieldDraft,
    holder: 'source' | 'target',
    many: boolean,
  ): RelationDraft {
    const relation: RelationDraft = {
      name,
      source,
      target,
      many,
      required: !many && holder === 'source' && field.cardinality === 'one',
      declared: true,
      ...this.#described(edge.property, edge.source),
      field: field as ReferenceField,
      holder,
    };
    source.relations.push(relation);
    return relation;
  }

  /** What the ontology, or a shape, says of a property for people. */
  #described(property: Property, cls: ClassDraft) {
    const { deprecated, iri, place } = property;
    const hints = this.#facts.hints(cls.iri, iri);
    if (hints === NO_HINTS) return property.described;
    const label = property.label ?? hints.label?.replace(/\s+/g, ' ');
    // A name that only a shape gives is told where there is nothing else to tell.
    const said = hints.doc ?? (property.label === undefined ? hints.label : undefined);
    const doc = property.doc ?? (said === undefined ? undefined : cleanText(said));
    return { ...(label !== undefined && { label }), ...(doc !== undefined && { doc }), deprecated, iri, place };
  }

  /** Applies what is stated of a property in a class of its domain to the fields it has become, and notes what came of it. */
  #settle(property: Property, cls: ClassDraft): void {
    const range = rangeIn(property, cls);
    const facts = this.#facts.of(cls, property.iri);
    const value = cls.fields.filter((f) => f.iri === property.iri && f.type.kind !== 'reference');
    const edges = (this.#edges.get(property) ?? []).filter((edge) => edge.source === cls);
    const own = [...value, ...edges.flatMap((e) => (e.stored?.field.owner === cls ? [e.stored.field] : []))];
    const elsewhere = edges.flatMap((e) => {
      const field = e.stored?.field ?? e.storedBy?.stored?.field ?? e.inverse?.stored?.field;
      return field && !own.includes(field) ? [field] : [];
    });
    const isShared = edges.length + value.length > 1;
    for (const field of own) {
      for (const { says, axiom } of property.axioms) {
        if (says === 'domain') axiom.add({ kind: 'member', class: cls, field });
        else if (says === 'deprecated') axiom.add({ kind: 'deprecated', class: cls, field });
        else if (says === 'single') {
          if (field.cardinality === 'many') axiom.fallsShort('the field is a list, because more is stated of it');
          else axiom.add({ kind: 'single', class: cls, field });
        } else if (says === 'unique') {
          if (field.unique) axiom.add({ kind: 'unique', class: cls, field });
          else axiom.fallsShort('lists are not compared');
        }
      }
      traceType(range, cls, field);
      if (!isShared) applyFacts(cls, field, facts);
    }
    for (const field of elsewhere) this.#settleElsewhere(property, cls, field, range, isShared);
    for (const edge of edges) {
      const field = edge.stored?.field ?? edge.storedBy?.stored?.field ?? edge.inverse?.stored?.field;
      if (!field) continue;
      const owner = field.owner as ClassDraft;
      for (const { says, axiom } of property.axioms) {
        if (says === 'inverse') axiom.add({ kind: 'inverse', class: owner, field: field as ReferenceField });
        if (says !== 'irreflexive') continue;
        if (areRelated(edge.source, edge.target)) {
          field.irreflexive = true;
          axiom.add({ kind: 'irreflexive', class: owner, field });
        } else {
          // What belongs to different classes is different.
          axiom.settled = true;
        }
      }
      const back = edge.inverse;
      if (back && back !== edge && back.max === 1 && field.unique && field.owner === cls) {
        for (const { says, axiom } of back.property.axioms)
          if (says === 'single') axiom.add({ kind: 'unique', class: cls, field });
        for (const { axiom, ...fact } of this.#facts.of(back.source, back.property.iri)) {
          if (fact.kind === 'max' && fact.count === 1) axiom.add({ kind: 'unique', class: cls, field });
        }
      }
      for (const { target, axiom } of this.#facts.inverseLimits(property.iri)) {
        if (field.owner !== cls || ![edge.target, ...edge.target.ancestors].some((c) => c.iri === target)) {
          axiom.fallsShort('the reference is to a more general class, or stored elsewhere');
        } else if (field.cardinality === 'many') {
          axiom.fallsShort('the field is a list');
        } else {
          field.unique = true;
          axiom.add({ kind: 'unique', class: cls, field });
        }
      }
    }
    if (isShared) this.#choose(property, cls, own, range);
  }

  /** A reference that instances of the other class hold says which instances it leads to, and no more. */
  #settleElsewhere(property: Property, cls: ClassDraft, field: FieldDraft, range: Range, isShared: boolean): void {
    const owner = field.owner as ClassDraft;
    const one = { class: owner, field };
    const stored = `${owner.name}.${field.name}`;
    for (const { says, axiom } of property.axioms) {
      if (says === 'domain') axiom.add({ kind: 'member', ...one });
      else if (says === 'deprecated') axiom.add({ kind: 'deprecated', ...one });
      // Each instance of the other class refers to one, so it is the value of one.
      else if (says === 'unique') axiom.add({ kind: 'single', ...one });
      else if (says === 'single') {
        if (field.unique) axiom.add({ kind: 'unique', ...one });
        else axiom.fallsShort(`the relation is stored in ${stored}, which several instances may refer with`);
      }
    }
    for (const { axiom } of range.traces) axiom.add({ kind: 'type', ...one });
    if (isShared) return;
    for (const { axiom, kind, ...fact } of this.#facts.of(cls, property.iri)) {
      if (kind === 'range') continue;
      if ((kind === 'min' && 'count' in fact && fact.count === 0) || kind === 'node-kind') axiom.settled = true;
      else if (kind === 'max' && 'count' in fact && fact.count === 1 && field.unique) axiom.add({ kind: 'unique', ...one });
      else axiom.fallsShort(`the relation is stored in ${stored}, so the values of one ${cls.name} are not looked at together`);
    }
  }

  /** A property whose range has alternatives is a field for each; at most one of them has a value, unless they are lists. */
  #choose(property: Property, cls: ClassDraft, fields: readonly FieldDraft[], range: Range): void {
    const facts = this.#facts.of(cls, property.iri);
    const { min, max } = statedBounds(this.#reader, this.#facts, cls, property);
    const alternatives = [range.value, ...range.classes].filter((a) => a !== undefined);
    const isChoice = fields.length === alternatives.length && fields.every((f) => f.cardinality === 'optional');
    if (!isChoice) {
      for (const { axiom } of facts)
        axiom.fallsShort('each alternative of the range is a list of its own, and they are not looked at together');
      return;
    }
    const role = roleOf(this.#nameCandidates(property)[0] as string, cls);
    const choice: Choice = {
      name: this.#claim([cls], [role, `${role}_choice`], `${property.iri} choice`, property, true),
      typeName: this.#types.claimName(cls.name + pascalName(role)),
      fields: fields as readonly Field[],
      required: (min ?? 0) > 0,
      iri: property.iri,
      place: property.place,
    };
    cls.choices.push(choice);
    for (const { axiom, kind } of range.traces) if (kind === 'type') axiom.add({ kind: 'choice', class: cls, choice });
    for (const { says, axiom } of property.axioms) if (says === 'single') axiom.add({ kind: 'choice', class: cls, choice });
    for (const { axiom, kind } of facts) {
      if ((kind === 'min' || kind === 'some') && choice.required) axiom.add({ kind: 'choice', class: cls, choice });
      else if (kind === 'min') axiom.settled = true;
      else if (kind === 'max' && max === 1) axiom.add({ kind: 'choice', class: cls, choice });
      else if (kind !== 'range') axiom.fallsShort('each alternative of the range is a field of its own');
    }
  }
}

/** Fields that a shape orders come first, in its order. */
function compareOrder(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}

/** Types that one name may stand for in a subclass of two classes. */
function signature(type: ValueType): string {
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

/** Whether values stand for individuals, which makes the name of the property a role. */
function isIndividual(type: ValueType): boolean {
  return type.kind === 'enumeration' && type.enumeration.values.every((v) => v.iri !== undefined);
}

/** A property that leads to individuals has as many as its name says, unless the ontology states it. */
function multiplicityOfRole(bounds: Bounds, name: string): Multiplicity {
  if (bounds.min === undefined && bounds.max === undefined && isPluralName(name)) return { cardinality: 'many' };
  return multiplicityOf(bounds);
}

/** The first names of a list, and how many there are besides. */
function some(names: readonly string[]): string {
  const more = names.length - 3;
  return names.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const ID = { what: 'the built-in identifier' };

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** snake_case that begins with a letter. */
function fieldName(text: string): string {
  const name = shortened(snakeCase(text));
  return /^[0-9]/.test(name) ? `n${name}` : name;
}

/** The name of a property as the thing it leads to: without `has` in front, and without the class's own name. */
function roleOf(name: string, cls: ClassDraft): string {
  let role = name;
  for (const prefix of ['has_', `${cls.slug}_`]) {
    const rest = role.startsWith(prefix) ? role.slice(prefix.length) : '';
    if (/^[a-z]/.test(rest) && !(endsInPreposition(rest) && !rest.includes('_'))) role = rest;
  }
  return role;
}

/** The role of a list: plural, if it is a noun. */
function listRole(role: string): string {
  return isPluralName(role) || endsInPreposition(role) ? role : pluralOf(role);
}

/** The wanted name, then the property's own names with a suffix. */
function fallbacks(wanted: string, names: readonly string[], suffix: string): string[] {
  return [...new Set([wanted, ...names.map((name) => name + suffix)])];
}

/** One of several alternatives need not be there. */
function alternativeOf(multiplicity: Multiplicity): Multiplicity {
  if (multiplicity.cardinality !== 'many') return { cardinality: 'optional' };
  return { cardinality: 'many', ...(multiplicity.maxItems !== undefined && { maxItems: multiplicity.maxItems }) };
}
