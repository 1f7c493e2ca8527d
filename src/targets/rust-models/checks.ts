import { type Demand, type DomainClass, demandsOn, type FieldDemands, type Union } from '../../model/index.ts';
import { type Lines, NameScope } from '../text/index.ts';
import type { Site } from './answers.ts';
import type { Held, Holding, Shaping } from './holding.ts';
import { Body, isRegularAccess, longestAccess } from './layout.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';
import { isCopied, type UnionVariant, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';
import { anyOf, included, isDemanding, type Statement, statement, statementsOf, type Site as ValueSite } from './values.ts';

/** What is checked of a class: an instance, or the body that creates or changes one. */
export type CheckedRole = 'entity' | 'create' | 'update';

/** The method that checks it. */
export function validateMembers(
  cls: DomainClass,
  role: CheckedRole,
  holding: Holding,
  shaping: Shaping,
  scope: Scope,
  run: Run,
): Lines {
  const held = holding[role];
  if (holding.isPlain) return plainMethod(held, holding.isRegular, scope, run.validation);
  const { object } = demandsOn(cls);
  const checks = new Checks(scope, run.validation);
  if (held.length > 0) checks.members();
  for (const member of held) checks.field(role, member, held, shaping, run);
  for (const demand of object) {
    const site = { ...checks.site('self', '""'), role, held, shaping };
    const code = run.ledger.print(demand, site);
    if (code !== undefined) checks.statements(code);
  }
  return checks.method();
}

/**
 * The method where nothing is to be checked of members but what is of all of them.
 *
 * @param areRegular whether that is known of the names of all members
 */
function plainMethod(held: readonly Held[], areRegular: boolean, scope: Scope, validation: Validation): Lines {
  if (held.length === 0) return methodOf(undefined, undefined, true, scope, validation);
  validation.needs('Violations::members');
  const areShort = areRegular || held.every(({ identifier }) => identifier.length <= longestAccess);
  return methodOf(undefined, ALL_MEMBERS, areShort, scope, validation);
}

const ALL_MEMBERS = '        violations.members(self);';

/**
 * The method that checks an instance with its related objects, and that they agree.
 *
 * @param base the identifier of the instance
 */
export function validateRelations(base: string, scope: Scope, validation: Validation): Lines {
  validation.needs('Violations::include');
  const related = validation.call('validate_related', scope);
  if (isRegularAccess(base)) {
    const body = `        violations.include("", self.${base}.validate());\n        ${related}(&mut violations, self);`;
    return methodOf(undefined, body, true, scope, validation);
  }
  const checks = new Checks(scope, validation);
  checks.statements([included({ ...checks.site(`self.${base}`, '""') })]);
  checks.statements([{ callee: related, args: ['&mut violations', 'self'], usesValue: true }]);
  return checks.method();
}

/** The method that checks a page of objects. */
export function validatePage(scope: Scope, validation: Validation): Lines {
  validation.needs('Violations::include');
  validation.needs('Violations::members');
  const body = `        ${validation.call('validate_objects', scope)}(&mut violations, self);\n${ALL_MEMBERS}`;
  return methodOf(undefined, body, true, scope, validation);
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
  #patternNames: NameScope | undefined;
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

  statements(all: readonly Statement[]): void {
    for (const { callee, args } of all) this.#body.call(callee, args);
  }

  /** What the kinds of all members ask for, and how many of them have values. */
  members(): void {
    this.#validation.needs('Violations::members');
    this.#body.call('violations.members', ['self']);
  }

  /** What is checked of a member. */
  field(role: CheckedRole, member: Held, held: readonly Held[], shaping: Shaping, run: Run): void {
    const { identifier, demands, mark } = member;
    this.#body.accesses(identifier);
    if (demands !== undefined) this.#body.mark(mark, () => this.#field(role, member, demands, held, shaping, run));
  }

  #field(
    role: CheckedRole,
    { field, identifier, isWrapped }: Held,
    { whole, each }: FieldDemands,
    held: readonly Held[],
    shaping: Shaping,
    { ledger }: Run,
  ): void {
    const { type, cardinality, name } = field;
    const place = `self.${identifier}`;
    const print = (demands: readonly Demand[], value: string, path: string): readonly Statement[] => {
      const site: Site = { ...this.site(value, path, name), role, held, shaping };
      // Whose body it is, is not known in it.
      const seen = role === 'entity' ? demands : demands.filter(({ kind }) => kind !== 'irreflexive');
      return ledger.printAll(seen, site).flat();
    };
    const path = stringLiteral(`/${name}`);
    const borrowed = `${isCopied(type) ? '' : '&'}${place}`;
    if (cardinality === 'many') {
      const list = (values: string) => {
        this.statements(print(whole, values, path));
        const pathOfEach = `format_args!("/${name}/{index}")`;
        const head = (value: string) => `for (index, ${isCopied(type) ? '&' : ''}${value}) in ${values}.iter().enumerate()`;
        this.#each(print(each, 'value', pathOfEach), head);
      };
      if (isWrapped) this.#body.block(`if let Some(values) = &${place}`, () => list('values'));
      else list(place);
      return;
    }
    if (cardinality === 'optional' && isWrapped) {
      this.#each(print(each, 'value', path), (value) => `if let Some(Some(${value})) = ${borrowed}`);
      return;
    }
    if (!isWrapped) this.statements(print(whole, place, path));
    if (cardinality === 'optional' || isWrapped) {
      this.#each(print(each, 'value', path), (value) => `if let Some(${value}) = ${borrowed}`);
    } else {
      this.statements(print(each, place, path));
    }
  }

  variant(variant: UnionVariant): void {
    const [first, ...others] = variant.members;
    const site = this.site('value', '""');
    const found = others.length === 0 ? statementsOf(first, site) : [statement(site, anyOf(variant.members, site))];
    this.#each(found, (value) => `if let Self::${variant.name}(${value}) = ${isCopied(first) ? '*self' : 'self'}`);
  }

  method(): Lines {
    const body = this.#body;
    const isRegular = this.#patterns.isRegular && body.isRegular;
    return methodOf(this.#patterns.lines, body.isEmpty ? undefined : body.lines, isRegular, this.#scope, this.#validation);
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
    this.#patternNames ??= new NameScope();
    const variable = this.#patternNames.claim(name.toUpperCase());
    this.#patterns.declaration(`static ${variable}: ${pattern}`, `${pattern}::new`, literal);
    return variable;
  }
}

const methodDoc = [
  '    /// Checks what the types leave open.',
  '    ///',
  '    /// # Errors',
  '    ///',
  '    /// All violations that there are, with their paths.',
].join('\n');

/**
 * A `validate` method.
 *
 * @param patterns the declarations of regular expressions
 * @param body notes violations; undefined if there can be none
 * @param isRegular whether rustfmt leaves all of it as it is
 */
function methodOf(patterns: Lines, body: Lines, isRegular: boolean, scope: Scope, validation: Validation): Lines {
  const violation = validation.use('Violation', scope);
  const around = body === undefined ? undefined : validation.use('Violations', scope);
  const head = headOf(violation, isRegular, scope);
  if (around === undefined) return [head, patterns, '        Ok(())', '    }'];
  return [head, patterns, `        let mut violations = ${around}::default();`, body, '        violations.into_result()\n    }'];
}

/** Its lines down to the brace that opens its body. */
function headOf(violation: string, isRegular: boolean, scope: Scope): string {
  const result = `${scope.std('Result')}<(), ${scope.std('Vec')}<${violation}>>`;
  const key = isRegular ? result : `!${result}`;
  let head = heads.get(key);
  if (head === undefined) {
    head = [methodDoc, ...(isRegular ? [] : ['    #[rustfmt::skip]']), `    pub fn validate(&self) -> ${result} {`].join('\n');
    heads.set(key, head);
  }
  return head;
}

/** These lines by what the method returns: they are the same in all files but those that declare types of such names. */
const heads = new Map<string, string>();
