/** Warns of shapes that have no effect, because they constrain no class. */

import { isBlank, type Node, type Ontology, SHACL, sh } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { usesShacl } from './resources.ts';

/** The beginning of all predicates that state the target of a shape. */
const TARGETS = `${SHACL}target`;

/** Predicates by which one shape refers to others, alone or in a list. */
const references: ReadonlySet<string> = new Set([
  ...[sh.property, sh.node, sh.and, sh.or, sh.xone],
  ...['not', 'qualifiedValueShape', 'filterShape', 'nodes', 'shape', 'memberShape', 'reifierShape', 'condition', 'parameter'].map(
    (name) => SHACL + name,
  ),
]);

function referencedShapes(ontology: Ontology): ReadonlySet<Node> {
  const referenced = new Set<Node>();
  for (const { statements } of ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (!references.has(predicate) || typeof object !== 'string') continue;
      referenced.add(object);
      for (const member of ontology.list(object)) referenced.add(member);
    }
  }
  return referenced;
}

/**
 * Warns of shapes that constrain no class: their targets are nodes, or subjects or objects of properties; or they have
 * no target, and no other shape refers to them.
 *
 * @param classes all classes, declared or not
 */
export function warnOfUnreadShapes(reader: Reader, classes: ReadonlySet<Node>): void {
  const { ontology } = reader;
  if (!usesShacl(ontology)) return;
  const referenced = referencedShapes(ontology);
  for (const { node: shape, statements } of ontology.entries()) {
    if (classes.has(shape) || referenced.has(shape) || ontology.isTrue(shape, sh.deactivated)) continue;
    const targets = statements.filter(({ predicate }) => predicate.startsWith(TARGETS));
    if (targets.some(({ predicate, object }) => predicate === sh.targetClass && classes.has(object as Node))) continue;
    for (const statement of targets) {
      if (statement.predicate === sh.targetClass || reader.unknownTerms.has(statement.predicate)) continue;
      reader.warnOf(
        'shape-target-unread',
        reader.show(shape),
        { target: reader.show(statement.predicate) },
        ontology.placeOf(statement),
      );
    }
    const hasConstraints = statements.some(({ predicate }) => predicate === sh.property || predicate === sh.node);
    if (targets.length === 0 && hasConstraints && !isBlank(shape)) {
      reader.warnOf('shape-without-target', reader.show(shape), {}, ontology.place(shape));
    }
  }
}
