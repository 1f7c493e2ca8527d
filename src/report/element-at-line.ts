/** Finds the element of the model that a line of an ontology is about: a line in the block of `:title` gives the field `Post.title`. */

import path from 'node:path';
import type { Place } from '../diagnostics/index.ts';
import type { Axiom, DomainModel } from '../model/index.ts';
import { isBlank, type Node, type Ontology, sh } from '../ontology/index.ts';
import type { Element } from '../targets/index.ts';
import { fieldsOf, findElement } from './element-search.ts';

/** Returns the line of a source location if it is in one particular file. */
type LineOf = (place: Place | undefined) => number | undefined;

/**
 * Returns the element that a line of an ontology or of its shapes is about. Tries, in this order: the element declared in that
 * line, the element affected by the axiom there, that of the nearest axiom of the same subject, the element of that subject.
 *
 * @param file one of the files of the ontology
 * @param line from 1
 * @returns undefined for a line above all statements, and if the model has no such element
 */
export function elementAt(model: DomainModel, ontology: Ontology, file: string, line: number): Element | undefined {
  const absolute = path.resolve(file);
  const lineIn: LineOf = (place) => (place && path.resolve(place.file) === absolute ? place.line : undefined);
  const elementOf = (name: Node | undefined) =>
    name === undefined || isBlank(name) ? undefined : findElement(model, name, (iri) => iri);

  for (const { node, place } of ontology.entries()) {
    const declared = lineIn(place) === line ? elementOf(node) : undefined;
    if (declared) return declared;
  }
  const node = nearestAbove(ontology, line, lineIn);
  if (node === undefined) return undefined;
  for (const axiom of nearestAxioms(model, ontology, node, line, lineIn)) {
    const subject = elementOf(axiom.iri);
    // An axiom about an enumeration affects all fields with its values, so the enumeration is the better answer.
    const element = subject?.kind === 'enumeration' ? subject : (affectedElement(axiom) ?? subject);
    if (element) return element;
  }
  const owner = namedOwner(node, ontology);
  // The model has no element for a shape, only for its target class.
  const shaped = owner === undefined ? [] : ontology.nodes(owner, sh.targetClass);
  return [owner, ...shaped].map(elementOf).find((element) => element !== undefined);
}

/** Returns the subject of the nearest statement that begins in a line or above it. */
function nearestAbove(ontology: Ontology, line: number, lineIn: LineOf): Node | undefined {
  let nearest: { readonly subject: Node; readonly line: number; readonly column: number } | undefined;
  for (const { node: subject, statements } of ontology.entries()) {
    for (const statement of statements) {
      const place = ontology.placeOf(statement);
      const elementLine = lineIn(place);
      if (elementLine === undefined || elementLine > line) continue;
      const { column = 1 } = place;
      if (!nearest || elementLine > nearest.line || (elementLine === nearest.line && column > nearest.column)) {
        nearest = { subject, line: elementLine, column };
      }
    }
  }
  return nearest?.subject;
}

/** Returns the axioms between the statements of a subject, the nearest to a line first. */
function nearestAxioms(model: DomainModel, ontology: Ontology, subject: Node, line: number, lineIn: LineOf): readonly Axiom[] {
  const subjectLines = ontology.statements(subject).flatMap((each) => lineIn(ontology.placeOf(each)) ?? []);
  const [first, last] = [Math.min(...subjectLines), Math.max(...subjectLines)];
  const candidates = model.axioms
    .map((axiom) => ({ axiom, at: lineIn(axiom.place) ?? 0 }))
    .filter(({ at }) => at >= first && at <= last);
  const preceding = candidates.filter(({ at }) => at <= line).sort((a, b) => b.at - a.at);
  // All lines of a blank node, such as a property shape, concern the same element.
  const following = isBlank(subject) ? candidates.filter(({ at }) => at > line).sort((a, b) => a.at - b.at) : [];
  return [...preceding, ...following].map(({ axiom }) => axiom);
}

/** Returns the named node that leads to a blank node; a named node itself. */
function namedOwner(node: Node, ontology: Ontology): Node | undefined {
  if (!isBlank(node)) return node;
  const owners = new Map<Node, Node>();
  for (const { node: owner, statements } of ontology.entries()) {
    for (const { object } of statements) if (typeof object === 'string' && isBlank(object)) owners.set(object, owner);
  }
  const visited = new Set<Node>();
  let owner: Node | undefined = node;
  while (owner !== undefined && isBlank(owner) && !visited.has(owner)) {
    visited.add(owner);
    owner = owners.get(owner);
  }
  return owner;
}

/** Returns the field that an axiom affects, preferring an ancestor's field to its narrowed forms; else the class. */
function affectedElement({ constraints }: Axiom): Element | undefined {
  const fields = constraints.flatMap(fieldsOf);
  const field = fields.find(({ owner }) => !fields.some((other) => owner.ancestors.includes(other.owner)));
  if (field) return { kind: 'field', class: field.owner, field };
  const [constraint] = constraints;
  return constraint && { kind: 'class', class: constraint.class };
}
