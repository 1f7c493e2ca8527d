import {
  type Demand,
  type DomainClass,
  declaredRelations,
  demandsOn,
  type Field,
  type Relation,
  type Union,
} from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import type { Site } from './answers.ts';
import { Body } from './layout.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { isCopied, type UnionVariant, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';
import { anyOf, included, isDemanding, type Statement, statement, statementsOf, type Site as ValueSite } from './values.ts';

type NameOf = (field: Field) => string;

/** The method that checks an instance, if there is anything to check. */
export function validateInstance(cls: DomainClass, nameOf: NameOf, scope: Scope, run: Run): Lines {
  if (!run.isChecked(cls)) return undefined;
  const checks = new Checks(scope, run.validation);
  for (const field of cls.allFields) checks.mark(cls, field, () => checks.field(cls, field, nameOf, run));
  for (const demand of demandsOn(cls).object) {
    const site = { ...checks.site('self', '""'), cls, nameOf };
    const code = run.ledger.print(demand, site);
    if (code === undefined) continue;
    const involved = demand.kind === 'choice' ? demand.choice.fields : demand.kind === 'total' ? demand.total.fields : [];
    checks.statements(code, involved.map(nameOf));
  }
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
  run: Run,
): Lines {
  const relations = declaredRelations(cls).filter((relation) => run.isChecked(relation.target));
  if (!run.isChecked(cls) && relations.length === 0) return undefined;
  const checks = new Checks(scope, run.validation);
  if (run.isChecked(cls)) checks.object('""', `self.${base}`);
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

  /** What a check knows of a place; patterns are called like `name`. */
  site(value: string, path: string, name = 'text'): ValueSite {
    const compile = (literal: string) => this.#pattern(literal, name);
    return { value, path, scope: this.#scope, validation: this.#validation, compile };
  }

  /** Says which field the statements are about. */
  mark(cls: DomainClass, field: Field, statements: () => void): void {
    this.#body.mark({ element: { kind: 'field', class: cls, field } }, statements);
  }

  statements(all: readonly Statement[], identifiers: readonly string[] = []): void {
    for (const identifier of identifiers) this.#body.accesses(identifier);
    for (const { given, callee, args } of all) {
      if (given) this.#body.array('given', given);
      this.#body.call(callee, args);
    }
  }

  field(cls: DomainClass, field: Field, nameOf: NameOf, { ledger }: Run): void {
    this.#body.accesses(nameOf(field));
    const { whole, each } = ledger.demandsToPrint(cls, field);
    if (!ledger.arePrinted(whole) && !ledger.arePrinted(each)) return;
    const { type, cardinality, name } = field;
    const place = `self.${nameOf(field)}`;
    const print = (demands: readonly Demand[], value: string, path: string): readonly Statement[] => {
      const site: Site = { ...this.site(value, path, name), cls, nameOf };
      return ledger.printAll(demands, site).flat();
    };
    const path = stringLiteral(`/${name}`);
    this.statements(print(whole, place, path));
    if (cardinality === 'one') this.statements(print(each, place, path));
    else if (cardinality === 'optional') {
      this.#each(print(each, 'value', path), (value) => `if let Some(${value}) = ${isCopied(type) ? '' : '&'}${place}`);
    } else {
      const pathOfEach = `format_args!("/${name}/{index}")`;
      const head = (value: string) => `for (index, ${isCopied(type) ? '&' : ''}${value}) in ${place}.iter().enumerate()`;
      this.#each(print(each, 'value', pathOfEach), head);
    }
  }

  variant(variant: UnionVariant): void {
    const [first, ...others] = variant.members;
    const site = this.site('value', '""');
    const found = others.length === 0 ? statementsOf(first, site) : [statement(site, anyOf(variant.members, site))];
    this.#each(found, (value) => `if let Self::${variant.name}(${value}) = ${isCopied(first) ? '*self' : 'self'}`);
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
  object(path: string, value: string): void {
    this.statements([included(this.site(value, path))]);
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

  /** Statements about a variable, in a block that gives it its value. */
  #each(all: readonly Statement[], head: (value: string) => string): void {
    if (all.length === 0) return;
    // The compiler wants a variable to be used.
    this.#body.block(head(all.some(({ usesValue }) => usesValue) ? 'value' : '_value'), () => this.statements(all));
  }

  /** Declares a regular expression. */
  #pattern(literal: string, name: string): string {
    const pattern = this.#validation.use('Pattern', this.#scope);
    const variable = this.#patternNames.claim(name.toUpperCase());
    this.#patterns.declaration(`static ${variable}: ${pattern}`, `${pattern}::new`, literal);
    return variable;
  }
}
