/**
 * The library for browsers and workers: the ontology is given as texts, and the files are returned. It uses no module of
 * Node.js and no network. Errors and warnings are those of the package for Node.js.
 */

import { memoryWorkspace, type ValidationResult, validate as validateFile } from '../data/index.ts';
import { fail, suggest } from '../diagnostics/index.ts';
import { associations, typeName } from '../graph/index.ts';
import { complete as completeText } from '../lsp/complete.ts';
import { hover as hoverText } from '../lsp/hover.ts';
import { iriOf, nameAt, prefixesOf, scan } from '../lsp/tokens.ts';
import type { DomainModel } from '../model/index.ts';
import { loadFrom, type Ontology, owl, SourceFiles } from '../ontology/index.ts';
import { isTemplateName, loadTarget, type Target, templateNames } from '../targets/index.ts';
import { convertErrors } from './error.ts';
import { filesFrom, type GenerateOptions, type OutputFile } from './generate.ts';
import { type LoadedModel, loadCheckedModel, type ModelOptions, modelOf } from './model.ts';

export type { Code, Diagnostic, Place, Severity } from '../diagnostics/index.ts';
export type { Change, Comparison } from '../diff/index.ts';
export {
  type Assumption,
  type DomainClass,
  type DomainModel,
  type Field,
  type Policies,
  type PolicyName,
  policySpecs,
  type Relation,
} from '../model/index.ts';
export type { Placed, Target } from '../targets/index.ts';
export { templateNames } from '../targets/index.ts';
export { defineTarget, type TemplateDefinition } from '../templates/index.ts';
export { type DiffOptions, diff } from './diff.ts';
export { CodegenError } from './error.ts';
export type { GenerateOptions, OutputFile, Template, TemplateUse } from './generate.ts';
export type { LoadedModel } from './model.ts';
export { modelJson } from './model-json.ts';
export type { ValidationResult };

/** The options of the package for Node.js, without those that only concern files on a disk. */
export type BrowserOptions = Omit<ModelOptions, 'catalog' | 'allowRead'>;

/** The texts of files, by path. */
export type Texts = Readonly<Record<string, string>>;

export interface BrowserModel extends LoadedModel {
  /** @internal */
  readonly ontology: Ontology;
  /** @internal */
  readonly texts: Texts;
}

/**
 * Loads an ontology from texts, and builds its model. The first text is the ontology, unless `main` names another one.
 * Imports and shapes are found among the texts.
 *
 * @throws CodegenError with all problems as data
 */
export function loadModel(texts: Texts, options: BrowserOptions = {}): Promise<BrowserModel> {
  return convertErrors(async () => {
    const files = new SourceFiles(texts);
    return { ...(await loadCheckedModel(texts, options, (file, load) => loadFrom(files, file, load))), texts };
  });
}

/**
 * Generates the files of built-in templates, or of targets that `defineTarget` returns. Each template's code is loaded on
 * first use.
 *
 * @throws CodegenError if a template or an option does not exist
 */
export function generate(from: DomainModel | LoadedModel, options: GenerateOptions): Promise<readonly OutputFile[]> {
  return convertErrors(() => filesFrom(modelOf(from), options, loadBuiltIn));
}

async function loadBuiltIn(name: string): Promise<Target> {
  if (isTemplateName(name)) return loadTarget(name);
  return fail('unknown-template', { name, known: templateNames, suggestion: await suggest(name, templateNames) });
}

/**
 * Validates individuals, or records in JSON, against the constraints of an ontology, as `codegen data validate` does.
 *
 * @param file the name of the data; its extension determines the syntax
 * @throws CodegenError with the source location if the data cannot be parsed
 */
export function validate(loaded: BrowserModel, file: string, text: string): Promise<ValidationResult> {
  const { ontology, model, texts } = loaded;
  return convertErrors(() =>
    validateFile(file, model, {
      workspace: memoryWorkspace(new SourceFiles({ ...texts, [file]: text })),
      show: (iri) => ontology.show(iri),
      isDatatypeProperty: (property) => ontology.types(property).includes(owl.DatatypeProperty),
      typesOf: (iri) => ontology.types(iri),
      shapes: { files: ontology.files, baseOf: (each) => ontology.baseOf(each) },
    }),
  );
}

/** Information about the name at an offset of a Turtle text. */
export interface Hover {
  /** In Markdown. */
  readonly text: string;
  /** The offsets of the name. */
  readonly start: number;
  readonly end: number;
}

/** Returns what the language server shows about the name at an offset of a Turtle text; undefined if it shows nothing. */
export async function hover(loaded: BrowserModel, text: string, offset: number): Promise<Hover | undefined> {
  const scanned = scan(text);
  const name = nameAt(scanned, offset);
  const iri = name && iriOf(name.text, prefixesOf(scanned, loaded.ontology));
  if (name === undefined || iri === undefined) return undefined;
  const markdown = await hoverText(iri, { ...loaded, settings: undefined }, await Promise.all(templateNames.map(loadTarget)));
  return markdown === undefined ? undefined : { text: markdown, start: name.start, end: name.end };
}

/** A change of a text; offsets count UTF-16 units, as strings of JavaScript do. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A completion of what a user types. */
export interface Suggestion {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  /** Suggestions are sorted by this text. */
  readonly order: string;
  /** The first change replaces the typed characters; another one may declare a prefix. */
  readonly changes: readonly [TextChange, ...TextChange[]];
}

/**
 * Returns the completions of the language server at an offset of a Turtle text.
 *
 * @param loaded the last model of the text that could be loaded
 */
export function complete(loaded: BrowserModel | undefined, text: string, offset: number): readonly Suggestion[] {
  const line = (character: number) => ({ line: 0, character });
  const { items } = completeText(text, offset, loaded?.ontology, (start, end, newText) => ({
    range: { start: line(start), end: line(end) },
    newText,
  }));
  return items.flatMap(({ label, detail, documentation, sortText = label, textEdit, additionalTextEdits = [] }) => {
    if (!textEdit || !('range' in textEdit)) return [];
    const [change, ...others] = [textEdit, ...additionalTextEdits].map(
      ({ range, newText }): TextChange => ({ from: range.start.character, to: range.end.character, insert: newText }),
    );
    if (change === undefined) return [];
    const about = typeof documentation === 'string' ? documentation : documentation?.value;
    return [{ label, detail, documentation: about, order: sortText, changes: [change, ...others] }];
  });
}

/** The content of a class diagram. */
export interface Diagram {
  readonly classes: readonly {
    readonly name: string;
    readonly isAbstract: boolean;
    readonly fields: readonly { readonly name: string; readonly type: string }[];
  }[];
  /** `specializes` leads from a class to its superclass, `refers` to a referenced class. */
  readonly edges: readonly {
    readonly kind: 'specializes' | 'refers';
    readonly from: string;
    readonly to: string;
    readonly label: string;
  }[];
}

/** Returns the content of a diagram of a model, as `codegen graph draw` shows it. */
export function diagram(model: DomainModel): Diagram {
  const refers = associations(model).map(({ from, to }) => ({
    kind: 'refers' as const,
    from: from.cls.name,
    to: to.cls.name,
    label: `${to.role ?? ''} ${to.multiplicity ?? ''}`.trim(),
  }));
  const specializes = model.classes.flatMap(({ name, parents }) =>
    parents.map((parent) => ({ kind: 'specializes' as const, from: name, to: parent.name, label: '' })),
  );
  const classes = model.classes.map(({ name, abstract: isAbstract = false, fields }) => ({
    name,
    isAbstract,
    fields: fields.map((field) => ({ name: field.name, type: typeName(field) })),
  }));
  return { classes, edges: [...specializes, ...refers] };
}
