/** Generates a whole project from one ontology: the files of all targets, and the scaffold files to build them. */

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, diagnostic, readRegular } from '../diagnostics/index.ts';
import { chosenPolicies, type DomainModel, isResource } from '../model/index.ts';
import { type Plan, type PlannedFile, planOutput } from '../output/index.ts';
import { describeApi } from '../targets/openapi-spec/index.ts';
import { optionalCrates, typeName } from '../targets/rust-models/index.ts';
import { planFiles, SERVICE_GENERATOR, type ServiceKind } from './files.ts';
import { firstRequests } from './first-requests.ts';
import { hashOf, LOCK_FILE, type Lock, lockedSources, parseLock, printLock } from './lock.ts';
import { crateOf, missingLines, packageOf, type RequiredLine } from './manifests.ts';
import { projectMigrations } from './migrations.ts';
import { adaptations, displayName, identifier, pythonPackage, toolNames } from './names.ts';
import { type PlacedSources, type ProjectSources, placeOntology, placeSources, SOURCES_FOLDER } from './ontology.ts';
import { dependencies, devDependencies, features, hooksOf, type ScaffoldValues, scaffoldFiles } from './scaffold/index.ts';
import { pagesOf } from './service/index.ts';

export type { ServiceKind } from './files.ts';
export { resolveTarget } from './names.ts';
export type { ProjectSources } from './ontology.ts';

export interface ProjectRequest {
  /** The project's folder, as shown to the user; it need not exist. */
  readonly target: string;
  /** The same folder, as an absolute path. */
  readonly root: string;
  /** The ontology file, as the user named it. */
  readonly graph: string;
  readonly model: DomainModel;
  /** Additional inputs: imports, shapes, catalogue. */
  readonly sources: ProjectSources;
  /** Maps an IRI of the last version to its new one, as far as the ontology states it. */
  readonly renamed?: (iri: string) => string;
  /** The service to generate; by default the one that the project has, and REST and GraphQL if it never had one. */
  readonly service?: ServiceKind | undefined;
  /** True if existing files may be replaced. */
  readonly force: boolean;
}

export interface PlannedProject {
  readonly name: string;
  /** The changes to make, with all diagnostics for the user. */
  readonly plan: Plan;
}

/**
 * Plans a project, and writes nothing.
 *
 * @throws DiagnosticError if the project's lock or record of migrations cannot be read.
 */
export function planProject(request: ProjectRequest): PlannedProject {
  const { target, root, graph, force } = request;
  const lock = readLock(target);
  const name = lock?.name ?? path.basename(root);
  const ontology = placeOntology(root, graph, request.sources.named.texts);
  const sources = placeSources(root, ontology, request.sources);
  // Headers contain the ontology's name within the project, so that generating there again changes nothing.
  const model = { ...request.model, source: path.posix.basename(ontology.path) };

  const names = toolNames(name);
  const migrations = projectMigrations(model, target, graph, request.renamed ?? ((iri) => iri));
  const properties = {
    crate: crateOf(readProjectFile(target, 'Cargo.toml') ?? '') ?? identifier(names.cargo),
    pythonPackage: packageOf(readProjectFile(target, 'python/pyproject.toml') ?? '') ?? pythonPackage(names),
    migrations: migrations.generated,
    service: request.service ?? existingService(target, lock),
  };
  const generated = planFiles(model, properties);
  const project: ScaffoldValues = {
    ...{ name: displayName(name), cargo: names.cargo, npm: names.npm, distribution: names.python },
    pythonPackage: properties.pythonPackage,
    ontology: ontology.path,
    sourceOptions: [...sources.options, ...chosenPolicies(model.policies).flatMap((policy) => ['--policy', policy])],
    migration: migrations.first,
    crates: optionalCrates(model),
    service: properties.service,
    resources: model.classes.filter(isResource).map(typeName),
    firstRequests: firstRequests(model),
    pages: pagesOf(model),
    operation: describeApi(model).operations[0] as ScaffoldValues['operation'],
  };
  const own = ontology.copy === undefined ? [] : [{ path: ontology.path, content: ontology.copy, from: graph }];
  const copies = [...own, ...sources.copies];
  const scaffold: readonly PlannedFile[] = [...scaffoldFiles(project), ...copies].map((file) => ({ ...file, origin: undefined }));
  const isChanged = (file: string, text: string) => lock?.files[file] !== hashOf(text);
  const options = { createOnly: !force, keepScaffold: isChanged, anyOntology: true };
  const plan = planOutput(target, [...scaffold, ...generated, ...migrations.unchanged], options);
  const kept = new Set(plan.steps.filter((step) => step.kind === 'keep').map((step) => step.path));
  // The lock belongs to codegen, so it is always replaced.
  const lockFile = {
    path: LOCK_FILE,
    content: printLock({
      ...nextLock({ name, ...properties }, scaffold, kept, lock),
      ...lockedSources(readProjectFile(target, LOCK_FILE)),
    }),
    origin: undefined,
  };
  const lockPlan = planOutput(target, [lockFile, ...migrations.next], { createOnly: !force, keepScaffold: () => false });
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
        ...projectNotes(request, name, project, plan, kept, copies),
        ...omittedShapes(request, Object.keys(lock?.files ?? {}), copies),
      ],
    },
  };
}

/** Returns the next lock. Scaffold files that are written now get new hashes; kept and unplanned ones keep theirs. */
function nextLock(
  { name, service }: { readonly name: string; readonly service: ServiceKind },
  scaffold: readonly PlannedFile[],
  kept: ReadonlySet<string>,
  lock: Lock | undefined,
): Lock {
  const files = new Map(Object.entries(lock?.files ?? {}));
  for (const { path, content } of scaffold) if (!kept.has(path)) files.set(path, hashOf(content));
  const sorted = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { name, files: sorted, ...(service === 'none' && { service }) };
}

/** Returns diagnostics for the user that are not about errors. */
function projectNotes(
  { target }: ProjectRequest,
  name: string,
  project: ScaffoldValues,
  plan: Plan,
  kept: ReadonlySet<string>,
  copies: PlacedSources['copies'],
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const adapted = adaptations(name, { cargo: project.cargo, npm: project.npm, python: project.distribution });
  if (adapted.length > 0 && plan.steps.some((step) => step.path === 'Cargo.toml' && step.kind === 'create')) {
    found.push(diagnostic('project-names', { name, names: adapted }));
  }
  for (const [file, needs] of Object.entries(requiredLinesOf(project))) {
    const lacking = kept.has(file) ? missingLines(readProjectFile(target, file) ?? '', needs) : [];
    if (lacking.length > 0) found.push(diagnostic('scaffold-lacks', { path: path.join(target, file), needs: lacking }));
  }
  for (const { path: copy, from } of copies) {
    if (from !== undefined && kept.has(copy)) {
      found.push(diagnostic('project-ontology-kept', { path: path.join(target, copy), graph: from }));
    }
  }
  return found;
}

/** Warns about shapes that an earlier run copied into the project, and that this run does not read: it drops their constraints. */
function omittedShapes(
  { target, root, sources: { imports, named } }: ProjectRequest,
  earlier: readonly string[],
  copies: PlacedSources['copies'],
): readonly Diagnostic[] {
  const realPath = (file: string) => (existsSync(file) ? realpathSync(file) : file);
  const inputs = [...(named.shapes ?? []), ...[...imports, ...(named.imports ?? [])].map(({ file }) => file)];
  const isRead = new Set([...inputs.map(realPath), ...copies.map((copy) => realPath(path.join(root, copy.path)))]);
  const files = earlier.filter(
    (file) =>
      file.startsWith(`${SOURCES_FOLDER}/`) &&
      !isRead.has(realPath(path.join(root, file))) &&
      readProjectFile(target, file)?.includes('http://www.w3.org/ns/shacl#'),
  );
  return files.length === 0 ? [] : [diagnostic('shapes-not-given', { files })];
}

/** Returns the lines that generated files need in scaffold files, which the user may have changed. */
function requiredLinesOf(project: ScaffoldValues): Readonly<Record<string, readonly RequiredLine[]>> {
  const crates = Object.entries({ ...dependencies(project), ...devDependencies(project) });
  const used = project.service === 'none' ? [] : features(project);
  return {
    'Cargo.toml': [
      ...crates.map(([name, value]) => ({
        pattern: new RegExp(`^\\s*(?:\\[.*\\.)?["']?${name}(?![\\w-])`, 'm'),
        line: `${name} = ${value}`,
      })),
      ...used.map(([name, value]) => ({ pattern: new RegExp(`^\\s*${name}\\s*=`, 'm'), line: `${name} = ${value}` })),
    ],
    'src/lib.rs': [
      { pattern: /\bmod\s+models\b/, line: 'pub mod models;' },
      ...(project.service === 'none'
        ? []
        : [
            { pattern: /\bmod\s+api\b/, line: 'pub mod api;' },
            { pattern: /\bmod\s+app\b/, line: 'pub mod app;' },
            { pattern: /\bmod\s+auth\b/, line: 'pub mod auth;' },
            { pattern: /\bmod\s+hooks\b/, line: 'pub mod hooks;' },
            { pattern: /\bmod\s+traces\b/, line: '#[cfg(feature = "otel")]\npub mod traces;' },
          ]),
    ],
    ...(project.service !== 'none' && {
      'src/hooks.rs': project.resources.map((type) => ({
        pattern: new RegExp(`\\bimpl\\s+Hooks\\s+for\\s+(?:\\w+::)*${type}\\b`),
        line: hooksOf(type),
      })),
    }),
  };
}

/** Returns the service that a project has, by its generated modules; REST and GraphQL, unless its lock says that it wants none. */
function existingService(target: string, lock: Lock | undefined): ServiceKind {
  const root = readProjectFile(target, 'src/api/mod.rs');
  if (!root?.includes(`codegen (${SERVICE_GENERATOR})`)) return lock?.service ?? 'all';
  if (!root.includes('mod graphql;')) return 'rest';
  return root.includes('.merge(') ? 'all' : 'graphql';
}

function readLock(target: string): Lock | undefined {
  const text = readProjectFile(target, LOCK_FILE);
  return text === undefined ? undefined : parseLock(text, path.join(target, LOCK_FILE));
}

/** Returns the text of a file of the project, or undefined if it cannot be read, which the plan reports. */
function readProjectFile(target: string, file: string): string | undefined {
  try {
    return readRegular(path.join(target, file)).toString('utf8');
  } catch {
    return undefined;
  }
}
