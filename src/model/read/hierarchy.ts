/**
 * Reads the class hierarchy: the superclasses that `rdfs:subClassOf` and intersections state. Sets `parents`, `ancestors`,
 * `children` and `descendants` of each class. Statements that close a cycle are dropped, with a warning.
 */

import { fail } from '../../diagnostics/index.ts';
import { isBlank, limits, type Node, owl, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { AxiomDraft } from './axioms.ts';
import type { Reader } from './reader.ts';
import { isBuiltIn, isUniversal } from './resources.ts';

export function readHierarchy(reader: Reader, classes: readonly ClassDraft[], byIri: ReadonlyMap<string, ClassDraft>): void {
  const { ontology } = reader;
  const stated = new Map<ClassDraft, ClassDraft[]>();
  const subclassAxioms: { cls: ClassDraft; parent: ClassDraft; axiom: AxiomDraft }[] = [];
  for (const cls of classes) {
    const parents = new Set<ClassDraft>();
    const add = (node: Node, statement: Statement) => {
      const axiom = reader.axioms.add(statement.predicate, cls.iri, { ...statement, object: node });
      const parent = byIri.get(node);
      if (parent) {
        if (parent !== cls) parents.add(parent);
        subclassAxioms.push({ cls, parent, axiom });
      } else if (isUniversal(node) || isBuiltIn(node)) {
        axiom.needsNoConstraint = true;
      } else {
        axiom.addShortfall(`${reader.show(node)} is not a class of this ontology`);
        const params = { parent: reader.show(node), why: reader.whyNotClass(node), suggestion: reader.suggestionFor(node) };
        reader.warnOf('superclass-not-declared', reader.show(cls.iri), params, cls.place);
      }
    };
    for (const statement of ontology.statementsOf(cls.iri, rdfs.subClassOf)) {
      if (typeof statement.object !== 'string') continue;
      const inner = { ...statement, predicate: owl.intersectionOf };
      if (isBlank(statement.object)) for (const member of namedMembers(reader, statement.object)) add(member, inner);
      else add(statement.object, statement);
    }
    for (const statement of ontology.statementsOf(cls.iri, owl.equivalentClass)) {
      if (typeof statement.object !== 'string' || !isBlank(statement.object)) continue;
      for (const member of namedMembers(reader, statement.object)) add(member, statement);
    }
    // A class may also be an intersection itself.
    for (const statement of ontology.statementsOf(cls.iri, owl.intersectionOf)) {
      for (const member of namedMembers(reader, cls.iri)) add(member, statement);
    }
    stated.set(cls, [...parents]);
  }
  setHierarchy(orderParentsFirst(reader, classes, stated), classes, stated);
  for (const { cls, parent, axiom } of subclassAxioms) {
    if (cls.ancestors.includes(parent)) axiom.add({ kind: 'inheritance', class: cls, parent });
    else axiom.addShortfall('it closes a cycle, and is ignored');
  }
}

/**
 * Sets the parents, ancestors, children and descendants of classes.
 *
 * @param order parents before their children
 * @param stated the stated parents, without cycles
 */
function setHierarchy(
  order: readonly ClassDraft[],
  classes: readonly ClassDraft[],
  stated: ReadonlyMap<ClassDraft, readonly ClassDraft[]>,
): void {
  // Subclasses before superclasses: the reverse of `order`, the same in all lists.
  const rank = new Map(order.map((cls, i) => [cls, -i]));
  let pairCount = 0;
  for (const cls of order) {
    const parents = stated.get(cls) ?? [];
    const ancestors = new Set<ClassDraft>();
    for (const parent of parents) for (const ancestor of parent.ancestors) ancestors.add(ancestor);
    cls.parents = parents.filter((parent) => !ancestors.has(parent)).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    for (const parent of cls.parents) ancestors.add(parent);
    cls.ancestors = [...ancestors].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    pairCount += cls.ancestors.length;
    if (pairCount > limits.inherited) {
      fail('model-too-large', { what: 'direct and indirect superclasses', limit: limits.inherited }, cls.place);
    }
  }
  for (const cls of classes) {
    for (const parent of cls.parents) parent.children.push(cls);
    for (const ancestor of cls.ancestors) ancestor.descendants.push(cls);
  }
}

/** Returns the named members of an intersection: they are its superclasses. */
function namedMembers(reader: Reader, node: Node): Node[] {
  const list = reader.ontology.node(node, owl.intersectionOf);
  return list === undefined ? [] : reader.ontology.list(list).filter((member) => !isBlank(member));
}

/**
 * Returns all classes with parents before their children; otherwise classes that are declared later come first. Removes the
 * statements that close a cycle from `parents`, with a warning.
 */
function orderParentsFirst(reader: Reader, classes: readonly ClassDraft[], parents: Map<ClassDraft, ClassDraft[]>): ClassDraft[] {
  const order: ClassDraft[] = [];
  /** Depth-first search: the index of a class on the current path, -1 when it is in `order`; absent before its visit. */
  const pathIndex = new Map<ClassDraft, number>();
  const backEdges = new Map<ClassDraft, Set<ClassDraft>>();
  for (const root of [...classes].reverse()) {
    if (pathIndex.has(root)) continue;
    // An explicit stack: hierarchies may be deeper than the call stack.
    const path: { cls: ClassDraft; next: ClassDraft[] }[] = [];
    const visit = (cls: ClassDraft) => {
      pathIndex.set(cls, path.length);
      path.push({ cls, next: [...(parents.get(cls) ?? [])] });
    };
    visit(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const parent = top.next.pop();
      const depth = parent ? pathIndex.get(parent) : undefined;
      if (!parent) {
        path.pop();
        pathIndex.set(top.cls, -1);
        order.push(top.cls);
      } else if (depth === undefined) {
        visit(parent);
      } else if (depth >= 0) {
        const { cls } = top;
        getOrCreate(backEdges, cls, () => new Set()).add(parent);
        reader.warn('subclass-cycle', { classes: describeCycle(reader, path, depth) }, cls.place);
      }
    }
  }
  for (const [cls, dropped] of backEdges) {
    parents.set(
      cls,
      (parents.get(cls) ?? []).filter((parent) => !dropped.has(parent)),
    );
  }
  return order;
}

/** Of longer cycles, messages show the first and the last classes only: there may be as many cycles as classes. */
const MAX_SHOWN = 20;

/** Returns a cycle for messages: from a class on the path to the end of the path, and back to the class. */
function describeCycle(reader: Reader, path: readonly { readonly cls: ClassDraft }[], from: number): string {
  const length = path.length - from;
  const show = ({ cls }: { readonly cls: ClassDraft }) => reader.show(cls.iri);
  const first = path.slice(from, from + (length > MAX_SHOWN ? MAX_SHOWN / 2 : length)).map(show);
  const last = length > MAX_SHOWN ? path.slice(-MAX_SHOWN / 2).map(show) : [];
  const omitted = length > MAX_SHOWN ? [`… ${length - MAX_SHOWN} more …`] : [];
  return [...first, ...omitted, ...last, first[0]].join(' → ');
}
