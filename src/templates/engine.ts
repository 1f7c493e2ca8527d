/**
 * Renders the Liquid files of one template with the filters and the tag `mark` of `codegen`. It reads no files: the caller passes
 * the texts. Templates have no access to code, time or random numbers, and those that do not end are stopped.
 */

import { Drop, Liquid, type LiquidError, type Template } from 'liquidjs';
import { fail } from '../diagnostics/index.ts';
import type { PatternJson } from '../model/index.ts';
import { endOfComment } from '../output/index.ts';
import { type PatternDialect, patternDialects, translatePattern } from '../targets/text/index.ts';
import { spellings } from './case.ts';
import type { ModelData } from './data.ts';
import type { Manifest } from './manifest.ts';
import { type Marks, registerMarkTag } from './marks.ts';
import type { TemplateSource } from './source.ts';
import { FilterError, TypeTable } from './types.ts';

/** Limits for the input and output of a template. */
export const templateLimits = {
  /** Number of Liquid files. */
  files: 500,
  /** Characters of a Liquid file. */
  text: 1_000_000,
  /** Milliseconds to render one file. */
  file: 10_000,
  /** Milliseconds to render all files. */
  all: 120_000,
  /** Characters and members that rendering one file may create. */
  memory: 50_000_000,
} as const;

/** Filters whose results depend on time, chance or the location of the machine. */
const NONDETERMINISTIC_FILTERS = 'date date_to_xmlschema date_to_rfc822 date_to_string date_to_long_string sample'.split(' ');

/** The context of a rendering: the data of the model, and the marks of the current file. */
export interface Session {
  readonly data: ModelData;
  readonly marks: Marks;
}

export class Engine {
  readonly #engine: Liquid;
  readonly #name: string;
  readonly #sources: readonly TemplateSource[];
  readonly #parsed = new Map<string, Template[]>();
  #session: Session | undefined;

  /**
   * @param sources the Liquid files, by their names in the folder of the template
   * @throws DiagnosticError if one has a syntax error
   */
  constructor(manifest: Manifest, sources: ReadonlyMap<string, TemplateSource>) {
    this.#name = manifest.name;
    this.#sources = [...sources.values()];
    const read = (file: string): string => {
      const source = sources.get(file);
      if (!source) throw new FilterError(`the template has no file ${file}`);
      return source.parsed;
    };
    const engine = new Liquid({
      fs: {
        existsSync: (file) => sources.has(file),
        exists: async (file) => sources.has(file),
        readFileSync: read,
        readFile: async (file) => read(file),
        resolve: (_, file, extension) => (file.endsWith(extension) ? file : file + extension),
        sep: '/',
      },
      root: ['.'],
      relativeReference: false,
      extname: '.liquid',
      cache: true,
      strictFilters: true,
      strictVariables: true,
      lenientIf: true,
      ownPropertyOnly: true,
      parseLimit: templateLimits.text,
      memoryLimit: templateLimits.memory,
    });
    this.#engine = engine;
    for (const name of NONDETERMINISTIC_FILTERS) engine.unregisterFilter(name);
    addFilters(engine, manifest, () => (this.#session as Session).data);
    registerMarkTag(engine, () => (this.#session as Session).marks);
    for (const [name, source] of sources)
      this.#parsed.set(
        name,
        this.#withLocation(source.file, () => engine.parse(source.parsed, name)),
      );
  }

  has(name: string): boolean {
    return this.#parsed.has(name);
  }

  /**
   * Parses a Liquid text of the manifest.
   *
   * @param reject throws an error with the reason
   */
  expression(text: string, reject: (reason: string) => never): (scope: object) => string {
    const guarded = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        return reject(reasonOf(error));
      }
    };
    const parsed = guarded(() => this.#engine.parse(text));
    return (scope) => guarded(() => String(this.#engine.renderSync(parsed, undefined, { globals: scope, renderLimit: 1000 })));
  }

  /**
   * Renders a Liquid file.
   *
   * @param scope the variables of this file and of the files that it renders
   * @param limit milliseconds that it may take
   * @throws DiagnosticError with the source location in the Liquid file
   */
  render(name: string, scope: object, session: Session, limit: number): string {
    const template = this.#parsed.get(name) ?? [];
    const options = { globals: scope, renderLimit: limit };
    return this.runIn(session, () =>
      this.#withLocation(name, () => String(this.#engine.renderSync(template, undefined, options))),
    );
  }

  /** Runs `work`, in which filters and marks use the session. */
  runIn<T>(session: Session, work: () => T): T {
    this.#session = session;
    return work();
  }

  #withLocation<T>(name: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const token = isLiquidError(error) ? error.token : undefined;
      // Some tokens do not know their file, but all know the text that contains them.
      const source =
        this.#sources.find(({ parsed }) => token !== undefined && parsed === token.input) ??
        this.#sources.find(({ file }) => file === name || file.endsWith(`/${name}`));
      const position = source && token ? source.positionOf(token.begin) : undefined;
      const place = source && { file: source.file, ...position };
      const line = position && source?.lineAt(position.line);
      return fail('template-failed', { template: this.#name, reason: reasonOf(error) }, place, line);
    }
  }
}

function isLiquidError(error: unknown): error is LiquidError {
  return error instanceof Error && 'token' in error;
}

/** Returns the message of the engine without the source location, which the diagnostic has anyway. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const inner = isLiquidError(error) ? (error.originalError ?? error) : error;
  if (/call stack/.test(inner.message)) return 'templates render each other without an end';
  const reason = inner.message.replace(/, file:.*$/s, '').replace(/, line:\d+, col:\d+$/, '');
  const reasons: Readonly<Record<string, string>> = {
    'template render limit exceeded': 'it takes too long',
    'memory alloc limit exceeded': 'it fills the memory',
    'parse length limit exceeded': 'it is too long',
    'Invalid string length': 'what it writes is too long',
  };
  return (
    reasons[reason] ??
    reason
      .replace(/^ENOENT: Failed to lookup "(.*)" in .*$/s, 'the template has no file $1')
      .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))
  );
}

/** Returns the input of a filter as a string. */
function textOf(input: unknown, filter: string): string {
  const value = input instanceof Drop ? input.valueOf() : input;
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new FilterError(`${filter} needs a string`);
}

/** The start of a line that contains more than marks. */
const NOT_EMPTY = /^(?=(?:[\uFDD0\uFDD2]\d+\uFDD1)*[^\n\uFDD0\uFDD2])/gm;

function addFilters(engine: Liquid, manifest: Manifest, data: () => ModelData): void {
  const table = new TypeTable(manifest);
  for (const [name, spell] of Object.entries(spellings)) engine.registerFilter(name, (value) => spell(textOf(value, name)));
  engine.registerFilter('type', (value) => table.codeOf(value));
  engine.registerFilter('imports', (values) => table.imports(values));
  engine.registerFilter('identifier', (value) => table.identifier(textOf(value, 'identifier')));
  engine.registerFilter('literal', (value, type) => table.literal(value, type));
  const lists = { class: 'classes', enumeration: 'enumerations', union: 'unions' } as const;
  for (const [name, kind] of Object.entries(lists)) {
    engine.registerFilter(name, (value) => {
      const element = data()[kind].get(textOf(value, name));
      if (!element) throw new FilterError(`the model has no ${name} ${textOf(value, name)}`);
      return element;
    });
  }
  engine.registerFilter('field', (cls, name) => {
    const fields = (cls as { readonly allFields?: readonly { readonly name: string }[] } | null)?.allFields;
    const match = fields?.find((field) => field.name === name);
    if (!match) throw new FilterError(`field wants a class, and the name of one of its fields, not ${String(name)}`);
    return match;
  });
  engine.registerFilter('pattern', (value, dialect) => translateForDialect(value, textOf(dialect, 'pattern')));
  engine.registerFilter('wrap', (value, width = 80) => wrapProse(textOf(value, 'wrap'), Number(width)).join('\n'));
  engine.registerFilter('comment', (value, width) => {
    const comment = textOf(value, 'comment');
    if (comment === '') return '';
    const end = endOfComment(manifest.comment);
    const safe = end === '' ? comment : comment.replaceAll(end.trim(), end.trim().split('').join(' '));
    const lines =
      width === undefined ? safe.split('\n') : wrapProse(safe, Number(width) - manifest.comment.length - 1 - end.length);
    return lines.map((line) => `${`${manifest.comment} ${line}`.trimEnd()}${end}`).join('\n');
  });
  engine.registerFilter('indent', (value, levels = 1) => {
    const prefix = manifest.indent.repeat(Math.min(Math.max(Number(levels), 0), 100));
    return textOf(value, 'indent').replace(NOT_EMPTY, () => prefix);
  });
}

/**
 * Returns a pattern of the model as a regular expression of a language, for a search without flags; null if the language has no
 * exact equivalent, or may need much time for it.
 */
function translateForDialect(value: unknown, dialect: string): string | null {
  if (!isDialect(dialect)) throw new FilterError(`pattern needs a language: ${patternDialects.join(', ')}`);
  const { source, flags, syntax, escapes } = value as PatternJson;
  const translation = translatePattern({ source, flags, syntax, ...(escapes && { escapes }) }, dialect);
  return translation.ok ? translation.source : null;
}

const isDialect = (name: string): name is PatternDialect => (patternDialects as readonly string[]).includes(name);

/** Wraps prose at spaces to lines of at most `width` characters. Keeps existing line breaks, and blanks at the end of lines. */
function wrapProse(prose: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of prose.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines;
}
