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
export type NoClass = 'undeclared' | 'untyped' | 'property' | 'datatype';

const noClass = {
  undeclared: 'is not a class of this ontology',
  untyped: 'has no rdf:type owl:Class',
  property: 'is a property, not a class',
  datatype: 'is a datatype, not a class',
} as const satisfies Record<NoClass, string>;

/** Returns whether declaring the name a class resolves the problem. */
const isMissing = (why: NoClass) => why === 'undeclared' || why === 'untyped';

/** Returns an edit that replaces a name with the suggested one. */
function instead(name: string | undefined, by: string | undefined): readonly Fix[] {
  return name === undefined || by === undefined ? [] : [{ kind: 'replace', name, by }];
}

/** Returns edits that declare names. */
function declaring(names: readonly string[], type = 'owl:Class'): readonly Fix[] {
  return names.map((name) => ({ kind: 'state', statement: `${name} a ${type} .` }));
}

/** Returns how to rename the settings file of GraphQL Code Generator, which has the same name. */
function otherName(file: string): string {
  return `rename it and pass the new name to its program: mv ${file} graphql.yml; graphql-codegen --config graphql.yml`;
}

/** Returns a name, or a count with the first names: `2 classes (:A, :B)`. */
function counted(names: readonly string[], one: string, several: string): string {
  return names.length === 1 ? `${one} ${names[0]}` : `${names.length} ${several} (${shortList(names)})`;
}

/** Returns the names, or the first three of more than four. */
function shortList(names: readonly string[]): string {
  const shown = names.length > 4 ? 3 : names.length;
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return `${names.slice(0, shown).join(', ')}${more}`;
}

/** Properties, and the type that their values get. */
interface Becoming {
  readonly names: readonly string[];
  readonly becomes: string;
}

/** Returns `property :p has no range; it becomes a string`. */
function becoming({ names, becomes }: Becoming, ranges: string): string {
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'each'];
  return `${counted(names, 'property', 'properties')} ${has} ${ranges}; ${it} becomes ${becomes}`;
}

/** Returns a statement, or a count with the first statements. */
function statements(names: readonly string[]): string {
  return names.length === 1 ? (names[0] as string) : `${names.length} statements (${shortList(names)})`;
}

/** Returns the end of a message that suggests a name. */
function meaning({ suggestion }: { readonly suggestion?: string | undefined }): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

/** Returns `a, b or c`. */
function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Returns which hooks of an event did not run because they are not trusted. */
function notTrusted(p: { readonly event: string; readonly hooks: readonly string[] }): string {
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

const breachHelp = ({ because, remedy }: Breach): string =>
  [...(because.length === 0 ? [] : [`because of ${because.join('; ')}`]), ...(remedy === undefined ? [] : [remedy])].join('; ');

/** Returns `1 value is` or `2 values are`. */
function numbered(count: number, one: string): string {
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
    help: (p) => (p.suggestion === undefined ? `it may be ${either(p.known)}` : `did you mean ${p.suggestion}?`),
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
      return ofGraphql === undefined ? 'run codegen init to create one, or give one with --config' : otherName(ofGraphql);
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
    help: (p) => (p.isOfGraphql ? otherName(p.file) : 'edit or remove it'),
  }),
  'no-ontology-found': entry<{ example: string | undefined; others: readonly string[] }>({
    severity: 'error',
    message: (p) => {
      const files = p.others.length === 1 ? `${p.others[0]} declares` : `${counted(p.others, 'file', 'files')} declare`;
      const seen = p.others.length === 0 ? '' : `; ${files} no owl:Class`;
      return `found no ontology in this folder or in the usual ones (ontology, model, schema, …)${seen}`;
    },
    help: (p) =>
      p.others.length > 0
        ? `run codegen graph load ${p.others[0]} to see its content; if it imports its classes, run codegen init --ontology ${p.others[0]}`
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
    message: (p) => `this silences nothing: there is no [${p.code}]${p.at === undefined ? '' : ` at ${p.at}`}`,
    help: () => 'remove it, or give the current location of the warning',
  }),

  // Reading an ontology
  'file-not-found': entry<{ file: string; near?: string | undefined; isOfSettings?: boolean }>({
    severity: 'error',
    message: (p) => (p.file === '' ? 'the path of a file is empty' : `cannot find ${p.file}`),
    help: (p) => {
      if (p.file === '') return 'give a file; a shell variable may be empty';
      if (/^~[/\\]/.test(p.file) && p.isOfSettings) return '~ is not expanded here: write the path of the home folder';
      if (/^~[/\\]/.test(p.file))
        return `the shell makes ~ the home folder where a word begins with it, without quotes: ${p.file}`;
      if (p.near !== undefined) return `did you mean ${p.near}?`;
      return `check the path; it is relative to ${p.isOfSettings ? 'the folder of this file' : 'the working directory'}`;
    },
  }),
  'file-is-directory': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} is a directory, not an ontology file`,
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
    message: (p) => `${p.file} is larger than the ${p.limit} that ${p.what} may have`,
  }),
  'line-too-long': entry<{ limit: string }>({
    severity: 'error',
    message: (p) => `this line is longer than ${p.limit}`,
    help: () => 'break the line at the end of a statement',
  }),
  'context-elsewhere': entry<{ address: string }>({
    severity: 'error',
    message: ({ address }) => `the context ${address} is outside this file; codegen does not fetch it`,
    help: ({ address }) =>
      /^https?:\/\/(www\.)?schema\.org\b/.test(address)
        ? 'write "@context": {"@vocab": "http://schema.org/"}, or replace the address with the text of that context'
        : 'replace the address with the text of that context',
  }),
  'too-deep': entry<{ what: string; limit: number }>({
    severity: 'error',
    message: (p) => `${p.what} are nested more than ${p.limit} deep here`,
    help: () => 'check how the file was produced: no known tool nests so deep',
  }),
  'too-slow': entry<{ what: string; seconds: number }>({
    severity: 'error',
    message: (p) => `${p.what} took longer than ${p.seconds} s, and was stopped`,
    help: () => 'the largest published ontologies take a tenth of that: check how the file was produced, or split it',
  }),
  'memory-used-up': entry<{ what: string; limit: string }>({
    severity: 'error',
    message: (p) => `${p.what} needs more than the available ${p.limit} of memory`,
    help: () => 'generate fewer templates at once, or raise the limit: NODE_OPTIONS=--max-old-space-size=<MB>',
  }),
  'model-too-large': entry<{ what: string; limit: number }>({
    severity: 'error',
    message: (p) => `the ontology has more than ${p.limit} ${p.what}`,
    help: () => 'each class repeats all inherited fields: split long chains of subclasses',
  }),
  'entity-elsewhere': entry<{ name: string }>({
    severity: 'error',
    message: (p) => `the text of the entity ${p.name} is outside this file; codegen does not fetch it`,
    help: () => 'declare it with its text in quotes, or write the text where it is used',
  }),
  'entities-too-long': entry<{ limit: string }>({
    severity: 'error',
    message: (p) => `the entities up to here expand to more than ${p.limit} of text`,
    help: () => 'nested entities double with each step: write the text where it is used',
  }),
  'engine-failed': entry<{ what: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.what} exceeds a limit of JavaScript: ${p.reason}`,
    help: () => 'it is too large or nested too deep',
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
      const found = p.instead.map(({ kind, count }) => `${count.toLocaleString('en')} of ${kind}`);
      return `${p.file} declares no classes, so there is nothing to generate${found.length === 0 ? '' : `; its resources are ${found.join(', ')}`}`;
    },
    help: (p) => {
      const read = p.instead.length === 0 ? '' : '; codegen reads OWL, RDFS and SHACL: convert a model in SAMM or SKOS first';
      return `declare one with a name, such as: :User a owl:Class .${read}`;
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
      `there is no file for the import ${p.iri}${p.reason === undefined ? '' : ` (${p.reason})`}; ${p.names.length === 0 ? 'nothing uses its names' : `it leaves ${p.names.length === 1 ? '1 name' : `${p.names.length} names`} undefined: ${p.names.slice(0, 5).join(', ')}${p.names.length > 5 ? ', …' : ''}`}`,
    help: (p) =>
      p.catalog === undefined
        ? `give its file: --import ${p.iri.includes('=') ? `'<${p.iri}>'` : p.iri}=<file>`
        : `${p.catalog} knows its file: --catalog ${p.catalog}`,
  }),
  'import-unused': entry<{ iri: string; file: string }>({
    severity: 'warning',
    message: (p) => `nothing imports ${p.iri}, so ${p.file} is not read`,
    help: () => 'compare the IRI with owl:imports; give files of shapes with --shapes',
  }),
  'import-no-path': entry<{ iri: string; reason: string }>({
    severity: 'error',
    message: (p) => `the import ${p.iri} names no file on this machine: ${p.reason}`,
    help: (p) => `give its file: --import ${p.iri.includes('=') ? `'<${p.iri}>'` : p.iri}=<file>`,
  }),
  'read-outside': entry<{ what: string; file: string; folder: string; root: string }>({
    severity: 'error',
    message: (p) => `${p.what} leads to ${p.file}, outside ${p.root === '.' ? 'the working directory' : p.root}; it is not read`,
    help: (p) => `to read it: --allow-read ${p.folder}`,
  }),
  'foreign-unreadable': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} is not valid RDF; codegen shows no text of files that are hidden or outside the project`,
    help: (p) => `run codegen graph load ${p.file} to see the error`,
  }),
  'catalog-unreadable': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.file} is not an XML catalogue: ${p.reason}`,
  }),

  // Reading a domain model out of it
  'unknown-term': entry<{ term: string; count: number; suggestion: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `${p.term} is not a term of its vocabulary and has no effect${p.count === 1 ? '' : ` (used in ${p.count} statements)`}${meaning(p)}`,
    fixes: (p) => instead(p.term, p.suggestion),
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
          : [`${counted(p.names, 'class', 'classes')} are`, 'they are not', 'they are generated'];
      const as = p.as === 'target' ? 'the target of shapes' : 'the domain of properties';
      return `${used} ${as}, but ${is} declared; ${generated} anyway${meaning(p)}`;
    },
    help: (p) => `declare ${p.names.length === 1 ? 'it' : 'each'}: ${p.names[0]} a owl:Class .`,
    fixes: (p) => [...instead(p.names[0], p.suggestion), ...declaring(p.names)],
  }),
  'subclass-not-declared': entry<{ names: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      p.names.length === 1
        ? `${p.names[0]} is a subclass, but it is not declared; it is not generated`
        : `${counted(p.names, 'class', 'classes')} are subclasses, but they are not declared; they are not generated`,
    help: (p) => `declare ${p.names.length === 1 ? 'it' : 'each'}: ${p.names[0]} a owl:Class .`,
    fixes: (p) => declaring(p.names),
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
        return `${counted(p.names, 'property', 'properties')} with a domain ${p.names.length === 1 ? 'is not declared; it is generated' : 'are not declared; they are generated'} anyway`;
      const where = p.as === 'path' ? 'of shapes or restrictions' : 'that other properties refer to';
      return `${counted(p.names, 'property', 'properties')} ${where} ${p.names.length === 1 ? 'is' : 'are'} not declared${meaning(p)}`;
    },
    help: (p) => `declare ${p.names.length === 1 ? 'it' : 'each'}: ${p.names[0]} a ${p.declare ?? 'owl:DatatypeProperty'} .`,
    fixes: (p) => [...instead(p.names[0], p.suggestion), ...declaring(p.names, p.declare ?? 'owl:DatatypeProperty')],
  }),
  'shape-target-unread': entry<{ names: readonly string[]; target: string }>({
    severity: 'warning',
    message: (p) =>
      `${counted(p.names, 'shape', 'shapes')} ${p.names.length === 1 ? 'selects' : 'select'} targets by ${p.target}; codegen supports only classes as targets and ignores ${p.names.length === 1 ? 'the shape' : 'the shapes'}`,
    help: () => 'add sh:targetClass to the shape',
  }),
  'shape-without-target': entry<{ names: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${counted(p.names, 'shape', 'shapes')} ${p.names.length === 1 ? 'has' : 'have'} no target, and nothing refers to ${p.names.length === 1 ? 'it; it has' : 'them; they have'} no effect`,
    help: () => 'add sh:targetClass to the shape, or declare it an rdfs:Class as well',
  }),
  'shape-language-unread': entry<{ names: readonly string[]; language: string }>({
    severity: 'warning',
    message: (p) => {
      const [is, has] = p.names.length === 1 ? ['is', 'it has'] : ['are', 'they have'];
      return `${counted(p.names, 'shape', 'shapes')} ${is} written in ${p.language}, which codegen does not read; ${has} no effect`;
    },
    help: () => 'write a SHACL shape: a sh:NodeShape with sh:targetClass and sh:property',
  }),
  'property-without-domain': entry<{ names: readonly string[]; universal?: string | undefined }>({
    severity: 'warning',
    message: (p) => {
      const [has, is] = p.names.length === 1 ? ['has', 'it is'] : ['have', 'they are'];
      const domain = p.universal === undefined ? 'no domain' : `only the domain ${p.universal}, which contains everything`;
      return `${counted(p.names, 'property', 'properties')} ${has} ${domain}; ${is} not generated`;
    },
    help: () =>
      'add rdfs:domain with its class, name classes in codegen.yaml (elements: domain), or set the policy domainless=top',
  }),
  'domain-not-declared': entry<{
    names: readonly string[];
    domain: string;
    why: NoClass;
    left: boolean;
    suggestion?: string | undefined;
    /** The class in the range, where domain and range may be swapped. */
    swapped?: string | undefined;
  }>({
    severity: 'warning',
    message: (p) => {
      const consequence = p.names.length === 1 ? 'the property is not generated' : 'they are not generated';
      return `the domain ${p.domain} of ${counted(p.names, 'property', 'properties')} ${noClass[p.why]}; ${p.left ? 'it is left out of the domain' : consequence}${meaning(p)}`;
    },
    help: (p) => {
      if (p.swapped !== undefined)
        return `domain and range may be swapped: write rdfs:domain ${p.swapped} ; rdfs:range ${p.domain}`;
      return isMissing(p.why) ? `declare it: ${p.domain} a owl:Class .` : 'name the classes that have the property';
    },
    fixes: (p) => [...instead(p.domain, p.suggestion), ...(isMissing(p.why) ? declaring([p.domain]) : [])],
  }),
  'domain-unreadable': entry<{ property: string; consequence: string }>({
    severity: 'warning',
    message: (p) => `the domain of property ${p.property} is a class expression that is not supported; ${p.consequence}`,
    help: () => 'name the classes directly or in an owl:unionOf',
  }),
  'range-not-declared': entry<{ names: readonly string[]; range: string; why: NoClass; suggestion?: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `the range ${p.range} of ${counted(p.names, 'property', 'properties')} ${p.why === 'undeclared' ? 'is not declared in this ontology' : noClass[p.why]}; ${p.names.length === 1 ? 'the field holds the IRI of the resource' : 'the fields hold the IRIs of resources'}${meaning(p)}`,
    help: (p) => (isMissing(p.why) ? `to generate a reference, declare it: ${p.range} a owl:Class .` : ''),
    fixes: (p) => [...instead(p.range, p.suggestion), ...(isMissing(p.why) ? declaring([p.range]) : [])],
  }),
  'property-without-range': entry<Becoming>({
    severity: 'warning',
    message: (p) => becoming(p, 'no range'),
    help: () => 'add rdfs:range with a datatype or a class',
  }),
  'range-ambiguous': entry<Becoming>({
    severity: 'warning',
    message: (p) => becoming(p, 'several ranges'),
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
      if (p.list === undefined) return '';
      if (p.union !== undefined) return `for several classes, write [ a owl:Class ; owl:unionOf ( ${p.union} ) ]`;
      return p.isBare
        ? 'for an enumeration of strings, write [ a rdfs:Datatype ; owl:oneOf ( "open" "paid" ) ]'
        : 'list named individuals, or literals of one datatype, in owl:oneOf';
    },
  }),
  'datatype-unknown': entry<{ names: readonly string[]; datatype: string; is: 'unmapped' | 'untyped' | 'class' }>({
    severity: 'warning',
    message: (p) => {
      const of = counted(p.names, 'property', 'properties');
      const becomes = p.names.length === 1 ? 'it becomes a string' : 'they become strings';
      if (p.is === 'unmapped') return `the datatype ${p.datatype} of ${of} has no mapping; ${becomes}`;
      const why = p.is === 'class' ? 'is a class, not a datatype' : 'has no rdf:type rdfs:Datatype';
      return `the range ${p.datatype} of datatype ${of} ${why}; ${becomes}`;
    },
    help: (p) => (p.is === 'class' ? 'if its values are resources, declare the property an owl:ObjectProperty' : ''),
  }),
  'annotation-property': entry<{ property: string }>({
    severity: 'warning',
    message: (p) => `${p.property} is an annotation property; it is not generated`,
    help: () => 'declare it an owl:DatatypeProperty or owl:ObjectProperty to make it a field',
  }),
  'subclass-cycle': entry<{ classes: string }>({
    severity: 'warning',
    message: (p) => `rdfs:subClassOf is circular: ${p.classes}; the last step is ignored`,
  }),
  'superclass-not-declared': entry<{ names: readonly string[]; parent: string; why: NoClass; suggestion?: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      `the superclass ${p.parent} of ${p.names.length === 1 ? p.names[0] : counted(p.names, 'class', 'classes')} ${noClass[p.why]}; nothing is inherited from it${meaning(p)}`,
    fixes: (p) => [...instead(p.parent, p.suggestion), ...(isMissing(p.why) ? declaring([p.parent]) : [])],
  }),
  /** Without a type where it is the class itself. */
  'class-is-individual': entry<{ names: readonly string[]; type: string | undefined }>({
    severity: 'warning',
    message: (p) =>
      p.names.length === 1
        ? `class ${p.names[0]} is also an individual of ${p.type ?? 'itself'}; it is generated as a class`
        : `${counted(p.names, 'class', 'classes')} are also individuals of ${p.type ?? 'themselves'}; they are generated as classes`,
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
    help: (p) =>
      p.why === 'is-kanji' ? 'give it an rdfs:label in Latin letters, or set a name under elements in codegen.yaml' : '',
  }),
  'reference-cycle': entry<{ fields: readonly string[]; path: string; properties: readonly string[]; backwards: boolean }>({
    severity: 'warning',
    message: (p) =>
      p.fields.length === 1
        ? `${p.fields[0]} closes a cycle of required references (${p.path}); codegen makes it optional so that a first row can be stored`
        : `${counted(p.fields, 'field', 'fields')} close a cycle of required references (${p.path}); codegen makes them optional so that a first row can be stored`,
    help: (p) => {
      const property = p.properties.length === 1 ? p.properties[0] : 'one of the properties';
      return p.backwards
        ? `declare the owl:inverseOf ${property}: as an owl:FunctionalProperty if it is optional, with owl:minCardinality 1 if it is required`
        : `if ${property} is optional, declare it an owl:FunctionalProperty or add owl:maxCardinality 1; if it is required, add owl:minCardinality 1`;
    },
  }),
  /** With the first individuals, and how many there are. */
  'enumeration-open': entry<{ class: string; individuals: readonly string[]; count: number }>({
    severity: 'warning',
    message: (p) =>
      `the ${p.count} individuals of ${p.class} (${p.individuals.join(', ')}${p.count > p.individuals.length ? ', …' : ''}) do not form an enumeration: the ontology does not state that they are all`,
    help: (p) =>
      `if they are all, add: ${p.class} owl:oneOf ( ${p.individuals.join(' ')}${p.count > p.individuals.length ? ' …' : ''} ) . If you cannot edit the file, set listed: true for the class in codegen.yaml, or use --policy individuals=listed`,
  }),
  'class-without-instance': entry<{ class: string; why: string }>({
    severity: 'warning',
    message: (p) => `${p.class} cannot have instances: ${p.why}`,
  }),
  'rows-need-each-other': entry<{ path: string; fields: readonly string[] }>({
    severity: 'warning',
    message: (p) =>
      `${p.path}: each row requires another existing row (${p.fields.join(', ')}); the first rows must be inserted in one transaction`,
    help: () => 'make one of the references optional: owl:maxCardinality 1 instead of owl:cardinality 1',
  }),
  'cardinality-conflict': entry<{ property: string; class: string; reason: string }>({
    severity: 'warning',
    message: (p) => `the cardinality of ${p.property} in ${p.class} is ${p.reason}`,
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
      return `declare ${p.names.length === 1 ? 'it' : 'each'}: ${p.names[0]?.split(' ', 1)[0]} a ${p.declare} .`;
    },
  }),
  'key-not-applied': entry<{ class: string; missing: readonly string[] }>({
    severity: 'warning',
    message: (p) => {
      const reason = `the class has no single-valued field for ${p.missing.join(', ')}`;
      return `owl:hasKey of ${p.class} is not applied: ${p.missing.length === 0 ? 'it names no property' : reason}`;
    },
  }),

  // Decisions on single elements
  'decision-unknown': entry<{ element: string; suggestion: string | undefined }>({
    severity: 'error',
    message: (p) => `the ontology has no element ${p.element}${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
    help: () => 'write an element as ex:Post or <http://…>, and a property of one class as ex:Post/ex:title',
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
    message: (p) => `an earlier run that was writing ${p.files} files into ${p.path} was interrupted`,
    help: () => 'generate again: codegen first reverts the changes of that run',
  }),
  'output-recovered': entry<{ path: string; files: number }>({
    severity: 'warning',
    message: (p) =>
      `an earlier run that was writing ${p.files} files into ${p.path} was interrupted; codegen reverted its changes`,
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
    message: (p) => `${p.path} was edited by hand since it was generated; generating replaces the edits`,
    help: () => 'move hand-written code to a file of its own',
  }),
  'output-edited-removed': entry<{ path: string }>({
    severity: 'warning',
    message: (p) => `${p.path} was edited by hand, and its class is gone; generating removes it`,
  }),
  'output-stale': entry<{ count: number; force?: boolean; settings?: string | undefined }>({
    severity: 'error',
    message: ({ count, settings }) => {
      const of = settings === undefined ? '' : ` of ${settings}`;
      return `${count} ${count === 1 ? 'file' : 'files'}${of} ${count === 1 ? 'is' : 'are'} not up to date`;
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
    help: (p) => `give ${p.known.length === 0 ? `a tag: ${p.name}=en` : either(p.known.map((value) => `${p.name}=${value}`))}`,
  }),
  'unknown-assumption': entry<{ name: string; known: readonly string[]; suggestion: string | undefined }>({
    severity: 'error',
    exit: 2,
    message: (p) => `there is no kind of assumption "${p.name}"${p.suggestion ? `; did you mean ${p.suggestion}?` : ''}`,
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
    message: (p) => `there is no category "${p.name}"`,
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
    help: () => 'this is a bug; CODEGEN_DEBUG=1 prints the stack trace',
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
      const why = p.members.length > 0 ? `never reads ${either(p.members)}` : 'prints nothing for it';
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
    help: () => 'excluding a class also excludes its subclasses',
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
    help: () => 'codegen sends requests only to addresses that you give: give this one if it is right',
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
    message: (p) => `the query took longer than ${p.seconds} s, and was stopped`,
    help: () => 'patterns without a common variable multiply their solutions; raise the limit with --timeout <seconds>',
  }),
  'query-too-large': entry<{ limit: string }>({
    severity: 'error',
    message: (p) => `the query took more than ${p.limit} of memory, and was stopped`,
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
  }),
  'hook-not-started': entry<{ hook: string; reason: string; duration: number; help: string }>({
    severity: 'error',
    message: (p) => `${p.hook} did not run: ${p.reason} (${p.duration} ms)`,
    help: (p) => p.help,
  }),
  'hooks-not-trusted': entry<{ event: string; hooks: readonly string[] }>({
    severity: 'error',
    message: (p) => notTrusted(p),
    help: () => TRUST,
  }),
  'commit-hooks-not-trusted': entry<{ event: string; hooks: readonly string[] }>({
    severity: 'warning',
    message: (p) => `${notTrusted(p)}; the commit continues without them`,
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
    message: (p) => `cannot keep a record in ${p.path}: ${p.reason}`,
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
      `both branches added migrations: keep those of one branch with its record (git checkout <branch> -- ${p.file}), delete those of the other, then run codegen migrate new`,
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
    message: () => 'no file to watch',
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
    message: (p) => `not every tool accepts the name "${p.name}": it becomes ${p.names.join(', and ')}`,
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
    help: (p) => `to use another: --code - < ${p.others[0]}`,
  }),
  'outline-unavailable': entry<{ reason: string }>({
    severity: 'warning',
    message: (p) => `the code has no outline, because its parsers cannot be loaded on this system: ${p.reason}`,
  }),
  'folder-unreadable': entry<{ folder: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read the project folder ${p.folder}: ${p.reason}`,
  }),
  'model-unreachable': entry<{ model: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot reach ${p.model}: ${p.reason}`,
    help: () => 'check the server, and CODEGEN_AI_BASE_URL or --base-url',
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
    message: (p) => `${p.model} failed${p.status === undefined ? '' : ` (${p.status})`}: ${p.reason}`,
  }),
  'model-silent': entry<{ model: string; seconds: number }>({
    severity: 'error',
    message: (p) => `${p.model} sent nothing for ${p.seconds} s`,
    help: () => 'raise the limit with --timeout or CODEGEN_AI_TIMEOUT, in seconds',
  }),
  'answer-broken-off': entry<{ model: string; reason: string }>({
    severity: 'error',
    message: (p) => `the answer of ${p.model} broke off: ${p.reason}`,
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
    message: (p) => `${p.element}: ${numbered(p.count, 'statement')} left out: no class of the subject has this property`,
    help: () => 'add rdfs:domain or a shape for the property to the ontology',
  }),
  'data-member': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} left out: the class has no such member`,
    help: () => 'run codegen explain for the members of the class, or add the property to the ontology',
  }),
  'data-twice': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} left out: the record has this key twice`,
  }),
  'data-no-class': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'statement')} left out: no class is generated for this type`,
    help: () => 'declare the class in the ontology, and check --select, --exclude and "skip"',
  }),
  'data-untyped': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${numbered(p.count, 'statement')} left out: the subject has no type`,
    help: () => 'state its class with rdf:type; codegen infers none',
  }),
  'data-value': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} left out: ${p.why ?? 'it does not fit the field'}`,
    help: (p) =>
      p.isResource
        ? 'if the values are resources, state it: rdfs:range with a class, or sh:nodeKind sh:IRI in a shape'
        : (p.remedy ?? ''),
  }),
  'data-several': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} left out: the field holds one value and already has one`,
    help: () => 'run codegen explain for the reason; --policy unstated=open or a decision in codegen.yaml changes it',
  }),
  'data-language': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} kept without the language tag: the field holds only the string`,
  }),
  'data-datatype': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} kept with the datatype of the field, which differs`,
  }),
  'data-spelling': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${numbered(p.count, 'value')} kept in another spelling of the same value`,
  }),
  'data-direction': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${numbered(p.count, 'statement')} kept as ${p.element}, which is the other direction of the relation`,
  }),
  'data-unresolved': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `${p.element}: ${numbered(p.count, 'reference')} ${p.isLeftOut ? 'left out' : 'kept'}; the data has no such individual`,
    help: () => 'a database rejects them: convert the data together with what it refers to',
  }),
  'data-other-class': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `${p.element}: ${numbered(p.count, 'reference')} ${p.isLeftOut ? 'left out' : 'kept'}; the target is an individual of another class`,
    help: () => 'a database rejects them',
  }),
  'data-record-no-json': entry<{ syntax?: { readonly why: string } | undefined }>({
    severity: 'error',
    message: (p) => `this is not a JSON object${p.syntax ? `: ${p.syntax.why}` : ''}`,
    help: () => 'write each record as one object: one on each line, or in a list',
  }),
  'data-record-no-class': entry<{ told?: string | undefined }>({
    severity: 'error',
    message: (p) =>
      p.told === undefined
        ? 'this record names no class of the ontology'
        : `this record names the class ${JSON.stringify(p.told)}, which the ontology does not have`,
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
    /** True if SHACL defines no such parameter (SHACL, appendix A). */
    isMalformed: boolean;
    hindrance: string | undefined;
  }>({
    severity: 'warning',
    message: (p) =>
      `${p.construct} is not ${p.isPartly ? 'fully ' : ''}checked${p.count === 1 ? '' : `, ${p.count.toLocaleString('en')} times`}: ${p.statement} (${p.why})`,
    help: (p) => {
      if (p.isMalformed) return 'correct the shape: SHACL does not define this parameter';
      return p.hindrance === undefined
        ? 'another SHACL engine may check it with the same data and shapes'
        : `SHACL Core is checked in RDF data; ${p.hindrance}`;
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
