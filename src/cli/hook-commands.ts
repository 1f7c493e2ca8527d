import { type Command, InvalidArgumentError } from 'commander';
import { collect, example } from './declare.ts';
import type { Io } from './io.ts';

/** Declares the commands of the group `codegen hook`. */
export function registerHookCommands(hook: Command, io: Io, done: (status: number) => void): void {
  hook.enablePositionalOptions().addHelpText('after', EVENTS);

  hook
    .command('create')
    .description('bind a script to an event')
    .requiredOption('--event <event>', 'the event; see below')
    .requiredOption('--script <path>', 'the script, which must be executable')
    .option('--name <name>', 'a name for people')
    .addHelpText('after', `${EVENTS}\n${example('codegen hook create --event pre-commit --script ./scripts/validate.sh')}`)
    .action(async (options) => {
      const { createHook } = await import('./hook.ts');
      done(await createHook(io, options));
    });
  hook
    .command('list')
    .description('print the hooks as JSON')
    .option('--filter <event>', 'only those of an event')
    .option('--verbose', 'with their names, scripts and last runs', false)
    .addHelpText('after', example('codegen hook list --filter pre-commit'))
    .action(async (options) => {
      const { listHooks } = await import('./hook-list.ts');
      done(await listHooks(io, options));
    });
  hook
    .command('remove <hook-id>')
    .description('remove a hook')
    .option('--force', 'do not ask', false)
    .addHelpText('after', example('codegen hook remove hook_4f7kq2mz --force'))
    .action(async (id, options) => {
      const { removeHook } = await import('./hook.ts');
      done(await removeHook(io, id, options));
    });
  hook
    .command('monitor')
    .description('watch ontology files, and run the hooks of on-ontology-change when one changes')
    .option('--graph <path>', 'an ontology file to watch; may be repeated', collect, [])
    .option('--interval <ms>', 'polling interval in milliseconds; at least every 50 ms', integer(1), 1000)
    .option('--once', 'compare with the last check once, and exit', false)
    .option('--events', 'print each event as a line of JSON, after the first line', false)
    .addHelpText('after', example('codegen hook monitor --graph domain.ttl'))
    .action(async (options) => {
      const { monitorHooks } = await import('./hook-monitor.ts');
      done(await monitorHooks(io, options));
    });
  hook
    .command('run <event> [arguments...]')
    .description('let an event occur, from a step of a build, deployment or test')
    .usage('[options] <event> [arguments...]')
    .option('--json', 'print what came of it as JSON; the output of the scripts goes to standard error', false)
    .passThroughOptions()
    .addHelpText('after', RUN_ARGUMENTS)
    .action(async (event, args, options) => {
      const { runHooks } = await import('./hook.ts');
      done(await runHooks(io, event, args, options));
    });
  hook
    .command('log')
    .description('print the last runs of the hooks')
    .option('--hook <hook-id>', 'only those of a hook')
    .option('--event <event>', 'only those of an event')
    .option('--limit <number>', 'so many at most', integer(1), 20)
    .option('--json', 'print JSON', false)
    .addHelpText('after', example('codegen hook log --event on-ontology-change --limit 5'))
    .action(async (options) => {
      const { printLog } = await import('./hook-log.ts');
      done(await printLog(io, options));
    });
  hook
    .command('install')
    .description('let Git run the hooks of pre-commit; a pre-commit file that is there already is kept, and runs first')
    .addHelpText('after', example('codegen hook install'))
    .action(async () => {
      const { install } = await import('./hook.ts');
      done(await install(io));
    });
  hook
    .command('uninstall')
    .description('undo the installation, and put back the pre-commit file that was there before')
    .addHelpText('after', example('codegen hook uninstall'))
    .action(async () => {
      const { uninstall } = await import('./hook.ts');
      done(await uninstall(io));
    });
}

const EVENTS = `
Events:
  post-generate       after "codegen project gen"
  pre-commit          before a Git commit, which a failing script blocks; needs "codegen hook install"
  on-ontology-change  when a file changes that "codegen hook monitor" watches; argument: the file
  pre-build           by "codegen hook run pre-build" in your build
  post-deploy         by "codegen hook run post-deploy"; arguments: staging or production, the version
  on-test-fail        by "codegen hook run on-test-fail"; argument: the tests' output`;

const RUN_ARGUMENTS = `
Arguments by event:
  post-deploy <staging|production> <version>
  on-test-fail <text>           "-" reads the text from standard input
  on-ontology-change <path>
Further ones, and those of other events, are handed to the scripts as they are.

Examples:
  $ codegen hook run pre-build
  $ codegen hook run post-deploy production 2.5.0
  $ npm test 2>&1 | tee test.log || codegen hook run on-test-fail - < test.log`;

/** The longest time that timers take. */
const LARGEST = 2 ** 31 - 1;

function integer(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= LARGEST) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${LARGEST}.`);
  };
}
