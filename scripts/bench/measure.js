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

/** The least of several runs, figure by figure: the others measure the machine. */
export function least(runs, args, cwd) {
  const all = Array.from({ length: runs }, () => run(args, cwd));
  const of = (figure) => Math.min(...all.map((one) => one[figure]));
  return { wall: of('wall'), cpu: of('cpu'), memory: of('memory') };
}

/** The least wall time of a run that is not looked into, which costs some milliseconds itself. */
export function leastWall(runs, args, cwd) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    const done = spawnSync(process.execPath, args, { cwd, stdio: 'ignore' });
    if (done.status !== 0) throw new Error(`${args.join(' ')}: exit status ${done.status}`);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
