/** Reviews ontologies for modelling problems. */

import path from 'node:path';
import { asDiagnosticError, type Code, DiagnosticError, type Place } from '../../diagnostics/index.ts';
import { buildModel, type Policies } from '../../model/index.ts';
import { isBlank, loadOntology, type Node, type Ontology, owl, rdf, rdfs, sh } from '../../ontology/index.ts';
import type { ConfiguredOntology } from '../configured-ontology.ts';
import { finding, type TextPosition } from './finding.ts';
import type { RuleId } from './rules.ts';
import type { Finding } from './types.ts';

/** Rules for warnings of the model builder. Its other warnings are about generation, not modelling. */
const fromModel: Partial<Record<Code, RuleId>> = {
  'property-without-domain': 'ontology-property-without-domain',
  'property-without-range': 'ontology-property-without-range',
  'domain-not-declared': 'ontology-undeclared-class',
  'superclass-not-declared': 'ontology-undeclared-class',
  'datatype-unknown': 'ontology-unknown-datatype',
  'subclass-cycle': 'ontology-cycle',
  'reference-cycle': 'ontology-cycle',
  'name-collision': 'ontology-name-collision',
  'cardinality-conflict': 'ontology-contradiction',
  'range-ambiguous': 'ontology-contradiction',
};

/**
 * Returns the modelling problems of one file; if it cannot be loaded, its syntax errors. A file without classes has none.
 *
 * @param root the analysed folder; imports may read all files in it
 * @param shownPath the file's path relative to it, as shown in findings
 */
export async function reviewOntology(
  root: string,
  shownPath: string,
  settings: { readonly policies: Policies; readonly configured?: ConfiguredOntology | undefined },
): Promise<readonly Finding[]> {
  const file = path.join(root, shownPath);
  const configured = settings.configured?.file === path.resolve(file) ? settings.configured : undefined;
  const policies = configured?.policies ?? settings.policies;
  const sources = { ...configured?.sources, allowRead: [root, ...(configured?.sources.allowRead ?? [])] };
  const ontology = await loadOntology(file, sources).catch(asDiagnosticError);
  if (ontology instanceof DiagnosticError) {
    return ontology.diagnostics
      .filter(({ code }) => code !== 'file-empty')
      .map(({ place, message }) =>
        finding('ontology-syntax', shownPath, positionOfPlace(place), message.replaceAll(file, path.basename(file))),
      );
  }
  const classes = classesOf(ontology);
  // A file without classes is data, not an ontology.
  if (classes.length === 0) return [];
  const { diagnostics } = await buildModel(ontology, policies).catch(asDiagnosticError);
  const findings: Finding[] = [];
  // Imported files are reviewed separately.
  const isHere = (place: Place | undefined) => place === undefined || place.file === ontology.file;
  for (const each of diagnostics) {
    const rule = fromModel[each.code];
    if (rule !== undefined && isHere(each.place))
      findings.push(finding(rule, shownPath, positionOfPlace(each.place), each.message));
  }
  const alike: FindingGroups = new Map();
  const report: ReportNode = (rule, node, message) => {
    if (!isHere(ontology.place(node))) return;
    const known = alike.get(rule);
    if (known) known.push({ node, message });
    else alike.set(rule, [{ node, message }]);
  };
  reviewClasses(ontology, classes, report);
  reviewInverses(ontology, new Set(classes), report);
  return [...findings, ...summarizeFindings(alike, ontology, shownPath)];
}

/** Results by rule: elements with their messages. */
type FindingGroups = Map<RuleId, { readonly node: Node; readonly message: string }[]>;

/** Converts a source location to the position of a finding. */
function positionOfPlace(place: { readonly line?: number; readonly column?: number } | undefined): TextPosition {
  return { line: place?.line ?? 1, column: place?.column ?? 1 };
}

/** Yields a finding for each element, or one that summarises many elements with the same problem. */
function* summarizeFindings(alike: FindingGroups, ontology: Ontology, shownPath: string): Iterable<Finding> {
  for (const [rule, each] of alike) {
    const [first] = each;
    const summary = summaryMessages[rule];
    if (!first || !summary || each.length <= MAX_SEPARATE_FINDINGS) {
      for (const { node, message } of each) yield finding(rule, shownPath, positionOfPlace(ontology.place(node)), message);
      continue;
    }
    const elements = each.map(({ node }) => ontology.show(node));
    const names = `${elements.slice(0, SHOWN).join(', ')} and ${elements.length - SHOWN} more`;
    yield {
      ...finding(rule, shownPath, positionOfPlace(ontology.place(first.node)), `${summary(elements.length)}: ${names}`),
      elements,
    };
  }
}

type ReportNode = (rule: RuleId, node: Node, message: string) => void;

/** Up to this number of elements with the same problem have separate findings; more have one together. */
const MAX_SEPARATE_FINDINGS = 5;

/** Number of elements that its message names. */
const SHOWN = 3;

/** Messages for many elements at once. */
const summaryMessages: Partial<Record<RuleId, (count: number) => string>> = {
  'ontology-class-without-label': (count) => `${count} classes have no label`,
  'ontology-class-without-comment': (count) => `${count} classes have no comment`,
  'ontology-unused-class': (count) => `nothing refers to ${count} classes, and they have no properties`,
  'ontology-missing-inverse': (count) => `${count} object properties have no inverse`,
};

function classesOf(ontology: Ontology): readonly Node[] {
  return ontology.typed.filter((node) => {
    if (isBlank(node)) return false;
    const types = ontology.types(node);
    return types.includes(owl.Class) || types.includes(rdfs.Class);
  });
}

const LABELS = [
  rdfs.label,
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title',
];
const COMMENTS = [
  rdfs.comment,
  'http://www.w3.org/2004/02/skos/core#definition',
  'http://purl.org/dc/terms/description',
  'http://purl.org/dc/elements/1.1/description',
  'http://schema.org/description',
  'https://schema.org/description',
];

function isDeprecated(ontology: Ontology, node: Node): boolean {
  return ontology.isTrue(node, owl.deprecated) || ontology.types(node).includes(owl.DeprecatedClass);
}

function reviewClasses(ontology: Ontology, classes: readonly Node[], report: ReportNode): void {
  // Everything that is referred to. `rdf:type` counts only if its subject or object is not a class itself.
  const used = new Set<Node>();
  for (const subject of ontology.subjects()) {
    for (const { predicate, object } of ontology.statements(subject)) {
      if (typeof object === 'string' && object !== subject && (predicate !== rdf.type || !isBlank(object))) used.add(object);
    }
  }
  for (const node of classes) {
    if (isDeprecated(ontology, node)) continue;
    const name = ontology.show(node);
    const has = (predicates: readonly string[]) =>
      predicates.some((each) => ontology.literals(node, each).some(({ value }) => value.trim() !== ''));
    if (!has(LABELS)) report('ontology-class-without-label', node, `class ${name} has no label`);
    if (!has(COMMENTS)) report('ontology-class-without-comment', node, `class ${name} has no comment`);
    const isRelated = [rdfs.subClassOf, owl.equivalentClass, owl.unionOf, owl.intersectionOf, owl.hasKey, sh.property].some(
      (predicate) => ontology.nodes(node, predicate).length > 0,
    );
    if (!used.has(node) && !isRelated) {
      report('ontology-unused-class', node, `nothing refers to class ${name}, and it has no properties`);
    }
  }
}

function reviewInverses(ontology: Ontology, classes: ReadonlySet<Node>, report: ReportNode): void {
  const properties = ontology.typed.filter((node) => !isBlank(node) && ontology.types(node).includes(owl.ObjectProperty));
  const inverted = new Set<Node>();
  for (const subject of ontology.subjects()) {
    for (const other of ontology.nodes(subject, owl.inverseOf)) inverted.add(other).add(subject);
  }
  const lone = properties.filter((node) => {
    const types = ontology.types(node);
    return (
      !inverted.has(node) &&
      !types.includes(owl.SymmetricProperty) &&
      !types.includes(owl.DeprecatedProperty) &&
      !isDeprecated(ontology, node)
    );
  });
  /** Returns its one domain and one range, if both are classes of the ontology. */
  const ends = (node: Node): readonly [Node, Node] | undefined => {
    const [domains, ranges] = [ontology.nodes(node, rdfs.domain), ontology.nodes(node, rdfs.range)];
    const [domain, range] = [domains[0], ranges[0]];
    if (domains.length !== 1 || ranges.length !== 1 || domain === undefined || range === undefined) return undefined;
    return classes.has(domain) && classes.has(range) ? [domain, range] : undefined;
  };
  const byEnds = new Map<string, Node[]>();
  for (const node of lone) {
    const pair = ends(node);
    if (!pair) continue;
    const key = pair.join(' ');
    byEnds.set(key, [...(byEnds.get(key) ?? []), node]);
  }
  const reported = new Set<Node>();
  for (const node of lone) {
    const pair = ends(node);
    // The inverse of a property of a class to itself, such as a parent, would have the same ends, and is not recognisable.
    if (!pair || reported.has(node) || pair[0] === pair[1]) continue;
    const [others, sameDirection] = [byEnds.get(`${pair[1]} ${pair[0]}`) ?? [], byEnds.get(pair.join(' ')) ?? []];
    const [other] = others;
    if (sameDirection.length === 1 && others.length === 1 && other !== undefined) {
      reported.add(node).add(other);
      const [a, b] = [ontology.show(node), ontology.show(other)];
      report(
        'ontology-inverse-not-declared',
        node,
        `${a} and ${b} run between the same classes in opposite directions, and are not declared inverse`,
      );
    } else {
      report(
        'ontology-missing-inverse',
        node,
        `${ontology.show(node)} has no inverse: ${ontology.show(pair[1])} has no way back to ${ontology.show(pair[0])}`,
      );
    }
  }
}
