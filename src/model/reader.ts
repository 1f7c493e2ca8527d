import { type Code, type Diagnostic, diagnostic, type Params, type Place } from '../diagnostics/index.ts';
import {
  DC,
  DCTERMS,
  isBlank,
  localName,
  type Node,
  type Ontology,
  OWL,
  owl,
  RDFS,
  rdfs,
  SCHEMA,
  SKOS,
} from '../ontology/index.ts';
import type { Transliterate } from './names.ts';
import { chooseText, cleanText } from './text.ts';

const LABELS = [rdfs.label, `${SKOS}prefLabel`, `${DCTERMS}title`, `${DC}title`];
const COMMENTS = [
  rdfs.comment,
  `${SKOS}definition`,
  `${DCTERMS}description`,
  `${DC}description`,
  ...SCHEMA.map((ns) => `${ns}description`),
];

/** What all builders share: the ontology, the warnings so far, and how its texts are read. */
export class Reader {
  readonly ontology: Ontology;
  readonly diagnostics: Diagnostic[] = [];
  readonly transliterate: Transliterate;

  constructor(ontology: Ontology, transliterate: Transliterate) {
    this.ontology = ontology;
    this.transliterate = transliterate;
  }

  warn<C extends Code>(code: C, params: Params<C>, place?: Place): void {
    this.diagnostics.push(diagnostic(code, params, place));
  }

  show(node: Node): string {
    return this.ontology.show(node);
  }

  /** `rdfs:label`, on one line. */
  rdfsLabel(node: Node): string | undefined {
    return this.#text(node, [rdfs.label])?.replace(/\s+/g, ' ');
  }

  /** The name for people, from whichever property gives one; on one line. */
  label(node: Node): string | undefined {
    return this.#text(node, LABELS)?.replace(/\s+/g, ' ');
  }

  doc(node: Node): string | undefined {
    return this.#text(node, COMMENTS);
  }

  /** What the ontology says of a resource for people, as the model keeps it. */
  described(node: Node): { label?: string; doc?: string; deprecated: boolean } {
    const label = this.label(node);
    const doc = this.doc(node);
    const deprecated =
      this.ontology.isTrue(node, owl.deprecated) ||
      this.ontology.types(node).some((t) => t === owl.DeprecatedClass || t === owl.DeprecatedProperty);
    return { ...(label !== undefined && { label }), ...(doc !== undefined && { doc }), deprecated };
  }

  /** The local name of an IRI, percent-decoded. */
  local(iri: string): string {
    const local = localName(iri);
    try {
      return decodeURIComponent(local);
    } catch {
      return local;
    }
  }

  /**
   * The named classes of a class expression: itself, or the members of a union (also nested), or the
   * only named member of an intersection.
   */
  namedClasses(
    node: Node,
    into: Set<Node> = new Set(),
    unreadable: Node[] = [],
    depth = 0,
  ): { named: Set<Node>; unreadable: Node[] } {
    if (!isBlank(node)) {
      into.add(node);
    } else {
      const union = this.ontology.node(node, owl.unionOf);
      const intersection = this.ontology.node(node, owl.intersectionOf);
      if (union !== undefined && depth < 32) {
        for (const member of this.ontology.list(union)) this.namedClasses(member, into, unreadable, depth + 1);
      } else if (intersection !== undefined) {
        const named = this.ontology.list(intersection).filter((member) => !isBlank(member));
        if (named.length === 1 && named[0] !== undefined) into.add(named[0]);
        else unreadable.push(node);
      } else {
        unreadable.push(node);
      }
    }
    return { named: into, unreadable };
  }

  #text(node: Node, predicates: readonly string[]): string | undefined {
    for (const predicate of predicates) {
      const text = chooseText(this.ontology.literals(node, predicate));
      const clean = text === undefined ? undefined : cleanText(text);
      if (clean !== undefined) return clean;
    }
    return undefined;
  }
}

/** Classes that everything belongs to; as a domain or superclass they say nothing. */
export function isUniversal(iri: string): boolean {
  return iri === owl.Thing || iri === `${RDFS}Resource`;
}

/** Terms of RDF, RDFS and OWL themselves. */
export function isBuiltIn(iri: string): boolean {
  return iri.startsWith(OWL) || iri.startsWith(RDFS) || iri.startsWith('http://www.w3.org/1999/02/22-rdf-syntax-ns#');
}
