import type { DomainModel } from '../../model/index.ts';
import type { Element, Spelling } from '../target.ts';
import { declaredTypes } from './class.ts';
import { identifiers, moduleNames, typeName } from './names.ts';
import { Scope } from './scope.ts';
import { fieldType } from './types.ts';

type Modules = ReadonlyMap<{ readonly slug: string }, string>;

/** Settled once for each model that is asked about. */
const known = new WeakMap<DomainModel, Modules>();

function modulesOf(model: DomainModel): Modules {
  const modules =
    known.get(model) ?? moduleNames<{ readonly slug: string }>([...model.classes, ...model.enumerations, ...model.unions]);
  known.set(model, modules);
  return modules;
}

/** Where an element of the model stands in the files. */
export function spelling(element: Element, model: DomainModel): Spelling {
  const modules = modulesOf(model);
  const pathOf = (named: { readonly slug: string }) => `${modules.get(named)}.rs`;
  switch (element.kind) {
    case 'class': {
      const name = typeName(element.class);
      return { path: pathOf(element.class), name, declaration: `pub struct ${name} {` };
    }
    case 'field': {
      const { class: cls, field } = element;
      const name = identifiers(cls.allFields.map((f) => f.name))(field.name);
      return {
        path: pathOf(cls),
        name: `${typeName(cls)}.${name}`,
        type: fieldType(field, new Scope(declaredTypes(cls))),
        declaration: `pub ${name}:`,
        scope: `pub struct ${typeName(cls)} {`,
      };
    }
    case 'enumeration': {
      const name = typeName(element.enumeration);
      return { path: pathOf(element.enumeration), name, declaration: `pub enum ${name} {` };
    }
    default:
      return element satisfies never;
  }
}
