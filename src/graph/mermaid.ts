/** Prints the class diagram of a model in the language of Mermaid. */

import type { DomainModel } from '../model/index.ts';
import { associations, typeName } from './diagram.ts';
import { directions, framesOf, hasFields, type PictureOptions } from './options.ts';

/** Returns the prefix, or a numbered name if Mermaid does not accept the prefix. */
function frameName(name: string, i: number): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : `namespace_${i + 1}`;
}

/**
 * Prints a model as a Mermaid class diagram: a class with its own fields, a line for each relationship with its
 * roles and multiplicities, and a line from each parent to its children. Optional fields are marked with `?`, lists
 * with `[]`.
 *
 * Mermaid has no reliable escapes, so the diagram contains only names of the model: letters, digits and `_`.
 * Class names begin with a capital letter, so they cannot be Mermaid keywords.
 */
export function toMermaid(model: DomainModel, options: PictureOptions = {}): string {
  const showsFields = hasFields(model);
  return [
    'classDiagram',
    ...(options.direction === undefined ? [] : [`  direction ${directions[options.direction]}`]),
    ...framesOf(model.classes, options).flatMap(({ name, classes }, i) => {
      const drawn = classes.flatMap((cls) =>
        showsFields && cls.fields.length > 0
          ? [`  class ${cls.name} {`, ...cls.fields.map((field) => `    +${typeName(field)} ${field.name}`), '  }']
          : [`  class ${cls.name}`],
      );
      // The name of a namespace must be an identifier.
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
