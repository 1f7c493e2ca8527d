/** Prints the topics of `codegen help`, such as `codegen help settings`. */

import { loadSettingsSchema } from '../settings/index.ts';
import { columns } from './columns.ts';
import { statuses, variables } from './environment.ts';
import { policyRows } from './policies.ts';

/** Topics of `codegen help` in addition to the commands. */
export const helpTopics = ['policies', 'settings', 'environment', 'exit'] as const;

type Topic = (typeof helpTopics)[number];

/** A term and the lines below it. */
type Entry = readonly [name: string, ...lines: string[]];

interface Page {
  readonly about: readonly string[];
  readonly entries: readonly Entry[];
  readonly example: string;
}

/** The maximum number of allowed values to list; otherwise only their number is shown. */
const MAX_VALUES = 16;

const pages: Readonly<Record<Topic, () => Page | Promise<Page>>> = {
  policies: () => ({
    about: [
      'Policies decide where the ontology is silent. Each is shown with its default.',
      'A policy that you set is no longer an assumption. If it is set several times, the last value counts.',
    ],
    entries: policyRows().map(([name, values, fallback, about]) => [`${name}=${fallback}`, about, values]),
    example: 'codegen graph report blog.ttl --assumed --policy unstated=open --policy on-delete=restrict',
  }),
  settings: async () => {
    const { settingsMembers } = await loadSettingsSchema();
    return {
      about: [
        'Members of codegen.yaml, in the working directory or a folder above it. Paths are relative to its folder.',
        'outputs[] is an item of a list, elements.* a value of a map.',
      ],
      entries: settingsMembers(MAX_VALUES).map(({ name, isRequired, value, meaning }) => [
        `${name}: ${value}${isRequired ? ', required' : ''}`,
        meaning,
      ]),
      example: 'codegen init && codegen generate',
    };
  },
  environment: () => ({
    about: ['Environment variables that codegen reads, and those that it sets for hooks.'],
    entries: variables,
    example: 'CODEGEN_TRUST=1 codegen generate --check',
  }),
  exit: () => ({
    about: ['Exit status of commands.'],
    entries: statuses,
    example: 'codegen generate --check || echo "exit status $?"',
  }),
};

/**
 * Returns the page of `codegen help <topic>`.
 *
 * @param width columns of the terminal; undefined if the output is not a terminal
 * @returns undefined if the topic does not exist
 */
export async function helpTopic(topic: string, width: number | undefined): Promise<string | undefined> {
  const known = helpTopics.find((name) => name === topic);
  if (known === undefined) return undefined;
  const { about, entries, example } = await pages[known]();
  const wrap = (lines: readonly string[], ...before: readonly string[]) => {
    const rows = lines.map((line) => [...before, line]);
    return columns(rows, width);
  };
  const lines = [
    ...wrap(about),
    '',
    ...entries.flatMap(([name, ...texts]) => [...wrap([name]), ...wrap(texts, '  ')]),
    '',
    'Example:',
    `  $ ${example}`,
  ];
  return `${lines.join('\n')}\n`;
}
