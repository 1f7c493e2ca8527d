import { formatPlace } from '../diagnostics/index.ts';
import { type DomainModel, slice } from '../model/index.ts';
import { isStandardTerm, rdfs } from '../ontology/index.ts';
import { elementsOf, explain, nameOf, policyChoices } from '../report/index.ts';
import type { Element, Target } from '../targets/index.ts';
import type { ValidOntology } from './analysis.ts';

/** Number of classes above which targets generate only the relevant part of the model. */
const LARGE_MODEL = 100;

/** Maximum number of further elements to list: a property may be in many classes, and only the first is shown in detail. */
const MAX_LISTED = 5;

/**
 * Returns information about an IRI as Markdown: its name and type in each target, what is stated about it, and what is
 * assumed. Returns undefined if there is no information.
 */
export async function hover(
  iri: string,
  { ontology, model }: ValidOntology,
  targets: readonly Target[],
): Promise<string | undefined> {
  const name = ontology.show(iri);
  const elements = model ? elementsFor(model, iri) : [];
  const label = ontology.literals(iri, rdfs.label)[0]?.value;
  const comment = ontology.literals(iri, rdfs.comment)[0]?.value;
  const head = [
    `**${escaped(name)}**${label === undefined ? '' : ` — ${escaped(label)}`}`,
    ...(comment === undefined ? [] : [escaped(comment)]),
  ];
  if (!model || elements.length === 0) {
    if (ontology.statements(iri).length > 0) return [...head, ...(model ? ['*Nothing is generated of it.*'] : [])].join('\n\n');
    return isStandardTerm(iri) ? `**${escaped(name)}** — a term of the standard` : undefined;
  }
  const [first, ...others] = elements as [Element, ...Element[]];
  const listed = others.slice(0, MAX_LISTED).map((each) => `\`${nameOf(each)}\``);
  const omitted = others.length > MAX_LISTED ? [`${others.length - MAX_LISTED} more`] : [];
  const also = others.length === 0 ? [] : [`Also ${[...listed, ...omitted].join(', ')}`];
  return [...head, await hoverText(first, iri, { ontology, model }, targets), ...also].join('\n\n');
}

/** Returns the elements that an IRI names; a field only in the class that declares it. */
export function elementsFor(model: DomainModel, iri: string): Element[] {
  const elements: Element[] = [];
  for (const element of elementsOf(model)) {
    if (element.kind === 'class' && element.class.iri === iri) elements.push(element);
    if (element.kind === 'enumeration' && element.enumeration.iri === iri) elements.push(element);
    // Only in the class that declares it, not in subclasses that inherit it.
    const { kind } = element;
    if (kind === 'field' && element.field.iri === iri && element.class.fields.includes(element.field)) elements.push(element);
  }
  return elements;
}

async function hoverText(
  element: Element,
  iri: string,
  { ontology, model }: Required<Pick<ValidOntology, 'ontology'>> & { model: DomainModel },
  targets: readonly Target[],
): Promise<string> {
  const [part, copy] = await elementSlice(element, iri, model, ontology);
  const { name, axioms, assumptions, settled, decided, targets: spelt } = explain(copy, part, targets, (file) => file.content);
  const rows = spelt.map(
    (each) =>
      `| ${each.target} | \`${each.name}\` | ${each.type === undefined ? '' : `\`${each.type.replaceAll('|', '\\|')}\``} |`,
  );
  const list = (title: string, lines: readonly string[]) => {
    const more = lines.length > 6 ? [`… and ${lines.length - 6} more`] : [];
    return lines.length === 0 ? [] : [`${title}\n\n${[...lines.slice(0, 6), ...more].map((line) => `- ${line}`).join('\n')}`];
  };
  return [
    ...(element.kind === 'field' ? [`\`${name}\``] : []),
    ['| target | name | type |', '|---|---|---|', ...rows].join('\n'),
    ...list(
      'Stated',
      axioms.map(({ statement }) => `\`${statement}\``),
    ),
    ...list(
      'Assumed',
      assumptions.map(({ decided: what, policy }) => `${escaped(what)} (\`${policyChoices(policy)}\`)`),
    ),
    ...list('Decided', [
      ...settled.map(({ says, place }) => `${escaped(says)} (${escaped(formatPlace(place))})`),
      ...decided.map(({ decided: what, policy, value }) => `${escaped(what)} (\`--policy ${policy}=${value}\`)`),
    ]),
  ].join('\n\n');
}

/**
 * Reduces a large model to the class of an element and the class that it references; returns that slice and the element in
 * it. Names and types are the same as in the whole model.
 */
async function elementSlice(
  element: Element,
  iri: string,
  model: DomainModel,
  ontology: ValidOntology['ontology'],
): Promise<readonly [DomainModel, Element]> {
  if (model.classes.length <= LARGE_MODEL || element.kind === 'enumeration') return [model, element];
  const needed = [element.class];
  if (element.kind === 'field' && element.field.type.kind === 'reference') needed.push(element.field.type.target);
  const select = needed.map((cls) => `<${cls.iri}>`);
  const part = await slice(model, { select, exclude: [], depth: 0, outside: 'iri' }, ontology);
  const copy = elementsFor(part, iri).find(
    (each) => each.kind === element.kind && 'class' in each && each.class.iri === element.class.iri,
  );
  return copy ? [part, copy] : [model, element];
}

/** Escapes text for Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
