/** Prints what an editor shows when the pointer is on an IRI. */

import { formatPlace } from '../diagnostics/index.ts';
import { type DomainModel, slice } from '../model/index.ts';
import { isStandardTerm, rdfs } from '../ontology/index.ts';
import { elementsOf, explain, policyChoices } from '../report/index.ts';
import { type Element, nameOf, type Target } from '../targets/index.ts';
import type { ValidOntology } from './analysis.ts';

/** Number of classes above which targets generate only the relevant part of the model. */
const LARGE_MODEL = 100;

const MAX_LINES = 6;

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
  const [first, ...others] = model ? elementsWithIri(model, iri) : [];
  const label = ontology.literals(iri, rdfs.label)[0]?.value;
  const comment = ontology.literals(iri, rdfs.comment)[0]?.value;
  const head = [
    `**${escapeMarkdown(name)}**${label === undefined ? '' : ` — ${escapeMarkdown(label)}`}`,
    ...(comment === undefined ? [] : [escapeMarkdown(comment)]),
  ];
  if (!model || !first) {
    if (ontology.statements(iri).length > 0) return [...head, ...(model ? ['*Nothing is generated from it.*'] : [])].join('\n\n');
    return isStandardTerm(iri) ? `**${escapeMarkdown(name)}** — a term of a standard vocabulary` : undefined;
  }
  const listed = others.slice(0, MAX_LISTED).map((element) => `\`${nameOf(element)}\``);
  const omitted = others.length > MAX_LISTED ? [`${others.length - MAX_LISTED} more`] : [];
  const also = others.length === 0 ? [] : [`Also ${[...listed, ...omitted].join(', ')}`];
  return [...head, await hoverText(first, iri, { ontology, model }, targets), ...also].join('\n\n');
}

/** Returns the elements that an IRI names; a field only in the class that declares it, not in subclasses that inherit it. */
export function elementsWithIri(model: DomainModel, iri: string): Element[] {
  return [...elementsOf(model)].filter((element) => {
    switch (element.kind) {
      case 'class':
        return element.class.iri === iri;
      case 'enumeration':
        return element.enumeration.iri === iri;
      default:
        return element.field.iri === iri && element.class.fields.includes(element.field);
    }
  });
}

async function hoverText(
  element: Element,
  iri: string,
  { ontology, model }: { readonly ontology: ValidOntology['ontology']; readonly model: DomainModel },
  targets: readonly Target[],
): Promise<string> {
  const [modelSlice, elementInSlice] = await elementSlice(element, iri, model, ontology);
  // Files have no header, because no line numbers are shown.
  const explanation = explain(elementInSlice, modelSlice, targets, (file) => file.content);
  const { name, axioms, assumptions, settled, decided } = explanation;
  const rows = explanation.targets.map(({ target, name: targetName, type }) => {
    const typeText = type === undefined ? '' : `\`${type.replaceAll('|', '\\|')}\``;
    return `| ${target} | \`${targetName}\` | ${typeText} |`;
  });
  const list = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return [];
    const more = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
    return [`${title}\n\n${[...lines.slice(0, MAX_LINES), ...more].map((line) => `- ${line}`).join('\n')}`];
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
      assumptions.map(({ decided: what, policy }) => `${escapeMarkdown(what)} (\`${policyChoices(policy)}\`)`),
    ),
    ...list('Decided', [
      ...settled.map(({ says, place }) => `${escapeMarkdown(says)} (${escapeMarkdown(formatPlace(place))})`),
      ...decided.map(({ decided: what, policy, value }) => `${escapeMarkdown(what)} (\`--policy ${policy}=${value}\`)`),
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
  const modelSlice = await slice(model, { select, exclude: [], depth: 0, outside: 'iri' }, ontology);
  const elementInSlice = elementsWithIri(modelSlice, iri).find(
    (found) => found.kind === element.kind && 'class' in found && found.class.iri === element.class.iri,
  );
  return elementInSlice ? [modelSlice, elementInSlice] : [model, element];
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
