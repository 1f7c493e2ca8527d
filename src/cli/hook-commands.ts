import type { Command } from 'commander';
import { type Commands, example } from './declare.ts';
import { addHelpText } from './help-text.ts';
import type { Io } from './io.ts';
import {
  hookCreateOptions,
  hookListOptions,
  hookLogOptions,
  hookRemoveOptions,
  hookRunOptions,
  monitorOptions,
} from './options.ts';

/** Declares the commands of the group `codegen hook`. */
export function registerHookCommands(hook: Command, commands: Commands, io: Io): void {
  addHelpText(hook.enablePositionalOptions(), EVENTS);

  commands.add(hook, 'create', {
    about: 'Register a script for an event',
    options: hookCreateOptions,
    help: `${EVENTS}\n${example('codegen hook create --event pre-commit --script ./scripts/validate.sh')}`,
    run: async (options) => (await import('./hook.ts')).createHook(io, options),
  });
  commands.add(hook, 'list', {
    about: 'Print the hooks as JSON',
    options: hookListOptions,
    help: example('codegen hook list --filter pre-commit'),
    run: async (options) => (await import('./hook-list.ts')).listHooks(io, options),
  });
  commands.add(hook, 'remove <hook-id>', {
    about: 'Remove a hook',
    options: hookRemoveOptions,
    help: example('codegen hook remove hook_4f7kq2mz --force'),
    run: async (options, id) => (await import('./hook.ts')).removeHook(io, id, options),
  });
  commands.add(hook, 'monitor', {
    about: 'Watch ontology files and run the hooks of on-ontology-change',
    options: monitorOptions,
    help: example('codegen hook monitor --graph domain.ttl'),
    run: async (options) => (await import('./hook-monitor.ts')).monitorHooks(io, options),
  });
  commands
    .add(hook, 'run <event> [arguments...]', {
      about: 'Fire an event from a build, deployment or test',
      options: hookRunOptions,
      help: RUN_ARGUMENTS,
      run: async (options, event, args) => (await import('./hook.ts')).runHooks(io, event, args, options),
    })
    ?.usage('[options] <event> [arguments...]')
    .passThroughOptions();
  commands.add(hook, 'log', {
    about: 'Print the last runs of hooks',
    options: hookLogOptions,
    help: example('codegen hook log --event on-ontology-change --limit 5'),
    run: async (options) => (await import('./hook-log.ts')).printLog(io, options),
  });
  commands.add(hook, 'install', {
    about: 'Install the Git hook that runs pre-commit hooks; an existing one is kept and runs first',
    options: {},
    help: example('codegen hook install'),
    run: async () => (await import('./hook.ts')).install(io),
  });
  commands.add(hook, 'uninstall', {
    about: 'Uninstall the Git hook and restore the previous one',
    options: {},
    help: example('codegen hook uninstall'),
    run: async () => (await import('./hook.ts')).uninstall(io),
  });
}

const EVENTS = `
Events:
  post-generate       after "codegen generate" or "codegen project gen"
  pre-commit          before a Git commit, which a failing script blocks; needs "codegen hook install"
  on-ontology-change  when "codegen hook monitor" sees a changed file; argument: the file
  pre-build           by "codegen hook run pre-build" in your build
  post-deploy         by "codegen hook run post-deploy"; arguments: staging or production, the version
  on-test-fail        by "codegen hook run on-test-fail"; argument: the tests' output`;

const RUN_ARGUMENTS = `
Arguments by event:
  post-deploy <staging|production> <version>
  on-test-fail <text>           "-" reads the text from standard input
  on-ontology-change <path>
Other arguments are passed to the scripts unchanged.

Examples:
  $ codegen hook run pre-build
  $ codegen hook run post-deploy production 2.5.0
  $ npm test 2>&1 | tee test.log || codegen hook run on-test-fail - < test.log`;
