import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawCount, isFullRun } from '../support/ontologies.ts';
import { codegenProcess as codegen, readTree, root } from '../support/program.ts';
import { randomNumbers } from '../support/random.ts';

/** How often `project gen` is killed, at moments that the seed determines. */
const KILLS = Number(process.env['CODEGEN_KILLS'] ?? (isFullRun ? drawCount(12, 24) : 6));
const SEED = Number(process.env['RANDOM_SEED'] ?? 20_260_401);

const PREFIXES = `@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
/** Returns an ontology of forty classes; all files differ between versions, and some exist in one version only. */
const ontology = (version: string) =>
  PREFIXES +
  [...Array.from({ length: 40 }, (_, n) => `Thing${n}`), `Only${version}`]
    .map(
      (name) =>
        `:${name} a owl:Class ; rdfs:comment "Of version ${version}." . :${name}P a owl:DatatypeProperty ; rdfs:domain :${name} ; rdfs:range xsd:string .`,
    )
    .join('\n');

const folder = mkdtempSync(path.join(tmpdir(), 'codegen-kills-'));
const ARGS = ['project', 'gen', 'shop', '--graph', 'shop.ttl', '--force'];
/** The files of the project before and after a run that is not killed. */
let [before, after]: Record<string, string>[] = [];

beforeAll(() => {
  const project = path.join(folder, 'whole');
  cpSync(path.join(root, 'examples'), project, { recursive: true });
  const made = (version: string) => {
    writeFileSync(path.join(project, 'shop.ttl'), ontology(version));
    expect(codegen(project, ARGS)).toMatchObject({ status: 0 });
    return readTree(path.join(project, 'shop'));
  };
  before = made('A');
  cpSync(project, path.join(folder, 'old'), { recursive: true });
  after = made('B');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isStaging = (name: string) => name.startsWith('.codegen-') && name !== '.codegen';

/** True when a run has started to prepare files, or has recorded its intent and moves them into place. */
const phases = {
  preparing: (project: string) => stagingOf(project) !== undefined,
  placing: (project: string) => existsSync(path.join(project, 'shop', stagingOf(project) ?? '.', 'intent.json')),
} as const;

const stagingOf = (project: string) => readdirSync(path.join(project, 'shop')).find(isStaging);

/** Kills a run `delay` milliseconds after one of its phases begins. */
async function killed(project: string, phase: keyof typeof phases, delay: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'bin/codegen.js'), ...ARGS], { cwd: project, stdio: 'ignore' });
  let isDone = false;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).finally(() => {
    isDone = true;
  });
  const look = () => {
    if (isDone) return;
    if (!phases[phase](project)) setImmediate(look);
    else if (delay < 1) child.kill('SIGKILL');
    else setTimeout(() => child.kill('SIGKILL'), delay);
  };
  look();
  await ended;
}

describe.skipIf(process.platform === 'win32')('a project whose generation is killed', () => {
  const random = randomNumbers(SEED);
  test.each(
    Array.from({ length: KILLS }, (_, n) => {
      const phase = n % 2 === 0 ? ('placing' as const) : ('preparing' as const);
      return { n, phase, delay: Math.floor(random.next().value * (phase === 'placing' ? 4 : 60)) };
    }),
  )(
    'kill $n, after $delay ms of $phase: --check reports the interruption, and the next run completes it',
    async ({ n, phase, delay }) => {
      const project = path.join(folder, `killed${n}`);
      cpSync(path.join(folder, 'old'), project, { recursive: true });
      writeFileSync(path.join(project, 'shop.ttl'), ontology('B'));
      await killed(project, phase, delay);
      const left = readTree(path.join(project, 'shop'));
      // The staging folder stands next to the project's own files.
      const own = Object.fromEntries(Object.entries(left).filter(([file]) => !isStaging(file)));
      if (!same(own, before) && !same(own, after)) {
        const { status, stderr } = codegen(project, [...ARGS, '--check']);
        expect(status).toBe(1);
        expect(stderr).toContain('[output-interrupted]');
        expect(readTree(path.join(project, 'shop')), '--check changes nothing').toEqual(left);
      }
      expect(codegen(project, ARGS)).toMatchObject({ status: 0 });
      expect(readTree(path.join(project, 'shop'))).toEqual(after);
      rmSync(project, { recursive: true, force: true });
    },
  );
});

function same(one: Record<string, string> | undefined, other: Record<string, string> | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
