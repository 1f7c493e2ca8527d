/**
 * Prints the implementations of the trait `Validate`: its method `validate_into` checks the constraints that the Rust types do
 * not enforce. One implementation exists for each type with such constraints: records, inputs, related objects, unions.
 */

import { type Demand, type DomainClass, demandsOn, type FieldDemands, type Union } from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import type { Site } from './answers.ts';
import type { HelperCode } from './helper-code.ts';
import { FunctionBody, skipFormatting } from './layout.ts';
import type { RunContext } from './run-context.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { implementsCopy, unionVariants } from './types.ts';
import { anyOfCheck, checksOfType, isAnyText, needsUnionCheck, type Statement, type ValueSite } from './values.ts';
import type { VariantMembers } from './variant-members.ts';

/** The checked variant of a class: the record (`entity`), or the create or update variant. */
type CheckedRole = 'entity' | 'create' | 'update';

/** Collects the regular expressions of a file; each becomes a static such as `static ZIP_CODE: LazyLock<Regex> = …`. */
export class Patterns {
  readonly #names = new Map<string, string>();
  readonly #scope: Scope;
  readonly #helpers: HelperCode;
  /** At first, the names of the constants that files import from the helper module. */
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

  constructor(scope: Scope, helpers: HelperCode) {
    this.#scope = scope;
    this.#helpers = helpers;
  }

  /** Returns the name of the static for a pattern. The first field that uses the pattern gives the name. */
  staticOf(literal: string, field: string): string {
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
      const value = `${lazy}::new(|| ${this.#helpers.use('regex', this.#scope)}(${literal}));`;
      const line = `${head} ${value}`;
      if (/^[ -~]{0,100}$/.test(line)) return line;
      return [!/^[ -~]{0,96}$/.test(value) && skipFormatting, head, `    ${value}`];
    });
  }
}

/** Context shared by the implementations of `Validate` in one file. */
export interface CheckContext {
  readonly scope: Scope;
  readonly helpers: HelperCode;
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

/**
 * Returns the implementation for a record with related objects; undefined if none of them has constraints.
 *
 * @param base the field with the instance itself, if it has constraints
 */
export function validateNestedMembers(
  type: string,
  base: string | undefined,
  nestedMembers: readonly NestedMember[],
  context: CheckContext,
): Lines {
  const checks = new Checks(context);
  if (base !== undefined) checks.base(base);
  for (const member of nestedMembers) checks.nestedMember(member);
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
    const anyOf = () => (variant.members.some(isAnyText) ? [] : [anyOfCheck(variant.members, site)]);
    const variantChecks = otherMembers.length === 0 ? checksOfType(firstMember, site) : anyOf();
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

  /** Describes a checked value. `field` gives patterns their names. */
  site(value: string, path: string, field = 'text'): ValueSite {
    const { scope, helpers, patterns } = this.#context;
    return {
      value,
      path,
      options: 0,
      isVariable: false,
      scope,
      helpers,
      compile: (literal) => patterns.staticOf(literal, field),
    };
  }

  /** @param option an expression for the option of the value, for statements that check it only if it is present */
  statements(statements: readonly Statement[], option = ''): void {
    for (const statement of statements) {
      if ('ifPresent' in statement) this.block(`if let Some(value) = ${option}`, [statement.ifPresent('value')]);
      else this.#body.call(statement.callee, statement.args);
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

  nestedMember({ name, identifier, cardinality }: NestedMember): void {
    this.#context.helpers.usePiece('Violations::nested');
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

  /** Adds the checks of the instance itself, which a record with related objects has in a field. */
  base(identifier: string): void {
    const callee = `self.${identifier}.validate_into`;
    this.#body.chain(`${callee}(violations)`);
    this.#body.call(callee, ['violations']);
  }

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
    const print = (demands: readonly Demand[], checked: Partial<ValueSite> & { value: string }): readonly Statement[] => {
      const site: Site = { ...this.site(checked.value, stringLiteral(`/${name}`), name), ...checked, role, members };
      // A create or update variant has no `id` to compare with.
      const printed = role === 'entity' ? demands : demands.filter(({ kind }) => kind !== 'irreflexive');
      return ledger.printAll(printed, site).flat();
    };
    if (cardinality !== 'many') {
      const options = ((cardinality === 'optional' ? 1 : 0) + (isWrapped ? 1 : 0)) as 0 | 1 | 2;
      const isCopied = type.kind !== 'union' && implementsCopy(type);
      let option = isCopied ? memberPath : `${memberPath}.as_ref()`;
      if (options === 2) option += isCopied ? '.flatten()' : '.and_then(|value| value.as_ref())';
      this.statements(print(whole, { value: memberPath }));
      this.statements(print(each, { value: memberPath, options }), option);
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
    const { scope, helpers } = this.#context;
    const head = `impl ${helpers.use('Validate', scope)} for ${type} {`;
    const method = `    fn validate_into(&self, violations: &mut ${helpers.use('Violations', scope)}) {`;
    const isRegular = body.isRegular && head.length <= 100 && method.length <= 100;
    return [!isRegular && skipFormatting, head, method, body.lines, '    }', '}'];
  }
}
