/** The IRIs of shapes, such as `http://example.org/blog/shapes#Post`, and the prefixes of the document. */

import type { DomainClass, DomainModel, Field } from '../../model/index.ts';
import { namespaceBelow, type Terms, termsFor } from '../shared/rdf/index.ts';
import { RDF, RDFS, SH, XSD } from './terms.ts';

export interface ShapeNames {
  readonly of: (cls: DomainClass) => string;
  /** The IRI of the shape that makes the values of a field unique. */
  readonly unique: (cls: DomainClass, field: Field) => string;
}

const namespaceOf = (model: DomainModel): string => namespaceBelow(model, 'shapes');

/** Returns the IRIs of the shapes of a model. */
export function shapeNames(model: DomainModel): ShapeNames {
  const namespace = namespaceOf(model);
  return {
    of: (cls) => `${namespace}${cls.name}`,
    unique: (cls, field) => `${namespace}${cls.name}-${field.name}`,
  };
}

/** Returns the printer of terms for the document of shapes, with all its prefixes. */
export function documentTerms(model: DomainModel): Terms {
  return termsFor(model, { rdf: RDF, rdfs: RDFS, sh: SH, xsd: XSD, shapes: namespaceOf(model) });
}
