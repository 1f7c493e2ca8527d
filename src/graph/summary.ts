/** Counts the elements of an ontology for `codegen graph load`. */

import type { Diagnostic } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { isBlank, type Ontology, owl, rdf, rdfs } from '../ontology/index.ts';

/** Numbers of elements in an ontology file. */
export interface Summary {
  /** The path as the user gave it. */
  readonly file: string;
  readonly triples: number;
  readonly classes: number;
  readonly properties: {
    readonly total: number;
    readonly datatype: number;
    readonly object: number;
    readonly annotation: number;
    /** Properties without a kind of value, such as `rdf:Property`. */
    readonly other: number;
  };
  readonly warnings: number;
}

type PropertyKind = Exclude<keyof Summary['properties'], 'total'>;

/**
 * The kind of a property by its types; the first matching kind wins. OWL 2 applies `owl:InverseFunctionalProperty` to object
 * properties only, but `owl:FunctionalProperty` to datatype properties, too, so that it does not determine a kind.
 */
const KIND_BY_TYPE: readonly (readonly [PropertyKind, readonly string[]])[] = [
  ['datatype', [owl.DatatypeProperty]],
  [
    'object',
    [
      owl.ObjectProperty,
      owl.InverseFunctionalProperty,
      owl.TransitiveProperty,
      owl.SymmetricProperty,
      owl.AsymmetricProperty,
      owl.ReflexiveProperty,
      owl.IrreflexiveProperty,
    ],
  ],
  ['annotation', [owl.AnnotationProperty]],
  ['other', [rdf.Property, owl.FunctionalProperty, owl.DeprecatedProperty]],
];

/**
 * Counts the declarations of an ontology.
 *
 * @param model the model of the ontology; if given, its classes are counted instead of those that the ontology declares
 * @param diagnostics all diagnostics from loading and building
 */
export function summarize(ontology: Ontology, model: DomainModel | undefined, diagnostics: readonly Diagnostic[]): Summary {
  let classes = 0;
  const properties: Record<PropertyKind, number> = { datatype: 0, object: 0, annotation: 0, other: 0 };
  // Subjects without an `rdf:type` declare nothing.
  for (const subject of ontology.typed) {
    if (isBlank(subject)) continue;
    const types = ontology.types(subject);
    if (types.includes(owl.Class) || types.includes(rdfs.Class)) classes++;
    const kind = KIND_BY_TYPE.find(([, kindTypes]) => kindTypes.some((type) => types.includes(type)))?.[0];
    if (kind) properties[kind]++;
  }
  return {
    file: ontology.file,
    triples: ontology.tripleCount,
    classes: model?.classes.length ?? classes,
    properties: { total: Object.values(properties).reduce((sum, n) => sum + n, 0), ...properties },
    warnings: diagnostics.filter((d) => d.severity === 'warning').length,
  };
}

function formatCount(n: number, singular: string, plural: string): string {
  return `${n} ${n === 1 ? singular : plural}`;
}

/** Formats a line such as `blog.ttl: 57 triples, 3 classes, 12 properties (8 datatype, 4 object)`. */
export function formatSummary({ file, triples, classes, properties, warnings }: Summary): string {
  const { total, ...byKind } = properties;
  const kinds = Object.entries(byKind).flatMap(([kind, n]) => (n > 0 ? [`${n} ${kind}`] : []));
  return [
    `${file}: ${formatCount(triples, 'triple', 'triples')}`,
    formatCount(classes, 'class', 'classes'),
    `${formatCount(total, 'property', 'properties')}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`,
    ...(warnings > 0 ? [formatCount(warnings, 'warning', 'warnings')] : []),
  ].join(', ');
}
