import { columns } from './columns.ts';
import { policyRows } from './policies.ts';

/** What the policies are, for `codegen help policies`. */
export function policiesHelp(width: number | undefined): string {
  const rows = policyRows().flatMap(([name, values, fallback, about]) => [
    `${name}=${fallback}`,
    ...columns(
      [
        ['  ', about],
        ['  ', values],
      ],
      width,
    ),
  ]);
  const about = [
    'What the tool decides where an ontology is silent. Each policy is shown with its default.',
    'What you set is decided, and no longer an assumption; of several values of one policy the last counts.',
  ];
  return `${[
    ...columns(
      about.map((line) => [line]),
      width,
    ),
    '',
    ...rows,
    '',
    'Example:',
    '  $ codegen graph report blog.ttl --assumed --policy unstated=open --policy on-delete=restrict',
  ].join('\n')}\n`;
}
