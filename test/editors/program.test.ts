import { describe, expect, test } from 'vitest';
import { findProgram, type ProgramSearch } from '../../editors/vscode/src/program.ts';

/** ProgramSearch of a system with these files. */
function given(files: readonly string[], more: Partial<ProgramSearch> = {}): ProgramSearch {
  return {
    setting: '',
    folders: ['/home/me/shop'],
    isTrusted: true,
    platform: 'linux',
    env: { PATH: '/usr/bin:/home/me/shop/bin::relative', HOME: '/home/me' },
    isFile: (file) => files.includes(file),
    ...more,
  };
}

const LOCAL = '/home/me/shop/node_modules/ontology-codegen/bin/codegen.js';

describe('on Linux and macOS', () => {
  test('the program of the folder comes before that of the PATH', () => {
    const files = [LOCAL, '/usr/bin/node', '/usr/bin/codegen'];
    expect(findProgram(given(files))).toMatchObject({ command: '/usr/bin/node', args: [LOCAL] });
    expect(findProgram(given(files.slice(1)))).toMatchObject({ command: '/usr/bin/codegen', args: [] });
  });

  test('the setting comes first, with Node.js if it is a script', () => {
    const files = ['/usr/bin/node', '/opt/codegen.js', '/opt/codegen', LOCAL];
    expect(findProgram(given(files, { setting: '/opt/codegen.js' }))).toMatchObject({
      command: '/usr/bin/node',
      args: ['/opt/codegen.js'],
    });
    expect(findProgram(given(files, { setting: '/opt/codegen' }))).toMatchObject({ command: '/opt/codegen', args: [] });
    expect(() => findProgram(given(files, { setting: 'opt/codegen' }))).toThrow('which is not absolute');
    expect(() => findProgram(given(files, { setting: '/opt/other' }))).toThrow('There is no file /opt/other');
  });

  test('without a program the error says how to install it', () => {
    expect(() => findProgram(given([]))).toThrow('npm install --global ontology-codegen');
    expect(() => findProgram(given([LOCAL]))).toThrow('Node.js is not on the PATH');
  });
});

describe('in restricted mode', () => {
  const isTrusted = false;

  test('no program of the folder is run, and the PATH of the program has no folder of it', () => {
    const files = [LOCAL, '/home/me/shop/bin/codegen', '/home/me/shop/bin/node', 'relative/codegen', '/usr/bin/codegen'];
    expect(findProgram(given(files, { isTrusted }))).toEqual({
      command: '/usr/bin/codegen',
      args: [],
      env: { PATH: '/usr/bin', HOME: '/home/me' },
    });
    expect(() => findProgram(given(files.slice(0, -1), { isTrusted }))).toThrow('There is no codegen on the PATH');
  });

  test('a setting must not name a program of the folder', () => {
    const at = { isTrusted, setting: '/home/me/shop/../shop/evil.js' };
    expect(() => findProgram(given(['/usr/bin/node', at.setting], at))).toThrow('in a folder that you do not trust');
    const near = '/home/me/shop-tools/codegen.js';
    expect(findProgram(given(['/usr/bin/node', near], { isTrusted, setting: near })).args).toEqual([near]);
  });
});

describe('on Windows', () => {
  const npm = 'C:\\Users\\Jane Doe\\AppData\\Roaming\\npm';
  const script = `${npm}\\node_modules\\ontology-codegen\\bin\\codegen.js`;
  const node = 'C:\\Program Files\\nodejs\\node.exe';
  const windows = {
    platform: 'win32',
    folders: ['D:\\work & play\\100%'],
    env: { Path: `"C:\\Program Files\\nodejs";${npm};D:\\WORK & PLAY\\100%\\bin` },
  } as const;

  test('the script that the .cmd file of npm calls is run with Node.js, without a shell', () => {
    expect(findProgram(given([node, `${npm}\\codegen.cmd`, script], windows))).toMatchObject({ command: node, args: [script] });
    const bin = 'D:\\x\\node_modules\\.bin\\codegen.cmd';
    const local = 'D:\\x\\node_modules\\ontology-codegen\\bin\\codegen.js';
    expect(findProgram(given([node, bin, local], { ...windows, setting: bin }))).toMatchObject({ command: node, args: [local] });
    const own = 'D:\\work & play\\100%\\node_modules\\ontology-codegen\\bin\\codegen.js';
    expect(findProgram(given([node, own], windows))).toMatchObject({ command: node, args: [own] });
  });

  test('a .cmd file without such a script is rejected, an .exe file is run', () => {
    expect(() => findProgram(given([node, `${npm}\\codegen.cmd`], windows))).toThrow('cannot be started without a shell');
    const exe = 'C:\\tools\\codegen.exe';
    expect(findProgram(given([exe], { ...windows, setting: exe }))).toMatchObject({ command: exe, args: [] });
  });

  test('the folder is recognized in any case, and the name of the variable is kept', () => {
    const found = findProgram(given([node, `${npm}\\codegen.cmd`, script], { ...windows, isTrusted: false }));
    expect(found.env).toEqual({ Path: `C:\\Program Files\\nodejs;${npm}` });
  });
});
