import { fail } from '../../diagnostics/index.ts';
import { isBlank, limits, type Node, owl, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from './axioms.ts';
import type { Reader } from './reader.ts';
import { isBuiltIn, isUniversal } from './resources.ts';

/** Predicates that may state a superclass. */
const superclassPredicates = [rdfs.subClassOf, owl.equivalentClass, owl.intersectionOf];

/** Sets the superclasses and subclasses of classes. Breaks cycles, with a warning. */
export function readHierarchy(reader: Reader, classes: readonly ClassDraft[], byIri: ReadonlyMap<string, ClassDraft>): void {
  const { ontology } = reader;
  if (!superclassPredicates.some((predicate) => ontology.mentions(predicate))) return;
  const stated = new Map<ClassDraft, ClassDraft[]>();
  const subclassAxioms: { cls: ClassDraft; parent: ClassDraft; axiom: AxiomDraft }[] = [];
  for (const cls of classes) {
    const parents = new Set<ClassDraft>();
    const add = (node: Node, statement: Statement) => {
      const axiom = reader.axioms.of(statement.predicate, cls.iri, { ...statement, object: node });
      const parent = byIri.get(node);
      if (parent) {
        if (parent !== cls) parents.add(parent);
        subclassAxioms.push({ cls, parent, axiom });
      } else if (isUniversal(node) || isBuiltIn(node)) {
        axiom.settled = true;
      } else {
        axiom.fallsShort(`${reader.show(node)} is not a class of this ontology`);
        const params = { parent: reader.show(node), why: reader.noClass(node), suggestion: reader.meantBy(node) };
        reader.warnOf('superclass-not-declared', reader.show(cls.iri), params, cls.place);
      }
    };
    for (const statement of ontology.statementsOf(cls.iri, rdfs.subClassOf)) {
      if (typeof statement.object !== 'string') continue;
      if (isBlank(statement.object)) for (const member of intersection(reader, statement.object)) add(member, statement);
      else add(statement.object, statement);
    }
    for (const statement of ontology.statementsOf(cls.iri, owl.equivalentClass)) {
      if (typeof statement.object !== 'string' || !isBlank(statement.object)) continue;
      for (const member of intersection(reader, statement.object)) add(member, statement);
    }
    // A class may also be an intersection itself.
    for (const statement of ontology.statementsOf(cls.iri, owl.intersectionOf)) {
      for (const member of intersection(reader, cls.iri)) add(member, statement);
    }
    stated.set(cls, [...parents]);
  }
  setHierarchy(orderParentsFirst(reader, classes, stated), classes, stated);
  for (const { cls, parent, axiom } of subclassAxioms) {
    if (cls.ancestors.includes(parent)) axiom.add({ kind: 'inheritance', class: cls, parent });
    else axiom.fallsShort('it closes a circle, and is ignored');
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
  // Most derived first: every class comes before its superclasses, in the same order in all lists.
  const rank = new Map(order.map((cls, i) => [cls, -i]));
  let size = 0;
  for (const cls of order) {
    const parents = stated.get(cls) ?? [];
    const above = new Set<ClassDraft>();
    for (const parent of parents) for (const ancestor of parent.ancestors) above.add(ancestor);
    cls.parents = parents.filter((parent) => !above.has(parent)).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    for (const parent of cls.parents) above.add(parent);
    cls.ancestors = [...above].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    size += cls.ancestors.length;
    if (size > limits.inherited) {
      fail(
        'model-too-large',
        { what: 'pairs of a class and a direct or indirect superclass', limit: limits.inherited },
        cls.place,
      );
    }
  }
  for (const cls of classes) {
    for (const parent of cls.parents) parent.children.push(cls);
    for (const ancestor of cls.ancestors) ancestor.descendants.push(cls);
  }
}

/** Returns the named members of an intersection: they are its superclasses. */
function intersection(reader: Reader, node: Node): Node[] {
  const list = reader.ontology.node(node, owl.intersectionOf);
  return list === undefined ? [] : reader.ontology.list(list).filter((member) => !isBlank(member));
}

/**
 * Returns all classes with parents before their children; otherwise classes that are declared later
 * come first. Removes statements that close a cycle, with a warning.
 */
function orderParentsFirst(reader: Reader, classes: readonly ClassDraft[], parents: Map<ClassDraft, ClassDraft[]>): ClassDraft[] {
  const order: ClassDraft[] = [];
  /** The index of an open class in the path; -1 if the class and all its superclasses are in `order`. */
  const state = new Map<ClassDraft, number>();
  const closing = new Map<ClassDraft, Set<ClassDraft>>();
  for (const root of [...classes].reverse()) {
    if (state.has(root)) continue;
    // An explicit stack: hierarchies may be deeper than the call stack.
    const path: { cls: ClassDraft; next: ClassDraft[] }[] = [];
    const open = (cls: ClassDraft) => {
      state.set(cls, path.length);
      path.push({ cls, next: [...(parents.get(cls) ?? [])] });
    };
    open(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const parent = top.next.pop();
      const depth = parent ? state.get(parent) : undefined;
      if (!parent) {
        path.pop();
        state.set(top.cls, -1);
        order.push(top.cls);
      } else if (depth === undefined) {
        open(parent);
      } else if (depth >= 0) {
        const { cls } = top;
        const closed = closing.get(cls);
        if (closed) closed.add(parent);
        else closing.set(cls, new Set([parent]));
        reader.warn('subclass-cycle', { classes: describeCycle(reader, path, depth) }, cls.place);
      }
    }
  }
  for (const [cls, closed] of closing) {
    parents.set(
      cls,
      (parents.get(cls) ?? []).filter((parent) => !closed.has(parent)),
    );
  }
  return order;
}

/** Of longer cycles, messages show the first and the last classes only: there may be as many cycles as classes. */
const NAMED = 20;

/** Returns a cycle for messages: from a class on the path to the end of the path, and back to the class. */
function describeCycle(reader: Reader, path: readonly { readonly cls: ClassDraft }[], from: number): string {
  const length = path.length - from;
  const show = ({ cls }: { readonly cls: ClassDraft }) => reader.show(cls.iri);
  const first = path.slice(from, from + (length > NAMED ? NAMED / 2 : length)).map(show);
  const last = length > NAMED ? path.slice(-NAMED / 2).map(show) : [];
  const left = length > NAMED ? [`… ${length - NAMED} more …`] : [];
  return [...first, ...left, ...last, first[0]].join(' → ');
}
