import path from 'node:path';
import { DiagnosticError, statOf } from '../../../diagnostics/index.ts';
import { findProject, readHooks, scriptOf } from '../../../hooks/index.ts';
import { finding } from '../finding.ts';
import type { Finding, Problem } from '../types.ts';

/** Checks the scripts that `.codegen/hooks.json` names: codegen runs them with the rights of the user who starts it. */
export async function scanHooks(
  root: string,
): Promise<{ readonly findings: readonly Finding[]; readonly problems: readonly Problem[] }> {
  const project = findProject(root);
  // Windows has no such file modes.
  if (project.root !== path.resolve(root) || process.platform === 'win32') return { findings: [], problems: [] };
  const relativePath = (file: string) => path.relative(root, file).split(path.sep).join('/');
  try {
    const findings: Finding[] = [];
    const report = (file: string, message: string) => {
      findings.push(finding('hook-writable-by-others', relativePath(file), { line: 1, column: 1 }, message));
    };
    const hooks = readHooks(project).map((hook) => ({ id: hook.id, trigger: hook.trigger, script: scriptOf(project, hook) }));
    if (isWritableByOthers(project.registry)) report(project.registry, 'all users of the machine can register hooks');
    for (const script of new Set(hooks.map((hook) => hook.script))) {
      const names = hooks.filter((hook) => hook.script === script).map(({ id, trigger }) => `${id} on ${trigger}`);
      if (isWritableByOthers(script)) report(script, `all users of the machine can change the script of ${names.join(', ')}`);
      else if (isWritableByOthers(path.dirname(script))) {
        report(script, `all users of the machine can replace the script of ${names.join(', ')}: its folder is open to all`);
      }
    }
    return { findings, problems: [] };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { findings: [], problems: [{ file: relativePath(project.registry), message: error.message }] };
  }
}

/** True if all users may write. With the sticky bit, others cannot replace a file. */
function isWritableByOthers(file: string): boolean {
  const stat = statOf(file);
  return stat !== undefined && (stat.mode & 0o002) !== 0 && (stat.mode & 0o1000) === 0;
}
