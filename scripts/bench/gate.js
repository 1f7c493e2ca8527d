// Compares measured ratios with the committed baseline (scripts/bench-baseline.json). The baseline may only decrease.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Factor by which two runs of the same program can differ. */
const TOLERANCE = 1.15;

export function readBaseline(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Returns the values that exceed the baseline. Values without a baseline are not included. */
export function worse(measured, baseline) {
  return Object.entries(measured).filter(([name, value]) => baseline[name] !== undefined && value > baseline[name] * TOLERANCE);
}

/** Writes measured values to the baseline if they are lower, or new. */
export function lower(file, measured, baseline) {
  const next = { ...baseline };
  for (const [name, value] of Object.entries(measured)) {
    const rounded = Math.round(value * 100) / 100;
    next[name] = Math.min(baseline[name] ?? rounded, rounded);
  }
  writeFileSync(file, `${JSON.stringify(next, undefined, 2)}\n`);
}
