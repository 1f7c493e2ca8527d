/** Formats violations of constraints and their reasons, and warns about shapes that are not judged. */

import { type Diagnostic, diagnostic, type Place, quoteValue, type Tree } from '../diagnostics/index.ts';
import { type Breach, canonicalFormOf } from '../instances/index.ts';
import { type Axiom, type DomainModel, type Field, identity, kindOf } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';
import type { ConstraintReason } from '../report/index.ts';
import type { JudgedShapes } from './shapes.ts';
import { valueNames } from './suggestions.ts';

/** Start of the text of a policy value that the user did not choose. */
export const ASSUMED = 'the assumption ';

/** Why a shape that every layer enforces is judged with the data themselves. */
const TERMS_REASON = 'the data have values with another datatype than the fields';

/** Returns warnings for shapes that are not judged, or only in part: the first of each kind, with their number. */
export function unjudgedShapeWarnings(
  axioms: readonly Axiom[],
  byShapes: JudgedShapes | undefined,
  hindrance: string | undefined,
): readonly Diagnostic[] {
  const groups = new Map<string, Axiom[]>();
  for (const axiom of axioms) {
    if (byShapes?.judged.has(axiom)) continue;
    const isMalformed = byShapes?.malformed.has(axiom) ?? false;
    const key = `${axiom.construct} ${axiom.shortfall} ${isMalformed} ${byShapes?.reasonOf(axiom)}`;
    pushTo(groups, key, axiom);
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { construct, statement, shortfall: why = TERMS_REASON, place } = first;
    const isPartly = all.some((axiom) => axiom.constraints.length > 0 || byShapes?.partlyJudged.has(axiom));
    const isMalformed = byShapes?.malformed.has(first) ?? false;
    const params = {
      construct,
      count: all.length,
      statement,
      why,
      isPartly,
      isMalformed,
      hindrance: byShapes?.reasonOf(first) ?? hindrance,
    };
    return diagnostic('data-shape-unjudged', params, place);
  });
}

/** Returns the text of a violation of a demand, which is given in words. */
export const violationText = (demand: string): string => `violates "${demand}"`;

/** Returns that a required field has no value, or that a record has no member for a list. The number of values is not the reason if the list may be empty. */
export function missingValueMessage({ minItems = 0, cardinality }: Field): string {
  if (cardinality !== 'many') return 'has no value';
  if (minItems === 0) return 'is missing; a list without values is []';
  return `is missing; it has at least ${minItems} ${minItems === 1 ? 'value' : 'values'}`;
}

/** Returns the JSON that is not a value of a field, and what the field accepts: `found "5", expected an integer such as 42`. */
export function invalidValueText({ type, cardinality }: Field, tree: Tree): string {
  if (cardinality === 'many' && tree.kind !== 'array') return `found ${jsonText(tree)}, expected a list`;
  const items = tree.kind === 'array' ? tree.items : [tree];
  const found = jsonText(items.find((item) => canonicalFormOf(type, item) === undefined) ?? tree);
  if (type.kind === 'enumeration') return `found ${found}, expected one of ${valueNames(type)}`;
  if (type.kind === 'union') return `found ${found}`;
  const { json, examples, range } = type.kind === 'scalar' ? kindOf(type.scalar) : identity;
  const expected =
    json === 'integer' && range ? `from ${range.minimum} to ${range.maximum}` : `such as ${example(json, examples[0])}`;
  return `found ${found}, expected ${json === 'integer' ? 'an' : 'a'} ${json} ${expected}`;
}

const example = (json: string, value: string): string => (json === 'string' ? JSON.stringify(value) : value);

function jsonText(tree: Tree): string {
  if (tree.kind === 'string') return quoteValue(tree.value);
  if (tree.kind === 'number') return tree.source;
  if (tree.kind === 'boolean') return String(tree.value);
  return tree.kind === 'null' ? 'null' : tree.kind === 'array' ? 'a list' : 'an object';
}

/** Returns a demand on several fields of an instance in words. */
export function objectMessage(demand: NonNullable<Breach['demand']>): string {
  switch (demand.kind) {
    case 'choice': {
      const names = demand.choice.fields.map(({ name }) => name).join(', ');
      return `${demand.choice.required ? 'exactly' : 'at most'} one of ${names} has a value`;
    }
    case 'total': {
      const { fields, minItems, maxItems } = demand.total;
      const bounds = [
        ...(minItems === undefined ? [] : [`at least ${minItems}`]),
        ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
      ];
      const noun = (maxItems ?? minItems) === 1 ? 'value' : 'values';
      return `${bounds.join(' and ')} ${noun} of ${fields.map(({ name }) => name).join(', ')} together`;
    }
    case 'comparison': {
      const { lesser, greater, orEqual } = demand.comparison;
      return `${lesser.name} is ${orEqual ? 'at most' : 'less than'} ${greater.name}`;
    }
    case 'closed':
      return 'no members but those of the class';
    default:
      return demand.kind;
  }
}

/** Returns the reason for a constraint: the axiom with its source location, the policy or the decision. */
export function reasonText(reason: ConstraintReason): string {
  switch (reason.by) {
    case 'axiom':
      return appendPlace(reason.statement, reason.place);
    case 'assumption':
      return `${ASSUMED}${reason.policy}=${reason.value}`;
    case 'policy':
      return `the policy ${reason.policy}=${reason.value}`;
    case 'decision':
      return appendPlace('the decision in the settings', reason.place);
    case 'model':
      return `the model: ${reason.why}`;
    default:
      return reason satisfies never;
  }
}

/** Returns the statement of an axiom with its source location. */
export const axiomText = ({ statement, place }: DomainModel['axioms'][number]): string => appendPlace(statement, place);

function appendPlace(text: string, place: Place | undefined): string {
  if (!place) return text;
  return `${text} (${place.file}${place.line === undefined ? '' : `:${place.line}`})`;
}
