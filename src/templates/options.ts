/** Reads the options that a template declares, and the values that users set: `--option package=org.example`. */

import { fail, suggest } from '../diagnostics/index.ts';
import type { OptionSpec, OptionSpecs, OptionValue, OptionValues, Target } from '../targets/index.ts';
import type { YamlValue } from './yaml.ts';

export type { OptionSpecs, OptionValues } from '../targets/index.ts';

const types = ['text', 'boolean', 'number', 'choice', 'list'] as const;

/**
 * Reads the declarations of options from the manifest of a template, by name.
 *
 * @throws DiagnosticError with the source location of an invalid declaration
 */
export async function readOptions(value: YamlValue): Promise<OptionSpecs> {
  const specs: Record<string, OptionSpec> = {};
  for (const [name, declaration] of value.entries()) {
    if (!/^[a-z][A-Za-z0-9_]*$/.test(name))
      declaration.fail(`${name} is not a valid name for an option`, 'letters, digits and _, a small letter first');
    specs[name] = await readOption(name, declaration);
  }
  return specs;
}

async function readOption(name: string, declaration: YamlValue): Promise<OptionSpec> {
  const { type, default: stated, about, values } = await declaration.members(['type', 'default', 'about', 'values']);
  const kind = types.find((each) => each === (type?.text() ?? 'text'));
  if (kind === undefined) {
    return (type ?? declaration).fail(`${declaration.path} has an unknown type`, `it is one of ${types.join(', ')}`);
  }
  const choices = values && readTexts(values);
  if ((kind === 'choice') !== (choices !== undefined)) {
    const problem = kind === 'choice' ? 'is a choice and has no values' : 'has values and is not a choice';
    declaration.fail(`${declaration.path} ${problem}`);
  }
  const spec = {
    type: kind,
    default: defaultOf(kind, stated, choices),
    ...(choices && { values: choices }),
    about: about?.text() ?? '',
  } as OptionSpec;
  const problem = problemOf(spec, spec.default);
  if (problem !== undefined) (stated ?? declaration).fail(`the default of ${name} ${problem}`);
  return spec;
}

/** Returns the stated default of an option, which may have the wrong type, or else the default of its type. */
function defaultOf(kind: OptionSpec['type'], stated: YamlValue | undefined, choices: readonly string[] = []): unknown {
  const value = stated && kind === 'list' ? readTexts(stated) : stated?.scalar;
  return value ?? { text: '', boolean: false, number: 0, choice: choices[0] ?? '', list: [] }[kind];
}

const readTexts = (list: YamlValue): readonly string[] => list.list().map((item) => item.text());

/** Returns why a value is invalid for an option; undefined if it is valid. */
function problemOf(spec: OptionSpec, value: unknown): string | undefined {
  switch (spec.type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'must be a string';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number';
    case 'choice':
      return typeof value === 'string' && spec.values.includes(value) ? undefined : `must be one of ${spec.values.join(', ')}`;
    case 'list':
      return areStrings(value) ? spec.problem?.(value) : 'must be a list of strings';
    default:
      return spec satisfies never;
  }
}

const areStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Converts a value of the command line, which is always a string; lists are separated by commas. */
function parseValue(spec: OptionSpec, text: string): unknown {
  if (spec.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (spec.type === 'number') return text.trim() === '' ? text : Number(text);
  if (spec.type === 'list') return text.trim() === '' ? [] : text.split(',').map((each) => each.trim());
  return text;
}

/**
 * Returns a template that generates with these values of its options.
 *
 * @param options values by name; missing options have their defaults. Strings are converted to the type of the option
 * @throws DiagnosticError if an option does not exist, or its value is invalid
 */
export async function applyOptions(target: Target, options: Readonly<Record<string, unknown>>): Promise<Target> {
  const specs = target.options ?? {};
  const values: Record<string, OptionValue> = {};
  for (const [name, spec] of Object.entries(specs)) values[name] = spec.default;
  for (const [name, value] of Object.entries(options)) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!spec) {
      const known = Object.keys(specs);
      const similar = await suggest(name, known);
      const help = known.length === 0 ? undefined : `its options are ${known.join(', ')}`;
      return fail('template-option', {
        template: target.name,
        problem: `has no option ${name}`,
        help: similar === undefined ? help : `did you mean ${similar}?`,
      });
    }
    const parsed = typeof value === 'string' ? parseValue(spec, value) : value;
    const problem = problemOf(spec, parsed);
    if (problem !== undefined)
      fail('template-option', { template: target.name, problem: `has an option ${name}, which ${problem}` });
    values[name] = parsed as OptionValue;
  }
  if (Object.keys(specs).length === 0) return target;
  const emit: Target['emit'] = (model) => target.emit(model, values);
  return { ...target, emit, generate: (model) => emit(model).files() };
}

/** Parses `name=value` arguments of the command line. A name alone means true. */
export function optionsOf(args: readonly string[]): Readonly<Record<string, string | true>> {
  return Object.fromEntries(
    args.map((each) => {
      const equals = each.indexOf('=');
      return equals < 0 ? [each, true] : [each.slice(0, equals), each.slice(equals + 1)];
    }),
  );
}

/** Returns the default of each option, by name. */
export function defaultsOf(specs: OptionSpecs): OptionValues {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default]));
}
