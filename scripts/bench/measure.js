// Runs of node, measured as whole processes.
import { spawnSync } from 'node:child_process';

// Linux counts what the process that starts another takes as the most memory of that one, too (getrusage(2)), but not as its
// peak in /proc (proc(5), VmHWM).
const REPORT = `import { readFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const peak = process.platform === 'linux' ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) : maxRSS;
  process.stderr.write('\\nused=' + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: peak / 1024 }) + '\\n');
})`;

/** Wall and processor time in milliseconds and the most memory in megabytes of one run. */
function run(args, cwd) {
  const start = performance.now();
  const done = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const wall = performance.now() - start;
  if (done.status !== 0) throw new Error(`${args.join(' ')}: exit status ${done.status}\n${done.stderr.slice(0, 2000)}`);
  return { wall, ...JSON.parse(/used=(.*)/.exec(done.stderr)[1]) };
}

/**
 * The least of several runs of each of several command lines, figure by figure: the others measure the machine. They are run in
 * turns, so that a machine that is slower for a while is it for all.
 *
 * @returns {{ wall: number, cpu: number, memory: number }[]} in the order of the command lines
 */
export function leastInTurns(runs, commands, cwd) {
  const all = commands.map(() => []);
  for (let i = 0; i < runs; i++) for (const [k, args] of commands.entries()) all[k].push(run(args, cwd));
  return all.map((each) => {
    const of = (figure) => Math.min(...each.map((one) => one[figure]));
    return { wall: of('wall'), cpu: of('cpu'), memory: of('memory') };
  });
}

/** The least of several runs of one command line. */
export function least(runs, args, cwd) {
  const [only] = leastInTurns(runs, [args], cwd);
  return only;
}

/**
 * The least wall time of each of several command lines, run as `leastInTurns` does. Nothing is looked into, which would cost
 * some milliseconds itself.
 *
 * @returns {number[]} milliseconds, in the order of the command lines
 */
export function leastWalls(runs, commands, cwd) {
  const best = commands.map(() => Number.POSITIVE_INFINITY);
  for (let i = 0; i < runs; i++) for (const [k, args] of commands.entries()) best[k] = Math.min(best[k], wallOf(args, cwd));
  return best;
}

function wallOf(args, cwd) {
  const start = performance.now();
  const done = spawnSync(process.execPath, args, { cwd, stdio: 'ignore' });
  if (done.status !== 0) throw new Error(`${args.join(' ')}: exit status ${done.status}`);
  return performance.now() - start;
}
