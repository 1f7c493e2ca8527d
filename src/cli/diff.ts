/** Runs `codegen diff`: compares the models of two versions of an ontology, and fails if `--fail-on` selects one of the changes. */

import { type Diagnostic, diagnostic, fail, type Place, quoteValue, suggest } from '../diagnostics/index.ts';
import {
  type Change,
  type Comparison,
  compareModels,
  comparisonMarkdown,
  comparisonText,
  createIriMapping,
  type Level,
  levels,
  type StatedRename,
  type Surface,
  surfaceNames,
  surfaces,
  unattachedPropertyChanges,
  unsafeEffects,
} from '../diff/index.ts';
import { wellKnownPrefixes } from '../ontology/index.ts';
import { formatOf, type ReportItem, toGithub, toSarif } from './diagnostics-format.ts';
import { readSides, type Side } from './diff-sides.ts';
import { createPaint, type Io, printJson } from './io.ts';
import type { DiffOptions } from './options.ts';
import { report, statusOf } from './report.ts';

/** Runs `codegen diff`. */
export async function diff(io: Io, first: string | undefined, second: string | undefined, options: DiffOptions): Promise<number> {
  const conditions = await Promise.all(options.failOn.map(parseCondition));
  const { old, new: now } = await readSides(first, second, options);
  const statedRenames = options.renamed.map((option) => parseRename(option, old, now));
  const iriMapping = createIriMapping(old.ontology, now.ontology, statedRenames);
  const compared = compareModels(old.model, now.model, iriMapping, unattachedPropertyChanges(old, now, iriMapping));
  const comparison: Comparison = { ...compared, changes: compared.changes.map((change) => rewritePlaces(change, old, now)) };
  const names = { old: old.name, new: now.name };
  const failed = reachedConditions(comparison, conditions);
  const format = formatOf(options);
  switch (format) {
    case 'json':
      printJson(io, { ...names, ...comparison });
      break;
    case 'markdown':
      io.stdout.write(comparisonMarkdown(comparison, names));
      break;
    case 'text':
      io.stdout.write(comparisonText(comparison, names, createPaint(io.stdout, io.env), io.level === 'verbose'));
      break;
    case 'github':
      for (const { change, ...item } of comparison.changes.map((each) => reportItemOf(each, now)))
        if (change.level !== 'safe') io.stdout.write(`${toGithub(item, io.env)}\n`);
      break;
    case 'sarif': {
      const results = comparison.changes.map((each) => reportItemOf(each, now));
      io.stdout.write(toSarif(results, statusOf(failed), io.env));
      break;
    }
    default:
      format satisfies never;
  }
  return report(io, failed);
}

const severities = { breaking: 'error', dangerous: 'warning', safe: 'note' } as const satisfies Record<Level, string>;

/** Converts a change to a message at its line. A removed element has no line, so its location is the file of the new ontology. */
function reportItemOf(change: Change, now: Side): ReportItem & { readonly change: Change } {
  const reasons = unsafeEffects(change).map(
    ({ level, surfaces: names, because }) => `${level} for ${names.map((name) => surfaces[name]).join(', ')}: ${because}`,
  );
  return {
    change,
    code: change.kind,
    severity: severities[change.level],
    message: [change.group === undefined ? change.says : `${change.group}: ${change.says}`, ...reasons].join('\n'),
    place: workTreePlace(change.newPlace ?? { file: now.name }, now),
  };
}

/** Annotations need paths in the work tree, even if the files were read from a revision. Applied after `rewritePlaces`. */
const workTreePlace = (place: Place, now: Side): Place => ({ ...place, file: now.workTreePath?.(place.file) ?? place.file });

/** Rewrites the source locations of a change with the file names that the user knows. */
export function rewritePlaces(change: Change, old: Side, now: Side): Change {
  return {
    ...change,
    ...(change.oldPlace && { oldPlace: old.withDisplayName(change.oldPlace) }),
    ...(change.newPlace && { newPlace: now.withDisplayName(change.newPlace) }),
  };
}

/** A condition of `--fail-on`. */
interface FailCondition {
  readonly level: Level;
  readonly surface: Surface | undefined;
}

/** Parses `breaking` or `dangerous:graphql`. */
async function parseCondition(text: string): Promise<FailCondition> {
  if (text.includes(',')) {
    const repeatedOptions = text.split(',').map((name) => `--fail-on ${name.trim()}`);
    fail('usage', {
      message: `--fail-on ${text} names several at once`,
      help: `repeat the option: ${repeatedOptions.join(' ')}`,
    });
  }
  const [name = '', ...surfaceWords] = text.split(':');
  const surfaceName = surfaceWords.length === 0 ? undefined : surfaceWords.join(':');
  const level = levels.find((each) => each === name);
  const surface = surfaceNames.find((each) => each === surfaceName);
  const failUnknown = async (word: string, allowed: readonly string[]) => {
    const similar = await suggest(word, allowed);
    return fail('usage', {
      message: `--fail-on ${text}: ${word} is none of ${allowed.join(', ')}`,
      help: similar === undefined ? 'codegen diff --against main --fail-on breaking:rest' : `did you mean ${similar}?`,
    });
  };
  if (level === undefined) return failUnknown(name, levels);
  if (surfaceName !== undefined && surface === undefined) return failUnknown(surfaceName, surfaceNames);
  return { level, surface };
}

/** Returns an error for each condition of `--fail-on` that at least one change meets. */
function reachedConditions({ changes }: Comparison, conditions: readonly FailCondition[]): Diagnostic[] {
  return conditions.flatMap(({ level, surface }) => {
    // `levels` ascend from safe to breaking: `dangerous` also selects breaking changes.
    const isReached = (actual: Level) => levels.indexOf(actual) >= levels.indexOf(level);
    const count = changes.filter((change) =>
      isReached(surface === undefined ? change.level : change.effects[surface].level),
    ).length;
    return count === 0 ? [] : [diagnostic('diff-failed', { count, level, surface })];
  });
}

/**
 * Parses `<old>=<new>`. Each is an IRI, in angle brackets if it contains `=`, a prefixed name of its own side, or a namespace:
 * the beginning of all renamed IRIs.
 */
export function parseRename(text: string, old: Side, now: Side): StatedRename {
  const [, oldBracketed, oldPlain, newBracketed, newPlain] = /^(?:<([^>]*)>|([^=]*))=(?:<([^>]*)>|(.*))$/s.exec(text) ?? [];
  const oldIri = oldBracketed ?? expandName(oldPlain ?? '', old);
  const newIri = newBracketed ?? expandName(newPlain ?? '', now);
  if (oldIri === undefined || newIri === undefined)
    fail('usage', {
      message: `--renamed ${text} does not say what was renamed`,
      help: "give both as IRIs or prefixed names: --renamed ex:title=ex:headline; a namespace ends in # or /: --renamed 'http://ex.org/v1#=http://ex.org/v2#'",
    });
  // For migrations there is no old ontology, so `migrate.ts` gives one side twice, and this check does not apply.
  const oldIris = [...old.ontology.subjects(), ...old.ontology.mentioned()];
  if (old !== now && !oldIris.some((iri) => iri.startsWith(oldIri)))
    fail('usage', {
      message: `--renamed ${text}: ${old.name} does not contain ${quoteValue(oldIri)}`,
      help: 'the IRI before = is that of the old file',
    });
  return { old: oldIri, new: newIri };
}

function expandName(name: string, { ontology }: Side): string | undefined {
  const [, prefix, local = ''] = /^([^:]*):(?!\/\/)(.*)$/s.exec(name) ?? [];
  const namespace = prefix === undefined ? undefined : (ontology.prefixes.get(prefix) ?? wellKnownPrefixes.get(prefix));
  if (namespace !== undefined) return namespace + local;
  return /^[A-Za-z][\w+.-]*:./.test(name) ? name : undefined;
}
