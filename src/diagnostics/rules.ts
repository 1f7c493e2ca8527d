/**
 * Applies the user's rules for warnings: some become errors, others are silenced. A rule names a code and, optionally, where it
 * applies: `{ code: 'range-unreadable', at: 'ex:price', reason: '…' }`.
 */

import path from 'node:path';
import type { Code } from './catalogue.ts';
import { type Diagnostic, diagnostic, type Place } from './diagnostic.ts';

/** Warnings about an ontology, in the order of the catalogue, as `graph load` reports them. */
export const ontologyWarnings = [
  'import-missing',
  'import-other-ontology',
  'import-unused',
  'shapes-without-shape',
  'unknown-term',
  'unknown-namespace',
  'class-not-declared',
  'subclass-not-declared',
  'property-not-declared',
  'shape-target-unread',
  'shape-without-target',
  'property-without-domain',
  'domain-not-declared',
  'domain-unreadable',
  'range-not-declared',
  'property-without-range',
  'range-ambiguous',
  'range-unreadable',
  'datatype-unknown',
  'annotation-property',
  'subclass-cycle',
  'superclass-not-declared',
  'class-is-individual',
  'class-is-datatype',
  'name-collision',
  'discriminator-renamed',
  'name-repaired',
  'reference-cycle',
  'enumeration-open',
  'class-without-instance',
  'rows-need-each-other',
  'cardinality-conflict',
  'value-not-taken',
  'kind-mismatch',
  'bound-exceeds-type',
  'key-not-applied',
] as const satisfies readonly Code[];

/** Warnings about data, in the order of the catalogue, as `data validate` and `data convert` report them. */
export const dataWarnings = [
  'data-property',
  'data-member',
  'data-twice',
  'data-no-class',
  'data-untyped',
  'data-value',
  'data-two-classes',
  'data-several',
  'data-language',
  'data-datatype',
  'data-spelling',
  'data-direction',
  'data-unresolved',
  'data-other-class',
  'data-nothing',
  'data-advice',
  'data-shape-unjudged',
] as const satisfies readonly Code[];

/** A rule that hides warnings. */
export interface Silence {
  readonly code: string;
  /** A file, a line of it (`blog.ttl:12`), or an element of the ontology; everywhere if absent. */
  readonly at?: string | undefined;
  readonly reason: string;
  /** Its location in the settings. */
  readonly place: Place;
}

export interface Rules {
  /** Codes of warnings that become errors. */
  readonly errors: 'all' | readonly string[];
  readonly silences: readonly Silence[];
  /** The folder that file names in rules are relative to. */
  readonly folder: string;
}

/** A hidden warning, and the silence that hides it. */
export interface Silenced extends Diagnostic {
  readonly by: Silence;
}

export interface RuleResult {
  /** The diagnostics that are not silenced, with the severities of the rules. */
  readonly reported: Diagnostic[];
  readonly silenced: Silenced[];
}

/** Looks up elements of the ontology for the rules. */
export interface Elements {
  /** Returns the IRI for `ex:Post` or `<http://…>`, or undefined if it is not an element. */
  readonly resolve: (name: string) => string | undefined;
  /** Returns the source locations of statements about an element. */
  readonly places: (iri: string) => Iterable<Place>;
  /** Returns the names of an element in messages. */
  readonly names: (iri: string) => readonly string[];
}

/**
 * Applies rules. Returns the active diagnostics with their severities, and the hidden ones. An unused silence is itself a
 * warning: the problem is solved, or has moved. For data, this holds only for silences that name the file which is read.
 *
 * @param dataFile the data file that the diagnostics are about; without it, they are about the ontology
 */
export function applyRules(diagnostics: readonly Diagnostic[], rules: Rules, elements: Elements, dataFile?: string): RuleResult {
  const silences = rules.silences
    .filter(({ code }) => isDataCode(code) === (dataFile !== undefined))
    .map((silence) => ({ silence, covers: coverageOf(silence, rules, elements), isUsed: false }));
  const silenced: Silenced[] = [];
  const active = diagnostics.filter((d) => {
    if (d.severity === 'error') return true;
    const matching = silences.filter(({ silence, covers }) => silence.code === d.code && covers(d));
    for (const each of matching) each.isUsed = true;
    if (matching[0]) silenced.push({ ...d, by: matching[0].silence });
    return matching.length === 0;
  });
  const mustCover = ({ at }: Silence) =>
    dataFile === undefined || (at !== undefined && fileOf(at, rules).file === path.resolve(dataFile));
  const unused = silences.filter(({ silence, isUsed }) => !isUsed && mustCover(silence));
  const all = [...active, ...unused.map(({ silence: { code, at, place } }) => diagnostic('silence-unused', { code, at }, place))];
  const becomesError = ({ code }: Diagnostic) => rules.errors === 'all' || rules.errors.includes(code);
  return { reported: all.map((d) => (becomesError(d) ? { ...d, severity: 'error' } : d)), silenced };
}

const dataCodes: ReadonlySet<string> = new Set(dataWarnings);

const isDataCode = (code: string): boolean => dataCodes.has(code);

/** Returns a function that tests whether a silence covers a diagnostic of its code. */
function coverageOf({ code, at }: Silence, rules: Rules, { resolve, places, names }: Elements): (d: Diagnostic) => boolean {
  if (at === undefined) return () => true;
  const iri = resolve(at);
  if (iri !== undefined) {
    const lines = new Set([...places(iri)].filter(({ line }) => line !== undefined).map(lineKeyOf));
    const elementNames = names(iri);
    // A diagnostic without a line, or with a line of data, must contain the element's name.
    const isNamed = ({ message }: Diagnostic) => elementNames.some((name) => wordsOf(message).has(name));
    return (d) => (d.place?.line === undefined || isDataCode(code) ? isNamed(d) : lines.has(lineKeyOf(d.place)));
  }
  const { file, line } = fileOf(at, rules);
  return ({ place }) => place !== undefined && path.resolve(place.file) === file && (line === undefined || place.line === line);
}

/** Returns the file that a silence names, and its line if there is one. */
function fileOf(at: string, { folder }: Rules): { readonly file: string; readonly line: number | undefined } {
  const [, file = at, line] = /^(.+?):(\d+)$/s.exec(at) ?? [];
  return { file: path.resolve(folder, file), line: line === undefined ? undefined : Number(line) };
}

function lineKeyOf({ file, line }: Place): string {
  return `${path.resolve(file)}:${line}`;
}

/** Returns the words of a message, with and without the punctuation around them. */
function wordsOf(message: string): ReadonlySet<string> {
  return new Set(message.split(/\s+/).flatMap((word) => [word, withoutPunctuation(word)]));
}

const PUNCTUATION: ReadonlySet<string> = new Set(['(', ')', '"', ',', ';', '.', ':']);

/** Removes the punctuation at both ends of a word. */
function withoutPunctuation(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && PUNCTUATION.has(word.charAt(start))) start++;
  while (end > start && PUNCTUATION.has(word.charAt(end - 1))) end--;
  return word.slice(start, end);
}
