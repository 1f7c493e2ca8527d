import type { Diagnostic } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';

/**
 * Removes warnings about elements outside a slice. Errors are kept, and so are diagnostics without a line in a file of the
 * ontology.
 */
export function selectionDiagnostics<T extends Diagnostic>(
  diagnostics: readonly T[],
  model: DomainModel,
  ontology: Ontology,
): readonly T[] {
  if (!model.slice) return diagnostics;
  const files = new Set(ontology.files);
  const locations = new Set<string>();
  for (const iri of irisOf(model)) for (const { file, line } of ontology.placesAbout(iri)) locations.add(`${file}:${line}`);
  return diagnostics.filter(({ severity, place }) => {
    if (severity === 'error' || place?.line === undefined || !files.has(place.file)) return true;
    return locations.has(`${place.file}:${place.line}`);
  });
}

/** Yields the IRIs of the elements in a slice, and of the references that lead out of it. */
function* irisOf({ iri, classes, enumerations, axioms, slice }: DomainModel): Iterable<string> {
  const elements = [
    { iri },
    ...classes.flatMap((cls) => [cls, ...cls.fields, ...cls.relations]),
    ...enumerations.flatMap((enumeration) => [enumeration, ...enumeration.values]),
    ...axioms,
    ...(slice?.leaving ?? []),
  ];
  for (const element of elements) if (element.iri !== undefined) yield element.iri;
}
