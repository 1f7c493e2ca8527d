import { expect, test } from 'vitest';
import { type DiagnosticError, formatDiagnostic } from '../diagnostics/index.ts';
import { chosenPolicies, policyNames, policySpecs } from '../model/index.ts';
import { helpTopic } from './help-topics.ts';
import { parsePolicies } from './policies.ts';

test('sets the given policies, keeps the other defaults, and uses the last of several values', async () => {
  const policies = await parsePolicies({
    policy: ['unstated=open', 'on-delete=restrict', 'unstated=optional', 'language=pt-BR'],
  });
  expect(policies).toMatchObject({ unstated: 'optional', 'on-delete': 'restrict', language: 'pt-BR', owner: 'plural' });
  expect(chosenPolicies(policies)).toEqual(['unstated=optional', 'on-delete=restrict', 'language=pt-BR']);
  expect(chosenPolicies(await parsePolicies({ policy: [] }))).toEqual([]);
});

test('a default value that is given counts as chosen', async () => {
  expect(chosenPolicies(await parsePolicies({ policy: ['unstated=required'] }))).toEqual(['unstated=required']);
});

test.each([
  ['unstaed=open', 'there is no policy "unstaed"; did you mean unstated?'],
  ['ondelete=restrict', 'did you mean on-delete?'],
  ['open', 'there is no policy "open"; did you mean unstated=open or individuals=open?'],
  ['none', 'did you mean owner=none or timestamps=none or lengths=none or counts=none?'],
  ['', 'there is no policy ""'],
  ['unstated=opn', 'the policy unstated has no value "opn"; did you mean open?'],
  [
    'unstated',
    'the policy unstated has no value [unknown-policy-value]\n  help: give unstated=required, unstated=optional or unstated=open',
  ],
  ['unstated=', 'the policy unstated has no value ['],
  ['Unstated=open', 'did you mean unstated?'],
  ['language=', 'help: give a tag: language=en'],
  ['language=not a tag', 'the policy language has no value "not a tag" ['],
  ['toString=1', 'there is no policy "toString"'],
])('%s is rejected', async (given, message) => {
  const error: unknown = await parsePolicies({ policy: ['owner=none', given] }).catch((thrown: unknown) => thrown);
  const [diagnostic, ...others] = (error as DiagnosticError).diagnostics;
  expect(others).toEqual([]);
  expect(diagnostic?.exit).toBe(2);
  expect(diagnostic && formatDiagnostic(diagnostic)).toContain(message);
});

test('the help names each policy with its values, its default and its meaning', async () => {
  const help = await helpTopic('policies', undefined);
  for (const name of policyNames) {
    const { values, about } = policySpecs[name];
    expect(help).toContain(`\n${name}=${values[0] ?? 'en'}\n    ${about}\n`);
    for (const value of values) expect(help).toMatch(new RegExp(`^ {4}.*\\b${value}\\b`, 'm'));
  }
  const lines = (await helpTopic('policies', 60))?.split('\nExample:')[0]?.split('\n');
  expect(lines?.filter((line) => line.length > 60)).toEqual([]);
});
