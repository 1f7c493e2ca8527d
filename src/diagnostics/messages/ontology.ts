/** Messages about reading an ontology. */

import { entry } from './entry.ts';

export const ontologyMessages = {
  'file-not-found': entry<{ file: string; isOfSettings?: boolean }>({
    severity: 'error',
    message: (p) => (p.file === '' ? 'the path of a file is empty' : `cannot find ${p.file}`),
    help: (p) => {
      if (p.file === '') return 'give a path; check that the shell variable is not empty';
      if (/^~[/\\]/.test(p.file) && p.isOfSettings)
        return 'write the path of the home folder: codegen does not expand ~ in settings';
      if (/^~[/\\]/.test(p.file)) return 'remove the quotes or the = before ~, so that the shell expands ~';
      return `check the path; it is relative to ${p.isOfSettings ? 'the folder of this file' : 'the working directory'}`;
    },
  }),
  'file-is-directory': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `${p.file} is a directory; codegen reads files`,
    help: () => 'give the path of a file in it',
  }),
  'file-unreadable': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `cannot read ${p.file}: ${p.reason}`,
  }),
  'file-endless': entry<{ file: string }>({
    severity: 'error',
    message: (p) => `codegen cannot read ${p.file}: it is a device, a named pipe or a socket`,
    help: () => 'save the output to a file, or use process substitution: <(command)',
  }),
  'file-too-large': entry<{ file: string; what: string; limit: string }>({
    severity: 'error',
    message: (p) => `${p.file} exceeds the limit of ${p.limit} for ${p.what}`,
    help: (p) => {
      if (!p.what.startsWith('an ontology')) return 'split it';
      return /\.(?:owl|rdf|xml|json|jsonld)$/i.test(p.file)
        ? 'convert it to Turtle, which has a higher limit'
        : 'move instance data to another file, or split the ontology and link the parts with owl:imports';
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
        ? 'write "@context": {"@vocab": "http://schema.org/"}, or paste the value of its "@context" in place of its address'
        : 'paste the value of its "@context" in place of its address',
  }),
  'too-deep': entry<{ what: string; limit: number }>({
    severity: 'error',
    message: (p) => `${p.what} are nested more than ${p.limit} deep here`,
    help: () => 'check how the file was produced: no known tool nests so deep',
  }),
  'too-slow': entry<{ what: string; seconds: number }>({
    severity: 'error',
    message: (p) => `${p.what} takes more than ${p.seconds} s, so codegen stops`,
    help: () =>
      'split the ontology, or move instance data to another file: the largest published ontologies take a tenth of this time',
  }),
  'memory-used-up': entry<{ what: string; limit: string }>({
    severity: 'error',
    message: (p) => `${p.what} needs more than the available ${p.limit} of memory`,
    help: () => 'generate fewer templates at once, or raise the limit: NODE_OPTIONS=--max-old-space-size=<MB>',
  }),
  'model-too-large': entry<{ what: string; limit: number }>({
    severity: 'error',
    message: (p) => `the ${p.what}, counted for each class and added up, are more than ${p.limit.toLocaleString('en')}`,
    help: () => 'shorten long chains of rdfs:subClassOf, split the ontology, or generate a part of it with --select',
  }),
  'entity-elsewhere': entry<{ name: string }>({
    severity: 'error',
    message: (p) => `the XML entity ${p.name} loads text from another file, and codegen does not read such files`,
    help: () => 'copy the text into this file, or convert the ontology to Turtle',
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
    help: () => 'declare at least one class, such as :User a owl:Class .',
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
      const listsDeclared = p.namespace === undefined && p.declared.length > 0 && p.declared.length < 10;
      const declared = listsDeclared ? ` (declared: ${p.declared.map((name) => `"${name}:"`).join(', ')})` : '';
      return `declare it at the top of the file: @prefix ${p.prefix}: <${p.namespace ?? 'IRI of the vocabulary'}> .${declared}`;
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
  }>({
    severity: 'warning',
    message: (p) =>
      `no local file is known for the import ${p.iri}${p.reason === undefined ? '' : ` (${p.reason})`}, and codegen does not download imports; ${p.names.length === 0 ? 'the model lacks the classes, properties and axioms that only this file states' : `${p.names.length === 1 ? '1 term of it stays' : `${p.names.length} terms of it stay`} undefined: ${p.names.slice(0, 5).join(', ')}${p.names.length > 5 ? ', …' : ''}`}`,
    help: (p) => `download the file, and pass it: --import ${p.iri.includes('=') ? `'<${p.iri}>'` : p.iri}=<file>`,
  }),
  'import-other-ontology': entry<{ iri: string; file: string; other: string }>({
    severity: 'warning',
    message: (p) => `the import ${p.iri} is read from ${p.file} because of its name, but that file declares ${p.other}`,
    help: (p) => `if it is another ontology, give the file: --import ${p.iri}=<file>`,
  }),
  'import-unused': entry<{ iri: string; file: string }>({
    severity: 'warning',
    message: (p) => `--import ${p.iri}=${p.file} is not used: no file has owl:imports with this IRI`,
    help: () => 'correct the IRI before the =, or pass a file of shapes with --shapes',
  }),
  'shapes-without-shape': entry<{ file: string }>({
    severity: 'warning',
    message: (p) => `${p.file}, which is given as shapes, contains no SHACL shape and no OWL axiom`,
    help: () => 'give a file with sh:NodeShape or sh:PropertyShape; individuals are checked by codegen data validate',
  }),
  'import-no-path': entry<{ iri: string; reason: string }>({
    severity: 'error',
    message: (p) => `the import ${p.iri} names no file on this machine: ${p.reason}`,
    help: (p) => `give its file: --import ${p.iri.includes('=') ? `'<${p.iri}>'` : p.iri}=<file>`,
  }),
  'read-outside': entry<{ what: string; file: string; folder: string; root: string }>({
    severity: 'error',
    message: (p) =>
      `${p.what} points to ${p.file}, outside ${p.root === '.' ? 'the working directory' : p.root}; codegen does not read it`,
    help: (p) => `allow its folder with --allow-read ${p.folder}, or pass the file with --import <IRI>=<file>`,
  }),
  'foreign-unreadable': entry<{ file: string }>({
    severity: 'error',
    message: (p) =>
      `${p.file} is not valid RDF; codegen does not print the error, because the file is hidden or outside the project`,
    help: (p) => `run codegen graph load ${p.file} to see the error`,
  }),
  'catalog-unreadable': entry<{ file: string; reason: string }>({
    severity: 'error',
    message: (p) => `${p.file} is not an XML catalogue: ${p.reason}`,
    help: () => 'correct the file, or give an OASIS XML catalogue, such as catalog-v001.xml, with --catalog',
  }),
} as const;
