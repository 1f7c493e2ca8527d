/** How programs make templates: a target with names for its parts that need no knowledge of this program. */

import type { DomainModel } from '../model/index.ts';
import { type Answers, defineTarget as define, Ledger } from '../targets/core/index.ts';
import type { GeneratedFile, OptionSpec, OptionSpecs, OptionValues, Target } from '../targets/index.ts';
import { type Lines, printed } from '../targets/text/index.ts';
import { demandKinds, tableOf } from './answers.ts';

/** The value that an option has. */
export type OptionValueOf<Spec extends OptionSpec> = Spec extends { readonly type: 'boolean' }
  ? boolean
  : Spec extends { readonly type: 'number' }
    ? number
    : Spec extends { readonly values: readonly (infer Value)[] }
      ? Value
      : Spec extends { readonly type: 'list' }
        ? readonly string[]
        : string;

/** A file as a template makes it: of lines, which may be marked with the elements that they became, or of text. */
export type TemplateFile =
  | { readonly path: string; readonly lines: Lines }
  | Pick<GeneratedFile, 'path' | 'content' | 'marks' | 'comment'>;

/** What a template knows beside the model. */
export interface TemplateContext<Options extends OptionSpecs, Site, Code> {
  readonly options: { readonly [Name in keyof Options]: OptionValueOf<Options[Name]> };
  /** Prints the code for demands, as `answers` has it, and tells what they achieve. */
  readonly ledger: Ledger<Site, Code>;
}

/** What a template says of itself, and how it prints a model. */
export interface TemplateDefinition<Options extends OptionSpecs, Site, Code> {
  /** Small letters, digits and hyphens. It stands in the headers of files, which are known again by it. */
  readonly name: string;
  /** One line. */
  readonly description?: string;
  readonly category?: string;
  readonly language?: string;
  /** What begins a comment of one line in files of which the extension does not tell. */
  readonly comment?: string;
  /** What users may set. */
  readonly options?: Options;
  /** What it does about each kind of demand, and the code by which it does. A kind that is not there counts as not done. */
  readonly answers?: Partial<Answers<Site, Code>>;
  /** All files of a model. Pure: the same model and options make the same text. */
  readonly print: (model: DomainModel, context: TemplateContext<Options, Site, Code>) => readonly TemplateFile[];
}

/** Makes a template. What reports say of it is what it answers. */
export function defineTarget<const Options extends OptionSpecs = Record<never, never>, Site = void, Code = string>(
  definition: TemplateDefinition<Options, Site, Code>,
): Target {
  if (typeof definition !== 'object' || typeof definition?.print !== 'function') {
    throw new TypeError('a template is defined by an object, with its name and a function print');
  }
  const { name, description = '', category = 'own-templates', language = '', comment, options, answers, print } = definition;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new TypeError(`${name} is no name for a template`);
  const unknown = Object.keys(answers ?? {}).find((kind) => !(demandKinds as readonly string[]).includes(kind));
  if (unknown !== undefined) throw new TypeError(`there is no demand ${unknown}; there are ${demandKinds.join(', ')}`);
  const table = { ...tableOf({}), ...answers } as Answers<Site, Code>;
  return define<Site, Code>({
    name,
    description,
    category,
    language,
    enforces: answers !== undefined,
    differences: [],
    ...(options && { options }),
    ledger: () => new Ledger(table),
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

/** Whether that is a list of files; what else is wrong with one is told where files are planned. */
function areFiles(given: unknown): given is readonly TemplateFile[] {
  return Array.isArray(given) && given.every((file) => typeof file?.path === 'string');
}
