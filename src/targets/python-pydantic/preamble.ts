/** What stands above the classes of a module, gathered while they are printed. */

import type { ScalarKind } from '../../model/index.ts';
import { Gathering } from '../core/index.ts';
import { type Lines, separated } from '../text/index.ts';
import { bases, Choice, compareNatural, fromLines, libraries, type Member } from './imports.ts';
import { lineWidth } from './literals.ts';

/** What the base module has for others, beside the types of texts. */
export type Helper =
  | 'BaseModel'
  | 'late'
  | 'touched'
  | 'CreateModel'
  | 'Left'
  | 'UpdateModel'
  | 'Kept'
  | 'PageModel'
  | 'late_union'
  | 'check_choice'
  | 'check_total'
  | 'check_contains'
  | 'check_irreflexive'
  | 'check_refers_to'
  | 'check_referred_to_by'
  | 'AsWritten'
  | 'OneOf'
  | 'Exactly'
  | 'Bounded'
  | 'Single'
  | 'Span'
  | 'Matching';

/** What the modules of a package need from its base module, gathered while they are printed. */
export class Needs {
  readonly helpers = new Gathering<Helper>();
  readonly kinds = new Gathering<ScalarKind>();
  /** Whether models say where they come from: `x-iri`. */
  readonly iris: boolean;

  constructor(iris = false) {
    this.iris = iris;
  }
}

/** The module that all others may import. Names of modules of classes begin with letters. */
export const baseModule = '_base';

/** The package of what else stands for classes. */
export const variantsPackage = '_variants';

/** Definitions by their names: their lines, and what some are defined as. Most modules have none. */
interface Definitions {
  readonly lines: Map<string, Lines>;
  readonly values: Map<string, string>;
}

/** Imports, in the order that isort and `ruff check --select I` ask for, and definitions below them. */
export class Preamble {
  readonly #library = new Choice(libraries);
  readonly #base: Choice;
  /** Of modules of classes, enumerations and unions. */
  readonly #members = new Map<string, Member[]>();
  #definitions: Definitions | undefined;
  /** The names that another one takes of this one, once one does. */
  #adopted: readonly string[] | undefined;
  readonly #taken: (name: string) => boolean;
  readonly #needs: Needs;
  /** Whether models say where they come from. */
  readonly iris: boolean;
  /** Where the package is, as the module sees it. */
  readonly place: '.' | '..';
  readonly #baseModule: string;

  /**
   * @param taken tells names of classes: what a library calls the same is imported under another name
   * @param pkg where the package is, as the module sees it
   */
  constructor(needs = new Needs(), taken: (name: string) => boolean = () => false, pkg: '.' | '..' = '.') {
    this.#needs = needs;
    this.iris = needs.iris;
    this.#taken = taken;
    this.place = pkg;
    this.#baseModule = pkg === '.' ? `.${baseModule}` : `..${baseModule}`;
    this.#base = new Choice(bases[pkg]);
  }

  /** `import <module> as <local>`. A name in lower case meets no class. */
  module(module: string, local = module): string {
    this.#library.add(module, local, undefined);
    return local;
  }

  /**
   * `from <module> import <name>`. An underscore in front tells it apart from a class, because
   * names of classes have none.
   *
   * @returns the name to use
   */
  from(module: string, name: string): string {
    // What is taken is asked for again by most fields.
    if (this.#library.has(module, name, name)) return name;
    const local = this.#localName(name);
    this.#library.add(module, local, name);
    return local;
  }

  #localName(name: string): string {
    return this.#taken(name) ? `_${name}` : name;
  }

  /** The same, from the base module: a helper. */
  help(name: Helper): string {
    if (this.#base.has(this.#baseModule, name, name)) return name;
    this.#needs.helpers.add(name);
    return this.#fromBase(name);
  }

  /** The same, from the base module: the type of texts of a kind. */
  textType(name: string): string {
    return this.#fromBase(name);
  }

  #fromBase(name: string): string {
    if (this.#base.has(this.#baseModule, name, name)) return name;
    const local = this.#localName(name);
    this.#base.add(this.#baseModule, local, name);
    return local;
  }

  /**
   * Takes what another one does of libraries and of the base module.
   *
   * @returns whether that was possible: not where a name is taken here
   */
  adopt(other: Preamble): boolean {
    if (this.#library.covers(other.#library) && this.#base.covers(other.#base)) return true;
    other.#adopted ??= [...other.#library.names, ...other.#base.names];
    if (other.#adopted.some(this.#taken)) return false;
    this.#library.addAll(other.#library);
    this.#base.addAll(other.#base);
    for (const helper of other.#needs.helpers) this.#needs.helpers.add(helper);
    return true;
  }

  /** Says that values of a kind occur: the base module then has what reads them. */
  reads(kind: ScalarKind): void {
    this.#needs.kinds.add(kind);
  }

  /** `from .<module> import <name>`, for a class of the package. */
  fromPackage(module: string, name: string, local = name): string {
    return this.#add(`${this.place}${module}`, { name, local });
  }

  /** The same, for what a module beside this one defines. */
  sibling(module: string, name: string): string {
    return this.#add(`.${module}`, { name, local: name });
  }

  /** A definition, given by its lines. Its name begins with an underscore, so that it meets no class. */
  define(name: string, lines: Lines): string {
    this.#defined.lines.set(name, lines);
    return name;
  }

  /**
   * The same for a name that other definitions may have already: then it gets a number, unless it is the same definition.
   *
   * @param value what it is defined as
   */
  defineNew(name: string, value: string, lines: (name: string) => Lines): string {
    const { lines: known, values } = this.#defined;
    let unique = name;
    for (let n = 2; known.has(unique); n++) {
      if (values.get(unique) === value) return unique;
      unique = `${name}${n}`;
    }
    values.set(unique, value);
    return this.define(unique, lines(unique));
  }

  /** The definitions, one line apart. */
  get definitions(): Lines {
    return this.#definitions && separated([...this.#definitions.lines.values()]);
  }

  get #defined(): Definitions {
    this.#definitions ??= { lines: new Map(), values: new Map() };
    return this.#definitions;
  }

  get hasImports(): boolean {
    return this.#members.size > 0 || !this.#library.isEmpty || !this.#base.isEmpty;
  }

  /** @param indentation of the block that they stand in */
  imports(indentation = 0): string[] {
    const [standard = [], others = []] = this.#library.statements;
    // Its name comes before those of all modules of classes.
    const own = [...(this.#base.statements[2] ?? [])];
    const modules = [...this.#members.keys()];
    if (modules.length > 1) modules.sort(compareNatural);
    for (const module of modules) own.push(...fromLines(module, this.#members.get(module) ?? [], lineWidth - indentation));
    const lines: string[] = [];
    for (const section of [standard, others, own]) {
      if (section.length === 0) continue;
      if (lines.length > 0) lines.push('');
      lines.push(...section);
    }
    return lines;
  }

  #add(module: string, member: Member): string {
    const members = this.#members.get(module);
    if (members === undefined) this.#members.set(module, [member]);
    else if (!members.some(({ name, local }) => name === member.name && local === member.local)) members.push(member);
    return member.local;
  }
}
