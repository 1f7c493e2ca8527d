// The figures that may only fall: what was measured against what is committed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Two runs of the same program differ by as much. */
const TOLERANCE = 1.15;

export function readBaseline(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The figures that are greater than what is committed allows. A figure that is not committed is none of them. */
export function worse(measured, baseline) {
  return Object.entries(measured).filter(([name, value]) => baseline[name] !== undefined && value > baseline[name] * TOLERANCE);
}

/** Commits what was measured where it is less than before, or new. */
export function lower(file, measured, baseline) {
  const next = { ...baseline };
  for (const [name, value] of Object.entries(measured)) {
    const rounded = Math.round(value * 100) / 100;
    next[name] = Math.min(baseline[name] ?? rounded, rounded);
  }
  writeFileSync(file, `${JSON.stringify(next, undefined, 2)}\n`);
}
