import { describingSettings } from '../settings/index.ts';
import { columns } from './columns.ts';
import { policyRows } from './policies.ts';
import { statuses, variables } from './surroundings.ts';

/** What `codegen help` tells of beside the commands. */
export const helpTopics = ['policies', 'settings', 'environment', 'exit'] as const;

type Topic = (typeof helpTopics)[number];

/** A thing with what is said of it below. */
type Entry = readonly [name: string, ...said: string[]];

interface Page {
  readonly about: readonly string[];
  readonly entries: readonly Entry[];
  readonly example: string;
}

/** So many words are listed; of more their number is told. */
const MOST_WORDS = 16;

const pages: Readonly<Record<Topic, () => Page | Promise<Page>>> = {
  policies: () => ({
    about: [
      'What the tool decides where an ontology is silent. Each policy is shown with its default.',
      'What you set is decided, and no longer an assumption; of several values of one policy the last counts.',
    ],
    entries: policyRows().map(([name, values, fallback, about]) => [`${name}=${fallback}`, about, values]),
    example: 'codegen graph report blog.ttl --assumed --policy unstated=open --policy on-delete=restrict',
  }),
  settings: async () => {
    const { settingsMembers } = await describingSettings();
    return {
      about: [
        'What codegen.yaml may hold, in the working directory or above it. Paths in it are relative to its own folder.',
        'outputs[] is each of a list, elements.* each of a map; what has a default is shown with it.',
      ],
      entries: settingsMembers(MOST_WORDS).map(({ name, isNeeded, value, meaning }) => [
        `${name}: ${value}${isNeeded ? ', required' : ''}`,
        meaning,
      ]),
      example: 'codegen init && codegen generate',
    };
  },
  environment: () => ({
    about: ['The variables of the environment that are read, and those that are set for hooks.'],
    entries: variables,
    example: 'CODEGEN_TRUST=1 codegen generate --check',
  }),
  exit: () => ({
    about: ['What the status says with which a command ends.'],
    entries: statuses,
    example: 'codegen generate --check || echo "exit status $?"',
  }),
};

/**
 * The page of `codegen help <topic>`.
 *
 * @param width of the terminal; undefined where there is none
 * @returns undefined if that is no topic
 */
export async function helpTopic(topic: string, width: number | undefined): Promise<string | undefined> {
  const known = helpTopics.find((each) => each === topic);
  if (known === undefined) return undefined;
  const { about, entries, example } = await pages[known]();
  const lines = [
    ...columns(
      about.map((line) => [line]),
      width,
    ),
    '',
    ...entries.flatMap(([name, ...said]) => [
      ...columns([[name]], width),
      ...columns(
        said.map((line) => ['  ', line]),
        width,
      ),
    ]),
    '',
    'Example:',
    `  $ ${example}`,
  ];
  return `${lines.join('\n')}\n`;
}
