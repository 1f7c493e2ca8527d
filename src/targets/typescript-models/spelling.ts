import type { DomainClass, DomainModel, Field } from '../../model/index.ts';
import type { Element, Spelling } from '../target.ts';
import { fieldKey, printedFields } from './interfaces.ts';
import { typeLines } from './layout.ts';
import { elementModules } from './names.ts';
import { valueType } from './types.ts';

/** Settled once for each model that is asked about. */
const known = new WeakMap<DomainModel, ReturnType<typeof elementModules>>();

function modulesOf(model: DomainModel): ReturnType<typeof elementModules> {
  const modules = known.get(model) ?? elementModules(model);
  known.set(model, modules);
  return modules;
}

/** Where the modules declare a class, a field or an enumeration. A field is where the class inherits it from. */
export function spelling(element: Element, model: DomainModel): Spelling | undefined {
  const modules = modulesOf(model);
  switch (element.kind) {
    case 'class': {
      const { name } = element.class;
      return { path: `${modules.get(element.class)}.ts`, name, declaration: `export interface ${name}` };
    }
    case 'enumeration': {
      const { name } = element.enumeration;
      return { path: `${modules.get(element.enumeration)}.ts`, name, declaration: `export const ${name} =` };
    }
    case 'field': {
      const { class: cls, field } = element;
      const declaring = declaringClass(cls, field);
      const key = fieldKey(field);
      return {
        path: `${modules.get(declaring)}.ts`,
        name: `${cls.name}.${field.name}`,
        type: typeLines('', valueType(field), '', Number.NEGATIVE_INFINITY).join(''),
        declaration: `${key}:`,
        scope: `export interface ${declaring.name}`,
      };
    }
    default:
      return element satisfies never;
  }
}

/** The class whose interface shows a field of a class in the form that it has there. */
function declaringClass(cls: DomainClass, field: Field): DomainClass {
  const shows = (candidate: DomainClass) => printedFields(candidate).includes(field);
  return [cls, ...cls.ancestors].find(shows) ?? field.owner;
}
