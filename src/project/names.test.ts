import { expect, test } from 'vitest';
import { DiagnosticError } from '../diagnostics/index.ts';
import { adaptations, displayName, pythonPackage, resolveTarget, toolNames } from './names.ts';

test.each([
  // Names that every tool accepts.
  ['blog', 'blog', 'blog', 'blog'],
  ['blog-app', 'blog-app', 'blog-app', 'blog_app'],
  ['blog_2', 'blog_2', 'blog_2', 'blog_2'],
  // Digits, dots and capitals.
  ['2024.blog-app', 'app-2024-blog-app', '2024.blog-app', 'app_2024_blog_app'],
  ['Blog.App', 'blog-app', 'blog.app', 'blog_app'],
  ['.hidden', 'hidden', 'hidden', 'hidden'],
  ['my--_app-', 'my-app', 'my--_app', 'my_app'],
  ['a._-b', 'a-b', 'a._-b', 'a_b'],
  // Keywords, modules of a standard library, and dependencies of the project.
  ['test', 'test-app', 'test', 'test_app'],
  ['std', 'std-app', 'std', 'std'],
  ['match', 'match-app', 'match', 'match'],
  ['class', 'class', 'class', 'class_app'],
  ['json', 'json', 'json', 'json_app'],
  ['http', 'http', 'http-app', 'http_app'],
  ['serde-json', 'serde-json-app', 'serde-json', 'serde_json'],
  ['api', 'api', 'api', 'api'],
  ['tokio', 'tokio-app', 'tokio', 'tokio'],
  ['typescript', 'typescript', 'typescript-app', 'typescript'],
  ['pydantic', 'pydantic', 'pydantic', 'pydantic_app'],
  ['tests', 'tests', 'tests', 'tests_app'],
  ['Con', 'con-app', 'con', 'con_app'],
  // Characters that the tools do not accept.
  ['Überblick', 'uberblick', 'uberblick', 'uberblick'],
  ['博客', 'app', 'app', 'app'],
  ['My blog (2)', 'my-blog-2', 'my-blog-2', 'my_blog_2'],
  ['x'.repeat(200), 'x'.repeat(64), 'x'.repeat(64), 'x'.repeat(64)],
])('%s is called %s by Cargo, %s by npm and %s by Python', (project, cargo, npm, python) => {
  const names = toolNames(project);
  expect([names.cargo, names.npm, pythonPackage(names)]).toEqual([cargo, npm, python]);
  const differing = [cargo === project, npm === project, python === project.replace(/[-.]/g, '_')].filter((same) => !same);
  expect(adaptations(project, names)).toHaveLength(differing.length);
});

test.each([
  ['blog', '/home/blog'],
  ['./apps/blog/', '/home/apps/blog'],
  ['/srv/blog', '/srv/blog'],
  ['../blog', '/blog'],
  ['.', '/home'],
  ['./', '/home'],
  ['blog/..', '/home'],
  ['日本.v2', '/home/日本.v2'],
])('resolves the target %j to the folder %s', (target, folder) => {
  expect(resolveTarget(target, '/home')).toBe(folder);
});

test.each(['', ' ', '..', '../', '../..', 'blog/../..', '/', '...', '-', 'a b', 'blog.', 'a:b', 'a\nb', 'a\0b', '~', '$HOME'])(
  'rejects the target %j',
  (target) => {
    expect(() => resolveTarget(target, '/home')).toThrow(DiagnosticError);
  },
);

test('the displayed name cannot end a comment or a string', () => {
  expect(displayName('My blog (2)')).toBe('My blog (2)');
  expect(displayName('a\nb"""c`d</script>')).toBe('a-b-c-d-script-');
});
