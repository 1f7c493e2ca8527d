import { expect, test } from 'vitest';
import { grammarOf, type LanguageName } from '../languages.ts';
import { loadParser } from '../parser.ts';
import { measureFile } from './index.ts';

async function measured(language: LanguageName, text: string): Promise<Record<string, number>> {
  const grammar = grammarOf(language, 'a');
  if (!grammar) throw new Error(`${language} has no grammar`);
  const tree = await (await loadParser())(grammar, text);
  return Object.fromEntries(measureFile({ path: 'a', language, text }, tree).map(({ name, cyclomatic }) => [name, cyclomatic]));
}

const typescript = `export function straight(a: number): number {
  return a + 1;
}

export function sumOfPrimes(max: number): number {
  let total = 0;
  outer: for (let i = 1; i <= max; ++i) {
    for (let j = 2; j < i; ++j) {
      if (i % j === 0) {
        continue outer;
      }
    }
    total += i;
  }
  return total;
}

export function words(n: number): string {
  switch (n) {
    case 1:
      return 'one';
    case 2:
      return 'a couple';
    case 3:
      return 'a few';
    default:
      return 'lots';
  }
}

export function mixed(a: boolean, b: boolean, c = false, d?: { e?: () => boolean }): boolean {
  if ((a && b && c) || !(a && d?.e?.())) {
    return true;
  } else if (a || b) {
    return false;
  } else {
    c ??= a;
  }
  return c ? a : b;
}

export async function attempts(list: string[], { limit = 3 } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const each of list) {
    try {
      while (found.length < limit) {
        if (each) found.push(each);
      }
    } catch (error) {
      if (limit > 1) throw error;
    } finally {
      found.sort();
    }
  }
  return found.filter((each) => each.length > 1 && each !== 'x');
}

export function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

export class Shelf {
  size = Math.random() > 0.5 || false;
  pick = (n: number) => (n > 1 ? 'many' : 'one');
  get empty() {
    do {
      if (this.size) break;
    } while (!this.size);
    return !this.size;
  }
}
`;

// The numbers are those of ESLint 10's rule `complexity` on the same text.
test('measures TypeScript', async () => {
  expect(await measured('typescript', typescript)).toEqual({
    straight: 1,
    sumOfPrimes: 4,
    words: 4,
    mixed: 13,
    attempts: 8,
    '(callback of filter)': 2,
    factorial: 2,
    'Shelf.pick': 2,
    'Shelf.empty': 3,
  });
});

// Some names are found in the text, others in the syntax tree.
test.each([
  ['const x = { key: (a) => a };', 'key'],
  ['const x = { // one,\n  key: (a) => a };', 'key'],
  ["const x = { 'a b': (a) => a };", "'a b'"],
  ['const x = { a, b: (c) => c };', 'b'],
  ['f(c ? b : (a) => a);', '(anonymous)'],
  ['f({ a }, c ? b : (a) => a);', '(anonymous)'],
  ["it('does (this', () => 1);", '(callback of it)'],
  ["a.on('x', other.one, async () => 1);", '(callback of on)'],
  ["a.if('x', () => 1);", '(callback of if)'],
  ["f(g('a, ', b), () => 1);", '(callback of f)'],
  ["f('x', g(', ', b, () => 1));", '(callback of g)'],
  ['if (a, () => 1) {}', '(anonymous)'],
  ['new Promise(a, () => 1);', '(anonymous)'],
  ['füf(a, () => 1);', '(callback of füf)'],
])('finds the name of a function: %s', async (text, name) => {
  expect(Object.keys(await measured('typescript', text))).toEqual([name]);
});

const python = `def straight(a):
    return a + 1


def sum_of_primes(limit):
    total = 0
    for i in range(1, limit):
        for j in range(2, i):
            if i % j == 0:
                break
        else:
            total += i
    return total


def words(n):
    match n:
        case 1:
            return "one"
        case 2 | 3 if n > 2:
            return "a few"
        case _:
            return "lots"


def mixed(a, b, c=None or 1):
    if a and b and not (a or c):
        return True
    elif a or b:
        return False
    else:
        c = a
    assert a or b
    return a if c else b


async def attempts(items, limit=3):
    found = []
    try:
        while len(found) < limit:
            found += [x for x in items if x if limit > 1]
    except (ValueError, KeyError):
        raise
    except Exception:
        if limit > 1:
            raise
    else:
        found.sort(key=lambda x: x and 1)
    finally:
        pass

    def inner(y):
        return y or limit

    return inner(found)


class Shelf:
    def pick(self, n):
        return n and {k: v for k, v in n.items()}
`;

// The numbers are those of radon 6 (cc --show-closures) on the same text.
test('measures Python', async () => {
  expect(await measured('python', python)).toEqual({
    straight: 1,
    sum_of_primes: 5,
    words: 3,
    mixed: 9,
    attempts: 10,
    inner: 2,
    'Shelf.pick': 3,
  });
});

test('counts a condition in the subject of a match statement once', async () => {
  const text =
    'def f(a):\n    match a if a else 0:\n        case 1:\n            return 1\n        case _:\n            return 0\n';
  expect(await measured('python', text)).toEqual({ f: 3 });
});

const rust = `impl<T> Shelf<T> {
    fn pick(&self, n: u8) -> Result<u8, E> {
        let found = self.find(n)?;
        match found {
            0 => Ok(1),
            1 if n > 2 && n < 9 => Err(E),
            _ => {
                'outer: loop {
                    for each in 0..n {
                        if each == found {
                            break 'outer;
                        }
                    }
                }
                Ok(n)
            }
        }
    }
}
fn closures(n: u8) -> u8 {
    let double = |x: u8| if x > 1 { x * 2 } else { x };
    double(n)
}`;

test('measures Rust', async () => {
  expect(await measured('rust', rust)).toEqual({
    // 1, `?`, three arms, `&&`, loop, for, if
    'Shelf::pick': 9,
    closures: 2,
  });
});
