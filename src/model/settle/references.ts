/**
 * Creates the fields that hold references, and their relations: `:author` of `:Post` with the range `:User` becomes the field
 * `Post.author_id`, the relation `Post.author` and the inverse relation `User.posts`.
 */

import { multiplicityOf } from '../assume/count.ts';
import { type ClassDraft, type FieldDraft, NO_DESCRIPTION, newField, newRelation, type RelationDraft } from '../draft.ts';
import { fallbackNames, pluralRole } from '../name/roles.ts';
import type { Edge, Stored, Use } from '../relate/index.ts';
import type { Candidates } from '../type/property.ts';
import type { Cardinality, ReferenceField } from '../types.ts';
import { singularOf } from '../words/names.ts';
import { type Context, describeByShape } from './context.ts';
import { recordAssumedCounts } from './values.ts';

/** A required reference, which may have to become optional because it is part of a cycle. */
export interface RequiredReference {
  readonly edge: Edge;
  readonly relation: RelationDraft;
  /** Whether the ontology or the user requires it, instead of an assumption. */
  readonly isStated: boolean;
}

export class References {
  /** The required references so far, in order of declaration. */
  readonly required: RequiredReference[] = [];
  readonly #context: Context;
  /** The relations whose inverse no property names. */
  readonly #withoutInverse: RelationDraft[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /** Adds the field that stores an edge, unless the inverse stores it. */
  add(edge: Edge): void {
    edge.stored = this.#store(edge);
  }

  /** Adds the relation of an edge that the other end stores. Call it when all fields exist. */
  addInverseRelation(edge: Edge): void {
    const storedEdge = edge.storage === 'inverse' ? edge.inverse : edge.storage === 'target' ? edge : undefined;
    const stored = storedEdge?.stored;
    if (stored) this.#addInverse(edge, stored.forward);
    else if (!edge.stored) throw new Error(`no way was found to store ${edge.use.property.iri}`);
  }

  /** Adds inverse relations that the ontology does not name: `User.comments` for `Comment.author`. */
  addGeneratedInverses(): void {
    for (const forward of this.#withoutInverse) this.#addUndeclaredInverse(forward);
  }

  #store(edge: Edge): Stored | undefined {
    switch (edge.storage) {
      case 'source':
        return this.#storeForeignKey(edge);
      case 'list':
        return this.#storeList(edge);
      case 'target':
        return this.#storeOwnerKey(edge);
      case 'inverse':
        return undefined;
      default:
        return edge.storage satisfies never;
    }
  }

  /** Returns the names of the property, with the target as suffix if the range has alternatives. */
  #candidateNames({ use, target }: Edge): readonly string[] {
    const names = this.#context.names.candidatesIn(use.property, use.class);
    return use.hasAlternatives ? names.map((name) => `${name}_${target.slug}`) : names;
  }

  /** Stores a to-one edge as a foreign key in the source. */
  #storeForeignKey(edge: Edge): Stored {
    const { use, source, target, inverse } = edge;
    const { property } = use;
    const base = use.hasAlternatives ? `${use.memberName}_${target.slug}` : use.memberName;
    const names = this.#candidateNames(edge);
    // In a single class, there is no other class to share the name with.
    const key = property.domains.length === 1 ? '' : `${property.iri} ${base} ${target.iri}`;
    const name = this.#context.names.claim([source], fallbackNames(`${base}_id`, names, '_id'), `${key} id`, property);
    const field = this.#addField(edge, name, !use.hasAlternatives && use.minimum > 0 ? 'one' : 'optional');
    // If the inverse has at most one value, no two sources refer to the same target.
    field.unique = property.inverseFunctional || (inverse !== undefined && inverse !== edge && inverse.use.stated.max === 1);
    const relationName = this.#context.names.claim([source], fallbackNames(base, names, ''), `${key} one`, property);
    const stored = { field, forward: this.#addRelation(edge, relationName, field, 'source', false) };
    this.#recordPlacement(edge, stored);
    const { isStated } = use.count.minimum;
    if (field.cardinality === 'one') this.required.push({ edge, relation: stored.forward, isStated });
    if (!inverse) this.#withoutInverse.push(stored.forward);
    return stored;
  }

  #storeList(edge: Edge): Stored {
    const { use, source, target } = edge;
    const { property } = use;
    const role = this.#listName(use, target);
    const { keepsFullNames } = this.#context.names;
    const base = use.hasAlternatives ? `${keepsFullNames ? role : singularOf(role)}_${target.plural}` : role;
    const key = `${property.iri} ${base} ${target.iri}`;
    const names = this.#candidateNames(edge);
    const singularBase = keepsFullNames ? base : singularOf(base);
    const candidates = fallbackNames(`${singularBase}_ids`, names, '_ids');
    const name = this.#context.names.claim([source], candidates, `${key} ids`, property);
    const field = this.#addField(edge, name, 'many');
    if (!use.hasAlternatives) Object.assign(field, multiplicityOf(use.minimum, use.maximum));
    field.unique = property.inverseFunctional;
    const relationName = this.#context.names.claim([source], fallbackNames(base, names, ''), `${key} many`, property);
    const stored = { field, forward: this.#addRelation(edge, relationName, field, 'source', true) };
    this.#recordPlacement(edge, stored);
    if (!edge.inverse) this.#withoutInverse.push(stored.forward);
    return stored;
  }

  /** Stores a to-many edge to parts as a foreign key in the target. */
  #storeOwnerKey(edge: Edge): Stored {
    const { names, policies, related } = this.#context;
    const { use, source, target } = edge;
    const { property } = use;
    const ownerName = source.slug;
    const nameWithRole = `${singularOf(use.memberName)}_${ownerName}`;
    const key = `${property.iri} from ${source.iri}`;
    const name = names.claim([target], [`${ownerName}_id`, `${nameWithRole}_id`], `${key} id`, property);
    const { deprecated, iri, place } = property;
    const cardinality = policies.unstated === 'required' ? 'one' : 'optional';
    const description = { ...NO_DESCRIPTION, deprecated, iri, place };
    const field = newField(name, { kind: 'reference', target: source }, cardinality, false, target, description);
    target.fields.push(field);
    const relationName = names.claim([target], [name.slice(0, -'_id'.length), ownerName, nameWithRole], key, property);
    const forward = newRelation(relationName, target, source, field, 'source', false, false, { ...NO_DESCRIPTION, deprecated });
    target.relations.push(forward);
    const subject = use.subject;
    subject.class = target;
    subject.member = field;
    related.placements.get(edge)?.addConstraint({ kind: 'single', class: target, field });
    if (field.cardinality === 'one') {
      related.placements.get(edge)?.addConstraint({ kind: 'required', class: target, field });
      this.required.push({ edge, relation: forward, isStated: false });
    }
    return { field, forward };
  }

  /** Records that the field is a result of the decisions about the number of values and about the placement. */
  #recordPlacement(edge: Edge, { field }: Stored): void {
    const { use, source } = edge;
    if (!use.hasAlternatives) recordAssumedCounts(use, source, field);
    this.#context.related.placements.get(edge)?.addConstraint({ kind: 'inverse', class: source, field: field as ReferenceField });
  }

  /** Makes a required reference optional, and withdraws the assumption. */
  makeOptional({ edge, relation }: RequiredReference): void {
    (relation.field as FieldDraft).cardinality = 'optional';
    if (edge.storage === 'target') this.#context.related.placements.get(edge)?.withdraw('required');
    else edge.use.count.minimum.withdraw();
  }

  /** Returns the name of a list. A name from the user stays unchanged, and so does any name with `names=local`. */
  #listName({ memberName, isNameChosen }: Use, target: ClassDraft): string {
    return isNameChosen || this.#context.names.keepsFullNames ? memberName : pluralRole(memberName, target);
  }

  #addInverse(edge: Edge, forward: RelationDraft): void {
    const { use, source, target } = edge;
    const { property } = use;
    const role = edge.many ? this.#listName(use, target) : use.memberName;
    const base = use.hasAlternatives ? `${role}_${target.plural}` : role;
    const many = !forward.field.unique;
    // In a common subclass, an inverse with one value and an inverse with many are two relations.
    const key = `${property.iri} ${base} ${target.iri} back ${many}`;
    const name = this.#context.names.claim([source], fallbackNames(base, this.#candidateNames(edge), ''), key, property);
    const relation = this.#addRelation(edge, name, forward.field as FieldDraft, 'target', many);
    relation.inverse = forward;
    forward.inverse = relation;
  }

  #addUndeclaredInverse(forward: RelationDraft): void {
    const source = forward.target as ClassDraft;
    const holder = forward.source as ClassDraft;
    const many = forward.many || !forward.field.unique;
    const noun = many ? holder.plural : holder.slug;
    const isAmbiguous = holder.relations.some((r) => r !== forward && r.holder === 'source' && r.target === forward.target);
    const byRole = `${noun}_by_${forward.name}`;
    const candidates: Candidates = isAmbiguous ? [byRole] : [noun, byRole];
    const name = this.#context.names.claimGenerated([source], candidates, forward.name);
    const description = forward.deprecated ? { ...NO_DESCRIPTION, deprecated: true } : NO_DESCRIPTION;
    const relation = newRelation(name, source, holder, forward.field as FieldDraft, 'target', many, false, description);
    relation.inverse = forward;
    source.relations.push(relation);
    forward.inverse = relation;
  }

  #addField({ use, source, target }: Edge, name: string, cardinality: Cardinality): FieldDraft {
    const field = newField(name, { kind: 'reference', target }, cardinality, false, source, use.property);
    describeByShape(field, this.#context.facts, use.property, use.class);
    source.fields.push(field);
    return field;
  }

  #addRelation(edge: Edge, name: string, field: FieldDraft, holder: 'source' | 'target', many: boolean): RelationDraft {
    const { use, source, target } = edge;
    const relation = newRelation(name, source, target, field, holder, many, true, use.property);
    describeByShape(relation, this.#context.facts, use.property, use.class);
    source.relations.push(relation);
    return relation;
  }
}
