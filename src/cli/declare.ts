/**
 * Declares commands and their options for commander. The types that actions receive are inferred from the declarations:
 * `{ count: wholeNumber('<number>', 'Number of instances', 1, 10) }` declares `--count <number>`, and the action gets
 * `{ readonly count: number }`.
 */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { addHelpText } from './help-text.ts';
import type { Level } from './io.ts';

/** An option. Its flag is its key in kebab case: `outputDir` becomes `--output-dir`. */
export interface OptionSpec<T> {
  /** What follows the flag: `<path>`, or `[=kinds]` for an optional value; undefined for a switch. */
  readonly value?: string;
  readonly about: string;
  /** The value if the option is not given. */
  readonly fallback: T;
  /** Whether help and reference show `fallback`. */
  readonly showsFallback?: true;
  readonly isRequired?: true;
  readonly choices?: readonly string[];
  /** The name of an option that cannot be combined with this one. */
  readonly conflicts?: string;
  /** Converts the text of a given value. `previous` is the result of the earlier occurrences of a repeated option. */
  parse?(given: string, previous: T | undefined): T;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec<unknown>>>;

/** What an action receives: a value for every option. */
export type ValuesOf<O extends OptionSpecs> = { readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never };

export function flag(about: string, more: { readonly conflicts?: string } = {}): OptionSpec<boolean> {
  return { about, fallback: false, ...more };
}

/**
 * Declares a text option. `value` names the argument in the help; `conflicts` names the option that excludes it. Without a
 * `fallback`, the value is undefined if the option is absent.
 */
export function text(value: string, about: string, more?: { readonly conflicts?: string }): OptionSpec<string | undefined>;
export function text(value: string, about: string, more: { readonly fallback: string }): OptionSpec<string>;
export function text(
  value: string,
  about: string,
  more: { readonly conflicts?: string; readonly fallback?: string } = {},
): OptionSpec<string | undefined> {
  return { value, about, ...more, fallback: more.fallback, ...(more.fallback !== undefined && { showsFallback: true }) };
}

export function requiredText(value: string, about: string): OptionSpec<string> {
  return { value, about, fallback: '', isRequired: true };
}

export function repeatable(value: string, about: string): OptionSpec<readonly string[]> {
  return { value, about, fallback: [], parse: (given, previous = []) => [...previous, given] };
}

/** Declares a repeatable option that must be given at least once. */
export function requiredRepeatable(value: string, about: string): OptionSpec<readonly string[]> {
  return { ...repeatable(value, about), isRequired: true };
}

/** Declares an option with a closed list of values. Without a `fallback`, the value is undefined if the option is absent. */
export function choice<const C extends string>(value: string, about: string, choices: readonly C[]): OptionSpec<C | undefined>;
export function choice<const C extends string>(
  value: string,
  about: string,
  choices: readonly C[],
  fallback: NoInfer<C>,
): OptionSpec<C>;
export function choice<const C extends string>(
  value: string,
  about: string,
  choices: readonly C[],
  fallback?: C,
): OptionSpec<C | undefined> {
  return { value, about, choices, fallback, ...(fallback !== undefined && { showsFallback: true }) };
}

/** Declares a required option with a closed list of values. */
export function requiredChoice<const C extends string>(value: string, about: string, choices: readonly C[]): OptionSpec<C> {
  return { value, about, choices, fallback: choices[0] as C, isRequired: true };
}

/** The largest delay of a Node.js timer, in milliseconds. */
const MAX_TIMER_DELAY = 2 ** 31 - 1;

/** Declares an option for a whole number of at least `minimum`. */
export function wholeNumber(value: string, about: string, minimum: number, fallback: number): OptionSpec<number> {
  return {
    value,
    about,
    fallback,
    showsFallback: true,
    parse: (given) => {
      const number = Number(given);
      if (/^\d+$/.test(given) && number >= minimum && number <= MAX_TIMER_DELAY) return number;
      throw new InvalidArgumentError(`It must be an integer from ${minimum} to ${MAX_TIMER_DELAY}.`);
    },
  };
}

/** Declares an option for a whole number of at least `minimum`; its value is undefined if it is not given. */
export function optionalWholeNumber(value: string, about: string, minimum: number): OptionSpec<number | undefined> {
  const { parse } = wholeNumber(value, about, minimum, minimum);
  return { value, about, fallback: undefined, parse: (given) => parse?.(given, undefined) };
}

/**
 * Declares an option with an optional value. The value must follow `=`, so that the option never consumes the argument after it.
 *
 * @returns a specification whose value is undefined if the option is not given, or else its comma-separated parts, possibly none
 */
export function list(value: string, about: string): OptionSpec<readonly string[] | undefined> {
  return {
    value: `[=${value}]`,
    about,
    fallback: undefined,
    parse: (given, previous = []) => [...previous, ...given.split(',').filter((part) => part !== '')],
  };
}

/** The types of the arguments in a usage: `gen <target>` has one, `run <event> [arguments...]` has one and a list. */
export type ArgumentsOf<Usage extends string> = Usage extends `${infer First} ${infer Rest}`
  ? readonly [...ArgumentsOf<First>, ...ArgumentsOf<Rest>]
  : Usage extends `<${string}...>` | `[${string}...]`
    ? readonly [readonly string[]]
    : Usage extends `<${string}>`
      ? readonly [string]
      : Usage extends `[${string}]`
        ? readonly [string | undefined]
        : readonly [];

interface CommandSpec<Usage extends string, O extends OptionSpecs> {
  readonly about: string;
  readonly options: O;
  /** Whether the command prints nothing but its result, so that `--quiet` and `--verbose` are not declared. */
  readonly isSilent?: true;
  /** The text at the end of the command's help. */
  readonly help: string;
  /** Loads the implementation, runs it and returns the exit status. */
  readonly run: (options: ValuesOf<O>, ...args: ArgumentsOf<Usage>) => Promise<number>;
}

/** The options that control how much a command prints in addition to its result. */
const levels: readonly (readonly [level: Level, about: string])[] = [
  ['quiet', 'Print errors and results only'],
  ['verbose', 'Print every warning and file'],
];

/** Declares commands in a program and passes their exit status to `onExit`. */
export class Commands {
  readonly #onExit: (status: number) => void;
  readonly #onLevel: (level: Level | undefined) => void;

  /** @param onLevel receives the output level before a command begins */
  constructor(onExit: (status: number) => void, onLevel: (level: Level | undefined) => void = () => {}) {
    this.#onExit = onExit;
    this.#onLevel = onLevel;
  }

  /**
   * @param usage the name of the command and its arguments: `gen <target>`
   * @returns the command for further configuration
   */
  add<const Usage extends string, const O extends OptionSpecs>(
    parent: Command,
    usage: Usage,
    { about, options, isSilent, help, run }: CommandSpec<Usage, O>,
  ): Command {
    const command = parent.command(usage).description(about);
    for (const [name, spec] of Object.entries(options)) command.addOption(optionOf(name, spec));
    for (const [level, text] of isSilent ? [] : levels) {
      if (level in options) continue;
      command.addOption(new Option(`--${level}`, text).conflicts(level === 'quiet' ? 'verbose' : 'quiet'));
    }
    keepFollowingArguments(command);
    return addHelpText(command, help).action(async (...actionArgs: unknown[]) => {
      const args = actionArgs.slice(0, -2) as unknown as ArgumentsOf<Usage>;
      const values = command.opts();
      if (!isSilent) this.#onLevel(levels.find(([level]) => values[level] === true)?.[0]);
      const negated = new Map(command.options.map((option) => [option.attributeName(), option.negate]));
      const entries = Object.entries(options).map(([name, { fallback }]) => {
        const positiveName = name.replace(/^no([A-Z])/, (_, letter: string) => letter.toLowerCase());
        // commander stores `--no-hooks` as `hooks`, which is true if the option is not given.
        if (positiveName !== name && negated.get(positiveName)) return [name, values[positiveName] === false];
        // The negated form of an option with a value was given, such as `--no-config`.
        const isNegated = negated.get(name) === true && values[name] === false;
        return [name, isNegated ? fallback : (values[name] ?? fallback)];
      });
      // The cast is safe, because the specification of each option produced its value.
      this.#onExit(await run(Object.fromEntries(entries) as ValuesOf<O>, ...args));
    });
  }
}

/** Returns the flag of an option: `--output-dir` for `outputDir`. */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function optionOf(name: string, spec: OptionSpec<unknown>): Option {
  const long = flagOf(name);
  const { value, about, parse, conflicts } = spec;
  const isOptional = value?.startsWith('[') === true;
  const option = new Option([long, ...(value === undefined ? [] : [value])].join(' '), about);
  // Without this, commander puts a space before the value.
  if (isOptional) option.flags = `${long}${value}`;
  if (spec.isRequired) option.makeOptionMandatory();
  if (spec.choices) option.choices(spec.choices);
  else if (parse) option.argParser((given: string, previous: unknown) => parse.call(spec, given, previous));
  if (spec.showsFallback) option.default(spec.fallback);
  if (conflicts !== undefined) option.conflicts(conflicts);
  return option;
}

/**
 * Prevents an option with an optional value from consuming the next argument, and an option with a required value from consuming
 * another option: `--output-dir --check` is an error, `--output-dir=--check` is valid.
 */
function keepFollowingArguments(command: Command): void {
  const flags = new Map(command.options.map((option) => [option.long, option]));
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) => {
    const end = argv.indexOf('--');
    const result = parse(
      argv.map((word, i) => {
        const option = end < 0 || i < end ? flags.get(word) : undefined;
        if (!option) {
          if (end < 0 || i < end) rejectTilde(command, flags, word);
          return word;
        }
        const previousOption = flags.get(argv[i - 1]);
        if (previousOption?.required) command.error(`error: option '${previousOption.flags}' argument missing`);
        return option.optional ? `${word}=` : word;
      }),
    );
    // A misspelt option is reported, not the required one that it may have been meant for.
    if (result.unknown.length > 0) for (const option of command.options) option.makeOptionMandatory(false);
    return result;
  };
}

/** Rejects `--option=~/path`. Shells do not expand a ~ after =, so the command would create a folder called ~. */
function rejectTilde(command: Command, flags: ReadonlyMap<string | undefined, Option>, word: string): void {
  const [, name, value] = /^(--[a-z-]+)=(~(?:\/.*)?)$/s.exec(word) ?? [];
  if (name === undefined || !flags.get(name)?.flags.includes('path')) return;
  const instead = `write ${name} ${value}, or ${name} ./${value} for a folder of that name`;
  command.error(`error: shells do not expand the ~ in '${word}'; ${instead}`);
}

export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}
