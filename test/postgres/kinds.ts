/** A class with a field for each kind of value, and one with a list of each, with rows at the limits of their ranges. */

/** A value as an SQL expression and in JSON. */
type Value = readonly [sql: string, json: unknown];

const nothing: Value = ['NULL', null];

/** The datatypes with their smallest and greatest values, or with values that reveal a conversion. */
const kinds: Readonly<Record<string, readonly [Value, Value]>> = {
  string: [
    ["''", ''],
    [`E'a "b"\\n''\\\\ 🙂'`, `a "b"\n'\\ 🙂`],
  ],
  anyURI: [
    ["'http://example.org/?a=1#b'", 'http://example.org/?a=1#b'],
    ["'../é'", '../é'],
  ],
  boolean: [
    ['FALSE', false],
    ['TRUE', true],
  ],
  byte: [
    ['-128', -128],
    ['127', 127],
  ],
  short: [
    ['-32768', -32_768],
    ['32767', 32_767],
  ],
  int: [
    ['-2147483648', -2_147_483_648],
    ['2147483647', 2_147_483_647],
  ],
  long: [
    ['-9007199254740991', -9_007_199_254_740_991],
    ['9007199254740991', 9_007_199_254_740_991],
  ],
  unsignedByte: [
    ['0', 0],
    ['255', 255],
  ],
  unsignedShort: [
    ['0', 0],
    ['65535', 65_535],
  ],
  unsignedInt: [
    ['0', 0],
    ['4294967295', 4_294_967_295],
  ],
  unsignedLong: [
    ['0', 0],
    ['9007199254740991', 9_007_199_254_740_991],
  ],
  float: [
    ["'-3.4028235e38'", -3.402_823_466_385_288_6e38],
    ["'1e-45'", 1.401_298_464_324_817e-45],
  ],
  double: [
    ["'-1.7976931348623157e308'", -1.797_693_134_862_315_7e308],
    ["'5e-324'", 5e-324],
  ],
  decimal: [
    ['-9999999999999999999999999999', '-9999999999999999999999999999'],
    ['0.000000000000000000000000001', '0.000000000000000000000000001'],
  ],
  dateTime: [
    ["'0001-01-01T00:00:00Z'", '0001-01-01T00:00:00Z'],
    ["'2024-05-17T08:30:00.123456+02:00'", '2024-05-17T06:30:00.123456Z'],
  ],
  date: [
    ["'0001-01-01'", '0001-01-01'],
    ["'9999-12-31'", '9999-12-31'],
  ],
  time: [
    ["'00:00:00'", '00:00:00'],
    ["'23:59:59.999999'", '23:59:59.999999'],
  ],
  duration: [
    ["'-1 years -2 months -3 days -04:05:06.000007'", '-P1Y2M3DT4H5M6.000007S'],
    ["'P13MT36H0.5S'", 'P1Y1MT36H0.5S'],
  ],
  yearMonthDuration: [
    ["'P0D'", 'PT0S'],
    ["'P11M'", 'P11M'],
  ],
  base64Binary: [
    ["''", ''],
    ["'\\x00ff10fb'", 'AP8Q+w=='],
  ],
  hexBinary: [
    ["''", ''],
    ["'\\x00ff10fb'", '00FF10FB'],
  ],
  gYear: [
    ["'0001'", '0001'],
    ["'9999'", '9999'],
  ],
  gMonthDay: [
    ["'--02-29'", '--02-29'],
    ["'--12-31'", '--12-31'],
  ],
};

type Holder = 'single' | 'list';

const property = (kind: string, holder: Holder): string => `${holder}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
const column = (kind: string, holder: Holder): string =>
  property(kind, holder)
    .replace(/(?<=[a-z0-9])[A-Z]|[A-Z](?=[a-z])/g, (capital) => `_${capital}`)
    .toLowerCase();

/** Values of an enumeration and a union, in addition to the kinds. */
const color: readonly [Value, Value] = [
  ["'red'", 'red'],
  ["'dark blue'", 'dark blue'],
];
const measure: readonly [Value, Value] = [
  ["'5'::jsonb", 5],
  [`'"about \\"6\\""'::jsonb`, 'about "6"'],
];
const all: Readonly<Record<string, readonly [Value, Value]>> = { ...kinds, color, measure };

const rangeOf = (kind: string): string => {
  if (kind === 'color') return '[ a rdfs:Datatype ; owl:oneOf ( "red" "dark blue" ) ]';
  if (kind === 'measure') return '[ a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:string ) ]';
  return `xsd:${kind}`;
};

const declared = (holder: Holder, more: (name: string) => string): string =>
  Object.keys(all)
    .map((kind) => {
      const name = `:${property(kind, holder)}`;
      const domain = holder === 'single' ? ':Single' : ':List';
      return `${name} a owl:DatatypeProperty ; rdfs:domain ${domain} ; rdfs:range ${rangeOf(kind)} . ${more(name)}`;
    })
    .join('\n');

const several = (name: string): string =>
  `:List rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${name} ; owl:maxCardinality 3 ] .`;

/** The ontology as Turtle without prefix declarations. */
export const allKinds = `
  :Single a owl:Class . :List a owl:Class .
  ${declared('single', (name) => `${name} a owl:FunctionalProperty .`)}
  ${declared('list', several)}`;

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

/** The values of a row by column. */
type Row = Readonly<Record<string, Value>>;

type Chosen = Readonly<Record<string, readonly [Value, Value]>>;

const row = (all: Chosen, holder: Holder, value: (values: readonly [Value, Value], kind: string) => Value): Row =>
  Object.fromEntries(Object.entries(all).map(([kind, values]) => [column(kind, holder), value(values, kind)]));

/** Element types to which an array of literals must be cast, because PostgreSQL does not convert an array of texts. */
const elements: Readonly<Record<string, string>> = {
  float: 'REAL',
  double: 'DOUBLE PRECISION',
  date: 'DATE',
  time: 'TIME',
  dateTime: 'TIMESTAMPTZ',
  duration: 'INTERVAL',
  yearMonthDuration: 'INTERVAL',
  base64Binary: 'BYTEA',
  hexBinary: 'BYTEA',
};

const list = (values: readonly Value[], kind: string): Value => {
  const type = elements[kind] === undefined ? '' : `::${elements[kind]}[]`;
  return [`ARRAY[${values.map(([sql]) => sql).join(', ')}]${type}`, values.map(([, json]) => json)];
};

const insertion = (table: string, rows: readonly Row[], first: number): string[] =>
  rows.map((one, i) => {
    const columns = ['id', ...Object.keys(one)];
    const values = [`'${id(first + i)}'`, ...Object.values(one).map(([sql]) => sql)];
    return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
  });

/**
 * Returns statements that insert the rows, and the expected JSON of the rows.
 *
 * @param long values of the 64-bit integers, if they differ from `kinds`
 */
export function rowsOfKinds(long: Chosen = {}): { readonly rows: readonly string[]; readonly expected: readonly unknown[] } {
  const values = { ...all, ...long };
  const singles = [
    row(values, 'single', ([least]) => least),
    row(values, 'single', ([, greatest]) => greatest),
    row(values, 'single', () => nothing),
  ];
  const lists = [row(values, 'list', list), row(values, 'list', () => ["'{}'", []])];
  return {
    rows: [...insertion('singles', singles, 1), ...insertion('lists', lists, singles.length + 1)],
    expected: [...singles, ...lists].map((one, i) => ({
      id: id(i + 1),
      ...Object.fromEntries(Object.entries(one).flatMap(([name, [, json]]) => (json === null ? [] : [[name, json]]))),
    })),
  };
}

/** Values of 64-bit integers that are strings in JSON. */
export const longTexts: Chosen = {
  long: [
    ['-9223372036854775808', '-9223372036854775808'],
    ['9223372036854775807', '9223372036854775807'],
  ],
  unsignedLong: [
    ['0', '0'],
    ['18446744073709551615', '18446744073709551615'],
  ],
};
