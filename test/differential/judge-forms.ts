/** Judges documents of every form. The referee judges records; other forms are judged by the records that they contain. */

import { memberOf, parseJson, type Tree } from '../../src/diagnostics/index.ts';
import { type Relation, variantOf } from '../../src/model/index.ts';
import { type Document, hasDiscriminator } from './documents.ts';
import { judgeTree, repeatedKey, type Verdict, validateDocument } from './referee.ts';

type About = Pick<Document, 'variant' | 'form'>;

/** Judges a text as the variant and form of a document. */
export function judgeDocument({ variant, form }: About, text: string): Verdict {
  if (form === undefined && variant.role !== 'related') return validateDocument(variant, text);
  const tree = parseJson(text);
  return tree === undefined ? refusal('no JSON') : judgeVariant({ variant, ...(form && { form }) }, tree);
}

const refusal = (words: string): Verdict => ({ meaning: new Map(), broken: [{ words }] });

function judgeVariant({ variant, form }: About, tree: Tree): Verdict {
  if (tree.kind !== 'object') return refusal('no object');
  if (form === 'page') return pageVerdict(variant.class, tree);
  if (form === 'any') return anyVerdict(variant.class, tree);
  if (variant.role === 'related') return relatedVerdict(variant, tree);
  const names = new Set(variant.members.map(({ field }) => field.name));
  return repeatedKey(tree, names) !== undefined ? refusal('a key twice') : judgeTree(variant, tree);
}

type Class = Document['variant']['class'];

/** Judges an object as a record of the class that its discriminator names. */
function anyVerdict(cls: Class, tree: Tree): Verdict {
  const field = cls.allFields.find(({ discriminator }) => discriminator);
  const said = field && memberOf(tree, field.name);
  const found = said?.kind === 'string' ? [cls, ...descendants(cls)].find(({ name }) => name === said.value) : undefined;
  return found ? judgeVariant({ variant: variantOf(found, 'entity') }, tree) : refusal('discriminator');
}

const descendants = (cls: Class): readonly Class[] => cls.children.flatMap((child) => [child, ...descendants(child)]);

/** Judges a page of the API: a list of items, and the numbers `total`, `limit` and `offset`. */
function pageVerdict(cls: Class, tree: Tree): Verdict {
  const items = memberOf(tree, 'items');
  const counts = ['total', 'limit', 'offset'].map((name) => [name, countOf(memberOf(tree, name))] as const);
  if (items?.kind !== 'array' || counts.some(([, count]) => count === undefined)) return refusal('no page');
  const form = hasDiscriminator(cls) ? 'any' : undefined;
  const all = items.items.map((item) => judgeVariant({ variant: variantOf(cls, 'entity'), ...(form && { form }) }, item));
  return mergeVerdicts([{ meaning: new Map(counts.map(([name, count]) => [name, [count as string]])), broken: [] }, ...all]);
}

function countOf(tree: Tree | undefined): string | undefined {
  if (tree?.kind !== 'number' || !/^\d+$/.test(tree.source)) return undefined;
  return Number(tree.source) <= Number.MAX_SAFE_INTEGER ? tree.source : undefined;
}

/** Judges a record with its related objects. Does not check whether they match the references of the record. */
function relatedVerdict(variant: Document['variant'], tree: Tree): Verdict {
  const own = judgeTree(variantOf(variant.class, 'entity'), tree, new Set(variant.relations.map(({ name }) => name)));
  const all = variant.relations.map((relation) => relationVerdict(relation, memberOf(tree, relation.name)));
  return mergeVerdicts([own, ...all]);
}

function relationVerdict({ name, many, required, target }: Relation, tree: Tree | undefined): Verdict {
  const isNone = tree === undefined || tree.kind === 'null';
  if (isNone && !many && !required) return { meaning: new Map(), broken: [] };
  if (isNone || many !== (tree.kind === 'array')) return refusal(`no ${name}`);
  const verdicts = (tree.kind === 'array' ? tree.items : [tree]).map((one) =>
    judgeVariant({ variant: variantOf(target, 'entity') }, one),
  );
  return mergeVerdicts([{ meaning: new Map(), broken: [] }, ...verdicts], `${name}/`);
}

/** Merges verdicts into one. Prefixes keep the names in their meanings unique. */
function mergeVerdicts(verdicts: readonly Verdict[], prefix = ''): Verdict {
  const meaning = verdicts.flatMap((one, i) =>
    [...one.meaning].map(([name, values]) => [i === 0 ? `${prefix}${name}` : `${prefix}${i}/${name}`, values] as const),
  );
  return { meaning: new Map(meaning), broken: verdicts.flatMap(({ broken }) => broken) };
}
