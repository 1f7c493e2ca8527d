import { describe, expect, test } from 'vitest';
import { checkPaths } from './paths.ts';

describe('checkPaths', () => {
  test('accepts relative paths', () => {
    checkPaths([
      'a.rs',
      'src/models/user.rs',
      '.gitignore',
      'my blog (1).ttl',
      'größe.ttl',
      'console.rs',
      'com.rs',
      'null.rs',
      '..a',
    ]);
  });

  test.each([
    '',
    '/etc/passwd',
    '../a.rs',
    'a/../../b.rs',
    'a/..',
    './a.rs',
    'a/./b.rs',
    'a//b.rs',
    'a/',
    'C:/evil.rs',
    'C:evil.rs',
    'a\\..\\b.rs',
    '..\\a.rs',
    'a\0.rs',
    'a\n.rs',
    'a.rs.',
    'a /b.rs',
    '...',
    'con.rs',
    'a/NUL',
    'aux.tar.gz',
    'Com1.py',
    'con .rs',
    'a?.rs',
    'a:stream',
  ])('rejects %j', (path) => {
    expect(() => checkPaths([path])).toThrow('cannot plan the file');
  });

  test('rejects names that are equal on a file system that ignores case or composition', () => {
    expect(() => checkPaths(['User.ts', 'user.ts'])).toThrow('two files');
    expect(() => checkPaths(['a/b.ts', 'A/b.ts'])).toThrow('two files');
    expect(() => checkPaths(['\u00e9.ts', 'e\u0301.ts'])).toThrow('two files');
    expect(() => checkPaths(['a.ts', 'a.ts'])).toThrow('two files');
  });

  test('rejects a file with the path of a folder', () => {
    expect(() => checkPaths(['a/b/c.ts', 'A/b'])).toThrow('folder');
    checkPaths(['a/b/c.ts', 'a/bc']);
  });
});
