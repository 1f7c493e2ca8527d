/** What a user decided of warnings: some are errors, some are not told. */

import path from 'node:path';
import type { Code } from './catalogue.ts';
import { type Diagnostic, diagnostic, type Place } from './diagnostic.ts';

/** What an ontology may be warned of, in the order of the catalogue: what `graph load` tells. */
export const ontologyWarnings = [
  'import-missing',
  'import-unused',
  'unknown-term',
  'unknown-namespace',
  'class-not-declared',
  'subclass-not-declared',
  'property-not-declared',
  'shape-target-unread',
  'shape-without-target',
  'shape-language-unread',
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
  'name-repaired',
  'reference-cycle',
  'enumeration-open',
  'class-without-instance',
  'rows-need-each-other',
  'cardinality-conflict',
  'value-not-taken',
  'kind-mismatch',
  'key-not-applied',
] as const satisfies readonly Code[];

/** What data may be warned of, in the order of the catalogue: what `data validate` and `data convert` tell. */
export const dataWarnings = [
  'data-property',
  'data-member',
  'data-twice',
  'data-no-class',
  'data-untyped',
  'data-value',
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

/** A warning that is not to be told. */
export interface Silence {
  readonly code: string;
  /** A file, a line of it (`blog.ttl:12`), or an element of the ontology; without it, wherever it is. */
  readonly at?: string | undefined;
  readonly reason: string;
  /** Where it is written. */
  readonly place: Place;
}

export interface Rules {
  /** The codes of warnings that are errors. */
  readonly errors: 'all' | readonly string[];
  readonly silences: readonly Silence[];
  /** The folder that files are relative to. */
  readonly folder: string;
}

/** A warning that is not told, and what has it so. */
export interface Silenced extends Diagnostic {
  readonly by: Silence;
}

/** What there is to say, as rules have it. */
export interface Ruled {
  readonly told: Diagnostic[];
  readonly silenced: Silenced[];
}

/** What the rules need to know of an ontology. */
export interface Elements {
  /** The IRI that is meant by `ex:Post` or `<http://…>`, if it is one. */
  readonly resolve: (name: string) => string | undefined;
  /** Where something is said of it. */
  readonly places: (iri: string) => Iterable<Place>;
  /** What it is called in messages. */
  readonly names: (iri: string) => readonly string[];
}

/** The file of data that is told of. */
export interface OfData {
  readonly data: string;
}

/**
 * The diagnostics that are left, with their severities, and those that are not told. A silence that silences nothing is a warning of its own: what it
 * was written for is no more, or is somewhere else. Of data only silences of the very file are: others are about what is not read now.
 *
 * @param of the data that are told of; without them, the ontology is
 */
export function ruled(diagnostics: readonly Diagnostic[], rules: Rules, elements: Elements, of?: OfData): Ruled {
  const silences = rules.silences
    .filter(({ code }) => isOfData(code) === (of !== undefined))
    .map((silence) => ({ silence, covers: coverOf(silence, rules, elements), isUsed: false }));
  const silenced: Silenced[] = [];
  const left = diagnostics.filter((d) => {
    if (d.severity === 'error') return true;
    const found = silences.filter(({ silence, covers }) => silence.code === d.code && covers(d));
    for (const each of found) each.isUsed = true;
    if (found[0]) silenced.push({ ...d, by: found[0].silence });
    return found.length === 0;
  });
  const mustCover = ({ at }: Silence) =>
    of === undefined || (at !== undefined && fileOf(at, rules).file === path.resolve(of.data));
  const unused = silences.filter(({ silence, isUsed }) => !isUsed && mustCover(silence));
  const all = [...left, ...unused.map(({ silence: { code, at, place } }) => diagnostic('silence-unused', { code, at }, place))];
  const isFailing = ({ code }: Diagnostic) => rules.errors === 'all' || rules.errors.includes(code);
  return { told: all.map((d) => (isFailing(d) ? { ...d, severity: 'error' } : d)), silenced };
}

const codesOfData: ReadonlySet<string> = new Set(dataWarnings);

const isOfData = (code: string): boolean => codesOfData.has(code);

/** Whether a diagnostic of the silence's code is one that it is about. */
function coverOf({ code, at }: Silence, rules: Rules, { resolve, places, names }: Elements): (d: Diagnostic) => boolean {
  if (at === undefined) return () => true;
  const iri = resolve(at);
  if (iri !== undefined) {
    const lines = new Set([...places(iri)].filter(({ line }) => line !== undefined).map(keyOf));
    const known = names(iri);
    // Where a syntax has no lines, or they are those of data, the text has to name it.
    const isNamed = ({ message }: Diagnostic) => known.some((name) => wordsOf(message).has(name));
    return (d) => (d.place?.line === undefined || isOfData(code) ? isNamed(d) : lines.has(keyOf(d.place)));
  }
  const { file, line } = fileOf(at, rules);
  return ({ place }) => place !== undefined && path.resolve(place.file) === file && (line === undefined || place.line === line);
}

/** The file that a silence is about, and perhaps a line of it. */
function fileOf(at: string, { folder }: Rules): { readonly file: string; readonly line: number | undefined } {
  const [, file = at, line] = /^(.+?):(\d+)$/s.exec(at) ?? [];
  return { file: path.resolve(folder, file), line: line === undefined ? undefined : Number(line) };
}

function keyOf({ file, line }: Place): string {
  return `${path.resolve(file)}:${line}`;
}

/** The words of a message, with and without the punctuation that may stand around them. */
function wordsOf(message: string): ReadonlySet<string> {
  return new Set(message.split(/\s+/).flatMap((word) => [word, ...variantsOf(word)]));
}

const PUNCTUATION: ReadonlySet<string> = new Set(['(', ')', '"', ',', ';', '.', ':']);

function variantsOf(word: string): string[] {
  let [start, end] = [0, word.length];
  while (start < end && PUNCTUATION.has(word.charAt(start))) start++;
  while (end > start && PUNCTUATION.has(word.charAt(end - 1))) end--;
  return [word.slice(start, end)];
}
