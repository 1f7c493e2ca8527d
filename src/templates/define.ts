/** Defines templates in JavaScript and TypeScript, for users: the function `defineTarget` of the package. */

import type { DomainModel } from '../model/index.ts';
import { type Answers, defineTarget as define, demandKinds, Ledger } from '../targets/core/index.ts';
import type { GeneratedFile, OptionSpec, OptionSpecs, OptionValues, Target } from '../targets/index.ts';
import { type Lines, printed } from '../targets/text/index.ts';
import { completeAnswers } from './answers.ts';
import { isValidName } from './names.ts';

/** The type of an option's value. */
export type OptionValueOf<Spec extends OptionSpec> = Spec extends { readonly type: 'boolean' }
  ? boolean
  : Spec extends { readonly type: 'number' }
    ? number
    : Spec extends { readonly values: readonly (infer Value)[] }
      ? Value
      : Spec extends { readonly type: 'list' }
        ? readonly string[]
        : string;

/** A file as a template returns it: lines, which may be marked with their elements, or text. */
export type TemplateFile =
  | { readonly path: string; readonly lines: Lines }
  | Pick<GeneratedFile, 'path' | 'content' | 'marks' | 'comment'>;

/** The arguments of a template besides the model. */
export interface TemplateContext<Options extends OptionSpecs, Site, Code> {
  readonly options: { readonly [Name in keyof Options]: OptionValueOf<Options[Name]> };
  /** Prints the code for constraints, according to `answers`, and returns what they achieve. */
  readonly ledger: Ledger<Site, Code>;
}

/** The description of a template, and how it prints a model. */
export interface TemplateDefinition<Options extends OptionSpecs, Site, Code> {
  /** Lower-case letters, digits and hyphens. The name is part of the header that identifies generated files. */
  readonly name: string;
  /** One line. */
  readonly description?: string;
  readonly category?: string;
  readonly language?: string;
  /** Start of a one-line comment, for files whose extension does not determine it. */
  readonly comment?: string;
  /** The options that users can set. */
  readonly options?: Options;
  /** What it does about each kind of constraint, with the code for it. A kind without an answer counts as dropped. */
  readonly answers?: Partial<Answers<Site, Code>>;
  /** Returns all files of a model. Must be pure: the same model and options give the same text. */
  readonly print: (model: DomainModel, context: TemplateContext<Options, Site, Code>) => readonly TemplateFile[];
}

/** Defines a template. Reports are based on its answers. */
export function defineTarget<const Options extends OptionSpecs = Record<never, never>, Site = void, Code = string>(
  definition: TemplateDefinition<Options, Site, Code>,
): Target {
  if (typeof definition !== 'object' || typeof definition?.print !== 'function') {
    throw new TypeError('a template is defined by an object, with its name and a function print');
  }
  const { name, description = '', category = 'own-templates', language = '', comment, options, answers, print } = definition;
  if (typeof name !== 'string' || !isValidName(name)) throw new TypeError(`${name} is not a valid name for a template`);
  const unknown = Object.keys(answers ?? {}).find((kind) => !(demandKinds as readonly string[]).includes(kind));
  if (unknown !== undefined) throw new TypeError(`there is no constraint ${unknown}; known are ${demandKinds.join(', ')}`);
  const allAnswers = { ...completeAnswers({}), ...answers } as Answers<Site, Code>;
  return define<Site, Code>({
    name,
    description,
    category,
    language,
    enforces: answers !== undefined,
    differences: [],
    ...(options && { options }),
    ledger: () => new Ledger(allAnswers),
    print: (model, ledger, values: OptionValues) => {
      const context = { options: values, ledger } as TemplateContext<Options, Site, Code>;
      const files: unknown = print(model, context);
      if (!areFiles(files)) {
        throw new TypeError(`print of the template ${name} must give a list of files, each with its path`);
      }
      return files.map((file) => ({
        ...('lines' in file ? { path: file.path, ...printed(file.lines) } : file),
        ...(comment !== undefined && { comment }),
      }));
    },
  });
}

/** Returns true for a list of files with paths. Planning checks everything else. */
function areFiles(value: unknown): value is readonly TemplateFile[] {
  return Array.isArray(value) && value.every((file) => typeof file?.path === 'string');
}
