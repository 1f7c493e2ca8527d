// Measures time and memory of runs of Node.js, each as a process of its own.
import { spawnSync } from 'node:child_process';

// On Linux, the maximum memory of a process includes that of the process that started it (getrusage(2)), but its peak in
// /proc does not (proc(5), VmHWM).
const REPORT = `import { readFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const peak = process.platform === 'linux' ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) : maxRSS;
  process.stderr.write('\\nused=' + JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: peak / 1024 }) + '\\n');
})`;

/** Returns wall and processor time in milliseconds, and peak memory in megabytes, of one run. */
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
 * Returns the minimum of several runs of each command line, for each measure: higher values come from other load. The command
 * lines take turns, so that a temporarily slow machine affects all of them.
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

/** Returns the minimum of several runs of one command line. */
export function least(runs, args, cwd) {
  const [only] = leastInTurns(runs, [args], cwd);
  return only;
}

/**
 * Returns the minimum wall time of each of several command lines, which take turns as in `leastInTurns`. The processes are not
 * instrumented, which would itself take some milliseconds.
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
