import {
  allChoices,
  type DomainClass,
  declaredRelations,
  type Field,
  type FieldType,
  type Relation,
  type Union,
} from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import {
  choiceFields,
  demandsOf,
  type FieldDemand,
  isChecked,
  isDemanding,
  reach,
  type ValueDemand,
  variantDemands,
} from './demands.ts';
import { Body } from './layout.ts';
import { comparand, patternLiteral, stringLiteral } from './literals.ts';
import { counted, list, shownPattern, shownValue } from './prose.ts';
import type { Scope } from './scope.ts';
import { isCopied, isTextual, type UnionVariant, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';

/** The method that checks an instance, if there is anything to check. */
export function validateInstance(
  cls: DomainClass,
  nameOf: (field: Field) => string,
  scope: Scope,
  validation: Validation,
): Lines {
  if (!isChecked(cls)) return undefined;
  const checks = new Checks(scope, validation);
  for (const field of cls.allFields) checks.field(field, nameOf(field));
  for (const choice of allChoices(cls)) checks.choice(choiceFields(cls, choice), nameOf, choice.required);
  return checks.method();
}

/**
 * The method that checks an instance with its related objects, if there is anything to check in them.
 *
 * @param base the identifier of the instance
 */
export function validateRelations(
  cls: DomainClass,
  base: string,
  nameOf: (relation: Relation) => string,
  scope: Scope,
  validation: Validation,
): Lines {
  const relations = declaredRelations(cls).filter((relation) => isChecked(relation.target));
  if (!isChecked(cls) && relations.length === 0) return undefined;
  const checks = new Checks(scope, validation);
  if (isChecked(cls)) checks.object('""', `self.${base}`);
  for (const relation of relations) checks.related(relation, nameOf(relation));
  return checks.method();
}

/** The method that checks a value of a union, if there is anything to check. */
export function validateUnion(union: Union, scope: Scope, validation: Validation): Lines {
  if (!isDemanding(union)) return undefined;
  const checks = new Checks(scope, validation);
  for (const variant of unionVariants(union)) checks.variant(variant);
  return checks.method();
}

/** An expression of a value: a field, or else a variable, which is a reference to it where it is not copied. */
type Place = string;

function isOwn(place: Place): boolean {
  return place.startsWith('self.');
}

/** Whether no value keeps to a demand. */
function isHopeless(demand: ValueDemand): boolean {
  return (demand.kind === 'minimum' || demand.kind === 'maximum') && reach(demand.scalar, demand.kind, demand.bound) === 'none';
}

function boundMessage({ kind, bound }: ValueDemand & { kind: 'minimum' | 'maximum' }): string {
  const { value, inclusive } = bound;
  if (kind === 'minimum') return `must be ${inclusive ? 'at least' : 'greater than'} ${value}`;
  return `must be ${inclusive ? 'at most' : 'less than'} ${value}`;
}

/** The body of a `validate` method, made of one check after the other. */
class Checks {
  readonly #body = new Body();
  readonly #patterns = new Body();
  readonly #patternNames = new NameScope();
  readonly #scope: Scope;
  readonly #validation: Validation;

  constructor(scope: Scope, validation: Validation) {
    this.#scope = scope;
    this.#validation = validation;
  }

  field(field: Field, name: string): void {
    const { type, cardinality } = field;
    const { whole, each } = demandsOf(field);
    if (whole.length + each.length === 0) return;
    const place = `self.${name}`;
    const path = stringLiteral(`/${field.name}`);
    const patterns = this.#compile(each, field.name);
    this.#body.accesses(name);
    for (const demand of whole) this.#check(path, ...this.#ofField(demand, field, place));
    if (each.length === 0) return;

    const ofEach = (value: Place, path: string) => {
      for (const demand of each) this.#value(demand, type, value, path, patterns);
    };
    // The compiler wants a variable to be used, and no comparison holds of a bound that no value keeps to.
    const variable = each.every(isHopeless) ? '_value' : 'value';
    if (cardinality === 'one') {
      ofEach(place, path);
    } else if (cardinality === 'optional') {
      this.#body.block(`if let Some(${variable}) = ${isCopied(type) ? '' : '&'}${place}`, () => ofEach('value', path));
    } else {
      this.#body.block(`for (index, ${isCopied(type) ? '&' : ''}${variable}) in ${place}.iter().enumerate()`, () =>
        ofEach('value', `format_args!("/${field.name}/{index}")`),
      );
    }
  }

  /** Alternatives, of which none or one has a value. */
  choice(fields: readonly Field[], nameOf: (field: Field) => string, required: boolean): void {
    for (const field of fields) this.#body.accesses(nameOf(field));
    this.#body.array(
      'given',
      fields.map((field) => (field.cardinality === 'optional' ? `self.${nameOf(field)}.is_some()` : 'true')),
    );
    const names = list(fields.map((field) => field.name));
    const [operator, number] = required ? ['==', 'exactly'] : ['<=', 'at most'];
    this.#check('""', `given.iter().filter(|one| **one).count() ${operator} 1`, `must have ${number} one of ${names}`);
  }

  variant(variant: UnionVariant): void {
    const {
      name,
      members: [type],
    } = variant;
    const demands = variantDemands(variant);
    if (demands.length === 0) return;
    const patterns = this.#compile(demands, 'text');
    this.#body.block(
      `if let Self::${name}(${demands.every(isHopeless) ? '_value' : 'value'}) = ${isCopied(type) ? '*self' : 'self'}`,
      () => {
        for (const demand of demands) this.#value(demand, type, 'value', '""', patterns);
      },
    );
  }

  related({ name, many, required }: Relation, identifier: string): void {
    const place = `self.${identifier}`;
    const path = stringLiteral(`/${name}`);
    this.#body.accesses(identifier);
    if (many) {
      this.#body.block(`for (index, related) in ${place}.iter().enumerate()`, () =>
        this.object(`format_args!("/${name}/{index}")`, 'related'),
      );
    } else if (required) {
      this.object(path, place);
    } else {
      this.#body.block(`if let Some(related) = &${place}`, () => this.object(path, 'related'));
    }
  }

  /** An object that has a `validate` of its own. */
  object(path: string, place: Place): void {
    this.#validation.needsInclude();
    this.#body.call('violations.include', [path, `${place}.validate()`]);
  }

  method(): Lines {
    const violation = this.#validation.use('Violation', this.#scope);
    const vec = this.#scope.std('Vec');
    return [
      '    /// Checks what the types leave open.',
      '    ///',
      '    /// # Errors',
      '    ///',
      '    /// All violations that there are, with their paths.',
      !(this.#patterns.isRegular && this.#body.isRegular) && '    #[rustfmt::skip]',
      `    pub fn validate(&self) -> ${this.#scope.std('Result')}<(), ${vec}<${violation}>> {`,
      this.#patterns.lines,
      `        let mut violations = ${this.#validation.use('Violations', this.#scope)}::default();`,
      this.#body.lines,
      '        violations.into_result()',
      '    }',
    ];
  }

  #check(path: string, condition: string, message: string): void {
    this.#body.call('violations.check', [path, condition, stringLiteral(message)]);
  }

  /** Declares the patterns of a field. */
  #compile(demands: readonly ValueDemand[], name: string): ReadonlyMap<ValueDemand, string> {
    const names = new Map<ValueDemand, string>();
    for (const demand of demands) {
      if (demand.kind !== 'pattern') continue;
      const pattern = this.#validation.use('Pattern', this.#scope);
      const variable = this.#patternNames.claim(name.toUpperCase());
      this.#patterns.declaration(`static ${variable}: ${pattern}`, `${pattern}::new`, patternLiteral(demand.source));
      names.set(demand, variable);
    }
    return names;
  }

  #value(demand: ValueDemand, type: FieldType, value: Place, path: string, patterns: ReadonlyMap<ValueDemand, string>): void {
    if (demand.kind === 'union') this.object(path, value);
    else this.#check(path, ...this.#ofValue(demand, type, value, patterns.get(demand)));
  }

  #ofValue(
    demand: Exclude<ValueDemand, { kind: 'union' }>,
    type: FieldType,
    value: Place,
    pattern: string | undefined,
  ): [condition: string, message: string] {
    switch (demand.kind) {
      case 'minimum':
      case 'maximum':
        return [this.#bound(demand, type, value), boundMessage(demand)];
      case 'min-length':
        return [
          demand.length === 1 ? `!${value}.is_empty()` : `${value}.chars().count() >= ${demand.length}`,
          `must be at least ${counted(demand.length, 'character')} long`,
        ];
      case 'max-length':
        return [
          demand.length === 0 ? `${value}.is_empty()` : `${value}.chars().count() <= ${demand.length}`,
          `must be at most ${counted(demand.length, 'character')} long`,
        ];
      case 'pattern':
        return [
          `${pattern}.is_match(${isOwn(value) ? '&' : ''}${value})`,
          `must match the pattern ${shownPattern(demand.pattern)}`,
        ];
      case 'values': {
        const shown = demand.values.map((v) => shownValue(type, v));
        return [this.#oneOf(demand.values, type, value), `must be ${shown.length === 1 ? '' : 'one of '}${shown.join(', ')}`];
      }
      case 'irreflexive':
        return [`${value} != self.id`, "must not be the object's own id"];
      default:
        return demand satisfies never;
    }
  }

  #bound({ kind, scalar, bound }: ValueDemand & { kind: 'minimum' | 'maximum' }, type: FieldType, value: Place): string {
    const reached = reach(scalar, kind, bound);
    if (reached === 'none') return 'false';
    const limit = comparand(type, bound.value, this.#scope, this.#validation);
    if (reached === 'end') return `${value} == ${limit}`;
    return `${value} ${kind === 'minimum' ? '>' : '<'}${bound.inclusive ? '=' : ''} ${limit}`;
  }

  #oneOf(values: readonly string[], type: FieldType, value: Place): string {
    const [first = '', ...others] = values;
    if (type.kind === 'scalar' && type.scalar === 'boolean') return first === 'true' ? value : `!${value}`;
    const comparands = values.map((v) => comparand(type, v, this.#scope, this.#validation));
    const text = type.kind === 'scalar' && isTextual(type.scalar);
    if (others.length > 0) return `[${comparands.join(', ')}].contains(&${value}${text ? '.as_str()' : ''})`;
    return `${isCopied(type) || text || isOwn(value) ? '' : '*'}${value} == ${comparands[0]}`;
  }

  #ofField(demand: FieldDemand, { type, cardinality }: Field, place: Place): [condition: string, message: string] {
    switch (demand.kind) {
      case 'absent':
        return cardinality === 'many' ? [`${place}.is_empty()`, 'must be empty'] : [`${place}.is_none()`, 'must be absent'];
      case 'min-items':
        return [
          demand.length === 1 ? `!${place}.is_empty()` : `${place}.len() >= ${demand.length}`,
          `must have at least ${counted(demand.length, 'value')}`,
        ];
      case 'max-items':
        return [
          demand.length === 0 ? `${place}.is_empty()` : `${place}.len() <= ${demand.length}`,
          `must have at most ${counted(demand.length, 'value')}`,
        ];
      case 'contains': {
        const wanted = comparand(type, demand.value, this.#scope, this.#validation);
        const text = type.kind === 'scalar' && isTextual(type.scalar);
        return [
          text ? `${place}.iter().any(|value| value == ${wanted})` : `${place}.contains(&${wanted})`,
          `must contain ${shownValue(type, demand.value)}`,
        ];
      }
      default:
        return demand satisfies never;
    }
  }
}
