/**
 * Every message this tool can give: its severity, its text and the way out.
 * A code that is not declared here does not compile where it is used.
 */

import { remedyOfReason } from './system.ts';

export type Severity = 'error' | 'warning';

/** A text edit that an editor can offer to resolve a message. */
export type Fix =
  /** Replaces the first occurrence of a name after the source location. */
  | { readonly kind: 'replace'; readonly name: string; readonly by: string }
  /** Appends a statement to the file. */
  | { readonly kind: 'state'; readonly statement: string }
  /** Declares a prefix at the top of the file. */
  | { readonly kind: 'prefix'; readonly prefix: string; readonly namespace: string };

interface Entry<P> {
  readonly severity: Severity;
  readonly message: (p: P) => string;
  readonly help?: (p: P) => string;
  /** Edits that may resolve it, the likeliest first. */
  readonly fixes?: (p: P) => readonly Fix[];
  /** Exit status when an error of this kind ends the program: 2 is a wrong command line, 1 anything else. */
  readonly exit?: 2;
}

const entry = <P>(e: Entry<P>): Entry<P> => e;

/** Why a name that is used as a class does not denote one. */
export type NonClassReason = 'undeclared' | 'untyped' | 'property' | 'datatype';

const nonClassReasons = {
  undeclared: 'is not a class of this ontology',
  untyped: 'has no rdf:type owl:Class',
  property: 'is a property, not a class',
  datatype: 'is a datatype, not a class',
} as const satisfies Record<NonClassReason, string>;

/** Returns whether declaring the name a class resolves the problem. */
const isMissing = (why: NonClassReason) => why === 'undeclared' || why === 'untyped';

/** Returns an edit that replaces a name with the suggested one. */
function replacementFix(name: string | undefined, by: string | undefined): readonly Fix[] {
  return name === undefined || by === undefined ? [] : [{ kind: 'replace', name, by }];
}

/** Returns how to resolve undeclared names: by a suggested name in place of a single one, or by declarations. */
function declarationHelp(names: readonly string[], type = 'owl:Class', suggestion?: string): string {
  const declaration = `${names[0]} a ${type} .`;
  if (names.length > 1) return `declare each, for example: ${declaration}`;
  return suggestion === undefined
    ? `declare it: ${declaration}`
    : `write ${suggestion} in place of ${names[0]}, or declare ${declaration}`;
}

/** Returns edits that declare names. */
function declarationFixes(names: readonly string[], type = 'owl:Class'): readonly Fix[] {
  return names.map((name) => ({ kind: 'state', statement: `${name} a ${type} .` }));
}

/** Returns how to rename the settings file of GraphQL Code Generator, which has the same name. */
function renameHint(file: string): string {
  return `rename it and pass the new name to its program: mv ${file} graphql.yml; graphql-codegen --config graphql.yml`;
}

/** Returns a name, or a count with the first names: `2 classes (:A, :B)`. */
function countedNames(names: readonly string[], one: string, several: string): string {
  return names.length === 1 ? `${one} ${names[0]}` : `${names.length} ${several} (${shortList(names)})`;
}

/** Returns the names, or the first three of more than four. */
function shortList(names: readonly string[]): string {
  const shown = names.length > 4 ? 3 : names.length;
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return `${names.slice(0, shown).join(', ')}${more}`;
}

/** Properties, and the type that their values get. */
interface AssumedType {
  readonly names: readonly string[];
  readonly becomes: string;
}

/** Returns `property :p has no range; it becomes a string`. */
function assumedTypeMessage({ names, becomes }: AssumedType, ranges: string): string {
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'each'];
  return `${countedNames(names, 'property', 'properties')} ${has} ${ranges}; ${it} becomes ${becomes}`;
}

/** Returns a statement, or a count with the first statements. */
function statements(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : `${names.length} statements (${shortList(names)})`;
}

/** Returns the end of a message that suggests a name. */
function suggestionClause({ suggestion }: { readonly suggestion?: string | undefined }): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

/** Returns `a, b or c`. */
function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Returns which hooks of an event did not run because they are not trusted. */
function untrustedHooksMessage(p: { readonly event: string; readonly hooks: readonly string[] }): string {
  const which = p.hooks.length === 1 ? `a hook of ${p.event} is` : `${p.hooks.length} hooks of ${p.event} are`;
  return `${which} not trusted, and did not run: ${p.hooks.join('; ')}`;
}

/** Values or statements that a conversion loses or changes. */
interface DataLoss {
  readonly count: number;
  /** The field or the property. */
  readonly element: string;
  /** The reason for the first of them. */
  readonly why: string | undefined;
  /** True if references without a target are left out, because a database rejects such rows. */
  readonly isLeftOut?: boolean;
  /** True if the first of them is an IRI. */
  readonly isResource?: boolean;
  /** A clause that says how to keep the first of them. */
  readonly remedy?: string | undefined;
}

/** A constraint that an individual violates. */
interface Breach {
  readonly who: string;
  readonly member: string | undefined;
  readonly says: string;
  readonly because: readonly string[];
  /** A clause that says how to keep the value. */
  readonly remedy?: string | undefined;
}

const breachText = ({ who, member, says }: Breach): string => `${who}${member === undefined ? '' : `, ${member},`} ${says}`;

const breachHelp = ({ because, remedy = '' }: Breach): string => {
  if (because.length === 0) return remedy;
  const causes = `because of ${because.join('; ')}`;
  return remedy === '' ? causes : `${causes}. ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
};

/** Returns `1 file` or `2 files`. */
function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

/** Returns `1 value is` or `2 values are`. */
function countClause(count: number, one: string): string {
  return count === 1 ? `1 ${one} is` : `${count.toLocaleString('en')} ${one}s are`;
}

const TRUST = 'they came with the files of the project: review the scripts, then run codegen trust';

export const catalogue = {
  // Settings
  'settings-not-found': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `cannot find the settings file ${p.file}`,
    help: () => 'check the path; it is relative to the working directory. codegen init writes one',
    exit: 2,
  }),
  'settings-twice': entry<{ files: readonly string[] }>({
    severity: 'error',
    message: (p) => `there are ${p.files.length} settings files: ${p.files.join(' and ')}`,
    help: () => 'keep one of them, or name it with --config',
  }),
  'settings-syntax': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the settings cannot be read: ${p.reason}`,
  }),
  'settings-key': entry<{ key: string; where: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.where} have no member ${p.key}`,
    help: (p) => (p.suggestion === undefined ? `it may be ${joinWithOr(p.known)}` : `did you mean ${p.suggestion}?`),
  }),
  'settings-missing': entry<{ key: string; where: string }>({
    severity: 'error',
    message: (p) => `${p.where} lack ${p.key}`,
  }),
  'settings-value': entry<{ where: string; problem: string; suggestion?: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.where} ${p.problem}`,
    help: (p) => (p.suggestion === undefined ? '' : p.suggestion),
  }),
  'no-settings': entry<{ below: readonly string[]; ofGraphql: string | undefined }>({
    severity: 'error',
    message: ({ below, ofGraphql }) => {
      const other = ofGraphql === undefined ? '' : `; ${ofGraphql} belongs to GraphQL Code Generator`;
      return `there is no codegen.yaml here or above${below.length === 0 ? other : `; below ${below.length === 1 ? 'is' : 'are'} ${shortList(below)}`}`;
    },
    help: ({ below, ofGraphql }) => {
      if (below.length === 1) return `name it: codegen generate ${below[0]}`;
      if (below.length > 8) return `name the settings to use: codegen generate ${below.slice(0, 3).join(' ')} …`;
      if (below.length > 0) return `name the settings to use: codegen generate ${below.join(' ')}`;
      return ofGraphql === undefined ? 'run codegen init to create one, or give one with --config' : renameHint(ofGraphql);
    },
    exit: 2,
  }),
  'settings-not-trusted': entry<{ what: string }>({
    severity: 'error',
    message: (p) => `the settings ${p.what}, which is not trusted`,
    help: () => 'settings may come from other people: review it, then run codegen trust',
  }),
  'settings-exist': entry<{ file: string; isOfGraphql: boolean }>({
    severity: 'error',
    message: (p) => `a settings file exists already: ${p.file}${p.isOfGraphql ? ', of GraphQL Code Generator' : ''}`,
    help: (p) => (p.isOfGraphql ? renameHint(p.file) : 'edit or remove it'),
  }),
  'no-ontology-found': entry<{ example: string | undefined; others: readonly string[] }>({
    severity: 'error',
    message: (p) => {
      const files = p.others.length === 1 ? `${p.others[0]} declares` : `${countedNames(p.others, 'file', 'files')} declare`;
      const seen = p.others.length === 0 ? '' : `; ${files} no owl:Class`;
      return `found no ontology in this folder or in the usual ones (ontology, model, schema, …)${seen}`;
    },
    help: (p) =>
      p.others.length > 0
        ? `if ${p.others[0]} gets its classes from owl:imports, run codegen init --ontology ${p.others[0]}; codegen graph load ${p.others[0]} shows its content`
        : `name one: codegen init --ontology path/to/blog.ttl${p.example === undefined ? '' : `; or start with the example: cp '${p.example}' .`}`,
  }),
  'ontologies-found': entry<{ files: readonly string[] }>({
    severity: 'error',
    message: (p) => `there are ${p.files.length} ontologies: ${p.files.join(', ')}`,
    help: (p) => `choose one: codegen init --ontology ${p.files[0]}`,
    exit: 2,
  }),
  'no-ontology': entry<Record<string, never>>({
    severity: 'error',
    message: () => 'no ontology given: no argument and no codegen.yaml here or in a parent folder names one',
    help: () => 'give a file with --ontology, or run codegen init to create a codegen.yaml',
    exit: 2,
  }),
  'silence-unused': entry<{ code: string; at: string | undefined }>({
    severity: 'warning',
    message: (p) => `this entry silences no warning: there is no [${p.code}]${p.at === undefined ? '' : ` at ${p.at}`}`,
    help: (p) => (p.at === undefined ? 'remove the entry' : 'remove the entry, or correct its location'),
  }),

  // Reading an ontology
  'file-not-found': entry<{ file: string; near?: string | undefined; isOfSettings?: boolean }>({
    severity: 'error',
    message: (p) => (p.file === '' ? 'the path of a file is empty' : `cannot find ${p.file}`),
    help: (p) => {
      if (p.file === '') return 'give a path; check that the shell variable is not empty';
      if (/^~[/\\]/.test(p.file) && p.isOfSettings)
        return 'write the path of the home folder: codegen does not expand ~ in settings';
      if (/^~[/\\]/.test(p.file)) return 'remove the quotes or the = before ~, so that the shell expands ~';
      if (p.near !== undefined) return `did you mean ${p.near}?`;
      return `check the path; it is relative to ${p.isOfSettings ? 'the folder of this file' : 'the working directory'}`;
    },
  }),
  'file-is-directory': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} is a directory, not a file`,
    help: () => 'give a file in it',
  }),
  'file-unreadable': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read ${p.file}: ${p.reason}`,
  }),
  'file-endless': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} is a device, a named pipe or a socket, which may never end; codegen reads only files`,
    help: () => 'save its output to a file, or pass it with <(…)',
  }),
  'file-too-large': entry<{ file: string; what: string; limit: string }>({
    severity: 'error',
    message: (p) => `${p.file} exceeds the limit of ${p.limit} for ${p.what}`,
    help: (p) => {
      if (!p.what.startsWith('an ontology')) return '';
      const isConvertible = /\.(?:owl|rdf|xml|json|jsonld)$/i.test(p.file);
      return `${isConvertible ? 'convert it to Turtle, which has a higher limit, or ' : ''}split it, and link the parts with owl:imports`;
    },
  }),
  'line-too-long': entry<{ limit: string }>({
    severity: 'error',
    message: (p) => `this line is longer than ${p.limit}`,
    help: () => 'break the line at the end of a statement',
  }),
  'context-elsewhere': entry<{ address: string }>({
    severity: 'error',
    message: ({ address }) => `the JSON-LD @context ${address} is outside this file; codegen does not fetch it`,
    help: ({ address }) =>
      /^https?:\/\/(www\.)?schema\.org\b/.test(address)
        ? 'write "@context": {"@vocab": "http://schema.org/"}, or paste the content of the context in place of its address'
        : 'paste the content of the context in place of its address',
  }),
  'too-deep': entry<{ what: string; limit: number }>({
    severity: 'error',
    message: (p) => `${p.what} are nested more than ${p.limit} deep here`,
    help: () => 'check how the file was produced: no known tool nests so deep',
  }),
  'too-slow': entry<{ what: string; seconds: number }>({
    severity: 'error',
    message: (p) => `${p.what} takes more than ${p.seconds} s, so codegen stops`,
    help: () => 'split the ontology, or check how it was produced: the largest published ontologies take a tenth of this time',
  }),
  'memory-used-up': entry<{ what: string; limit: string }>({
    severity: 'error',
    message: (p) => `${p.what} needs more than the available ${p.limit} of memory`,
    help: () => 'generate fewer templates at once, or raise the limit: NODE_OPTIONS=--max-old-space-size=<MB>',
  }),
  'model-too-large': entry<{ what: string; limit: number }>({
    severity: 'error',
    message: (p) => `the ontology has more than ${p.limit.toLocaleString('en')} ${p.what}`,
    help: () => 'shorten long chains of rdfs:subClassOf, or split the ontology: each class repeats all inherited fields',
  }),
  'entity-elsewhere': entry<{ name: string }>({
    severity: 'error',
    message: (p) => `the text of the entity ${p.name} is outside this file; codegen does not fetch it`,
    help: () => 'declare it with its text in quotes, or write the text where it is used',
  }),
  'entities-too-long': entry<{ limit: string }>({
    severity: 'error',
    message: (p) => `the XML entities before this point expand to more than ${p.limit}`,
    help: () => 'write the text in place of nested entities',
  }),
  'engine-failed': entry<{ what: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.what} exceeds a limit of JavaScript: ${p.reason}`,
    help: () => 'split it, or reduce its nesting',
  }),
  'file-empty': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} is empty`,
    help: () => 'an ontology declares at least one class, such as: :User a owl:Class .',
  }),
  'file-not-utf8': entry<{ file: string; offset: number }>({
    severity: 'error',
    message: (p) => `${p.file} is not UTF-8: invalid bytes after byte ${p.offset}`,
    help: () => 'save the file as UTF-8',
  }),
  'file-encoded': entry<{ file: string; is: string; help: string }>({
    severity: 'error',
    message: (p) => `${p.file} is ${p.is}; codegen reads only UTF-8`,
    help: (p) => p.help,
  }),
  'file-not-rdf': entry<{ file: string; looksLike: string }>({
    severity: 'error',
    message: (p) => `${p.file} is not RDF: it looks like ${p.looksLike}`,
  }),
  'syntax-error': entry<{ syntax: string; reason: string; help?: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.syntax}: ${p.reason}`,
    help: (p) => p.help ?? '',
  }),
  'undefined-prefix': entry<{ prefix: string; namespace: string | undefined; declared: readonly string[] }>({
    severity: 'error',
    message: (p) => `the prefix "${p.prefix}:" is not declared`,
    help: (p) => {
      const isTold = p.namespace === undefined && p.declared.length > 0 && p.declared.length < 10;
      const declared = isTold ? ` (declared there: ${p.declared.map((name) => `${name}:`).join(' ')})` : '';
      return `declare it at the top of the file: @prefix ${p.prefix}: <${p.namespace ?? '…'}> .${declared}`;
    },
    fixes: ({ prefix, namespace }) => (namespace === undefined ? [] : [{ kind: 'prefix', prefix, namespace }]),
  }),
  'no-classes': entry<{ file: string; instead: readonly { readonly kind: string; readonly count: number }[] }>({
    severity: 'error',
    message: (p) => {
      const found = p.instead.map(({ kind, count }) => `${count.toLocaleString('en')} ${kind}`);
      return `${p.file} declares no classes, so there is nothing to generate${found.length === 0 ? '' : `; it contains ${found.join(', ')}`}`;
    },
    help: (p) => {
      const other = (['SKOS', 'SAMM'] as const).find((name) =>
        p.instead.some(({ kind }) => new RegExp(`\\b${name}\\b`, 'i').test(kind)),
      );
      return `${other === undefined ? '' : `convert the ${other} model to OWL, or `}declare a class with an IRI: :User a owl:Class .`;
    },
  }),
  'import-missing': entry<{
    iri: string;
    reason: string | undefined;
    names: readonly string[];
    /** A catalogue that is not used and lists the file. */
    catalog: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `there is no file for the import ${p.iri}${p.reason === undefined ? '' : ` (${p.reason})`}; ${p.names.length === 0 ? 'no statement uses its names, so you can usually ignore this' : `it leaves ${p.names.length === 1 ? '1 name' : `${p.names.length} names`} undefined: ${p.names.slice(0, 5).join(', ')}${p.names.length > 5 ? ', …' : ''}`}`,
    help: (p) =>
      p.catalog === undefined
        ? `give its file: --import ${p.iri.includes('=') ? `'<${p.iri}>'` : p.iri}=<file>`
        : `${p.catalog} knows its file: --catalog ${p.catalog}`,
  }),
  'import-unused': entry<{ iri: string; file: string }>({
    severity: 'warning',
    message: (p) => `--import of ${p.file} is not used: no owl:imports statement names ${p.iri}`,
    help: () => 'use the IRI of an owl:imports statement, or give a file of shapes with --shapes',
  }),
  'import-no-path': entry<{ iri: string; reason: string }>({
    severity: 'error',
    message: (p) => `the import ${p.iri} names no file on this machine: ${p.reason}`,
    help: (p) => `give its file: --import ${p.iri.includes('=') ? `'<${p.iri}>'` : p.iri}=<file>`,
  }),
  'read-outside': entry<{ what: string; file: string; folder: string; root: string }>({
    severity: 'error',
    message: (p) =>
      `${p.what} leads to ${p.file}, outside ${p.root === '.' ? 'the working directory' : p.root}; codegen does not read it`,
    help: (p) => `add --allow-read ${p.folder} to allow files in that folder`,
  }),
  'foreign-unreadable': entry<{ file: string }>({
    severity: 'error',
    message: (p) =>
      `codegen cannot read ${p.file} as RDF, and hides the error, because the file is hidden or outside the project`,
    help: (p) => `run codegen graph load ${p.file} to see the error`,
  }),
  'catalog-unreadable': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.file} is not an XML catalogue: ${p.reason}`,
    help: () => 'correct the file, or give an OASIS XML catalogue, such as catalog-v001.xml, with --catalog',
  }),

  // Reading a domain model out of it
  'unknown-term': entry<{ term: string; count: number; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `${p.term} is not a term of its vocabulary and has no effect${p.count === 1 ? '' : ` (used in ${p.count} statements)`}${suggestionClause(p)}`,
    fixes: (p) => replacementFix(p.term, p.suggestion),
  }),
  'unknown-namespace': entry<{ namespace: string; meant: string; prefix: string; count: number }>({
    severity: 'warning',
    message: (p) =>
      `<${p.namespace}> is not the namespace of a standard, so its terms have no effect${p.count === 1 ? '' : ` (used ${p.count} times)`}; did you mean <${p.meant}>?`,
    help: (p) => `correct the prefix: @prefix ${p.prefix}: <${p.meant}> .`,
  }),
  'class-not-declared': entry<{ names: readonly string[]; as: 'target' | 'domain'; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) => {
      const [used, is, generated] =
        p.names.length === 1
          ? [`${p.names[0]} is`, 'it is not', 'it is generated']
          : [`${countedNames(p.names, 'class', 'classes')} are`, 'they are not', 'they are generated'];
      const as = p.as === 'target' ? 'the target of shapes' : 'the domain of properties';
      return `${used} ${as}, but ${is} declared; ${generated} anyway${suggestionClause(p)}`;
    },
    help: (p) => declarationHelp(p.names, 'owl:Class', p.suggestion),
    fixes: (p) => [...replacementFix(p.names[0], p.suggestion), ...declarationFixes(p.names)],
  }),
  'subclass-not-declared': entry<{ names: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      p.names.length === 1
        ? `${p.names[0]} has an rdfs:subClassOf, but no rdf:type owl:Class; codegen does not generate it`
        : `${countedNames(p.names, 'class', 'classes')} have an rdfs:subClassOf, but no rdf:type owl:Class; codegen does not generate them`,
    help: (p) => declarationHelp(p.names),
    fixes: (p) => declarationFixes(p.names),
  }),
  'property-not-declared': entry<{
    names: readonly string[];
    as: 'domain' | 'path' | 'related';
    /** The type that it would have. */
    declare?: string;
    suggestion?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) => {
      if (p.as === 'domain')
        return `${countedNames(p.names, 'property', 'properties')} with a domain ${p.names.length === 1 ? 'is not declared; it is generated' : 'are not declared; they are generated'} anyway`;
      const where = p.as === 'path' ? 'of shapes or restrictions' : 'that other properties refer to';
      return `${countedNames(p.names, 'property', 'properties')} ${where} ${p.names.length === 1 ? 'is' : 'are'} not declared${suggestionClause(p)}`;
    },
    help: (p) => declarationHelp(p.names, p.declare ?? 'owl:DatatypeProperty', p.suggestion),
    fixes: (p) => [
      ...replacementFix(p.names[0], p.suggestion),
      ...declarationFixes(p.names, p.declare ?? 'owl:DatatypeProperty'),
    ],
  }),
  'shape-target-unread': entry<{ names: readonly string[]; target: string }>({
    severity: 'warning',
    message: (p) =>
      `${countedNames(p.names, 'shape', 'shapes')} ${p.names.length === 1 ? 'selects' : 'select'} targets by ${p.target}; codegen supports only classes as targets and ignores ${p.names.length === 1 ? 'the shape' : 'the shapes'}`,
    help: () => 'add sh:targetClass, if the shape applies to all instances of a class',
  }),
  'shape-without-target': entry<{ names: readonly string[]; isOfValues?: boolean }>({
    severity: 'warning',
    message: (p) => {
      const [has, it, effect, its] =
        p.names.length === 1 ? ['has', 'it', 'it has', 'its'] : ['have', 'them', 'they have', 'their'];
      const shapes = countedNames(p.names, 'shape', 'shapes');
      return p.isOfValues
        ? `${shapes} ${has} no target class, and a property shape refers to ${it}; codegen does not apply ${its} property shapes to the values`
        : `${shapes} ${has} no target, and nothing refers to ${it}; ${effect} no effect`;
    },
    help: (p) =>
      p.isOfValues
        ? 'add sh:targetClass to the shape, or sh:class, if the values are instances of a class'
        : 'add sh:targetClass with the class that the shape is for',
  }),
  'shape-language-unread': entry<{ names: readonly string[]; language: string }>({
    severity: 'warning',
    message: (p) => {
      const [is, has] = p.names.length === 1 ? ['is', 'it has'] : ['are', 'they have'];
      return `${countedNames(p.names, 'shape', 'shapes')} ${is} written in ${p.language}, which codegen does not read; ${has} no effect`;
    },
    help: () => 'write a SHACL shape: a sh:NodeShape with sh:targetClass and sh:property',
  }),
  'property-without-domain': entry<{ names: readonly string[]; universal?: string | undefined }>({
    severity: 'warning',
    message: (p) => {
      const [has, is] = p.names.length === 1 ? ['has', 'it is'] : ['have', 'they are'];
      const domain = p.universal === undefined ? 'no domain' : `only the domain ${p.universal}, which contains everything`;
      return `${countedNames(p.names, 'property', 'properties')} ${has} ${domain}; ${is} not generated`;
    },
    help: () =>
      'add rdfs:domain with its class, name classes in codegen.yaml (elements: domain), or set the policy domainless=top',
  }),
  'domain-not-declared': entry<{
    names: readonly string[];
    domain: string;
    why: NonClassReason;
    left: boolean;
    suggestion?: string | undefined;
    /** The class in the range, where domain and range may be swapped. */
    swapped?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) => {
      const properties = p.names.length === 1 ? 'the property' : 'the properties';
      const consequence = p.left
        ? `codegen ignores ${p.domain} and keeps the other classes of ${properties}`
        : `${properties} ${p.names.length === 1 ? 'is' : 'are'} not generated`;
      return `the domain ${p.domain} of ${countedNames(p.names, 'property', 'properties')} ${nonClassReasons[p.why]}; ${consequence}${suggestionClause(p)}`;
    },
    help: (p) => {
      if (p.swapped !== undefined)
        return `if domain and range are swapped, write rdfs:domain ${p.swapped} ; rdfs:range ${p.domain}`;
      if (isMissing(p.why)) return declarationHelp([p.domain], 'owl:Class', p.suggestion);
      return 'name the classes that have the property';
    },
    fixes: (p) => [...replacementFix(p.domain, p.suggestion), ...(isMissing(p.why) ? declarationFixes([p.domain]) : [])],
  }),
  'domain-unreadable': entry<{ property: string; consequence: string }>({
    severity: 'warning',
    message: (p) => `the domain of property ${p.property} is a class expression that is not supported; ${p.consequence}`,
    help: () => 'name the classes directly or in an owl:unionOf',
  }),
  'range-not-declared': entry<{ names: readonly string[]; range: string; why: NonClassReason; suggestion?: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `the range ${p.range} of ${countedNames(p.names, 'property', 'properties')} ${p.why === 'undeclared' ? 'is not declared in this ontology' : nonClassReasons[p.why]}; ${p.names.length === 1 ? 'the field holds the IRI of the resource' : 'the fields hold the IRIs of resources'}${suggestionClause(p)}`,
    help: (p) =>
      isMissing(p.why)
        ? `to generate a reference, ${declarationHelp([p.range], 'owl:Class', p.suggestion)}`
        : 'to generate a reference, name a class instead',
    fixes: (p) => [...replacementFix(p.range, p.suggestion), ...(isMissing(p.why) ? declarationFixes([p.range]) : [])],
  }),
  'property-without-range': entry<AssumedType>({
    severity: 'warning',
    message: (p) => assumedTypeMessage(p, 'no range'),
    help: () => 'add rdfs:range with a datatype or a class',
  }),
  'range-ambiguous': entry<AssumedType>({
    severity: 'warning',
    message: (p) => assumedTypeMessage(p, 'several ranges'),
  }),
  'range-unreadable': entry<{
    property: string;
    becomes: string;
    list?: string | undefined;
    /** True for a plain list of strings. */
    isBare?: boolean;
    /** The members, if they are IRIs. */
    union?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `the range of property ${p.property} is ${p.list ?? 'a class expression'}${p.list === undefined ? ' that is' : ', which is'} not supported; it becomes ${p.becomes}`,
    help: (p) => {
      if (p.list === undefined)
        return p.becomes === 'a string' ? 'name a datatype, or list the values in owl:oneOf' : 'name a class, or use owl:unionOf';
      if (p.union !== undefined) return `for several classes, write [ a owl:Class ; owl:unionOf ( ${p.union} ) ]`;
      return p.isBare
        ? 'for an enumeration of strings, write [ a rdfs:Datatype ; owl:oneOf ( "open" "paid" ) ]'
        : 'list named individuals, or literals of one datatype, in owl:oneOf';
    },
  }),
  'datatype-unknown': entry<{ names: readonly string[]; datatype: string; is: 'unmapped' | 'untyped' | 'class' }>({
    severity: 'warning',
    message: (p) => {
      const becomes = p.names.length === 1 ? 'the field becomes a string' : 'the fields become strings';
      if (p.is === 'unmapped')
        return `the datatype ${p.datatype} of ${countedNames(p.names, 'property', 'properties')} has no mapping; ${becomes}`;
      const of = countedNames(p.names, 'datatype property', 'datatype properties');
      const why = p.is === 'class' ? 'is a class, not a datatype' : 'is not declared as a datatype';
      return `the range ${p.datatype} of ${of} ${why}; ${becomes}`;
    },
    help: (p) =>
      p.is === 'class'
        ? 'if its values are resources, declare the property an owl:ObjectProperty'
        : `if a string is wrong, define it by a known datatype, for example: ${p.datatype} a rdfs:Datatype ; owl:equivalentClass xsd:decimal .`,
  }),
  'annotation-property': entry<{ property: string }>({
    severity: 'warning',
    message: (p) => `${p.property} is an annotation property; it is not generated`,
    help: () => 'declare it an owl:DatatypeProperty or owl:ObjectProperty to make it a field',
  }),
  'subclass-cycle': entry<{ classes: string }>({
    severity: 'warning',
    message: (p) => `${p.classes} is a cycle of rdfs:subClassOf; codegen ignores ${p.classes.split(' → ').slice(-2).join(' → ')}`,
    help: () => 'remove one rdfs:subClassOf of the cycle',
  }),
  'superclass-not-declared': entry<{
    names: readonly string[];
    parent: string;
    why: NonClassReason;
    suggestion?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `the superclass ${p.parent} of ${p.names.length === 1 ? p.names[0] : countedNames(p.names, 'class', 'classes')} ${nonClassReasons[p.why]}; nothing is inherited from it${suggestionClause(p)}`,
    help: (p) => (isMissing(p.why) ? declarationHelp([p.parent], 'owl:Class', p.suggestion) : 'name a class in rdfs:subClassOf'),
    fixes: (p) => [...replacementFix(p.parent, p.suggestion), ...(isMissing(p.why) ? declarationFixes([p.parent]) : [])],
  }),
  /** Without a type where it is the class itself. */
  'class-is-individual': entry<{ names: readonly string[]; type: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      p.names.length === 1
        ? `class ${p.names[0]} is also an individual of ${p.type ?? 'itself'}; it is generated as a class`
        : `${countedNames(p.names, 'class', 'classes')} are also individuals of ${p.type ?? 'themselves'}; they are generated as classes`,
    help: () => 'remove one of the two rdf:type statements, if you did not intend both',
  }),
  'class-is-datatype': entry<{ class: string; becomes: string }>({
    severity: 'warning',
    message: (p) => `${p.class} is a datatype; properties with it become ${p.becomes}, and no type is generated`,
  }),
  'name-collision': entry<{ what: string; name: string; renamed: string; other: string; of?: 'class' }>({
    severity: 'warning',
    message: (p) => `${p.what} has the same name "${p.name}" as ${p.other}; codegen calls it "${p.renamed}"`,
    help: (p) =>
      `give one of them another ${p.of === 'class' ? 'local name' : 'rdfs:label'}, or set a name under elements in codegen.yaml`,
  }),
  'name-repaired': entry<{ what: string; name: string; repaired: string; why?: 'is-kanji' }>({
    severity: 'warning',
    message: (p) => {
      const fault = p.why === 'is-kanji' ? 'whose pronunciation is unknown' : 'which is not a valid identifier';
      return `${p.what} has the name "${p.name}", ${fault}; codegen calls it "${p.repaired}"`;
    },
    // A label does not replace a name that only begins with a digit.
    help: (p) =>
      p.repaired === `N${p.name}`
        ? 'rename it, or set a name under elements in codegen.yaml'
        : 'give it an rdfs:label in Latin letters, or set a name under elements in codegen.yaml',
  }),
  'reference-cycle': entry<{ fields: readonly string[]; path: string; properties: readonly string[]; backwards: boolean }>({
    severity: 'warning',
    message: (p) =>
      p.fields.length === 1
        ? `${p.fields[0]} closes a cycle of required references (${p.path}); codegen makes it optional, because otherwise no first row can be inserted`
        : `${countedNames(p.fields, 'field', 'fields')} close a cycle of required references (${p.path}); codegen makes them optional, because otherwise no first row can be inserted`,
    help: (p) => {
      const property = p.properties.length === 1 ? p.properties[0] : 'one of the properties';
      return p.backwards
        ? `declare an inverse property (owl:inverseOf ${property}). If it is optional, make it an owl:FunctionalProperty; if it is required, add owl:minCardinality 1`
        : `if ${property} is optional, declare it an owl:FunctionalProperty or add owl:maxCardinality 1; if it is required, add owl:minCardinality 1`;
    },
  }),
  /** With the first individuals, and how many there are. */
  'enumeration-open': entry<{ class: string; individuals: readonly string[]; count: number }>({
    severity: 'warning',
    message: (p) =>
      `${p.class} is not an enumeration: the ontology does not state that its ${p.count} individuals (${p.individuals.join(', ')}${p.count > p.individuals.length ? ', …' : ''}) are the only ones`,
    help: (p) =>
      `if the list is complete, add: ${p.class} owl:oneOf ( ${p.individuals.join(' ')}${p.count > p.individuals.length ? ' …' : ''} ) . If you cannot edit the file, set listed: true for the class in codegen.yaml, or use --policy individuals=listed`,
  }),
  'class-without-instance': entry<{ class: string; why: string }>({
    severity: 'warning',
    message: (p) => `${p.class} cannot have instances: ${p.why}`,
    help: () => 'change or remove one of these statements; for "one class or the other", use owl:unionOf',
  }),
  'rows-need-each-other': entry<{ path: string; fields: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${p.path}: required foreign keys form a cycle (${p.fields.join(', ')}); the first rows must be inserted in one transaction, whose end checks the keys`,
    help: () => 'make one of the references optional: owl:maxCardinality 1 instead of owl:cardinality 1',
  }),
  'cardinality-conflict': entry<{ property: string; class: string; reason: string }>({
    severity: 'warning',
    message: (p) => `the cardinality of ${p.property} in ${p.class} is ${p.reason}`,
    help: () => 'change or remove one of the conflicting statements',
  }),
  /** The names are statements, also in the next entry. */
  'value-not-taken': entry<{ names: readonly string[]; reason: string; instead?: string }>({
    severity: 'warning',
    message: (p) => `${statements(p.names)} ${p.names.length === 1 ? 'is' : 'are'} left out: ${p.reason}`,
    help: (p) => p.instead ?? '',
  }),
  'kind-mismatch': entry<{
    names: readonly string[];
    reason: string;
    taken: string;
    instead?: string;
    /** The type that the subject would have. */
    declare?: string;
  }>({
    severity: 'warning',
    message: (p) => `${statements(p.names)}: ${p.reason}; ${p.taken}`,
    help: (p) => {
      if (p.declare === undefined) return p.instead ?? '';
      const subjects = p.names.map((statement) => statement.split(' ', 1)[0] as string);
      return declarationHelp(subjects, p.declare);
    },
  }),
  'bound-exceeds-type': entry<{ names: readonly string[]; reason: string; instead?: string }>({
    severity: 'warning',
    message: (p) => `${statements(p.names)}: ${p.reason}`,
    help: (p) => p.instead ?? 'correct the bound, or use another datatype',
  }),
  'key-not-applied': entry<{ class: string; missing: readonly string[] }>({
    severity: 'warning',
    message: (p) => {
      const reason = `the class has no field with at most one value for ${p.missing.join(', ')}`;
      return `owl:hasKey of ${p.class} is not applied: ${p.missing.length === 0 ? 'it names no property' : reason}`;
    },
  }),

  // Decisions on single elements
  'decision-unknown': entry<{ element: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) =>
      `${p.element} is not a class, property or individual of the ontology${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () => 'write ex:Post or <http://…> for an element, or ex:Post/ex:title for a property in one class',
  }),
  'decision-contradicts': entry<{ element: string; says: string; stated: string }>({
    severity: 'error',
    message: (p) => `${p.element} ${p.says} by this decision, but the ontology states the contrary: ${p.stated}`,
    help: () => 'remove the decision, or give the reason to keep it: despite: <reason>',
  }),
  'decision-clash': entry<{ element: string; name: string; other: string }>({
    severity: 'error',
    message: (p) => `${p.element} cannot be called ${p.name}: ${p.other} has that name`,
    help: () => 'choose another name, or rename the other one as well',
  }),
  'decision-impossible': entry<{ element: string; says: string; why: string }>({
    severity: 'error',
    message: (p) => `${p.element} cannot have "${p.says}": ${p.why}`,
  }),

  // Writing
  'output-is-file': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} is a file, not a directory; nothing was written`,
    help: () => 'choose another output directory, or move the file',
  }),
  'output-conflict': entry<{ paths: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `${p.paths.length === 1 ? 'a file exists' : 'files exist'} that codegen did not write; nothing was written:\n${p.paths.map((x) => `  ${x}`).join('\n')}`,
    help: (p) => `move ${p.paths.length === 1 ? 'it' : 'them'}, or choose another output directory`,
  }),
  'output-symlink': entry<{ path: string; nowhere?: string }>({
    severity: 'error',
    message: ({ path, nowhere }) =>
      `${path} is a symbolic link${nowhere === undefined ? '' : ` to ${nowhere}, which does not exist`}; nothing was written`,
    help: ({ nowhere }) =>
      nowhere === undefined
        ? 'codegen does not write through links inside the output directory; remove the link'
        : 'create the folder that it points to, or remove the link',
  }),
  'output-interrupted': entry<{ path: string; files: number }>({
    severity: 'error',
    message: (p) => `an interrupted run left incomplete changes of ${countOf(p.files, 'file')} in ${p.path}`,
    help: () => 'run the interrupted command again: codegen first reverts these changes',
  }),
  'output-recovered': entry<{ path: string; files: number }>({
    severity: 'warning',
    message: (p) => `codegen reverts the incomplete changes of an interrupted run: ${countOf(p.files, 'file')} in ${p.path}`,
    help: () => 'run the interrupted command again if you still need its output',
  }),
  'output-is-input': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} is an input file; nothing was written`,
    help: () => 'choose another file',
  }),
  'output-foreign': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} exists, and this command did not write it; nothing was written`,
    help: () => 'choose another file, or replace it with --force',
  }),
  'output-failed': entry<{ path: string; reason: string; lost?: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `cannot write ${p.path}: ${p.reason}; ${p.lost?.length ? `these files could not be restored:\n${p.lost.map((x) => `  ${x}`).join('\n')}` : 'nothing was changed'}`,
    help: (p) => remedyOfReason(p.reason) ?? '',
  }),
  'output-edited': entry<{ path: string }>({
    severity: 'warning',
    message: (p) => `${p.path} was edited by hand since it was generated; codegen overwrites the edits`,
    help: () => 'move hand-written code to a file of its own',
  }),
  'output-edited-removed': entry<{ path: string }>({
    severity: 'warning',
    message: (p) => `${p.path} was edited by hand, and its class is gone; codegen deletes it`,
    help: () => 'move hand-written code to a file of its own',
  }),
  'output-stale': entry<{ count: number; force?: boolean; settings?: string | undefined }>({
    severity: 'error',
    message: ({ count, settings }) => {
      const of = settings === undefined ? '' : ` of ${settings}`;
      return `${countOf(count, 'generated file')}${of} ${count === 1 ? 'is' : 'are'} out of date`;
    },
    help: (p) => `run the same command ${p.force ? 'with --force in place of' : 'without'} --check`,
  }),

  // The command line
  'unknown-template': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no template "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the templates are ${p.known.join(', ')}`,
  }),
  'unknown-policy': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no policy "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the policies are ${p.known.join(', ')}; codegen help policies explains them`,
  }),
  'unknown-policy-value': entry<{ name: string; value: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) =>
      p.value === ''
        ? `the policy ${p.name} has no value`
        : `the policy ${p.name} has no value "${p.value}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) =>
      `give ${p.known.length === 0 ? `a tag: ${p.name}=en` : joinWithOr(p.known.map((value) => `${p.name}=${value}`))}`,
  }),
  'unknown-assumption': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) =>
      `the value "${p.name}" of --strict is not a kind of assumption${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the kinds are ${p.known.join(', ')}`,
  }),
  assumed: entry<{
    element: string;
    decided: string;
    because: string;
    otherwise: string;
    policy: string;
  }>({
    severity: 'error',
    message: (p) => `${p.element} ${p.decided}, because ${p.because}`,
    help: (p) => `${p.otherwise === '' ? '' : `stated by ${p.otherwise}; `}decided by ${p.policy}`,
  }),
  'unknown-category': entry<{ name: string; known: readonly string[] }>({
    severity: 'warning',
    message: (p) => `the value "${p.name}" of --category is not a category of templates`,
    help: (p) => `the categories are ${p.known.join(', ')}`,
  }),
  usage: entry<{ message: string; help?: string }>({
    severity: 'error',
    exit: 2,
    message: (p) => p.message,
    help: (p) => p.help ?? '',
  }),
  'internal-error': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `codegen itself failed: ${p.reason}`,
    help: () => 'this is a bug: run the command again with CODEGEN_DEBUG=1, and report the output',
  }),

  // Own templates
  'template-missing': entry<{ path: string; reason: string }>({
    severity: 'error',
    message: (p) => `there is no template at ${p.path}: ${p.reason}`,
    help: () => 'give a folder with a template.yaml, or a JavaScript module; codegen template new <name> creates one',
  }),
  'template-invalid': entry<{ reason: string; help?: string }>({
    severity: 'error',
    message: (p) => p.reason,
    help: (p) => p.help ?? '',
  }),
  'template-failed': entry<{ template: string; reason: string; help?: string | undefined }>({
    severity: 'error',
    message: (p) => `the template ${p.template} failed: ${p.reason}`,
    help: (p) => p.help ?? '',
  }),
  'template-option': entry<{ template: string; problem: string; help?: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `the template ${p.template} ${p.problem}`,
    help: (p) => p.help ?? '',
  }),
  'template-exists': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} exists already`,
    help: () => 'choose another name, or remove it',
  }),
  'template-claims': entry<{ template: string; demand: string; members: readonly string[] }>({
    severity: 'error',
    message: (p) => {
      const why = p.members.length > 0 ? `never reads ${joinWithOr(p.members)}` : 'prints nothing for it';
      return `the template ${p.template} states that it handles ${p.demand}, but ${why}`;
    },
    help: () => 'answer "nothing" with the reason, or enforce it',
  }),

  // Explaining what was generated
  'unknown-class': entry<{ by: string; pattern: string; ontology: string; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) =>
      `no class of ${p.ontology} matches ${p.by} "${p.pattern}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () =>
      'name a class as the model does (Offer), by a prefixed name (schema:Offer) or its IRI; * stands for any characters',
  }),
  'selection-excluded': entry<{ pattern: string; excluded: readonly string[] }>({
    severity: 'error',
    exit: 2,
    message: (p) => `everything that "${p.pattern}" selects is excluded by ${p.excluded.map((each) => `"${each}"`).join(', ')}`,
    help: () => 'remove an exclusion; excluding a class also excludes its subclasses',
  }),
  'selection-empty': entry<{ patterns: readonly string[]; excluded: readonly string[] }>({
    severity: 'error',
    exit: 2,
    message: (p) =>
      p.patterns.length === 0
        ? `no class is left: ${p.excluded.map((each) => `"${each}"`).join(', ')} ${p.excluded.length === 1 ? 'excludes' : 'exclude'} them all`
        : `${p.patterns.map((each) => `"${each}"`).join(', ')} selects enumerations only, and a model has at least one class`,
  }),
  'unknown-element': entry<{ name: string; file: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.file} has no class or field "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () => 'name a class (Post), a field (Post.title), or a line of a generated file (src/models/post.rs:21)',
  }),
  'not-generated': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} was not generated by a template`,
    help: () => 'name a line of a generated file (src/models/post.rs:21) or of an ontology (blog.ttl:39)',
  }),
  'own-template-not-found': entry<{ file: string; name: string }>({
    severity: 'error',
    message: (p) =>
      `${p.file} was generated by the template ${p.name}, which is neither built in nor a trusted template of the settings`,
    help: () => 'give the path of the template with --template',
  }),
  'ontology-not-found': entry<{ file: string; name: string }>({
    severity: 'error',
    message: (p) => `cannot find ${p.name}, which ${p.file} was generated from, in its folder or those above it`,
    help: () => 'give its path with --ontology',
  }),
  'nothing-declared': entry<{ file: string; line: number }>({
    severity: 'error',
    message: (p) => `line ${p.line} of ${p.file} declares nothing that comes from the ontology`,
  }),
  'line-moved': entry<{ file: string; line: number }>({
    severity: 'warning',
    message: (p) => `${p.file} differs from what codegen generates now; line ${p.line} was located by similar lines around it`,
    help: () => 'the file was edited, or the ontology or policies changed: generate again to be sure',
  }),

  // Queries and pictures
  'literals-rewritten': entry<{ was: string; is: string; count: number }>({
    severity: 'warning',
    message: (p) =>
      `the query engine changes the lexical form of numbers and dates: it shows ${JSON.stringify(p.was)} as ${JSON.stringify(p.is)}${p.count === 1 ? '' : `, and ${p.count - 1} more literals in another form`}`,
  }),
  'address-refused': entry<{ address: string; reason: string; help: string }>({
    severity: 'error',
    message: (p) => `${p.address} ${p.reason}`,
    help: (p) => p.help,
    exit: 2,
  }),
  'server-unreachable': entry<{ address: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot reach ${p.address}: ${p.reason}`,
    help: () => 'check the address and that the server runs',
  }),
  'server-denied': entry<{ address: string; host: string; status: number; reason: string; hasCredentials: boolean }>({
    severity: 'error',
    message: (p) => `${p.address} answers ${p.status}${p.reason === '' ? '' : `: ${p.reason}`}`,
    help: (p) =>
      p.hasCredentials
        ? 'check the credentials in CODEGEN_SERVER_… or of CODEGEN_CREDENTIAL_HELPER, and their permissions'
        : `set CODEGEN_SERVER_HOST=${p.host} with CODEGEN_SERVER_TOKEN, or CODEGEN_SERVER_USER and CODEGEN_SERVER_PASSWORD, or name a program with CODEGEN_CREDENTIAL_HELPER`,
  }),
  'server-failed': entry<{ address: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.address}: ${p.reason}`,
  }),
  'redirect-refused': entry<{ address: string; to: string }>({
    severity: 'error',
    message: (p) => `${p.address} redirects to ${p.to}, which you did not name`,
    help: () => 'if you trust the new address, give it in place of the old one',
  }),
  'endpoint-empty': entry<{ address: string; graphs: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `${p.address} has no classes or properties${p.graphs.length === 0 ? ' in its default graph' : ` in ${p.graphs.map((graph) => `<${graph}>`).join(' and ')}`}`,
    help: () => 'if the server keeps the ontology in a named graph, give --graph-name <iri>',
  }),
  'source-changed': entry<{ address: string; lock: string }>({
    severity: 'error',
    message: (p) => `the content of ${p.address} differs from the hash in ${p.lock}`,
    help: () => 'review the changes, then accept them with --update-lock',
  }),
  'query-too-slow': entry<{ seconds: number }>({
    severity: 'error',
    message: (p) => `the query takes more than ${p.seconds} s, so codegen stops it`,
    help: () => 'patterns without a common variable multiply their solutions; raise the limit with --timeout <seconds>',
  }),
  'query-too-large': entry<{ limit: string }>({
    severity: 'error',
    message: (p) => `the query needs more than ${p.limit} of memory, so codegen stops it`,
    help: () => 'request fewer results, with LIMIT or more conditions',
  }),
  'sparql-syntax': entry<{ reason: string; help?: string }>({
    severity: 'error',
    message: (p) => `SPARQL: ${p.reason}`,
    help: (p) => p.help ?? '',
  }),
  'sparql-unsupported': entry<{ what: string; help: string }>({
    severity: 'error',
    message: (p) => `SPARQL: ${p.what}`,
    help: (p) => p.help,
  }),
  'sparql-failed': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the query failed: ${p.reason}`,
  }),
  'picture-too-large': entry<{ classes: number; lines: number }>({
    severity: 'error',
    message: (p) => `a picture of ${p.classes} classes with ${p.lines} lines between them is too large to lay out`,
    help: () => 'use the format dot and a layout tool for large graphs, such as sfdp',
  }),
  'write-failed': entry<{ path: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot write ${p.path}: ${p.reason}`,
    help: (p) => remedyOfReason(p.reason) ?? '',
  }),

  // Hooks
  'unknown-event': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no event "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the events are ${p.known.join(', ')}`,
  }),
  'unknown-event-filter': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `there is no event "${p.name}", so no hook is bound to it${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: (p) => `the events are ${p.known.join(', ')}`,
  }),
  'unknown-hook': entry<{ id: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `there is no hook ${p.id}${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () => 'codegen hook list shows the ids',
  }),
  'registry-broken': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the hook registry is invalid: ${p.reason}`,
    help: () => 'repair the file or restore it from Git; codegen does not change it until then',
  }),
  'registry-busy': entry<{ lock: string }>({
    severity: 'error',
    message: () => 'other codegen processes are changing the same files; nothing was changed',
    help: (p) => `try again; if no other process is running, remove ${p.lock}`,
  }),
  'hook-kept': entry<{ id: string }>({
    severity: 'error',
    message: (p) => `${p.id} was not removed`,
    help: () => 'answer y, or use --force',
  }),
  'hook-will-not-run': entry<{ id: string; reason: string; help: string }>({
    severity: 'warning',
    message: (p) => `${p.id} is registered, but its script cannot run: ${p.reason}`,
    help: (p) => p.help,
  }),
  'hook-registered-twice': entry<{ id: string; other: string; event: string }>({
    severity: 'warning',
    message: (p) => `${p.other} runs the same script on ${p.event}; from now on it runs twice`,
    help: (p) => `to undo this: codegen hook remove ${p.id} --force`,
  }),
  'hook-failed': entry<{ hook: string; status: number; duration: number }>({
    severity: 'error',
    message: (p) => `${p.hook} failed with exit status ${p.status} after ${p.duration} ms`,
  }),
  'hook-killed': entry<{ hook: string; signal: string; duration: number }>({
    severity: 'error',
    message: (p) => `${p.hook} was ended by ${p.signal} after ${p.duration} ms`,
    help: () => 'run the script by itself to find the cause; SIGKILL often means that the system ran out of memory',
  }),
  'hook-not-started': entry<{ hook: string; reason: string; duration: number; help: string }>({
    severity: 'error',
    message: (p) => `${p.hook} did not run: ${p.reason} (${p.duration} ms)`,
    help: (p) => p.help,
  }),
  'hooks-not-trusted': entry<{ event: string; hooks: readonly string[] }>({
    severity: 'error',
    message: (p) => untrustedHooksMessage(p),
    help: () => TRUST,
  }),
  'commit-hooks-not-trusted': entry<{ event: string; hooks: readonly string[] }>({
    severity: 'warning',
    message: (p) => `${untrustedHooksMessage(p)}; the commit continues without them`,
    help: () => TRUST,
  }),
  'hook-unsafe': entry<{ hook: string; unsafe: string }>({
    severity: 'error',
    message: (p) => `${p.hook} does not run: ${p.unsafe}`,
    help: () => 'make yourself the owner and remove write access for others (chmod o-w), or set CODEGEN_TRUST=1',
  }),
  'trust-not-kept': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `cannot record what is trusted: ${p.reason}`,
    help: () => 'set XDG_STATE_HOME to a writable folder of yours, or CODEGEN_TRUST=1 to trust without a record',
  }),
  'hooks-behind-link': entry<{ path: string }>({
    severity: 'error',
    message: (p) => `${p.path} is a link that leads out of the project`,
    help: () => 'replace the link with the file',
  }),
  'hook-recursion': entry<{ event: string; depth: number; chain: string }>({
    severity: 'error',
    message: (p) => `${p.event} was fired from within its own hooks, ${p.depth} deep; it is not fired again: ${p.chain}`,
    help: () => 'make the script stop when it runs within itself, for example with a marker file',
  }),
  'journal-not-written': entry<{ path: string; reason: string }>({
    severity: 'warning',
    message: (p) => `codegen cannot write its record ${p.path}: ${p.reason}; the hooks are not affected`,
  }),
  'git-missing': entry<Record<never, never>>({
    severity: 'error',
    message: () => 'cannot find the program git',
    help: () => 'install Git, or put it on the PATH',
  }),
  'git-no-repository': entry<{ folder: string }>({
    severity: 'error',
    message: (p) => `${p.folder} is in no Git repository`,
    help: () => 'run git init, then run this again',
  }),
  'git-no-revision': entry<{ ref: string }>({
    severity: 'error',
    message: (p) => `Git knows no revision ${p.ref}`,
    help: () => 'name a branch, a tag or a commit of this repository; in a shallow clone, fetch it first',
  }),
  'git-no-file': entry<{
    ref: string;
    commit: string;
    /** Relative to the root of the repository. */
    file: string;
    /** The path as the user gave it. */
    given: string;
    /** True if the file exists in the work tree. */
    isHere: boolean;
  }>({
    severity: 'error',
    message: (p) => {
      const revision = p.commit.startsWith(p.ref) ? p.ref : `${p.ref} (${p.commit})`;
      return `there is no file ${p.file} in the revision ${revision}${p.isHere ? '' : ', and none here'}`;
    },
    help: (p) =>
      p.isHere
        ? `if the file had another name in that revision, give it: codegen diff git:${p.ref}:<path> ${p.given}`
        : 'check the path; it is relative to the working directory',
  }),
  'diff-failed': entry<{ count: number; level: string; surface?: string | undefined }>({
    severity: 'error',
    message: (p) =>
      `${p.count === 1 ? 'a change is' : `${p.count} changes are`} ${p.level}${p.level === 'breaking' ? '' : ' or worse'}${p.surface === undefined ? '' : ` for ${p.surface}`}`,
    help: () => '--fail-on requires this exit status; see the list above',
  }),
  'migration-no-record': entry<{ dir: string }>({
    severity: 'error',
    message: (p) => `codegen.schema.json is missing in ${p.dir}, so the schema after its migrations is unknown`,
    help: () => 'give the version of the ontology that they were made from: codegen migrate new --since git:<ref>',
  }),
  'migration-none': entry<{ dir: string }>({
    severity: 'error',
    message: (p) => `there are no migrations in ${p.dir} yet`,
    help: () => 'run codegen migrate new to create the first, or give another folder with --dir',
  }),
  'migration-behind': entry<{ dir: string; last: string; ontology: string }>({
    severity: 'warning',
    message: (p) =>
      `the migrations in ${p.dir} do not include all changes of ${p.ontology}; the database is compared with the last of them (${p.last})`,
    help: () => 'run codegen migrate status to see the next migration, codegen migrate new to write it',
  }),
  'migration-record-edited': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} was edited, or is not what this version of codegen writes`,
    help: () => 'restore it from Git, or create it again from the ontology: codegen migrate new --since git:<ref>',
  }),
  'migration-record-merged': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} holds two versions, which Git could not merge`,
    help: (p) =>
      `keep the migrations and the record of one branch: git checkout <branch> -- ${p.file}. Delete the migrations of the other branch. Then run codegen migrate new`,
  }),
  'migration-number-twice': entry<{ files: readonly string[] }>({
    severity: 'error',
    message: (p) => `migrations have the same number: ${p.files.join(', ')}`,
    help: () =>
      'two branches added migrations: keep those of one branch with its codegen.schema.json (git checkout <branch> -- <file>), delete those of the other, then run codegen migrate new; renumbering a migration is not enough',
  }),
  'migration-meanwhile': entry<{ dir: string }>({
    severity: 'error',
    message: (p) => `another process wrote to ${p.dir} in the meantime; nothing was written`,
    help: () => 'run the command again',
  }),
  'migration-missing': entry<{ file: string; record: string }>({
    severity: 'error',
    message: (p) => `${p.file} is missing, but ${p.record} includes its changes`,
    help: (p) =>
      `restore it from Git; or, to drop it, restore the earlier record (git checkout <commit> -- ${p.record}) or create it again: codegen migrate new --since git:<ref>`,
  }),
  'migration-order': entry<{ first: string; second: string; firstNow: string; secondNow: string; record: string }>({
    severity: 'error',
    message: (p) =>
      `${p.record} lists ${p.first} before ${p.second}, but their files are now in the other order: ${p.firstNow} and ${p.secondNow}`,
    help: () => 'restore their names: existing databases applied them in that order',
  }),
  'migration-unknown': entry<{ file: string; record: string }>({
    severity: 'error',
    message: (p) => `${p.file} was written by codegen migrate new, but ${p.record} does not include its changes`,
    help: () =>
      'another branch wrote it: delete it and run codegen migrate new; or keep it, create the record again (codegen migrate new --since <the ontology after all migrations>) and check the result with codegen migrate verify',
  }),
  'migration-loses-data': entry<{ lost: readonly string[]; command?: string }>({
    severity: 'error',
    message: (p) => `the new version no longer has ${p.lost.join(', ')}`,
    help: (p) =>
      p.command === undefined
        ? 'if it was renamed, add --renamed <old>=<new>; to remove it, add --allow-data-loss, which writes a second migration that moves it into the schema codegen_kept'
        : `if it was renamed, run ${p.command} --renamed <old>=<new>; to remove it, run ${p.command} --allow-data-loss, which writes a second migration that moves it into the schema codegen_kept; then run this again`,
  }),
  'migration-gap': entry<{ table: string; column: string }>({
    severity: 'warning',
    message: (p) => `rows of ${p.table} need a value for ${p.column}, and the ontology states no default`,
    help: () => 'edit the line "Fill in" of the migration, or add sh:defaultValue to the ontology',
  }),
  'migration-script-failed': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.file} does not run: ${p.reason}`,
    help: () => 'codegen ran it in a temporary schema; nothing else on the server was changed',
  }),
  'migration-differs': entry<{ after: string; than: string; differences: readonly string[] }>({
    severity: 'error',
    message: (p) => `after ${p.after} the schema is not ${p.than}: ${p.differences.join('; ')}`,
    help: () => 'a migration was edited or is missing: run codegen migrate status',
  }),
  'migration-rows-differ': entry<{ tables: readonly string[]; since: string }>({
    severity: 'error',
    message: (p) => `after reverting the migrations since ${p.since}, rows of these tables differ: ${p.tables.join(', ')}`,
    help: () => 'a down file does not revert its migration: one of the two was edited',
  }),
  'database-failed': entry<{ reason: string }>({
    severity: 'error',
    message: (p) => `the database server reports: ${p.reason}`,
    help: () => 'give the database with --database-url, or with PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE',
  }),
  'git-failed': entry<{ command: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.command} failed: ${p.reason}`,
  }),
  'git-hook-in-the-way': entry<{ file: string; before: string }>({
    severity: 'error',
    message: (p) =>
      `${p.file} was not written by codegen, and ${p.before}, where codegen would keep it, exists already; nothing was changed`,
    help: () => 'merge the two files into one',
  }),
  'git-hooks-of-lefthook': entry<{ call: string }>({
    severity: 'error',
    message: () => 'lefthook manages the hooks of this repository and would rename the file; nothing was changed',
    help: (p) => p.call,
  }),
  'git-hooks-of-husky': entry<{ call: string }>({
    severity: 'error',
    message: () => 'husky manages the hooks of this repository and would overwrite the file; nothing was changed',
    help: (p) => p.call,
  }),
  'git-hooks-shared': entry<{ folder: string }>({
    severity: 'warning',
    message: (p) =>
      `core.hooksPath names ${p.folder}, outside this repository: the file there serves every repository that uses it`,
  }),
  'git-hook-not-installed': entry<{ help: string }>({
    severity: 'warning',
    message: () => 'Git does not run the pre-commit hooks of this project yet',
    help: (p) => p.help,
  }),
  'nothing-watched': entry<Record<never, never>>({
    severity: 'warning',
    message: () => 'there is no file to watch',
    help: () => 'give the ontology to watch: codegen hook monitor --graph domain.ttl',
  }),
  'monitor-twice': entry<{ file: string; pid: number }>({
    severity: 'warning',
    message: (p) => `another monitor (process ${p.pid}) watches ${p.file} already; each change runs the hooks twice`,
    help: () => 'end one of them',
  }),
  'watch-twice': entry<{ file: string; pid: number }>({
    severity: 'warning',
    message: (p) => `another "generate --watch" (process ${p.pid}) works from ${p.file} already; each change is generated twice`,
    help: () => 'end one of them',
  }),
  'monitor-echo': entry<{ file: string; runs: number }>({
    severity: 'warning',
    message: (p) =>
      `${p.file} changed in each of the last ${p.runs} runs, while its hooks ran; they do not run once more for that`,
    help: () => 'make the hook write a file only if it changes; if you saved the file yourself, save it again',
  }),
  'watch-falls-back': entry<{ reason: string; interval: number }>({
    severity: 'warning',
    message: (p) => `the system does not report changes (${p.reason}); codegen checks the files every ${p.interval} ms`,
  }),

  // Projects
  'target-invalid': entry<{ target: string; reason: string }>({
    severity: 'error',
    exit: 2,
    message: (p) => `"${p.target}" cannot be the folder of a project: ${p.reason}`,
    help: () => 'name a folder with letters, digits, "-", "_" and ".", such as blog-app, or give "." for the current one',
  }),
  'output-exists': entry<{ paths: readonly string[] }>({
    severity: 'error',
    message: (p) =>
      `${p.paths.length === 1 ? 'a file exists' : `${p.paths.length} files exist`} with other content; nothing was written:\n${p.paths.map((x) => `  ${x}`).join('\n')}`,
    help: () => '--force replaces generated files, and scaffold files without edits',
  }),
  'project-lock-broken': entry<{ path: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read ${p.path}: ${p.reason}; nothing was written`,
    help: () => 'restore it from version control; or delete it, and no scaffold file that differs is replaced',
  }),
  'project-names': entry<{ name: string; names: readonly string[] }>({
    severity: 'warning',
    message: (p) => `the name "${p.name}" is not valid for every tool; codegen uses ${p.names.join(', and ')}`,
  }),
  'scaffold-lacks': entry<{ path: string; needs: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${p.path} was edited by hand and is kept, but the generated files need this in it:\n${p.needs.map((x) => `  ${x}`).join('\n')}`,
  }),
  'project-ontology-kept': entry<{ path: string; graph: string }>({
    severity: 'warning',
    message: (p) =>
      `${p.path} was edited by hand and is kept, so the project no longer contains the ontology that it was generated from`,
    help: (p) => `generate from the project's own ontology, or copy ${p.graph} over it`,
  }),
  // Models and what is written without one
  'no-model-used': entry<{ lacks?: string }>({
    severity: 'warning',
    message: (p) => `no model was used: this text comes from the ontology and the sources alone${p.lacks ? `; ${p.lacks}` : ''}`,
    help: () => 'to use a model, set CODEGEN_AI_PROVIDER (openai-compatible, anthropic or ollama) and CODEGEN_AI_MODEL',
  }),
  'ontology-chosen': entry<{ file: string; others: readonly string[] }>({
    severity: 'warning',
    message: (p) => `the project has several ontologies; ${p.file} is used, not ${p.others.join(', ')}`,
    help: (p) => `to use another, pass it on standard input: codegen ai generate "…" --code - < ${p.others[0]}`,
  }),
  'outline-unavailable': entry<{ reason: string }>({
    severity: 'warning',
    message: (p) => `codegen cannot outline the code, because its parsers do not load on this system: ${p.reason}`,
    help: () => 'reinstall codegen with its optional packages',
  }),
  'folder-unreadable': entry<{ folder: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read the project folder ${p.folder}: ${p.reason}`,
  }),
  'model-unreachable': entry<{ model: string; reason: string }>({
    severity: 'error',
    message: (p) => `codegen cannot reach the AI model ${p.model}: ${p.reason}`,
    help: () => 'check that the server runs, and its address in CODEGEN_AI_BASE_URL or --base-url; then run the command again',
  }),
  'model-denied': entry<{ model: string; status: number; reason: string; hasKey: boolean }>({
    severity: 'error',
    message: (p) => `${p.model} denied access (${p.status}): ${p.reason}`,
    help: (p) => (p.hasKey ? 'check the key in CODEGEN_AI_API_KEY' : 'set CODEGEN_AI_API_KEY to a key of this provider'),
  }),
  'model-busy': entry<{ model: string; status: number; reason: string; retry: string | undefined }>({
    severity: 'error',
    message: (p) => `${p.model} rejects further requests at present (${p.status}): ${p.reason}`,
    help: (p) => `try again ${p.retry ?? 'later'}`,
  }),
  'model-failed': entry<{ model: string; status?: number; reason: string }>({
    severity: 'error',
    message: (p) => `the AI model ${p.model} failed${p.status === undefined ? '' : ` (${p.status})`}: ${p.reason}`,
    help: (p) =>
      p.status === undefined || p.status >= 500
        ? 'run the command again'
        : 'check the name of the model and the address of the server (--model, --base-url)',
  }),
  'model-silent': entry<{ model: string; seconds: number }>({
    severity: 'error',
    message: (p) => `${p.model} sent nothing for ${p.seconds} s`,
    help: () => 'raise the limit with --timeout or CODEGEN_AI_TIMEOUT, in seconds',
  }),
  'answer-broken-off': entry<{ model: string; reason: string }>({
    severity: 'error',
    message: (p) => `the answer of the AI model ${p.model} is incomplete: ${p.reason}`,
    help: () => 'run the command again, or use another model with --model',
  }),
  'answer-incomplete': entry<{ characters: number }>({
    severity: 'warning',
    message: (p) => `the text on standard output is incomplete: it ends after ${p.characters} characters`,
  }),

  // Analysis
  'parser-missing': entry<{ platform: string; reason: string }>({
    severity: 'error',
    message: (p) => `the parsers of ai analyze cannot be loaded on ${p.platform}: ${p.reason}`,
    help: () =>
      'reinstall codegen with its optional packages; there are builds for Linux and macOS (x64, arm64) and Windows (x64)',
  }),

  // Data
  'data-property': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'statement')} with ${p.element}, because no class of the subject has this property`,
    help: () => 'add rdfs:domain or a shape for the property to the ontology',
  }),
  'data-member': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}, because the class has no such property`,
    help: () => 'run codegen explain for the properties of the class, or add the property to the ontology',
  }),
  'data-twice': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}, because the record has this key twice`,
  }),
  'data-no-class': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${countClause(p.count, 'statement')} left out: no class is generated for this type`,
    help: () => 'declare the class in the ontology, and check --select, --exclude and "skip"',
  }),
  'data-untyped': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `codegen leaves out ${countOf(p.count, 'statement')}, because the subject has no type`,
    help: () => 'state its class with rdf:type; codegen infers none',
  }),
  'data-value': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}: ${p.why ?? 'the value does not fit the field'}`,
    help: (p) =>
      p.isResource
        ? 'if the values are resources, state it: rdfs:range with a class, or sh:nodeKind sh:IRI in a shape'
        : (p.remedy ?? ''),
  }),
  'data-several': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}, because the field holds one value and already has one`,
    help: () => 'run codegen explain for the reason; --policy unstated=open or a decision in codegen.yaml changes it',
  }),
  'data-language': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `${p.element}: ${countClause(p.count, 'value')} kept without the language tag: the field holds only the string`,
    help: () =>
      'converted back to RDF, strings of rdf:langString have the language of --policy language; --to turtle, ntriples and jsonld keep their tags',
  }),
  'data-datatype': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${countClause(p.count, 'value')} kept with the datatype of the field, which differs`,
  }),
  'data-spelling': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${countClause(p.count, 'value')} kept in another spelling of the same value`,
  }),
  'data-direction': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${countClause(p.count, 'statement')} kept as ${p.element}, which is the other direction of the relation`,
  }),
  'data-unresolved': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `${p.element}: ${countClause(p.count, 'reference')} ${p.isLeftOut ? 'left out' : 'kept'}; the data has no such individual`,
    help: () => 'a database rejects them: convert the data together with what it refers to',
  }),
  'data-other-class': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `${p.element}: ${countClause(p.count, 'reference')} ${p.isLeftOut ? 'left out' : 'kept'}; the target is an individual of another class`,
    help: () => 'a database rejects them',
  }),
  'data-record-no-json': entry<{ syntax?: { readonly why: string } | undefined }>({
    severity: 'error',
    message: (p) => `this is not a JSON object${p.syntax ? `: ${p.syntax.why}` : ''}`,
    help: () => 'write each record as one object: one on each line, or in a list',
  }),
  'data-record-no-class': entry<{ statedClass?: string | undefined }>({
    severity: 'error',
    message: (p) =>
      p.statedClass === undefined
        ? 'this record names no class of the ontology'
        : `this record names the class ${JSON.stringify(p.statedClass)}, which the ontology does not have`,
    help: () => 'add "@type" with the name of a class, or give --class for all records',
  }),
  'data-record-no-identity': entry<Record<string, never>>({
    severity: 'error',
    message: () => 'this record has no id',
    help: () => 'add "id" with a UUID, or "@id" with an IRI',
  }),
  'data-record-relative-identity': entry<Record<string, never>>({
    severity: 'error',
    message: () => 'the "@id" of this record is a relative IRI',
    help: () => 'write an absolute IRI, such as "https://example.org/people/alice"',
  }),
  'data-sample-fewer': entry<{ class: string; count: number; wanted: number }>({
    severity: 'warning',
    message: (p) =>
      p.count === 0
        ? `found no instance of ${p.class} that satisfies all constraints`
        : `found ${p.count} of ${p.wanted} instances of ${p.class} that satisfy all constraints`,
    help: () => 'run codegen explain for the constraints: a pattern, a unique field, or a reference without a target',
  }),
  'data-nothing': entry<{ file: string }>({
    severity: 'warning',
    message: (p) => `${p.file} has no individual of a class of the ontology`,
  }),
  'data-violation': entry<Breach>({ severity: 'error', message: breachText, help: breachHelp }),
  'data-advice': entry<Breach>({ severity: 'warning', message: breachText, help: breachHelp }),
  'data-shape-unjudged': entry<{
    construct: string;
    count: number;
    statement: string;
    why: string;
    isPartly: boolean;
    /** True if SHACL does not allow the statement (SHACL, appendix A). */
    isMalformed: boolean;
    hindrance: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `codegen does not ${p.isPartly ? 'fully ' : ''}check ${p.construct}${p.count === 1 ? '' : ` in ${p.count.toLocaleString('en')} statements; the first is`}: ${p.statement} (${p.why})`,
    help: (p) => {
      if (p.isMalformed) return 'correct the shape: SHACL does not allow this statement in it';
      return p.hindrance === undefined
        ? 'check it with another SHACL engine'
        : `check it with another SHACL engine; codegen checks SHACL Core in RDF data, but ${p.hindrance}`;
    },
  }),
  /** With the number of violations that follow from each assumption. */
  'data-violations-more': entry<{ count: number; assumed: readonly { policy: string; count: number }[] }>({
    severity: 'error',
    message: (p) => `there are ${p.count.toLocaleString('en')} more violations`,
    help: (p) => {
      const each = p.assumed.map(
        ({ policy, count }) => `${count.toLocaleString('en')} of all violations follow from the assumption ${policy}`,
      );
      return each.length === 0 ? '' : `${each.join(', ')}; codegen help policies lists the alternatives`;
    },
  }),
  'data-class-unknown': entry<{ name: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `the ontology has no class ${p.name}`,
    help: (p) => (p.suggestion === undefined ? 'codegen graph load lists its classes' : `did you mean ${p.suggestion}?`),
    exit: 2,
  }),
} as const;

export type Code = keyof typeof catalogue;
export type Params<C extends Code> = Parameters<(typeof catalogue)[C]['message']>[0];
