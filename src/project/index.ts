/** A whole project from one ontology: the sources of every target at their places, and what it takes to build them. */

import path from 'node:path';
import { type Diagnostic, diagnostic, readRegular } from '../diagnostics/index.ts';
import { chosenPolicies, type DomainModel } from '../model/index.ts';
import { type Plan, type PlannedFile, planOutput } from '../output/index.ts';
import { describeApi } from '../targets/openapi-spec/index.ts';
import { optionalCrates } from '../targets/rust-models/index.ts';
import { generatedFiles } from './files.ts';
import { hashOf, LOCK_FILE, type Lock, lockedSources, parseLock, printLock } from './lock.ts';
import { crateOf, missing, type Need, packageOf } from './manifests.ts';
import { projectMigrations } from './migrations.ts';
import { adaptations, displayName, identifier, pythonPackage, toolNames } from './names.ts';
import { type PlacedSources, type ProjectSources, placeOntology, placeSources } from './ontology.ts';
import { dependencies, devDependencies, type Project, scaffoldFiles } from './scaffold/index.ts';

export { resolveTarget } from './names.ts';
export type { ProjectSources } from './ontology.ts';

export interface ProjectRequest {
  /** The project's folder, as it is to be shown; it need not exist. */
  readonly target: string;
  /** The same, absolute. */
  readonly root: string;
  /** The ontology file, and what it says. */
  readonly graph: string;
  readonly model: DomainModel;
  /** What belongs to the ontology beside its file. */
  readonly sources: ProjectSources;
  /** Where IRIs of the last version went, as far as the ontology says it. */
  readonly renamed?: (iri: string) => string;
  /** Whether what is there may be replaced. */
  readonly force: boolean;
  /** Told what is done next. */
  readonly onStep?: (step: string) => void | Promise<void>;
}

export interface PlannedProject {
  /** What the project is called. */
  readonly name: string;
  /** What has to be done; its diagnostics hold all that there is to say. */
  readonly plan: Plan;
}

/**
 * Plans a project, and writes nothing.
 *
 * @throws DiagnosticError if the project's own record of itself cannot be read.
 */
export async function planProject(request: ProjectRequest): Promise<PlannedProject> {
  const { target, root, graph, force, onStep } = request;
  const lock = readLock(target);
  const name = lock?.name ?? path.basename(root);
  const ontology = placeOntology(root, graph, request.sources.given.texts);
  const sources = placeSources(root, ontology, request.sources);
  // Headers name the ontology as the project calls it, so that generating from there changes nothing.
  const model = { ...request.model, source: path.posix.basename(ontology.path) };

  const names = toolNames(name);
  const migrations = projectMigrations(model, target, graph, request.renamed ?? ((iri) => iri));
  const placement = {
    crate: crateOf(read(target, 'Cargo.toml') ?? '') ?? identifier(names.cargo),
    pythonPackage: packageOf(read(target, 'python/pyproject.toml') ?? '') ?? pythonPackage(names),
    migrations: migrations.generated,
  };
  const generated = await generatedFiles(model, placement, (generator) => onStep?.(`generating ${generator}`));
  const project: Project = {
    ...{ name: displayName(name), cargo: names.cargo, npm: names.npm, distribution: names.python },
    pythonPackage: placement.pythonPackage,
    ontology: ontology.path,
    sourceOptions: [...sources.options, ...chosenPolicies(model.policies).flatMap((policy) => ['--policy', policy])],
    migration: migrations.first,
    crates: optionalCrates(model),
    operation: describeApi(model).operations[0] as Project['operation'],
  };
  const own = ontology.copy === undefined ? [] : [{ path: ontology.path, content: ontology.copy, from: graph }];
  const copies = [...own, ...sources.copies];
  const scaffold: readonly PlannedFile[] = [...scaffoldFiles(project), ...copies].map((file) => ({ ...file, origin: undefined }));

  await onStep?.('comparing');
  const isChanged = (file: string, text: string) => lock?.files[file] !== hashOf(text);
  const options = { createOnly: !force, keepScaffold: isChanged, anyOntology: true };
  const plan = planOutput(target, [...scaffold, ...generated, ...migrations.settled], options);
  const kept = new Set(plan.steps.filter((step) => step.kind === 'keep').map((step) => step.path));
  // The lock is the tool's own: it is replaced whatever it holds.
  const lockFile = {
    path: LOCK_FILE,
    content: printLock({ ...nextLock(name, scaffold, kept, lock), ...lockedSources(read(target, LOCK_FILE)) }),
    origin: undefined,
  };
  const lockPlan = planOutput(target, [lockFile, ...migrations.own], { createOnly: !force, keepScaffold: () => false });
  return {
    name,
    plan: {
      root: target,
      steps: [
        ...plan.steps,
        ...lockPlan.steps,
        ...migrations.removed.map((file) => ({ kind: 'remove' as const, path: file, edited: false })),
      ],
      diagnostics: [
        ...plan.diagnostics,
        ...lockPlan.diagnostics.filter((d) => !plan.diagnostics.some((known) => known.code === d.code)),
        ...migrations.diagnostics,
        ...notes(request, name, project, plan, kept, copies),
      ],
    },
  };
}

/**
 * Says of each scaffold file how it was last written: now, or, if it is kept or not planned this time, whenever that was.
 */
function nextLock(name: string, scaffold: readonly PlannedFile[], kept: ReadonlySet<string>, lock: Lock | undefined): Lock {
  const files = new Map(Object.entries(lock?.files ?? {}));
  for (const { path, content } of scaffold) if (!kept.has(path)) files.set(path, hashOf(content));
  return { name, files: Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** What the user should know beside what goes wrong. */
function notes(
  { target }: ProjectRequest,
  name: string,
  project: Project,
  plan: Plan,
  kept: ReadonlySet<string>,
  copies: PlacedSources['copies'],
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const adapted = adaptations(name, { cargo: project.cargo, npm: project.npm, python: project.distribution });
  if (adapted.length > 0 && plan.steps.some((step) => step.path === 'Cargo.toml' && step.kind === 'create')) {
    found.push(diagnostic('project-names', { name, names: adapted }));
  }
  for (const [file, needs] of Object.entries(needsOf(project))) {
    const lacking = kept.has(file) ? missing(read(target, file) ?? '', needs) : [];
    if (lacking.length > 0) found.push(diagnostic('scaffold-lacks', { path: path.join(target, file), needs: lacking }));
  }
  for (const { path: copy, from } of copies) {
    if (from !== undefined && kept.has(copy)) {
      found.push(diagnostic('project-ontology-kept', { path: path.join(target, copy), graph: from }));
    }
  }
  return found;
}

/** What generated files need in the scaffold files that may be there in the user's own version. */
function needsOf(project: Project): Readonly<Record<string, readonly Need[]>> {
  const crates = Object.entries({ ...dependencies(project), ...devDependencies });
  return {
    'Cargo.toml': crates.map(([name, value]) => ({
      pattern: new RegExp(`^\\s*(?:\\[.*\\.)?["']?${name}\\b`, 'm'),
      line: `${name} = ${value}`,
    })),
    'src/lib.rs': [{ pattern: /\bmod\s+models\b/, line: 'pub mod models;' }],
  };
}

function readLock(target: string): Lock | undefined {
  const text = read(target, LOCK_FILE);
  return text === undefined ? undefined : parseLock(text, path.join(target, LOCK_FILE));
}

/** The text of a file of the project; nothing if there is none that can be read, of which the plan tells. */
function read(target: string, file: string): string | undefined {
  try {
    return readRegular(path.join(target, file)).toString('utf8');
  } catch {
    return undefined;
  }
}
