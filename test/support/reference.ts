import type { EventEmitter } from 'node:events';
import type { Command, Option } from 'commander';
import { statuses, variables } from '../../src/cli/environment.ts';
import { policyRows } from '../../src/cli/policies.ts';

/** A part of the text at the end of a command's help. */
type Block = { readonly kind: 'text' | 'verbatim' | 'commands'; readonly lines: readonly string[] };

interface Entry {
  /** The full name: `codegen graph query`. */
  readonly name: string;
  readonly description: string;
  readonly usage: string;
  /** The number of levels below the program. */
  readonly depth: number;
  /** Whether the command only contains other commands. */
  readonly isGroup: boolean;
  readonly options: readonly OptionEntry[];
  readonly blocks: readonly Block[];
}

interface OptionEntry {
  readonly flags: string;
  readonly description: string;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly default: string | undefined;
}

/** Options that at least this number of commands share are listed once, in a table of their own. */
const COMMON = 4;

/** Returns the reference of all commands of a program, in Markdown. */
export function markdownReference(program: Command): string {
  const entries = entriesOf(program);
  const common = commonOptions(entries);
  const parts = [
    '# Commands',
    '<!-- Printed from the declarations of the program: RECORD=1 npx vitest run test/reference.test.ts -->',
    'Every command prints its own part of this page with `--help`.',
    commandTable(program),
    ...entries.flatMap((entry) => {
      const ownOptions = entry.options.filter((option) => !common.has(keyOf(option)));
      const shared = entry.options.filter((option) => common.has(keyOf(option)));
      return [
        `${entry.depth < 2 ? '##' : '###'} ${entry.name}`,
        escaped(sentence(entry.description)),
        fenced('sh', [entry.usage]),
        ...(ownOptions.length > 0 ? [optionTable(ownOptions)] : []),
        ...(shared.length > 0 ? [`[Common options](#common-options): ${shared.map(nameOf).join(', ')}.`] : []),
        ...entry.blocks
          .filter(({ kind, lines }) => kind !== 'text' || !/^Examples?:$/.test(lines.join(' ')))
          .map(({ kind, lines }) =>
            kind === 'text' ? escaped(lines.join(' ')) : fenced(kind === 'commands' ? 'sh' : 'text', lines),
          ),
      ];
    }),
    '## Common options',
    optionTable([...common.values()]),
    '## Policies',
    'A policy decides where an ontology is silent: `--policy name=value`, or `policies` in `codegen.yaml`. A value that you set is no longer an [assumption](../explanation/assumptions.md). Of several values for one policy, the last one counts.',
    [
      '| policy | values | default | decides |',
      '|---|---|---|---|',
      ...policyRows().map(
        ([name, values, fallback, about]) => `| \`${name}\` | ${values} | \`${fallback}\` | ${cell(escaped(about))} |`,
      ),
    ].join('\n'),
    '## Output and exit status',
    'Results go to standard output, messages to standard error. Commands ask questions on a terminal only; `hook remove` also reads its answer from a pipe. Work of more than a second shows its progress on a terminal. With `--json` or `--format json`, standard output holds one document, even if the command fails; its `diagnostics` are [messages as data](messages.md#formats).',
    ['| status | meaning |', '|---|---|', ...statuses.map(([status, says]) => `| ${status} | ${escaped(says)} |`)].join('\n'),
    '## Environment',
    [
      '| variable | does |',
      '|---|---|',
      ...variables.map(([names, does]) => `| ${names.replace(/[^, ]+/g, '`$&`')} | ${cell(escaped(does))} |`),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns a key that is equal for options with the same flags and the same description. */
const keyOf = ({ flags, description }: OptionEntry): string => `${flags}: ${description}`;

/** Returns the long name of an option as Markdown code. */
const nameOf = ({ flags }: OptionEntry): string => `\`${/--[\w-]+/.exec(flags)?.[0] ?? flags}\``;

/** Returns the options that at least {@link COMMON} commands share. */
function commonOptions(entries: readonly Entry[]): ReadonlyMap<string, OptionEntry> {
  const countByOption = new Map<string, number>();
  const options = new Map<string, OptionEntry>();
  for (const option of entries.flatMap((entry) => entry.options)) {
    const key = keyOf(option);
    countByOption.set(key, (countByOption.get(key) ?? 0) + 1);
    options.set(key, option);
  }
  return new Map([...options].filter(([key]) => (countByOption.get(key) ?? 0) >= COMMON));
}

/** Returns a Markdown table of the commands and their descriptions, with links into the document. */
function commandTable(program: Command): string {
  const rows = entriesOf(program)
    .filter(({ isGroup }) => !isGroup)
    .map(({ name, description }) => `| [\`${name}\`](#${name.replaceAll(' ', '-')}) | ${cell(escaped(description))} |`);
  return ['| command | does |', '|---|---|', ...rows].join('\n');
}

function entriesOf(command: Command, above = '', depth = 0): Entry[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command).filter((child) => child.name() !== 'help');
  const name = `${above} ${command.name()}`.trim();
  const options = help.visibleOptions(command).filter((option) => option.long !== '--help' || above === '');
  const entry: Entry = {
    name,
    description: command.description(),
    usage: help.commandUsage(command),
    depth,
    isGroup: children.length > 0,
    options: options.map(optionEntry),
    blocks: blocksOf(textAfterHelp(command)),
  };
  return [entry, ...children.flatMap((child) => entriesOf(child, name, depth + 1))];
}

function optionEntry(option: Option): OptionEntry {
  const { defaultValue } = option;
  const silent =
    defaultValue === undefined || defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
  return {
    flags: option.flags,
    description: option.description,
    required: option.mandatory,
    choices: option.argChoices ?? [],
    default: silent ? undefined : (option.defaultValueDescription ?? String(defaultValue)),
  };
}

/** Returns the text that `addHelpText('after', …)` declared: commander keeps it in listeners of this event. */
function textAfterHelp(command: Command): string {
  let all = '';
  // A command is an event emitter, but its types do not declare this.
  (command as unknown as EventEmitter).emit('afterHelp', {
    error: false,
    command,
    write: (part: string) => {
      all += part;
    },
  });
  return all;
}

/** Splits help text into blocks. Indented lines are verbatim, or commands if each of them begins with a prompt. */
function blocksOf(help: string): Block[] {
  const blocks: { verbatim: boolean; lines: string[] }[] = [];
  let open = false;
  for (const line of help.split('\n')) {
    if (line.trim() === '') {
      open = false;
      continue;
    }
    const verbatim = line.startsWith('  ');
    const last = blocks.at(-1);
    if (open && last?.verbatim === verbatim) last.lines.push(line.slice(verbatim ? 2 : 0));
    else blocks.push({ verbatim, lines: [line.slice(verbatim ? 2 : 0)] });
    open = true;
  }
  return blocks.map(({ verbatim, lines }) => {
    if (!verbatim) return { kind: 'text', lines };
    if (lines.every((line) => line.startsWith('$ '))) return { kind: 'commands', lines: lines.map((line) => line.slice(2)) };
    return { kind: 'verbatim', lines };
  });
}

function optionTable(options: readonly OptionEntry[]): string {
  return [
    '| option | meaning | default |',
    '|---|---|---|',
    ...options.map((option) => {
      const choices = option.choices.length > 0 ? `: ${option.choices.map((choice) => `\`${choice}\``).join(', ')}` : '';
      const fallback = option.required ? 'required' : option.default === undefined ? '' : `\`${option.default}\``;
      return `| \`${cell(option.flags)}\` | ${cell(escaped(option.description) + choices)} | ${cell(fallback)} |`;
    }),
  ].join('\n');
}

/** Escapes Markdown for a table cell. */
function cell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.:]$/.test(words) ? '' : '.'}`;
}

function fenced(language: string, lines: readonly string[]): string {
  return `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
}

/** Escapes text for Markdown. */
function escaped(words: string): string {
  return words.replaceAll(/[\\`*<[\]]/g, '\\$&');
}
