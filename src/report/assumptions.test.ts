import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../test/support/ontologies.ts';
import type { Assumption, AssumptionKind, DomainModel } from '../model/index.ts';
import { enforcingNames, loadTarget } from '../targets/index.ts';
import {
  assumptionKind,
  assumptionKinds,
  assumptionSummary,
  countUnstatedProperties,
  groupByText,
  sortedKindCounts,
} from './assumptions.ts';
import { findElement } from './element-search.ts';
import { explain } from './explain.ts';
import { reportOf } from './report.ts';

const targets = await Promise.all(enforcingNames.map(loadTarget));
const of = (...kinds: readonly AssumptionKind[]) => kinds.map((kind) => ({ kind }));

describe('in words', () => {
  test('sorts kinds by their number in descending order, and ties in a fixed order', () => {
    const all = of('timestamp', 'deletion', 'required', 'deletion', 'timestamp', 'direction', 'required', 'required', 'zero');
    expect(assumptionSummary(all)).toBe(
      '9 assumptions: 3 required fields, 2 deletion rules, 2 timestamps, 1 reference direction, 1 default of 0',
    );
    expect(assumptionSummary([...all].reverse())).toBe(assumptionSummary(all));
    expect(sortedKindCounts(all).reduce((sum, [, count]) => sum + count, 0)).toBe(9);
  });

  test('reports a model without assumptions', () => {
    expect(assumptionSummary([])).toBe('no assumptions');
  });

  test('recognises each kind by its singular and its plural', () => {
    for (const kind of assumptionKinds) {
      expect(assumptionKind(kind)).toBe(kind);
      expect(assumptionKind(`${kind}s`)).toBe(kind);
    }
    expect(assumptionKind('requierd')).toBeUndefined();
  });
});

/** Returns a model with two assumptions on one field, one on another, and one without constraints. */
async function assumingModel(): Promise<DomainModel> {
  const { model } = await modelOfTurtle(`
    :Post a owl:Class .
    :title a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .
    :body a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .
  `);
  const [post] = model.classes;
  if (!post) throw new Error('no class');
  const fields = new Map(post.fields.map((field) => [field.name, field]));
  const assumption = (kind: AssumptionKind & ('required' | 'single'), name: string): Assumption => {
    const field = fields.get(name);
    if (!field) throw new Error(name);
    return {
      ...{ kind, policy: 'unstated', element: `Post.${name}`, iri: field.iri, place: field.place },
      ...{ decided: kind === 'required' ? 'has a value' : 'has at most one value', because: 'nothing says <how many>' },
      otherwise: 'sh:minCount',
      constraints: [{ kind, class: post, field }],
    };
  };
  const assumptions: Assumption[] = [
    assumption('single', 'title'),
    assumption('required', 'body'),
    assumption('required', 'title'),
    {
      ...{ kind: 'deletion', policy: 'on-delete', element: 'Post', decided: 'goes with what it refers to' },
      ...{ because: 'nothing says what deleting does', otherwise: '', constraints: [] },
    },
  ];
  return { ...model, assumptions };
}

describe('in a report', () => {
  test('assumptions do not change axioms and totals', async () => {
    const model = await assumingModel();
    const without = reportOf('blog.ttl', { ...model, assumptions: [] }, targets);
    const report = reportOf('blog.ttl', model, targets);
    expect(report.axioms).toEqual(without.axioms);
    expect(report.totals).toEqual(without.totals);
    expect(report.assumptions.map(({ kind, element }) => [kind, element])).toEqual([
      ['single', 'Post.title'],
      ['required', 'Post.body'],
      ['required', 'Post.title'],
      ['deletion', 'Post'],
    ]);
  });

  test('each has verdicts of the targets, unless it has no constraints', async () => {
    const { assumptions } = reportOf('blog.ttl', await assumingModel(), targets);
    expect(Object.keys(assumptions[1]?.targets ?? {})).toEqual(enforcingNames);
    expect(assumptions[1]?.targets['sql-schema']).toEqual({ status: 'enforced' });
    expect(assumptions[3]?.targets).toEqual({});
  });

  test('groups assumptions with the same text, in the order of their source locations', async () => {
    const groups = groupByText(reportOf('blog.ttl', await assumingModel(), targets).assumptions);
    expect(groups.map(({ kind, entries }) => [kind, entries.map(({ element }) => element)])).toEqual([
      ['required', ['Post.title', 'Post.body']],
      ['single', ['Post.title']],
      ['deletion', ['Post']],
    ]);
  });
});

test('explain shows the assumptions about an element, and what a policy decided instead', async () => {
  const model = await assumingModel();
  const chosen = model.assumptions.slice(2, 3);
  const mixed = { ...model, assumptions: model.assumptions.filter((each) => !chosen.includes(each)), chosen };
  const explained = (name: string) => {
    const element = findElement(mixed, name, (iri) => iri);
    if (!element) throw new Error(name);
    const { assumptions, decided } = explain(element, mixed, [], () => '');
    return [assumptions, decided].map((all) => all.map(({ kind, element }) => `${kind} ${element}`));
  };
  expect(explained('Post.title')).toEqual([['single Post.title'], ['required Post.title']]);
  expect(explained('Post.body')).toEqual([['required Post.body'], []]);
  expect(explained('Post')).toEqual([['deletion Post'], []]);
});

test('counts each property without a stated number of values once', async () => {
  const model = await assumingModel();
  expect(countUnstatedProperties(model)).toEqual({ silent: 2, properties: 2 });
  expect(countUnstatedProperties({ ...model, assumptions: model.assumptions.slice(0, 1) })).toEqual({ silent: 1, properties: 2 });
});
