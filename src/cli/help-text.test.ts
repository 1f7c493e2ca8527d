import { Command } from 'commander';
import { expect, test } from 'vitest';
import { helpText } from './help-text.ts';

const command = new Command().configureHelp({ minWidthToWrap: 10 });
const wrapped = (text: string, width: number) =>
  helpText(text, width, (each, room) => command.createHelp().boxWrap(each, room)).split('\n');

const TEXT = `
<file> is RDF or
records in JSON, one a line.

Events:
  pre-commit     before a Git commit, which a failing script blocks
  <path>

Example:
  $ codegen data convert people.ttl --ontology blog.ttl`;

test('rewraps prose, indents wrapped rows and does not wrap examples', () => {
  expect(wrapped(TEXT, 40)).toEqual([
    '',
    '<file> is RDF or records in JSON, one a',
    'line.',
    '',
    'Events:',
    '  pre-commit     before a Git commit,',
    '                 which a failing script',
    '                 blocks',
    '  <path>',
    '',
    'Example:',
    '  $ codegen data convert people.ttl --ontology blog.ttl',
  ]);
});

test('does not wrap text that fits', () => {
  expect(wrapped(TEXT, 200).slice(1, 4)).toEqual(['<file> is RDF or records in JSON, one a line.', '', 'Events:']);
});
