import type { Command } from 'commander';
import { loadTarget, templateNames } from '../targets/index.ts';
import { bash } from './completion/bash.ts';
import { fish } from './completion/fish.ts';
import { completionsOf } from './completion/positions.ts';
import { zsh } from './completion/zsh.ts';
import type { Io } from './io.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Runs `codegen completion`. */
export async function completion(io: Io, program: Command, shell: Shell): Promise<number> {
  io.stdout.write(await completionScript(program, shell));
  return 0;
}

/** Returns the script with which a shell completes the commands, options and values of a program. */
export async function completionScript(program: Command, shell: Shell): Promise<string> {
  const targets = await Promise.all(templateNames.map(loadTarget));
  const categories = [...new Set(targets.map(({ category }) => category))];
  const places = completionsOf(program, categories);
  switch (shell) {
    case 'bash':
      return bash(places);
    case 'zsh':
      return zsh(places);
    case 'fish':
      return fish(places);
    default:
      return shell satisfies never;
  }
}
