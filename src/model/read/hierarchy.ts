import { fail } from '../../diagnostics/index.ts';
import { isBlank, limits, type Node, owl, rdfs, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from './axioms.ts';
import type { Reader } from './reader.ts';
import { isBuiltIn, isUniversal } from './resources.ts';

/** Gives classes their superclasses and subclasses. Circles are opened, with a warning. */
export function readHierarchy(reader: Reader, classes: readonly ClassDraft[], byIri: ReadonlyMap<string, ClassDraft>): void {
  const { ontology } = reader;
  const stated = new Map<ClassDraft, ClassDraft[]>();
  const subclassAxioms: { cls: ClassDraft; parent: ClassDraft; axiom: AxiomDraft }[] = [];
  for (const cls of classes) {
    const parents: ClassDraft[] = [];
    const add = (node: Node, statement: Statement) => {
      const axiom = reader.axioms.of(statement.predicate, cls.iri, { ...statement, object: node });
      const parent = byIri.get(node);
      if (parent) {
        if (parent !== cls && !parents.includes(parent)) parents.push(parent);
        subclassAxioms.push({ cls, parent, axiom });
      } else if (isUniversal(node) || isBuiltIn(node)) {
        axiom.settled = true;
      } else {
        axiom.fallsShort(`${reader.show(node)} is not a class of this ontology`);
        const said = { parent: reader.show(node), why: reader.noClass(node) };
        reader.warnOf('superclass-not-declared', reader.show(cls.iri), said, cls.place);
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
    // A class may also be an intersection by itself.
    for (const statement of ontology.statementsOf(cls.iri, owl.intersectionOf)) {
      for (const member of intersection(reader, cls.iri)) add(member, statement);
    }
    stated.set(cls, parents);
  }
  place(orderParentsFirst(reader, classes, stated), classes, stated);
  for (const { cls, parent, axiom } of subclassAxioms) {
    if (cls.ancestors.includes(parent)) axiom.add({ kind: 'inheritance', class: cls, parent });
    else axiom.fallsShort('it closes a circle, and is ignored');
  }
}

/**
 * Gives classes their places above and below each other.
 *
 * @param order parents before their children
 * @param stated without circles
 */
function place(
  order: readonly ClassDraft[],
  classes: readonly ClassDraft[],
  stated: ReadonlyMap<ClassDraft, readonly ClassDraft[]>,
): void {
  // Most derived first: the one order in which every class holds its superclasses.
  const rank = new Map(order.map((cls, i) => [cls, -i]));
  let size = 0;
  for (const cls of order) {
    const parents = stated.get(cls) ?? [];
    cls.parents = parents
      .filter((p) => !parents.some((q) => q !== p && q.ancestors.includes(p)))
      .sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    const ancestors = new Set<ClassDraft>(cls.parents);
    for (const parent of cls.parents) for (const a of parent.ancestors) ancestors.add(a);
    cls.ancestors = [...ancestors].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    size += cls.ancestors.length;
    if (size > limits.inherited) {
      fail(
        'model-too-large',
        { what: 'superclasses of classes, those of superclasses counted', limit: limits.inherited },
        cls.place,
      );
    }
  }
  for (const cls of classes) {
    for (const parent of cls.parents) parent.children.push(cls);
    for (const ancestor of cls.ancestors) ancestor.descendants.push(cls);
  }
}

/** The named classes that an anonymous intersection is contained in. */
function intersection(reader: Reader, node: Node): Node[] {
  const list = reader.ontology.node(node, owl.intersectionOf);
  return list === undefined ? [] : reader.ontology.list(list).filter((member) => !isBlank(member));
}

/**
 * All classes with parents before their children; where nothing else decides, those declared later
 * come first. A statement that closes a circle is taken out, with a warning.
 */
function orderParentsFirst(reader: Reader, classes: readonly ClassDraft[], parents: Map<ClassDraft, ClassDraft[]>): ClassDraft[] {
  const order: ClassDraft[] = [];
  const state = new Map<ClassDraft, 'open' | 'done'>();
  for (const root of [...classes].reverse()) {
    if (state.has(root)) continue;
    // An explicit stack: hierarchies may be deeper than the program's own.
    const path: { cls: ClassDraft; next: ClassDraft[] }[] = [];
    const open = (cls: ClassDraft) => {
      state.set(cls, 'open');
      path.push({ cls, next: [...(parents.get(cls) ?? [])] });
    };
    open(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const parent = top.next.pop();
      if (!parent) {
        path.pop();
        state.set(top.cls, 'done');
        order.push(top.cls);
      } else if (!state.has(parent)) {
        open(parent);
      } else if (state.get(parent) === 'open') {
        const cls = top.cls;
        parents.set(
          cls,
          (parents.get(cls) ?? []).filter((p) => p !== parent),
        );
        const circle = [...path.slice(path.findIndex((p) => p.cls === parent)).map((p) => p.cls), parent];
        reader.warn('subclass-cycle', { classes: circle.map((c) => reader.show(c.iri)).join(' → ') }, cls.place);
      }
    }
  }
  return order;
}
