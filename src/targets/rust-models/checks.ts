/** Prints the implementations of `Validate`: calls for constraints that the types do not enforce. */

import { type Demand, type DomainClass, demandsOn, type FieldDemands, type Union } from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import type { Site } from './answers.ts';
import { FunctionBody, skipFormatting } from './layout.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { implementsCopy, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';
import { anyOf, isAnyText, needsUnionCheck, type Statement, statementsOf, type Site as ValueSite } from './values.ts';
import type { VariantMembers } from './variant-members.ts';

/** Checked variant of a class: the record, or the create or update variant. */
export type CheckedRole = 'entity' | 'create' | 'update';

/** Collects the regular expressions of a file, each as a static. */
export class Patterns {
  readonly #names = new Map<string, string>();
  readonly #scope: Scope;
  readonly #validation: Validation;
  /** Names of constants that files import. */
  readonly #usedNames = new NameScope([
    'IRI',
    'DURATION',
    'BASE64',
    'HEX',
    'G_YEAR',
    'G_YEAR_MONTH',
    'G_MONTH_DAY',
    'G_DAY',
    'G_MONTH',
  ]);

  constructor(scope: Scope, validation: Validation) {
    this.#scope = scope;
    this.#validation = validation;
  }

  /** Returns the static of a pattern. The first field that uses it gives the name. */
  of(literal: string, field: string): string {
    let name = this.#names.get(literal);
    if (name === undefined) {
      name = this.#usedNames.claim(field.toUpperCase());
      this.#names.set(literal, name);
    }
    return name;
  }

  declarations(): Lines {
    return [...this.#names].map(([literal, name]) => {
      const lazy = this.#scope.use('std::sync', 'LazyLock');
      const head = `static ${name}: ${lazy}<${this.#scope.use('regex', 'Regex')}> =`;
      const value = `${lazy}::new(|| ${this.#validation.call('regex', this.#scope)}(${literal}));`;
      const line = `${head} ${value}`;
      if (/^[ -~]{0,100}$/.test(line)) return line;
      return [!/^[ -~]{0,96}$/.test(value) && skipFormatting, head, `    ${value}`];
    });
  }
}

/** Context shared by the implementations of `Validate` in one file. */
export interface CheckContext {
  readonly scope: Scope;
  readonly validation: Validation;
  readonly patterns: Patterns;
}

/** Returns the implementation for a variant of a class; undefined if it has no constraints. */
export function validateMembers(
  type: string,
  cls: DomainClass,
  role: CheckedRole,
  variantMembers: VariantMembers,
  context: CheckContext,
  run: RunContext,
): Lines {
  const members = variantMembers[role];
  if (variantMembers.isUnconstrained) return undefined;
  const { object } = demandsOn(cls);
  const checks = new Checks(context);
  for (const member of members) checks.field(role, member, members, run);
  for (const demand of object) {
    const code = run.ledger.print(demand, { ...checks.site('self', '""'), role, members });
    if (code !== undefined) checks.statements(code);
  }
  return checks.implementation(type);
}

/** Returns the implementation for a record with related objects; undefined if none of them has constraints. */
export function validateNestedMembers(
  type: string,
  base: string | undefined,
  nestedMembers: readonly NestedMember[],
  context: CheckContext,
): Lines {
  const checks = new Checks(context);
  if (base !== undefined) checks.accesses(base.length + 'self..validate_into(violations)'.length);
  if (base !== undefined) checks.statements([{ callee: `self.${base}.validate_into`, args: ['violations'] }]);
  for (const part of nestedMembers) checks.part(part);
  return checks.implementation(type);
}

/** A member whose objects have constraints. */
export interface NestedMember {
  readonly name: string;
  readonly identifier: string;
  readonly cardinality: 'one' | 'optional' | 'many';
}

/** Returns the implementation for an enum of structs; undefined if none has constraints. */
export function validateVariants(
  type: string,
  validated: readonly string[],
  unvalidated: readonly string[],
  context: CheckContext,
): Lines {
  if (validated.length === 0) return undefined;
  const checks = new Checks(context);
  checks.match([
    ...validated.map((name) => `Self::${name}(value) => value.validate_into(violations),`),
    ...(unvalidated.length > 0 ? [`${unvalidated.map((name) => `Self::${name}(_)`).join(' | ')} => {}`] : []),
  ]);
  return checks.implementation(type);
}

/** Returns the implementation for a union; undefined if it has no constraints. */
export function validateUnion(type: string, union: Union, context: CheckContext): Lines {
  if (!needsUnionCheck(union)) return undefined;
  const checks = new Checks(context);
  for (const variant of unionVariants(union)) {
    const [firstMember, ...otherMembers] = variant.members;
    const site = { ...checks.site('value', '""'), isVariable: true };
    const memberChecks = otherMembers.length === 0 ? statementsOf(firstMember, site) : [];
    const variantChecks =
      otherMembers.length > 0 && !variant.members.some(isAnyText) ? [anyOf(variant.members, site)] : memberChecks;
    checks.block(`if let Self::${variant.name}(value) = ${implementsCopy(firstMember) ? '*self' : 'self'}`, variantChecks);
  }
  return checks.implementation(type);
}

/** Builds the body of `validate_into`. */
class Checks {
  readonly #body = new FunctionBody();
  readonly #context: CheckContext;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  /** Returns the site of a check. `field` gives patterns their names. */
  site(value: string, path: string, field = 'text'): ValueSite {
    const { scope, validation, patterns } = this.#context;
    return { value, path, options: 0, isVariable: false, scope, validation, compile: (literal) => patterns.of(literal, field) };
  }

  statements(statements: readonly Statement[], value = ''): void {
    for (const { callee, args, plain } of statements) {
      if (plain === undefined) this.#body.call(callee, args);
      else this.block(`if let Some(value) = ${value}`, [plain('value')]);
    }
  }

  block(head: string, statements: readonly Statement[]): void {
    if (statements.length > 0) this.#body.block(head, () => this.statements(statements));
  }

  match(arms: readonly string[]): void {
    this.#body.block('match self', () => {
      for (const arm of arms) this.#body.line(arm);
    });
  }

  part({ name, identifier, cardinality }: NestedMember): void {
    const { validation } = this.#context;
    validation.needs('Violations::nested');
    const path = `self.${identifier}`;
    if (cardinality !== 'many') {
      const value = cardinality === 'one' ? `&${path}` : `${path}.as_ref()`;
      this.#body.call('violations.nested', [stringLiteral(`/${name}`), value]);
      return;
    }
    this.#body.block(`for (index, value) in ${path}.iter().enumerate()`, () =>
      this.#body.call('violations.nested', [`format_args!("/${name}/{index}")`, 'value']),
    );
  }

  /** Records the width of a chain of calls. */
  accesses(width: number): void {
    this.#body.accesses(width > 60 ? ' '.repeat(width) : '');
  }

  /** Adds the checks of a member. */
  field(role: CheckedRole, member: RustMember, members: readonly RustMember[], run: RunContext): void {
    const { identifier, demands, mark } = member;
    this.#body.accesses(identifier);
    if (demands !== undefined) this.#body.mark(mark, () => this.#field(role, member, demands, members, run));
  }

  #field(
    role: CheckedRole,
    member: RustMember,
    { whole, each }: FieldDemands,
    members: readonly RustMember[],
    { ledger }: RunContext,
  ): void {
    const { field, identifier, isWrapped } = member;
    const { type, cardinality, name } = field;
    const memberPath = `self.${identifier}`;
    const print = (demands: readonly Demand[], siteParts: Partial<ValueSite> & { value: string }): readonly Statement[] => {
      const site: Site = { ...this.site(siteParts.value, stringLiteral(`/${name}`), name), ...siteParts, role, members };
      // A create or update variant has no `id` to compare with.
      const printed = role === 'entity' ? demands : demands.filter(({ kind }) => kind !== 'irreflexive');
      return ledger.printAll(printed, site).flat();
    };
    if (cardinality !== 'many') {
      const options = ((cardinality === 'optional' ? 1 : 0) + (isWrapped ? 1 : 0)) as 0 | 1 | 2;
      const isCopied = type.kind !== 'union' && implementsCopy(type);
      let value = isCopied ? memberPath : `${memberPath}.as_ref()`;
      if (options === 2) value += isCopied ? '.flatten()' : '.and_then(|value| value.as_ref())';
      this.statements(print(whole, { value: memberPath }));
      this.statements(print(each, { value: memberPath, options }), value);
      return;
    }
    const list = (values: string) => {
      this.statements(print(whole, { value: values }));
      const path = `format_args!("/${name}/{index}")`;
      const itemChecks = print(each, { value: 'value', path, isVariable: true });
      this.block(`for (index, ${implementsCopy(type) ? '&' : ''}value) in ${values}.iter().enumerate()`, itemChecks);
    };
    if (isWrapped) this.#body.block(`if let Some(values) = &${memberPath}`, () => list('values'));
    else list(memberPath);
  }

  /** Returns the implementation; undefined if it has no statements. */
  implementation(type: string): Lines {
    const body = this.#body;
    if (body.isEmpty) return undefined;
    const { scope, validation } = this.#context;
    const head = `impl ${validation.use('Validate', scope)} for ${type} {`;
    const method = `    fn validate_into(&self, violations: &mut ${validation.use('Violations', scope)}) {`;
    const isRegular = body.isRegular && head.length <= 100 && method.length <= 100;
    return [!isRegular && skipFormatting, head, method, body.lines, '    }', '}'];
  }
}
