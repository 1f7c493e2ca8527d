/** Messages about data. */

import { countOf, entry } from './entry.ts';

/** Values or statements that a conversion loses or changes. */
export interface DataLoss {
  readonly count: number;
  /** The field or the property. */
  readonly element: string;
  /** The reason for the first of them. */
  readonly why: string | undefined;
  /** True if references without a target are left out, because a database rejects such rows. */
  readonly isLeftOut?: boolean;
  /** True if the data are validated and not converted. */
  readonly isValidated?: boolean;
  /** True if the first of them is an IRI. */
  readonly isResource?: boolean;
  /** A clause that says how to keep the first of them. */
  readonly remedy?: string | undefined;
}

/** A constraint that an individual violates. */
export interface Breach {
  readonly who: string;
  readonly member: string | undefined;
  readonly says: string;
  readonly because: readonly string[];
  /** A clause that says how to keep the value. */
  readonly remedy?: string | undefined;
}

const breachText = ({ who, member, says }: Breach): string => `${who}${member === undefined ? '' : `: ${member}`} ${says}`;

const breachHelp = ({ because, remedy = '' }: Breach): string => {
  if (because.length === 0) return remedy;
  const reasons = because.map((reason) => reason.replace(/^the assumption ([\w-]+)=\S+$/, '$&, which --policy $1 changes'));
  const causes = `the constraint follows from ${reasons.join('; ')}`;
  return remedy === '' ? causes : `${causes}. ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
};

/** Returns `1 value is` or `2 values are`. */
function countClause(count: number, one: string): string {
  return count === 1 ? `1 ${one} is` : `${count.toLocaleString('en')} ${one}s are`;
}

const RESOURCE_HELP = 'if the values are resources, state it: rdfs:range with a class, or sh:nodeKind sh:IRI in a shape';

export const dataMessages = {
  'data-property': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'statement')} with ${p.element}, because no class of the subject has this property`,
    help: (p) =>
      `in the ontology, state a class of the subject as the rdfs:domain of ${p.element}, or add ${p.element} to a shape of the class`,
  }),
  'data-member': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}, because the class has no such property`,
    help: (p) => p.why ?? 'run codegen explain for the properties of the class, or add the property to the ontology',
  }),
  'data-twice': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}, because the record has this key twice; the last value is used`,
    help: () => 'remove one of them; data validate reports an error',
  }),
  'data-no-class': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      p.isValidated
        ? `${p.element}: codegen does not check ${countOf(p.count, 'statement')}, because no class is generated for this type`
        : `${p.element}: ${countClause(p.count, 'statement')} left out: no class is generated for this type`,
    help: () => 'declare the class in the ontology, and check --select, --exclude and "skip"',
  }),
  'data-untyped': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen ${p.isValidated ? 'does not check' : 'leaves out'} ${countOf(p.count, 'statement')}, because the subject has no type`,
    help: () => 'state its class with rdf:type; codegen infers none',
  }),
  'data-value': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}: ${p.why ?? 'the value does not fit the field'}`,
    help: (p) => p.remedy ?? (p.isResource ? RESOURCE_HELP : ''),
  }),
  'data-two-classes': entry<{ iri: string; classes: readonly [string, string] }>({
    severity: 'warning',
    message: (p) =>
      `<${p.iri}> is of the classes ${p.classes.join(' and ')}, whose rows have the same primary key; PostgreSQL rejects the second row`,
    help: () => 'remove one of the classes from the data, or generate with --policy subclasses=several',
  }),
  'data-several': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `codegen leaves out ${countOf(p.count, 'value')} of ${p.element}, because the field holds one value and already has one`,
    help: (p) =>
      `codegen explain ${p.element} states why; --policy unstated=open, or many: true under elements in codegen.yaml, allows several values`,
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
    message: (p) =>
      p.isResource
        ? `${p.element}: ${countClause(p.count, 'IRI')} kept as a literal with the datatype of the field`
        : `${p.element}: ${countClause(p.count, 'value')} kept with the datatype of the field instead of the stated one`,
    help: (p) => (p.isResource ? RESOURCE_HELP : ''),
  }),
  'data-spelling': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${p.element}: ${countClause(p.count, 'value')} written in another lexical form; the values stay equal`,
  }),
  'data-direction': entry<DataLoss>({
    severity: 'warning',
    message: (p) => `${countClause(p.count, 'statement')} kept as ${p.element}, which is the other direction of the relation`,
  }),
  'data-unresolved': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      p.isValidated
        ? `${p.element}: codegen does not check the class of ${countOf(p.count, 'value')}, because the data states no type of ${p.count === 1 ? 'it' : 'them'}`
        : `${p.element}: ${countClause(p.count, 'reference')} ${p.isLeftOut ? 'left out' : 'kept'}; the data has no such individual`,
    help: (p) =>
      p.isValidated
        ? 'validate the data together with the data that describes these values; if sh:class states the class, other SHACL engines report them as violations'
        : 'convert the data together with the instances that they refer to; a database rejects them otherwise',
  }),
  'data-other-class': entry<DataLoss>({
    severity: 'warning',
    message: (p) =>
      `${p.element}: ${p.isValidated ? countOf(p.count, 'reference') : `${countClause(p.count, 'reference')} ${p.isLeftOut ? 'left out' : 'kept'}`}; the target is of a class outside the range of the property`,
    help: () => 'correct the references; a database rejects them',
  }),
  'data-record-no-json': entry<{ syntax?: { readonly why: string } | undefined }>({
    severity: 'error',
    message: (p) => `this is not a JSON object${p.syntax ? `: ${p.syntax.why}` : ''}`,
    help: (p) =>
      p.syntax ? 'correct the JSON at this position' : 'write each record as one object: one on each line, or in a list',
  }),
  'data-record-no-class': entry<{ statedClass?: string | undefined; suggestion?: string | undefined }>({
    severity: 'error',
    message: (p) =>
      p.statedClass === undefined
        ? 'this record names no class of the ontology'
        : `this record names the class ${JSON.stringify(p.statedClass)}, which the ontology does not have`,
    help: ({ suggestion }) =>
      suggestion === undefined
        ? 'add "@type" with the name of a class, or give --class for all records'
        : `did you mean ${JSON.stringify(suggestion)}?`,
  }),
  'data-record-no-identity': entry<{ isInvalid?: boolean | undefined }>({
    severity: 'error',
    message: (p) => (p.isInvalid ? 'the "id" of this record is not a UUID' : 'this record has no id'),
    help: () => 'add "id" with a UUID, or "@id" with an IRI',
  }),
  'data-record-relative-identity': entry<Record<string, never>>({
    severity: 'error',
    message: () => 'the "@id" of this record is a relative IRI',
    help: () => 'write an absolute IRI, such as "https://example.org/people/alice"',
  }),
  'data-records-more': entry<{ count: number }>({
    severity: 'error',
    message: (p) => `there ${p.count === 1 ? 'is' : 'are'} ${countOf(p.count, 'more invalid record')}`,
    help: () => 'correct the reported records, and run the command again',
  }),
  'data-sample-fewer': entry<{ class: string; count: number; wanted: number }>({
    severity: 'warning',
    message: (p) =>
      p.count === 0
        ? `codegen could not generate an instance of ${p.class} that satisfies all constraints`
        : `codegen could generate only ${p.count} of ${p.wanted} instances of ${p.class} that satisfy all constraints`,
    help: () =>
      'run codegen explain to list the constraints; usual causes are a pattern, a unique field, or a reference without a target',
  }),
  'data-sample-violations': entry<{ violations: number; example: string }>({
    severity: 'warning',
    message: (p) =>
      `the generated instances have ${p.violations === 1 ? 'a violation' : `${p.violations} violations`} of shapes that codegen does not enforce, for example: ${p.example}`,
    help: () => 'write the instances as RDF, run codegen data validate to list the violations, and correct the values',
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
        ? 'check the data against this shape with another SHACL validator, such as pySHACL'
        : `check the data against this shape with another SHACL validator, such as pySHACL; codegen checks SHACL Core in RDF data, but ${p.hindrance}`;
    },
  }),
  'data-shapes-failed': entry<{ count: number; reason: string }>({
    severity: 'error',
    message: (p) =>
      `the SHACL check stopped before it finished, because ${p.reason}; ${countOf(p.count, 'statement')} of the shapes ${p.count === 1 ? 'is' : 'are'} not checked`,
    help: () => 'correct the shape, or validate fewer instances',
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
    help: (p) => (p.suggestion === undefined ? 'run codegen graph load to list its classes' : `did you mean ${p.suggestion}?`),
    exit: 2,
  }),
} as const;
