import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { toGithub, toSarif } from './diagnostics-format.ts';
import { report } from './report.ts';

const warning = diagnostic('annotation-property', { property: ':a' }, { file: 'a b/größe.ttl', line: 3, column: 7 });
const error = diagnostic('usage', { message: '50%: a, b\nand more' });

describe('a GitHub workflow command', () => {
  test('contains location, code and message', () => {
    const shown = toGithub(warning, {});
    expect(shown).toMatch(/^::warning file=a b\/größe\.ttl,line=3,col=7,title=annotation-property::/);
    expect(shown).toContain(`::${warning.message}`);
  });

  test('escapes text that would end it or begin another command', () => {
    const hostile: Diagnostic = { ...warning, message: 'a\r\n::error::b\u001b[31m', place: { file: 'x,line=9:\n%.ttl' } };
    const shown = toGithub(hostile, {});
    for (const character of ['\r', '\n', '\u001b']) expect(shown).not.toContain(character);
    expect(shown).toMatch(/^::warning file=x%2Cline=9%3A%0A%25\.ttl,title=annotation-property::a/);
    expect(toGithub(error, {})).toBe('::error title=usage::50%25: a, b%0Aand more');
  });

  test('names files relative to the checkout', () => {
    const inside = { ...warning, place: { file: 'sub/a.ttl', line: 1 } };
    expect(toGithub(inside, { GITHUB_WORKSPACE: process.cwd() })).toContain('file=sub/a.ttl,');
    expect(toGithub(inside, { GITHUB_WORKSPACE: `${process.cwd()}/sub` })).toContain('file=a.ttl,');
    const outside = toGithub(inside, { GITHUB_WORKSPACE: '/elsewhere' });
    expect(outside).toContain(`file=${process.cwd()}/sub/a.ttl,`);
  });
});

test('SARIF uses relative URIs for files below the root and absolute URIs for others', () => {
  const outside = { ...warning, place: { file: '/elsewhere/a.ttl' } };
  const { runs } = JSON.parse(toSarif([warning, outside, error], 2, {}));
  const [run] = runs;
  expect(run.invocations).toEqual([{ executionSuccessful: false, exitCode: 2 }]);
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['annotation-property', 'usage']);
  expect(run.results.map((each: { ruleIndex: number; level: string }) => [each.ruleIndex, each.level])).toEqual([
    [0, 'warning'],
    [0, 'warning'],
    [1, 'error'],
  ]);
  expect(run.results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'a%20b/gr%C3%B6%C3%9Fe.ttl', uriBaseId: 'PROJECT' },
    region: { startLine: 3, startColumn: 7 },
  });
  expect(run.results[1].locations[0].physicalLocation).toEqual({ artifactLocation: { uri: 'file:///elsewhere/a.ttl' } });
  expect(run.results[2].locations).toBeUndefined();
});

test('prints only errors to standard error if the format is a document', () => {
  const seen = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof seen) => ({
    write: (text: string) => {
      seen[stream] += text;
    },
  });
  expect(report({ stdout: into('stdout'), stderr: into('stderr'), env: {} }, [warning, error], { format: 'sarif' })).toBe(2);
  expect(JSON.parse(seen.stdout).runs[0].results).toHaveLength(2);
  expect(seen.stderr).toContain('[usage]');
  expect(seen.stderr).not.toContain('[annotation-property]');
});
