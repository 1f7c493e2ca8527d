import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { randomNumbers } from '../../../test/support/random.ts';

/** A world of four things: the members of each class, and the pairs of each property. */
interface World {
  readonly classes: readonly ReadonlySet<number>[];
  readonly properties: readonly ReadonlySet<number>[];
}

const THINGS = [0, 1, 2, 3];

/** A class expression in Turtle, and its members in a world. */
interface Expression {
  readonly turtle: string;
  readonly holds: (thing: number) => boolean;
}

/** Returns a random world, and true statements about it, so that every class with members there is satisfiable. */
function worldOf(seed: number): { readonly world: World; readonly turtle: string } {
  const random = randomNumbers(seed);
  const below = (n: number) => Math.floor(random.next().value * n);
  const pick = <T>(...of: readonly T[]): T => of[below(of.length)] as T;
  const subset = (all: readonly number[], share: number) => new Set(all.filter(() => random.next().value < share));
  const world: World = {
    classes: Array.from({ length: 5 }, () => subset(THINGS, pick(0, 0.2, 0.3, 0.6))),
    properties: Array.from({ length: 4 }, () =>
      subset(
        Array.from({ length: 16 }, (_, i) => i),
        pick(0.1, 0.3, 0.6),
      ),
    ),
  };
  const has = (property: number, a: number, b: number) => world.properties[property]?.has(4 * a + b) ?? false;
  const valuesOf = (property: number, thing: number) => THINGS.filter((b) => has(property, thing, b));
  const named = (): Expression => {
    const n = below(5);
    return { turtle: `:C${n}`, holds: (thing) => world.classes[n]?.has(thing) ?? false };
  };
  const restriction = (): Expression => {
    const p = below(2);
    const isInverse = below(5) === 0;
    const of = (thing: number) => (isInverse ? THINGS.filter((a) => has(p, a, thing)) : valuesOf(p, thing));
    const filler = named();
    const [says, holds] = pick<[string, (thing: number) => boolean]>(
      [`owl:someValuesFrom ${filler.turtle}`, (thing) => of(thing).some(filler.holds)],
      [`owl:someValuesFrom ${filler.turtle}`, (thing) => of(thing).some(filler.holds)],
      [`owl:someValuesFrom ${filler.turtle}`, (thing) => of(thing).some(filler.holds)],
      [`owl:allValuesFrom ${filler.turtle}`, (thing) => of(thing).every(filler.holds)],
      ['owl:minCardinality 1', (thing) => of(thing).length >= 1],
      ['owl:maxCardinality 1', (thing) => of(thing).length <= 1],
      ['owl:cardinality 1', (thing) => of(thing).length === 1],
      ['owl:maxCardinality 0', (thing) => of(thing).length === 0],
      [`owl:onClass ${filler.turtle} ; owl:minQualifiedCardinality 1`, (thing) => of(thing).some(filler.holds)],
      [`owl:onClass ${filler.turtle} ; owl:maxQualifiedCardinality 1`, (thing) => of(thing).filter(filler.holds).length <= 1],
      [`owl:onClass ${filler.turtle} ; owl:qualifiedCardinality 2`, (thing) => of(thing).filter(filler.holds).length === 2],
    );
    const on = isInverse ? `[ owl:inverseOf :p${p} ]` : `:p${p}`;
    return { turtle: `[ a owl:Restriction ; owl:onProperty ${on} ; ${says} ]`, holds };
  };
  const expression = (depth = 0): Expression => {
    if (depth > 1) return named();
    const [a, b] = [expression(depth + 1), expression(depth + 1)];
    return pick<() => Expression>(
      ...[named, restriction],
      () => ({
        turtle: `[ a owl:Class ; owl:unionOf ( ${a.turtle} ${b.turtle} ) ]`,
        holds: (thing) => a.holds(thing) || b.holds(thing),
      }),
      () => ({
        turtle: `[ a owl:Class ; owl:intersectionOf ( ${a.turtle} ${b.turtle} ) ]`,
        holds: (thing) => a.holds(thing) && b.holds(thing),
      }),
      () => ({ turtle: `[ a owl:Class ; owl:complementOf ${a.turtle} ]`, holds: (thing) => !a.holds(thing) }),
    )();
  };
  /** Returns a statement, and whether it is true. */
  const statement = (): readonly [string, boolean] => {
    const [a, b, c, e, r] = [named(), named(), named(), expression(), restriction()];
    const [p, q] = [below(2), below(2)];
    const pairs = THINGS.flatMap((x) => THINGS.map((y) => [x, y] as const));
    const all = (holds: (thing: number) => boolean) => THINGS.every(holds);
    return pick(
      [`${a.turtle} rdfs:subClassOf ${b.turtle} .`, all((x) => !a.holds(x) || b.holds(x))],
      [`${a.turtle} rdfs:subClassOf ${e.turtle} .`, all((x) => !a.holds(x) || e.holds(x))],
      [`${a.turtle} rdfs:subClassOf ${r.turtle} .`, all((x) => !a.holds(x) || r.holds(x))],
      [`${a.turtle} rdfs:subClassOf ${r.turtle} .`, all((x) => !a.holds(x) || r.holds(x))],
      [`${a.turtle} rdfs:subClassOf ${r.turtle} .`, all((x) => !a.holds(x) || r.holds(x))],
      [`${a.turtle} owl:equivalentClass ${e.turtle} .`, all((x) => a.holds(x) === e.holds(x))],
      [`${a.turtle} owl:disjointWith ${b.turtle} .`, all((x) => !a.holds(x) || !b.holds(x))],
      [`${a.turtle} owl:disjointWith ${b.turtle} .`, all((x) => !a.holds(x) || !b.holds(x))],
      [`${a.turtle} owl:disjointWith ${b.turtle} .`, all((x) => !a.holds(x) || !b.holds(x))],
      [
        `${a.turtle} owl:disjointUnionOf ( ${b.turtle} ${c.turtle} ) .`,
        all((x) => a.holds(x) === (b.holds(x) || c.holds(x)) && !(b.holds(x) && c.holds(x))),
      ],
      [`:p${p} rdfs:domain ${e.turtle} .`, all((x) => valuesOf(p, x).length === 0 || e.holds(x))],
      [`:p${p} rdfs:range ${e.turtle} .`, all((x) => valuesOf(p, x).every(e.holds))],
      [`:p${p} a owl:FunctionalProperty .`, all((x) => valuesOf(p, x).length <= 1)],
      [`:p${p} rdfs:subPropertyOf :p${q} .`, pairs.every(([x, y]) => !has(p, x, y) || has(q, x, y))],
      [`:p${p} owl:inverseOf :p${q} .`, pairs.every(([x, y]) => has(p, x, y) === has(q, y, x))],
      [`:p${p} a owl:SymmetricProperty .`, pairs.every(([x, y]) => has(p, x, y) === has(p, y, x))],
    );
  };
  const declared = [
    ...world.classes.map((_, i) => `:C${i} a owl:Class .`),
    ...world.properties.map((_, i) => `:p${i} a owl:ObjectProperty .`),
  ];
  const drawnStatements = Array.from({ length: 120 }, statement);
  const stated = drawnStatements.filter(([, isTrue]) => isTrue).map(([text]) => text);
  return { world, turtle: [...declared, ...new Set(stated)].join('\n') };
}

test('does not report a class that has an instance in a world where all statements are true', async () => {
  let found = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const { world, turtle } = worldOf(seed);
    const { diagnostics } = await modelOfTurtle(turtle);
    for (const { code, message } of diagnostics) {
      if (code !== 'class-without-instance') continue;
      found++;
      const index = Number(/C(\d) cannot have instances/.exec(message)?.[1]);
      expect(world.classes[index]?.size, `${message}\n${turtle}`).toBe(0);
    }
  }
  expect(found).toBeGreaterThan(100);
});
