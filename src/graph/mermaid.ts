import type { DomainModel } from '../model/index.ts';
import { associations, typeName } from './diagram.ts';
import { directions, framesOf, hasFields, type PictureOptions } from './options.ts';

/** A prefix, or a number where it is none that Mermaid takes. */
function frameName(name: string, i: number): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : `namespace_${i + 1}`;
}

/**
 * A model as a Mermaid class diagram: a class with the fields that it adds, a line for each relationship with
 * its roles and multiplicities, and one from each parent to its children. A field that may be absent is
 * marked `?`, a list `[]`.
 *
 * Mermaid has no escapes worth the name, so only names of the model stand in it, which are letters, digits and
 * `_`; a class name begins with a capital letter, and so meets none of its keywords.
 */
export function toMermaid(model: DomainModel, options: PictureOptions = {}): string {
  const isPlain = !hasFields(model);
  return [
    'classDiagram',
    ...(options.direction === undefined ? [] : [`  direction ${directions[options.direction]}`]),
    ...framesOf(model.classes, options).flatMap(({ name, classes }, i) => {
      const drawn = classes.flatMap((cls) =>
        isPlain || cls.fields.length === 0
          ? [`  class ${cls.name}`]
          : [`  class ${cls.name} {`, ...cls.fields.map((field) => `    +${typeName(field)} ${field.name}`), '  }'],
      );
      // The name of a frame is no text that could hold anything.
      return name === undefined ? drawn : [`  namespace ${frameName(name, i)} {`, ...drawn.map((line) => `  ${line}`), '  }'];
    }),
    ...model.classes.flatMap((cls) => cls.parents.map((parent) => `  ${parent.name} <|-- ${cls.name}`)),
    ...associations(model).map(({ from, to }) => {
      const quoted = (multiplicity: string | undefined) => (multiplicity === undefined ? '' : `"${multiplicity}" `);
      const arrow = from.role === undefined ? '-->' : '<-->';
      const label = [to.role, from.role].filter((role) => role !== undefined).join(' / ');
      return `  ${from.cls.name} ${quoted(from.multiplicity)}${arrow} ${quoted(to.multiplicity)}${to.cls.name} : ${label}`;
    }),
    '',
  ].join('\n');
}
