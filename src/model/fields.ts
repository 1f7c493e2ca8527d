import { owl } from '../ontology/index.ts';
import type { Cardinalities } from './cardinality.ts';
import { areRelated, type ClassDraft, type FieldDraft, type RelationDraft } from './draft.ts';
import { FieldNames } from './field-names.ts';
import { endsInPreposition, isPluralName, pluralOf, shortened, singularOf, snakeCase } from './names.ts';
import type { Property } from './properties.ts';
import type { Reader } from './reader.ts';
import type { ReferenceField } from './types.ts';
import { generatedValue, type Multiplicity, multiplicityOf, statedBounds } from './values.ts';

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
  cardinalities: Cardinalities,
): RequiredReference[] {
  return new FieldBuilder(reader, classes, properties, cardinalities).build();
}

class FieldBuilder {
  readonly #reader: Reader;
  readonly #classes: readonly ClassDraft[];
  readonly #properties: readonly Property[];
  readonly #cardinalities: Cardinalities;
  readonly #names = new FieldNames();
  /** What each name stands for: equal parts of one property share a meaning, so that they may share a name. */
  readonly #meanings = new Map<string, { readonly what: string }>();
  readonly #edges = new Map<Property, Edge[]>();
  readonly #required: RequiredReference[] = [];
  /** To-many properties without an inverse, by the class they lead to. */
  readonly #claims = new Map<ClassDraft, Edge[]>();
  /** Foreign keys whose way back no property names. */
  readonly #oneWay: RelationDraft[] = [];

  constructor(reader: Reader, classes: readonly ClassDraft[], properties: readonly Property[], cardinalities: Cardinalities) {
    this.#reader = reader;
    this.#classes = classes;
    this.#properties = properties;
    this.#cardinalities = cardinalities;
  }

  build(): RequiredReference[] {
    this.#addIds();
    for (const property of this.#properties) this.#edges.set(property, this.#edgesOf(property));
    this.#linkEdges();
    for (const property of this.#properties) {
      if (property.scalar) this.#addValue(property);
      for (const edge of this.#edges.get(property) ?? []) this.#addReference(edge);
    }
    for (const property of this.#properties) {
      for (const edge of this.#edges.get(property) ?? []) this.#addWayBack(edge);
    }
    for (const forward of this.#oneWay) this.#addUndeclaredWayBack(forward);
    this.#applyKeys();
    this.#reportUnapplied();
    for (const cls of this.#classes) {
      // Foreign keys come last.
      cls.fields.sort((a, b) => Number(a.type.kind === 'reference') - Number(b.type.kind === 'reference'));
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

  #meaning(key: string, what: string): { readonly what: string } {
    let meaning = this.#meanings.get(key);
    if (!meaning) {
      meaning = { what };
      this.#meanings.set(key, meaning);
    }
    return meaning;
  }

  /** Takes a name for a part of a property in several classes; warns if it is not the first choice. */
  #claim(classes: readonly ClassDraft[], candidates: readonly string[], key: string, property: Property, silent = false): string {
    const what = this.#reader.show(property.iri);
    const meaning = this.#meaning(key, what);
    const name = this.#names.claim(classes, candidates, meaning);
    const wanted = candidates[0] ?? name;
    if (name !== wanted && !silent) {
      this.#reader.warn(
        'name-collision',
        {
          what: `property ${what} of ${some(classes.map((c) => c.name))}`,
          name: wanted,
          other: wanted === 'id' ? 'the built-in identifier' : 'another field there',
          renamed: name,
        },
        property.place,
      );
    }
    return name;
  }

  /** The snake_case names that a property may have, best first. Each begins with a letter. */
  #nameCandidates(property: Property): string[] {
    const { transliterate, ontology } = this.#reader;
    const label = this.#reader.rdfsLabel(property.iri);
    const local = fieldName(transliterate(this.#reader.local(property.iri)));
    const candidates = [label === undefined ? '' : fieldName(transliterate(label)), local];
    const prefix = ontology.prefixOf(property.iri);
    if (prefix !== undefined && local !== '') candidates.push(fieldName(`${prefix}_${local}`));
    const usable = [...new Set(candidates.filter((c) => c !== ''))];
    if (usable.length > 0) return usable;
    this.#reader.warn(
      'name-repaired',
      { what: `property ${this.#reader.show(property.iri)}`, name: label ?? this.#reader.local(property.iri), repaired: 'field' },
      property.place,
    );
    return ['field'];
  }

  /** The property's own names, told apart by the target where the range has alternatives. */
  #edgeNames(edge: Edge): string[] {
    const names = this.#nameCandidates(edge.property);
    return edge.alternative ? names.map((name) => `${name}_${edge.target.slug}`) : names;
  }

  #addValue(property: Property): void {
    const type = property.scalar;
    if (!type) return;
    const isResource = type.scalar === 'iri' && !type.datatype?.includes('anyURI');
    for (const { classes, candidates } of this.#groupByName(property, isResource)) {
      const name = this.#claim(classes, candidates, `${property.iri} value ${candidates[0]}`, property);
      for (const cls of classes) {
        const bounds = statedBounds(this.#reader, this.#cardinalities, cls, property);
        const multiplicity = property.classes.length > 0 ? alternativeOf(multiplicityOf(bounds)) : multiplicityOf(bounds);
        const generated = multiplicity.cardinality === 'one' ? generatedValue(name, type, property.doc) : undefined;
        cls.fields.push({
          name,
          type,
          ...multiplicity,
          ...(generated && { generated }),
          unique:
            multiplicity.cardinality !== 'many' && (property.inverseFunctional || (name === 'email' && type.scalar === 'string')),
          ...describedBy(property),
          owner: cls,
        });
      }
    }
  }

  /**
   * Classes of the domain with the names the property may have there; only a property that leads to
   * resources has a role, which depends on the class.
   */
  #groupByName(property: Property, isResource: boolean): { classes: ClassDraft[]; candidates: string[] }[] {
    const names = this.#nameCandidates(property);
    if (!isResource) return [{ classes: property.domains, candidates: names }];
    const groups = new Map<string, { classes: ClassDraft[]; candidates: string[] }>();
    for (const cls of property.domains) {
      const role = roleOf(names[0] as string, cls);
      const group = groups.get(role) ?? { classes: [], candidates: [...new Set([role, ...names])] };
      group.classes.push(cls);
      groups.set(role, group);
    }
    return [...groups.values()];
  }

  #edgesOf(property: Property): Edge[] {
    if (property.classes.length === 0) return [];
    const names = this.#nameCandidates(property);
    const alternative = property.classes.length > 1 || property.scalar !== undefined;
    return property.domains.flatMap((source) => {
      const { min, max } = statedBounds(this.#reader, this.#cardinalities, source, property);
      const role = roleOf(names[0] as string, source);
      let many: boolean;
      if (max !== undefined) many = max > 1;
      else if (min !== undefined && min > 1) many = true;
      else if (property.inverse && property.inverse !== property && this.#isStatedToOne(property.inverse)) many = true;
      else many = isPluralName(role);
      return property.classes.map((target) => ({
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
    return property.domains.length > 0 && property.domains.every((cls) => this.#cardinalities.of(cls, property.iri).max === 1);
  }

  #linkEdges(): void {
    const toOne = new Map<ClassDraft, Edge[]>();
    for (const edges of this.#edges.values()) {
      for (const edge of edges) if (!edge.many) push(toOne, edge.source, edge);
    }
    for (const [property, edges] of this.#edges) {
      for (const edge of edges) {
        const inverses = property.inverse ? (this.#edges.get(property.inverse) ?? []) : [];
        edge.inverse = inverses.find((e) => e.source === edge.target && e.target === edge.source);
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
    const isOptional = edge.alternative || (edge.min === undefined && edge.max !== undefined) || edge.min === 0;
    const key = `${property.iri} ${base} ${target.iri}`;
    const name = this.#claim([source], fallbacks(`${base}_id`, names, '_id'), `${key} id`, property);
    const field = this.#reference(edge, source, target, name, { cardinality: isOptional ? 'optional' : 'one' });
    field.unique = property.inverseFunctional;
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
    const name = this.#names.claim([source], others.length > 1 ? [byRole] : [thing, byRole], forward);
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
      ...describedBy(edge.property),
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
      ...describedBy(edge.property),
      field: field as ReferenceField,
      holder,
    };
    source.relations.push(relation);
    return relation;
  }

  /** `owl:hasKey` of one property makes its field unique (OWL 2 Structural Specification, 9.5). */
  #applyKeys(): void {
    const { ontology } = this.#reader;
    for (const cls of this.#classes) {
      for (const head of ontology.nodes(cls.iri, owl.hasKey)) {
        const keys = ontology.list(head);
        const field = keys.length === 1 ? cls.fields.find((f) => f.iri === keys[0] && f.cardinality !== 'many') : undefined;
        if (field) {
          field.unique = true;
        } else {
          const shown = keys.map((key) => this.#reader.show(key)).join(', ');
          this.#reader.warn('key-not-applied', { class: cls.name, properties: shown }, cls.place);
        }
      }
    }
  }

  /** Cardinalities that a class states for fields it inherits would change the type of its superclass. */
  #reportUnapplied(): void {
    const domains = new Map(this.#properties.map((p) => [p.iri, p]));
    for (const cls of this.#classes) {
      for (const [iri] of this.#cardinalities.stated(cls.iri)) {
        const property = domains.get(iri);
        const parent = property?.domains.find((domain) => cls.ancestors.includes(domain));
        if (!property || !parent) continue;
        this.#reader.warn(
          'cardinality-on-inherited',
          { class: cls.name, property: this.#reader.show(iri), parent: parent.name },
          cls.place,
        );
      }
    }
  }
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

function describedBy(property: Property) {
  const { label, doc, deprecated, iri, place } = property;
  return { ...(label !== undefined && { label }), ...(doc !== undefined && { doc }), deprecated, iri, place };
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
