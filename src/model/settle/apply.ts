import type { ClassDraft, FieldDraft } from '../draft.ts';
import { breach, type Refusal } from '../kinds/facets.ts';
import { valueIn } from '../kinds/values.ts';
import type { Term } from '../read/axioms.ts';
import type { Fact } from '../read/facts.ts';
import type { Range } from '../type/range.ts';
import type { FieldType } from '../types.ts';

/** Notes what the parts of a field's type come from. */
export function traceType(range: Range, cls: ClassDraft, field: FieldDraft): void {
  for (const { axiom, kind, pattern } of range.traces) {
    if (kind === 'pattern') {
      if (pattern && field.type.kind !== 'reference') axiom.add({ kind, class: cls, field, pattern });
    } else if (kind === 'type' && field.type.kind === 'enumeration' && field.type.only) {
      axiom.add({ kind: 'values', class: cls, field });
    } else if (kind === 'type' || field.type.kind !== 'reference') {
      axiom.add({ kind, class: cls, field });
    }
  }
}

/** Gives a field whose type and multiplicity are settled what else facts say, and notes what each comes to. */
export function applyFacts(cls: ClassDraft, field: FieldDraft, facts: readonly Fact[]): void {
  for (const fact of facts) {
    const { axiom } = fact;
    const add = (
      kind: 'required' | 'single' | 'min-items' | 'max-items' | 'absent' | 'values' | 'default' | 'constant' | 'contains',
    ) => axiom.add({ kind, class: cls, field });
    switch (fact.kind) {
      case 'min':
        if (fact.count === 0) axiom.settled = true;
        else add(field.cardinality === 'many' ? 'min-items' : 'required');
        break;
      case 'some':
        add(field.cardinality === 'many' ? 'min-items' : 'required');
        break;
      case 'max':
        add(field.absent ? 'absent' : field.cardinality === 'many' ? 'max-items' : 'single');
        break;
      case 'in':
        if (axiom.shortfall === undefined) {
          add(field.type.kind === 'enumeration' && !field.type.only ? ('type' as 'values') : 'values');
        }
        break;
      case 'facet': {
        if (axiom.shortfall !== undefined) break;
        const { facet } = fact;
        if (facet.kind === 'pattern') axiom.add({ kind: 'pattern', class: cls, field, pattern: facet.pattern });
        else axiom.add({ kind: facet.kind, class: cls, field });
        break;
      }
      case 'node-kind':
        if (axiom.shortfall === undefined) axiom.add({ kind: 'type', class: cls, field });
        break;
      case 'value': {
        const found = fieldValue(fact.term, field.type);
        if ('why' in found) {
          axiom.refuse(found);
          break;
        }
        const { value } = found;
        if (field.absent) axiom.fallsShort('the class has no value at all');
        else if (field.cardinality === 'many') {
          field.contains = [...new Set([...(field.contains ?? []), value])];
          add('contains');
        } else if (field.constant !== undefined && field.constant !== value) {
          axiom.fallsShort(`the only value is ${JSON.stringify(field.constant)} already`);
        } else {
          field.constant = value;
          delete field.generated;
          delete field.managed;
          delete field.default;
          if (field.cardinality === 'one') add('required');
          add('constant');
        }
        break;
      }
      case 'default': {
        const found = fieldValue(fact.term, field.type);
        if ('why' in found) axiom.refuse(found);
        else if (field.cardinality === 'many') axiom.fallsShort('a list has no default but to be empty');
        else if (field.constant !== undefined || field.absent) axiom.fallsShort('the only value is settled already');
        else {
          field.default = found.value;
          delete field.generated;
          delete field.managed;
          add('default');
        }
        break;
      }
      case 'range':
        break;
      default:
        fact satisfies never;
    }
  }
}

/** A value of an ontology in the form in which a field of the type has it, or why the field has no such value. */
function fieldValue(term: Term, type: FieldType): { readonly value: string } | Refusal {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return { why: 'instances are known by UUIDs, not by their IRIs' };
    case 'scalar': {
      const found = valueIn(term, type);
      const why = 'why' in found ? found.why : breach(found.value, type);
      return why === undefined ? found : { why, isFault: true };
    }
    case 'enumeration': {
      const allowed = type.only ?? type.enumeration.values;
      const found = allowed.find((v) =>
        typeof term === 'string' ? v.iri === term : v.iri === undefined && v.value === term.value,
      );
      if (found) return { value: found.value };
      const what = typeof term === 'string' ? 'the resource' : JSON.stringify(term.value);
      return { why: `${what} is none of the values`, isFault: true };
    }
    case 'union':
      return { why: 'the values are of several datatypes' };
    default:
      return type satisfies never;
  }
}

/** Whether a value, written as a field has it, is one of the type. */
export function isValueOf(value: string, type: FieldType): boolean {
  if (type.kind === 'enumeration') return (type.only ?? type.enumeration.values).some((v) => v.value === value);
  return type.kind !== 'scalar' || breach(value, type) === undefined;
}
