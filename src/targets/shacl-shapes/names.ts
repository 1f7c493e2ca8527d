/** What shapes are called, and the namespaces by which the document shortens IRIs. */

import type { DomainClass, DomainModel, Field } from '../../model/index.ts';
import { namespaceBelow, type Terms, termsFor } from '../shared/rdf/index.ts';
import { RDF, RDFS, SH, XSD } from './terms.ts';

export interface ShapeNames {
  readonly of: (cls: DomainClass) => string;
  /** That of the shape of a field's values, where no two instances share one. */
  readonly unique: (cls: DomainClass, field: Field) => string;
}

const namespaceOf = (model: DomainModel): string => namespaceBelow(model, 'shapes');

export function planShapes(model: DomainModel): ShapeNames {
  const namespace = namespaceOf(model);
  return {
    of: (cls) => `${namespace}${cls.name}`,
    unique: (cls, field) => `${namespace}${cls.name}-${field.name}`,
  };
}

export function documentTerms(model: DomainModel): Terms {
  return termsFor(model, { rdf: RDF, rdfs: RDFS, sh: SH, xsd: XSD, shapes: namespaceOf(model) });
}
