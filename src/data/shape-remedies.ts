/** Reads from violated shapes which values may correct the data: `sh:in (1 2)` proposes 1 and 2. `sample-repair.ts` tries them. */

import { type Literal, type Node, pushTo, rdf, SHACL } from '../ontology/index.ts';
import type { Pattern } from '../pattern/index.ts';
import type { ShapeResult, Triple } from './shapes-engine.ts';
import type { Term } from './terms.ts';

/** A value that a shape names. */
export type Proposal =
  | { readonly is: 'term'; readonly term: Term }
  /** An instance of the class. */
  | { readonly is: 'class'; readonly class: Node }
  /** A string or an IRI in which the expression finds a match. */
  | { readonly is: 'pattern'; readonly pattern: Pattern };

/** The order or equality of the values of two properties (SHACL, 4.5). */
export interface Comparison {
  readonly property: string;
  readonly relation: 'equals' | 'lessThan' | 'lessThanOrEquals';
}

/** A violation of a shape, with what may correct it. */
export interface Remedy {
  /** The node that violates the shape. */
  readonly node: Node;
  /** The first property of the path; undefined if the node itself violates the shape. */
  readonly property: string | undefined;
  /** Whether values are missing; else a value is wrong. */
  readonly isMissing: boolean;
  /** The IRI or lexical form of the wrong value. */
  readonly value: string | undefined;
  /** Whether the classes of the values are wrong, not the values. */
  readonly isOfTypes: boolean;
  /** The values that the shape names; one of them may be right. */
  readonly proposals: readonly Proposal[];
  readonly comparison?: Comparison | undefined;
}

/** Components whose results report that a value is missing. */
const missingValueComponents: ReadonlySet<string> = new Set(
  ['MinCount', 'QualifiedMinCount', 'HasValue'].map((name) => `${SHACL}${name}ConstraintComponent`),
);

const relations = ['equals', 'lessThan', 'lessThanOrEquals'] as const;

/** Maximum depth of nested shapes; it also ends cycles. */
const MAX_DEPTH = 8;

/** Returns the remedies for violations; those that are only advice, or of paths that are not read, have none. */
export function remediesOf(
  results: readonly ShapeResult[],
  shapes: readonly Triple[],
  escapes: 'ascii' | 'unicode',
): readonly Remedy[] {
  const reader = new ShapeReader(shapes, escapes);
  return results.flatMap((result) => (result.isAdvice ? [] : (reader.remedy(result) ?? [])));
}

class ShapeReader {
  readonly #statements = new Map<string, (Node | Literal)[]>();
  readonly #escapes: 'ascii' | 'unicode';

  constructor(shapes: readonly Triple[], escapes: 'ascii' | 'unicode') {
    this.#escapes = escapes;
    for (const { subject, predicate, object } of shapes) {
      pushTo(this.#statements, `${subject} ${predicate}`, object);
    }
  }

  remedy({ node, shape, component, value }: ShapeResult): Remedy | undefined {
    if (typeof node !== 'string') return undefined;
    const [path] = this.#nodes(shape, 'path');
    const steps = path === undefined ? [] : this.#steps(path);
    if (steps === undefined || steps.length > 2) return undefined;
    const isOfTypes = steps.at(-1) === rdf.type;
    if (steps.length > 1 && !isOfTypes) return undefined;
    const isQualified = component.startsWith(`${SHACL}Qualified`);
    const valueShapes = isQualified ? this.#nodes(shape, 'qualifiedValueShape') : [shape];
    return {
      node,
      property: steps[0],
      isMissing: missingValueComponents.has(component),
      value: isOfTypes ? undefined : value,
      isOfTypes,
      proposals: valueShapes.flatMap((one) => this.#proposals(one, isOfTypes, 0)),
      comparison: this.#comparison(shape, component),
    };
  }

  /** Returns the properties of a path; undefined for other paths than a property and a sequence of properties. */
  #steps(path: Node): readonly string[] | undefined {
    if (!path.startsWith('_:')) return [path];
    const steps = this.#list(path).filter((step) => typeof step === 'string');
    return steps.length === 0 || steps.some((step) => step.startsWith('_:')) ? undefined : steps;
  }

  #comparison(shape: Node, component: string): Comparison | undefined {
    const name = relations.find((one) => component.toLowerCase() === `${SHACL}${one}ConstraintComponent`.toLowerCase());
    const [property] = name === undefined ? [] : this.#nodes(shape, name);
    return name === undefined || property === undefined ? undefined : { property, relation: name };
  }

  #proposals(shape: Node, areTypes: boolean, depth: number): readonly Proposal[] {
    if (depth > MAX_DEPTH) return [];
    const terms = [...this.#objects(shape, 'hasValue'), ...this.#nodes(shape, 'in').flatMap((head) => this.#list(head))];
    const nested = [
      ...this.#nodes(shape, 'node'),
      ...['and', 'or', 'xone'].flatMap((name) => this.#nodes(shape, name).flatMap((head) => this.#list(head))),
    ];
    const [flags] = this.#objects(shape, 'flags');
    const isClass = (term: Term): term is Node => areTypes && typeof term === 'string';
    return [
      ...terms.map((term): Proposal => (isClass(term) ? { is: 'class', class: term } : { is: 'term', term })),
      ...this.#nodes(shape, 'class').map((node): Proposal => ({ is: 'class', class: node })),
      ...this.#objects(shape, 'pattern').flatMap((term): Proposal[] => {
        if (typeof term === 'string') return [];
        const given = typeof flags === 'object' ? flags.value : '';
        return [
          {
            is: 'pattern',
            pattern: { source: term.value, flags: given, syntax: 'xpath', escapes: this.#escapes, allowsLookaround: true },
          },
        ];
      }),
      ...nested.flatMap((one) => (typeof one === 'string' ? this.#proposals(one, areTypes, depth + 1) : [])),
    ];
  }

  #objects(subject: Node, name: string): readonly (Node | Literal)[] {
    return this.#statements.get(`${subject} ${SHACL}${name}`) ?? [];
  }

  #nodes(subject: Node, name: string): readonly Node[] {
    return this.#objects(subject, name).filter((object) => typeof object === 'string');
  }

  #list(head: Node): readonly (Node | Literal)[] {
    const members: (Node | Literal)[] = [];
    const seen = new Set<Node>();
    let rest: Node | Literal | undefined = head;
    while (typeof rest === 'string' && rest !== rdf.nil && !seen.has(rest)) {
      seen.add(rest);
      members.push(...(this.#statements.get(`${rest} ${rdf.first}`) ?? []).slice(0, 1));
      rest = this.#statements.get(`${rest} ${rdf.rest}`)?.[0];
    }
    return members;
  }
}
