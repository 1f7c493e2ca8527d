import type { ScriptProblem } from './script.ts';
import { quoteForShell } from './shell.ts';

/** Describes why a script cannot run, and how to solve it: `permission denied: check.sh is not executable`, `chmod +x check.sh`. */
export function describeProblem(problem: ScriptProblem, script: string): { reason: string; help: string } {
  switch (problem.kind) {
    case 'missing':
      return { reason: `there is no file ${script}`, help: 'create it, or remove the hook and register it with the right path' };
    case 'not-a-file':
      return { reason: `${script} is not a file`, help: 'remove the hook and register it with the path of a script' };
    case 'not-executable':
      return { reason: `permission denied: ${script} is not executable`, help: `run chmod +x ${quoteForShell(script)}` };
    case 'no-interpreter-line':
      return {
        reason: `${script} has no interpreter line`,
        help: 'let its first line name the program that runs it, such as #!/bin/sh or #!/usr/bin/env node',
      };
    case 'interpreter-missing':
      return {
        reason: `there is no ${problem.interpreter}, which the first line of ${script} names`,
        help: 'install it, or name another program in the first line',
      };
    case 'windows-line-ends':
      return {
        reason: `the first line of ${script} ends in the Windows manner, so its interpreter is not found`,
        help: 'save the script with Unix line ends (LF)',
      };
    default:
      return problem satisfies never;
  }
}
