/** How commands and their options are declared: what actions receive is inferred from the declaration. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { addHelpText } from './help-text.ts';
import type { Level } from './io.ts';

/** An option. Its flag is the name that it has in its record, with hyphens: `outputDir` is `--output-dir`. */
export interface OptionSpec<T> {
  /** What stands behind the flag: `<path>`, or `[=kinds]` where it may be left out; a switch has nothing. */
  readonly value?: string;
  readonly about: string;
  /** What it is where it is not given. */
  readonly fallback: T;
  /** Whether help and reference name `fallback`. */
  readonly tellsFallback?: true;
  readonly isRequired?: true;
  readonly choices?: readonly string[];
  /** The name of an option that may not stand beside it. */
  readonly conflicts?: string;
  /** A value as it is given → what it means; `previous` is what came before it, if the option is repeated. */
  take?(given: string, previous: T | undefined): T;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec<unknown>>>;

/** What an action receives: a value for every option. */
export type ValuesOf<O extends OptionSpecs> = { readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never };

/** An option that is either there or not. */
export function flag(about: string, more: { readonly conflicts?: string } = {}): OptionSpec<boolean> {
  return { about, fallback: false, ...more };
}

export function text(value: string, about: string, more?: { readonly conflicts?: string }): OptionSpec<string | undefined>;
export function text(value: string, about: string, more: { readonly fallback: string }): OptionSpec<string>;
export function text(
  value: string,
  about: string,
  more: { readonly conflicts?: string; readonly fallback?: string } = {},
): OptionSpec<string | undefined> {
  return { value, about, ...more, fallback: more.fallback, ...(more.fallback !== undefined && { tellsFallback: true }) };
}

/** A text without which the command cannot be called. */
export function needed(value: string, about: string): OptionSpec<string> {
  return { value, about, fallback: '', isRequired: true };
}

/** An option that may be given more than once. */
export function several(value: string, about: string): OptionSpec<readonly string[]> {
  return { value, about, fallback: [], take: (given, previous = []) => [...previous, given] };
}

export function neededSeveral(value: string, about: string): OptionSpec<readonly string[]> {
  return { ...several(value, about), isRequired: true };
}

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
  return { value, about, choices, fallback, ...(fallback !== undefined && { tellsFallback: true }) };
}

/** One of several words without which the command cannot be called. */
export function neededChoice<const C extends string>(value: string, about: string, choices: readonly C[]): OptionSpec<C> {
  return { value, about, choices, fallback: choices[0] as C, isRequired: true };
}

/** The longest time that timers take. */
const LARGEST = 2 ** 31 - 1;

/** A whole number that is not less than `least`. */
export function whole(value: string, about: string, least: number, fallback: number): OptionSpec<number> {
  return {
    value,
    about,
    fallback,
    tellsFallback: true,
    take: (given) => {
      const number = Number(given);
      if (/^\d+$/.test(given) && number >= least && number <= LARGEST) return number;
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${LARGEST}.`);
    },
  };
}

/** A whole number that is not less than `least`, of which it matters whether it is given. */
export function wholeIfGiven(value: string, about: string, least: number): OptionSpec<number | undefined> {
  const { take } = whole(value, about, least, least);
  return { value, about, fallback: undefined, take: (given) => take?.(given, undefined) };
}

/**
 * An option whose value may be left out. The value stands behind `=` alone, so that an argument after the option is
 * none.
 *
 * @returns undefined if it is not given; the parts of its values, which commas part, else: none if there are no values
 */
export function list(value: string, about: string): OptionSpec<readonly string[] | undefined> {
  return {
    value: `[=${value}]`,
    about,
    fallback: undefined,
    take: (given, previous = []) => [...previous, ...given.split(',').filter((part) => part !== '')],
  };
}

/** The arguments that a usage names: `gen <target>` has one, `run <event> [arguments...]` one and a list. */
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
  /** Whether there is nothing that it could say beside its result. */
  readonly isMute?: true;
  /** What its help ends with. */
  readonly help: string;
  /** Does the work, which it loads itself, and returns the exit status. */
  readonly run: (options: ValuesOf<O>, ...args: ArgumentsOf<Usage>) => Promise<number>;
}

/** How much commands say beside their results. */
const levels: readonly (readonly [level: Level, about: string])[] = [
  ['quiet', 'Print errors and results only'],
  ['verbose', 'Print every warning and file'],
];

/** How much of a command is declared. */
export type Extent = 'all' | 'given' | 'name' | 'nothing';

/** Declares commands in a program, to which they return their exit status. */
export class Commands {
  readonly #done: (status: number) => void;
  readonly #say: (level: Level | undefined) => void;
  readonly #extentOf: (parent: Command, name: string) => Extent;
  readonly #given: ReadonlySet<string>;

  /**
   * @param say told how much is to be said, before a command begins
   * @param extentOf how much of a command is declared: `name` is that and what it is about; `given` are, of the options, those
   *   that the command line gives, and those that count without being given, as all cost a start some hundredths of its time
   * @param argv the command line
   */
  constructor(
    done: (status: number) => void,
    say: (level: Level | undefined) => void = () => {},
    extentOf: (parent: Command, name: string) => Extent = () => 'all',
    argv: readonly string[] = [],
  ) {
    this.#done = done;
    this.#say = say;
    this.#extentOf = extentOf;
    this.#given = new Set(argv.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0] ?? ''));
  }

  /**
   * @param usage its name and its arguments: `gen <target>`
   * @returns the command, if it is declared, for what only it has
   */
  add<const Usage extends string, const O extends OptionSpecs>(
    parent: Command,
    usage: Usage,
    { about, options, isMute, help, run }: CommandSpec<Usage, O>,
  ): Command | undefined {
    const extent = this.#extentOf(parent, usage.split(' ', 1)[0] ?? '');
    if (extent === 'nothing') return undefined;
    const command = parent.command(usage).description(about);
    if (extent === 'name') return command;
    const specs = new Map(Object.entries(options).map(([name, spec]) => [flagOf(name), { name, spec }]));
    const others = new Map(
      isMute ? [] : levels.filter(([level]) => !(level in options)).map(([level, text]) => [`--${level}`, text]),
    );
    const given = this.#given;
    // Of an option that a command does not have, the error may name one that it has.
    const isAll = extent === 'all' || [...given].some((flag) => !specs.has(flag) && !others.has(flag));
    for (const [flag, { name, spec }] of specs) {
      if (isAll || given.has(flag) || spec.isRequired || spec.tellsFallback) command.addOption(optionOf(name, spec));
    }
    for (const [flag, text] of others) {
      if (!isAll && !given.has(flag)) continue;
      command.addOption(new Option(flag, text).conflicts(flag === '--quiet' ? 'verbose' : 'quiet'));
    }
    keepArguments(command);
    return addHelpText(command, help).action(async (...given: unknown[]) => {
      const args = given.slice(0, -2) as unknown as ArgumentsOf<Usage>;
      const values = command.opts();
      if (!isMute) this.#say(levels.find(([level]) => values[level] === true)?.[0]);
      const negated = new Map(command.options.map((option) => [option.attributeName(), option.negate]));
      const all = Object.entries(options).map(([name, { fallback }]) => {
        const opposite = name.replace(/^no([A-Z])/, (_, letter: string) => letter.toLowerCase());
        // commander keeps `--no-hooks` as `hooks`, which is true where it is not given.
        if (opposite !== name && negated.get(opposite)) return [name, values[opposite] === false];
        // An option with a value that has an opposite, too, which was given.
        const isDenied = negated.get(name) === true && values[name] === false;
        return [name, isDenied ? fallback : (values[name] ?? fallback)];
      });
      // Each value is what its specification made of it.
      this.#done(await run(Object.fromEntries(all) as ValuesOf<O>, ...args));
    });
  }
}

/** The flag of an option: `outputDir` is `--output-dir`. */
function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function optionOf(name: string, spec: OptionSpec<unknown>): Option {
  const long = flagOf(name);
  const { value, about, take, conflicts } = spec;
  const isOptional = value?.startsWith('[') === true;
  const option = new Option([long, ...(value === undefined ? [] : [value])].join(' '), about);
  // commander would have a space before the value.
  if (isOptional) option.flags = `${long}${value}`;
  if (spec.isRequired) option.makeOptionMandatory();
  if (spec.choices) option.choices(spec.choices);
  else if (take) option.argParser((given: string, previous: unknown) => take.call(spec, given, previous));
  if (spec.tellsFallback) option.default(spec.fallback);
  if (conflicts !== undefined) option.conflicts(conflicts);
  return option;
}

/**
 * Lets no option whose value may be left out take the argument that follows it, and none that needs a value take another
 * option of the command for it: `--output-dir --check` lacks a path, and `--output-dir=--check` has an odd one.
 */
function keepArguments(command: Command): void {
  const flags = new Map(command.options.map((option) => [option.long, option]));
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) => {
    const end = argv.indexOf('--');
    return parse(
      argv.map((word, i) => {
        const option = end < 0 || i < end ? flags.get(word) : undefined;
        if (!option) {
          if (end < 0 || i < end) refuseTilde(command, flags, word);
          return word;
        }
        const before = flags.get(argv[i - 1]);
        if (before?.required) command.error(`error: option '${before.flags}' argument missing`);
        return option.optional ? `${word}=` : word;
      }),
    );
  };
}

/** No shell makes the home folder of a ~ behind a =, except where a variable is set: a folder called ~ would be made. */
function refuseTilde(command: Command, flags: ReadonlyMap<string | undefined, Option>, word: string): void {
  const [, name, value] = /^(--[a-z-]+)=(~(?:\/.*)?)$/s.exec(word) ?? [];
  if (name === undefined || !flags.get(name)?.flags.includes('path')) return;
  const instead = `write ${name} ${value}, or ${name} ./${value} for a folder of that name`;
  command.error(`error: no shell makes the home folder of the ~ in '${word}'; ${instead}`);
}

/** The text below the options of a command that shows how it is used. */
export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}
