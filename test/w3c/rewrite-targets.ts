import { type NamedNode, namedNode, parse, type Quad, quad, type Term } from 'oxigraph';

const SH = 'http://www.w3.org/ns/shacl#';
const TYPE = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const CLASS = namedNode('http://www.w3.org/2002/07/owl#Class');

/** Finds the nodes of a shape's target, by the predicate of the target; `sh:targetClass` is not one of them. */
const targets: Readonly<Record<string, (named: Term, data: readonly Quad[]) => readonly Term[]>> = {
  [`${SH}targetNode`]: (named) => [named],
  [`${SH}targetSubjectsOf`]: (named, data) => data.filter((q) => q.predicate.equals(named)).map((q) => q.subject),
  [`${SH}targetObjectsOf`]: (named, data) => data.filter((q) => q.predicate.equals(named)).map((q) => q.object),
};

/** Turtle files whose shapes target classes instead of named nodes. */
export interface Retargeted {
  /** Declares the classes. */
  readonly ontology: string;
  readonly shapes: string;
  readonly data: string;
}

const read = (turtle: string, base: string): readonly Quad[] =>
  parse(turtle, { format: 'text/turtle', base_iri: base }) as Quad[];

const written = (quads: readonly Quad[]): string =>
  quads.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object} .\n`).join('');

/**
 * Replaces named target nodes by classes, because layers check only instances of classes. Each such shape gets its own target
 * class, and its nodes become instances of that class. Literals cannot be instances.
 */
export function retargeted(shapes: string, data: string, base: string): Retargeted {
  const nodes = read(data, base);
  const classes = new Map<string, NamedNode>([['', namedNode('http://test.example/C')]]);
  const instances: Quad[] = [];
  const asked = read(shapes, base).map((each): Quad => {
    const named = targets[each.predicate.value]?.(each.object, nodes);
    if (named === undefined) {
      if (each.predicate.value === `${SH}targetClass`) classes.set(each.object.value, each.object as NamedNode);
      return each;
    }
    const cls = classes.get(each.subject.value) ?? namedNode(`http://test.example/Target${classes.size}`);
    classes.set(each.subject.value, cls);
    for (const node of named) if (node.termType !== 'Literal') instances.push(quad(node as NamedNode, TYPE, cls));
    return quad(each.subject, namedNode(`${SH}targetClass`), cls);
  });
  return {
    ontology: written([...classes.values()].map((cls) => quad(cls, TYPE, CLASS))),
    shapes: written(asked),
    data: written([...nodes, ...instances]),
  };
}
