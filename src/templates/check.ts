/** Checks a template: runs it on a model with every construct, and reports what it generates, ignores and falsely claims. */

import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { type DemandKind, type DomainModel, demandsOn } from '../model/index.ts';
import { demandKinds } from '../targets/core/index.ts';
import type { Target } from '../targets/index.ts';
import { kindOf, loadTemplate } from './load.ts';
import { Observer } from './observer.ts';
import { applyOptions } from './options.ts';

/** The result of a check. */
export interface TemplateCheck {
  readonly name: string;
  readonly kind: 'liquid' | 'module';
  /** The paths of the files that it generates for the model. */
  readonly files: readonly string[];
  /** Members of the model that have a value and are never read, by the kind of object. */
  readonly ignored: Readonly<Record<string, readonly string[]>>;
  /** Its answer for each kind of constraint; `mixed` if it gives several. */
  readonly answers: Readonly<Partial<Record<DemandKind, string>>>;
  /** Number of elements without a mark. */
  readonly unmarked: { readonly classes: number; readonly fields: number; readonly enumerations: number };
  readonly diagnostics: readonly Diagnostic[];
}

/** The members of the model of which a template must read at least one to enforce a constraint. */
const requiredMembers: Readonly<Partial<Record<DemandKind, readonly string[]>>> = {
  type: ['field.type'],
  required: ['field.cardinality'],
  single: ['field.cardinality'],
  absent: ['field.absent'],
  minimum: ['type.minimum'],
  maximum: ['type.maximum'],
  'min-length': ['type.minLength'],
  'max-length': ['type.maxLength'],
  pattern: ['type.patterns'],
  values: ['type.values', 'type.only'],
  constant: ['field.constant'],
  default: ['field.default'],
  irreflexive: ['field.irreflexive'],
  'min-items': ['field.minItems'],
  'max-items': ['field.maxItems'],
  contains: ['field.contains'],
  choice: ['class.choices', 'class.allChoices'],
  total: ['class.totals', 'class.allTotals'],
  comparison: ['class.comparisons', 'class.allComparisons'],
  closed: ['class.closed'],
  inheritance: ['class.parents', 'class.bases', 'class.ancestors', 'class.allFields'],
  unique: ['field.unique'],
  key: ['class.keys', 'class.allKeys'],
  generated: ['field.generated'],
  deletion: ['field.onDelete'],
  deprecated: ['class.deprecated', 'field.deprecated'],
};

/**
 * Checks a template.
 *
 * @param path its folder or module
 * @param model one with every construct
 * @param options options of the template that differ from their defaults
 * @throws DiagnosticError if it cannot be loaded, or fails
 */
export async function checkTemplate(
  path: string,
  model: DomainModel,
  options: Readonly<Record<string, unknown>> = {},
): Promise<TemplateCheck> {
  const observer = new Observer();
  const kind = kindOf(path);
  let target: Target;
  let observed = model;
  if (kind === 'liquid') {
    const { observedTarget } = await (await import('./liquid.ts')).readLiquid(path);
    target = observedTarget(observer.view);
  } else {
    target = await loadTemplate(path);
    observed = observer.model(model);
  }
  target = await applyOptions(target, options);
  const emission = target.emit(observed);
  const files = emission.files();
  const diagnostics: Diagnostic[] = [];
  const ignored = Object.fromEntries(observer.ignored());
  const answers = answersOf(target, model);
  for (const [demand, answer] of Object.entries(answers) as [DemandKind, string][]) {
    const members = requiredMembers[demand] ?? [];
    if (answer === 'dropped' || members.length === 0 || observer.hasRead(...members)) continue;
    diagnostics.push(diagnostic('template-claims', { template: target.name, demand, members }));
  }
  for (const demand of new Set(emission.unprinted().map((each) => each.kind))) {
    diagnostics.push(diagnostic('template-claims', { template: target.name, demand, members: [] }));
  }
  return {
    name: target.name,
    kind,
    files: files.map((file) => file.path),
    ignored,
    answers,
    unmarked: countUnmarked(target, model),
    diagnostics,
  };
}

/** Returns the answers of a target for each kind of constraint in a model. */
function answersOf(target: Target, model: DomainModel): Readonly<Partial<Record<DemandKind, string>>> {
  const { achieved } = target.emit(model);
  const byKind = new Map<DemandKind, Set<string>>();
  for (const cls of model.classes) {
    const { object, fields } = demandsOn(cls);
    const all = [...object, ...[...fields.values()].flatMap(({ whole, each }) => [...whole, ...each])];
    for (const demand of all) byKind.set(demand.kind, (byKind.get(demand.kind) ?? new Set()).add(achieved(demand).status));
  }
  const answers: Partial<Record<DemandKind, string>> = {};
  for (const kind of demandKinds) {
    const statuses = [...(byKind.get(kind) ?? [])];
    if (statuses.length > 0) answers[kind] = statuses.length === 1 ? (statuses[0] as string) : 'mixed';
  }
  return answers;
}

/** Counts the elements that `explain` would not find in the files of a target. */
function countUnmarked(target: Target, model: DomainModel): TemplateCheck['unmarked'] {
  const marked = new Set<object>();
  for (const { marks } of target.emit(model).files()) {
    for (const { element } of marks ?? []) {
      marked.add(element.kind === 'class' ? element.class : element.kind === 'field' ? element.field : element.enumeration);
    }
  }
  const countMissing = (elements: readonly object[]) => elements.filter((element) => !marked.has(element)).length;
  return {
    classes: countMissing(model.classes),
    fields: countMissing(model.classes.flatMap(({ fields }) => fields)),
    enumerations: countMissing(model.enumerations),
  };
}
