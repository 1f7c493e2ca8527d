import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isGeneratedPreCommit, printPreCommit, projectsOf } from './pre-commit.ts';

const projects = ['.', 'services/my "api"'];

test.each([
  ['with the paths of this machine', { node: '/opt/node 20/node', script: '/opt/codegen.js' }],
  ['with the paths of the Git settings', undefined],
])('prints a valid shell script %s', (_, program) => {
  const text = printPreCommit({ program, projects });
  execFileSync('sh', ['-n'], { input: text });
  expect(isGeneratedPreCommit(text)).toBe(true);
  expect(projectsOf(text)).toEqual(projects);
  expect(text).toContain(`\nrun_hooks ./.\nrun_hooks './services/my "api"'\n`);
  expect(text).not.toContain('undefined');
});
