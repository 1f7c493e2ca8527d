import type { Language } from '../languages.ts';
import type { Item, Outline } from '../outline.ts';
import { countText, fileText, table } from './prose.ts';

/**
 * Writes an outline of source code, with a documentation stub for each item without documentation.
 *
 * @param file the path of the code, if it is a file
 */
export function outlineDocument(outline: Outline, file: string | undefined): string {
  const { language, items } = outline;
  const bare = items.filter((item) => !item.isDocumented);
  return fileText([
    `# Outline of ${file === undefined ? 'the code' : `\`${file}\``}`,
    '',
    `${language}, ${countText(items.length, 'item')}, ${bare.length === 0 ? 'all documented' : `${bare.length} without documentation`}.`,
    '',
    ...outlineTable(items),
    '',
    ...(bare.length === 0
      ? []
      : [
          '## Documentation stubs',
          '',
          'What stands in `<…>` is to be written by someone who knows; the names, parameters and types are those of the code.',
          '',
          `\`\`\`${fenceNames[language]}`,
          bare.map((item) => stub(language, item).join('\n')).join('\n\n'),
          '```',
        ]),
  ]);
}

/** Returns the lines of a Markdown table with one row for each item of the code. */
export function outlineTable(items: readonly Item[]): string[] {
  return table(
    ['Line', 'Kind', 'Item', 'Documented'],
    items.map((item) => [String(item.line), item.kind, code(item.signature), item.isDocumented ? 'yes' : 'no']),
  );
}

/** Writes code on a line of Markdown. In a table, `|` must be escaped even within code. */
function code(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const padding = ticks.length > 1 ? ' ' : '';
  return `${ticks}${padding}${text.replaceAll('|', '\\|')}${padding}${ticks}`;
}

const fenceNames: Readonly<Record<Language, string>> = { Rust: 'rust', TypeScript: 'ts', Python: 'python' };

function stub(language: Language, item: Item): string[] {
  switch (language) {
    case 'Rust':
      return rustStub(item);
    case 'TypeScript':
      return typescriptStub(item);
    case 'Python':
      return pythonStub(item);
    default:
      return language satisfies never;
  }
}

function summaryOf({ kind, name }: Item): string {
  const last = name.split(/::|\./).at(-1);
  return kind === 'function' || kind === 'method' ? `<What ${last} does.>` : `<What ${last} is.>`;
}

const isCallable = ({ kind }: Item) => kind === 'function' || kind === 'method';

/** Sections as in the API guidelines: https://rust-lang.github.io/api-guidelines/documentation.html */
function rustStub(item: Item): string[] {
  const lines = [summaryOf(item)];
  for (const { name } of item.parameters) {
    if (name === item.parameters[0]?.name) lines.push('');
    lines.push(`- \`${name}\`: <what it is>`);
  }
  if (/^(?:\w+::)*Result\b/.test(item.returns ?? '')) lines.push('', '# Errors', '', '<When it fails.>');
  if (/\bunsafe\s+(?:extern\s+"[^"]*"\s+)?fn\b/.test(item.signature))
    lines.push('', '# Safety', '', '<What the caller has to make sure of.>');
  return [...lines.map((line) => `/// ${line}`.trimEnd()), rustDeclaration(item)];
}

function rustDeclaration(item: Item): string {
  return isCallable(item) && !item.signature.endsWith(';') ? `${item.signature} { … }` : item.signature;
}

/** Tags as TSDoc defines them: https://tsdoc.org */
function typescriptStub(item: Item): string[] {
  const lines = [
    summaryOf(item),
    ...item.parameters.map(({ name }) => `@param ${name.replace(/^[{[].*/s, 'options')} - <what it is>`),
    ...(isCallable(item) && item.returns !== undefined && !/^(?:void|Promise<void>)$/.test(item.returns)
      ? ['@returns <what it gives back>']
      : []),
  ];
  const comment = lines.length === 1 ? [`/** ${lines[0]} */`] : ['/**', ...lines.map((line) => ` * ${line}`), ' */'];
  return [...comment, item.signature];
}

/** Sections as in Google's style: https://google.github.io/styleguide/pyguide.html#383-functions-and-methods */
function pythonStub(item: Item): string[] {
  const lines = [`"""${summaryOf(item)}`];
  if (item.parameters.length > 0) {
    lines.push('', 'Args:', ...item.parameters.map(({ name }) => `    ${name.replace(/^\*+/, '')}: <what it is>`));
  }
  if (item.returns !== undefined && item.returns !== 'None') lines.push('', 'Returns:', '    <what it gives back>');
  const text = lines.length === 1 ? [`${lines[0]}"""`] : [...lines, '"""'];
  return [
    item.signature.endsWith(':') ? item.signature : `${item.signature}:`,
    ...text.map((line) => (line === '' ? '' : `    ${line}`)),
  ];
}
