import type { DomainClass, Field } from '../../model/index.ts';
import type { Element, Spelling } from '../target.ts';
import { printedFields } from './fields.ts';
import { fieldType } from './module.ts';
import { attributeName, className, moduleName } from './names.ts';

/** Where an element of the model is declared in the package. A field is where the class inherits it from. */
export function spelling(element: Element): Spelling {
  switch (element.kind) {
    case 'class': {
      const name = className(element.class.name);
      return { path: pathOf(element.class), name, declaration: `class ${name}(` };
    }
    case 'field': {
      const { class: cls, field } = element;
      const declaring = declaringClass(cls, field);
      const attribute = attributeName(field.name);
      return {
        path: pathOf(declaring),
        name: `${className(cls.name)}.${attribute}`,
        type: fieldType(field),
        declaration: `${attribute}:`,
        scope: `class ${className(declaring.name)}(`,
      };
    }
    case 'enumeration': {
      const name = className(element.enumeration.name);
      return { path: pathOf(element.enumeration), name, declaration: `class ${name}(` };
    }
    default:
      return element satisfies never;
  }
}

function pathOf({ slug }: { readonly slug: string }): string {
  return `${moduleName(slug)}.py`;
}

/** The class that prints a field in the form that it has in another class. */
function declaringClass(cls: DomainClass, field: Field): DomainClass {
  return [cls, ...cls.ancestors].find((candidate) => printedFields(candidate).includes(field)) ?? field.owner;
}
