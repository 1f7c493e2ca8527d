/** The base module: what all other modules of a package share. Of its pieces, it holds those that the package needs. */

import { identity, type Kind, kindOf, MOST_DIGITS, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { formsOf } from '../shared/json-schema/index.ts';
import { isEmpty, type Lines, separated, text, translatePattern } from '../text/index.ts';
import { type PythonKind, pythonKindOf, type Rule } from './kinds.ts';
import { docstring, lineWidth, patternLiteral, stringLiteral } from './literals.ts';
import { type Helper, type Needs, Preamble } from './preamble.ts';
import asWritten from './runtime/as_written.py?raw';
import base from './runtime/base.py?raw';
import bounded from './runtime/bounded.py?raw';
import byKind from './runtime/by_kind.py?raw';
import choice from './runtime/choice.py?raw';
import contains from './runtime/contains.py?raw';
import createModel from './runtime/create_model.py?raw';
import date from './runtime/date.py?raw';
import datetime from './runtime/datetime.py?raw';
import dayOfMonth from './runtime/day_of_month.py?raw';
import decimal from './runtime/decimal.py?raw';
import exactly from './runtime/exactly.py?raw';
import fault from './runtime/fault.py?raw';
import fromTexts from './runtime/from_texts.py?raw';
import given from './runtime/given.py?raw';
import irreflexive from './runtime/irreflexive.py?raw';
import matching from './runtime/matching.py?raw';
import oneOf from './runtime/one_of.py?raw';
import pageModel from './runtime/page_model.py?raw';
import referredToBy from './runtime/referred_to_by.py?raw';
import refersTo from './runtime/refers_to.py?raw';
import single from './runtime/single.py?raw';
import span from './runtime/span.py?raw';
import storedBytes from './runtime/stored_bytes.py?raw';
import storedDuration from './runtime/stored_duration.py?raw';
import time from './runtime/time.py?raw';
import total from './runtime/total.py?raw';
import touched from './runtime/touched.py?raw';
import updateModel from './runtime/update_model.py?raw';

/** What every package has. */
const always = [base, createModel, updateModel, fromTexts, touched, fault, given];

const helpers: Readonly<Record<Helper, string>> = {
  late: base,
  BaseModel: base,
  CreateModel: createModel,
  Left: createModel,
  UpdateModel: updateModel,
  Kept: updateModel,
  touched,
  PageModel: pageModel,
  late_union: byKind,
  check_choice: choice,
  check_total: total,
  check_contains: contains,
  check_irreflexive: irreflexive,
  check_refers_to: refersTo,
  check_referred_to_by: referredToBy,
  AsWritten: asWritten,
  OneOf: oneOf,
  Exactly: exactly,
  Bounded: bounded,
  Single: single,
  Span: span,
  Matching: matching,
};

const rules: Readonly<Record<Rule['piece'], string>> = {
  datetime,
  date,
  time,
  decimal,
  dayOfMonth,
  bounded,
  storedBytes,
  storedDuration,
};

/** Pieces use what others of them define, and not all packages use all of it. */
const forPyright = '# pyright: reportPrivateUsage=false, reportUnusedFunction=false';

const doc = 'What the modules of this package share: how instances are made, and how values are read.';

/** Text of `_base.py`. */
export function printBase(needs: Needs): string {
  const preamble = new Preamble();
  const used = scalarKinds.filter((kind) => needs.kinds.has(kind));
  const pieces = new Set([
    ...always,
    ...used.flatMap((kind) => ruleOf(pythonKindOf(kind)) ?? []),
    ...Object.entries(helpers).flatMap(([name, piece]) => (needs.helpers.has(name as Helper) ? [piece] : [])),
  ]);
  const bodies = [...pieces].map((piece) => bodyOf(piece, preamble).replace('$MOST_DIGITS', String(MOST_DIGITS)));
  const types = separated(used.map((kind) => textOf(kind, preamble)));
  const body = [...bodies, readersOf(used, preamble), types].filter((piece) => !isEmpty(piece));
  return text([separated([docstring(doc, 0), forPyright, preamble.imports()]), body.map((piece) => ['', '', piece])]);
}

function ruleOf({ form }: PythonKind): string | undefined {
  return form.by === 'type' || form.rule === undefined ? undefined : rules[form.rule.piece];
}

/** A piece without its imports, which go into the preamble. */
function bodyOf(piece: string, preamble: Preamble): string {
  const [imports = '', ...body] = /^(?:from|import) /.test(piece) ? piece.split('\n\n\n') : ['', piece];
  for (const [, module = '', names = ''] of imports.matchAll(/^from (\S+) import (.+)$/gm)) {
    for (const name of names.split(', ')) preamble.from(module, name);
  }
  for (const [, module = '', local] of imports.matchAll(/^import (\S+)(?: as (\S+))?$/gm)) preamble.module(module, local);
  return body.join('\n\n\n').trimEnd();
}

/** The table of how values are read of which Pydantic by itself reads more than JSON has. */
function readersOf(used: readonly ScalarKind[], preamble: Preamble): string[] {
  const uuid = { core: 'uuid', module: 'uuid', class: 'UUID' };
  const readers = [
    readerLines('uuid', uuid, identity, preamble),
    ...used.flatMap((kind) => {
      const { form } = pythonKindOf(kind);
      return form.by === 'reader' ? [readerLines(kind, form, kindOf(kind), preamble)] : [];
    }),
  ];
  return ['# By the types of core schemas.', '_READERS = {', ...readers.flat(), '}'];
}

type Reader = Omit<Extract<PythonKind['form'], { by: 'reader' }>, 'by'>;

function readerLines(
  name: ScalarKind | 'uuid',
  { core, module, class: cls, rule }: Reader,
  kind: Kind,
  preamble: Preamble,
): string[] {
  if (module === 'datetime') preamble.module(module, 'dt');
  else preamble.from(module, cls);
  return [
    `    "${core}": _reader(`,
    `        ${cls},`,
    `        ${stringLiteral(name)},`,
    ...inParts(`        `, formIn('python', kind), ','),
    `        ${stringLiteral(kind.examples[0])},`,
    ...descriptionOf(name),
    ...(rule?.expressions ?? []).map((expression) => `        ${expression},`),
    '    ),',
  ];
}

/** What schemas say of texts beside what Pydantic tells them, in the form of JSON Schema: its expressions are ECMAScript's. */
function descriptionOf(name: ScalarKind | 'uuid'): string[] {
  if (name === 'uuid') return ['        {"maxLength": 36},'];
  const [pattern = '', ...more] = formsOf(name);
  const patterns = more.length === 0 ? inParts('            "pattern": ', pattern, ',') : allOf([pattern, ...more]);
  return ['        {', ...patterns, '        },'];
}

function allOf(patterns: readonly string[]): string[] {
  return [
    '            "allOf": [',
    ...patterns.flatMap((one) => [
      '                {',
      ...inParts('                    "pattern": ', one, ','),
      '                },',
    ]),
    '            ],',
  ];
}

/** Keywords of JSON Schema for kinds of texts. */
const keywordsOfTexts: Partial<Record<ScalarKind, string>> = {
  iri: '"format": "iri-reference"',
  base64: '"contentEncoding": "base64"',
  hex: '"contentEncoding": "base16"',
};

/** The definition of a type of texts. */
function textOf(kind: ScalarKind, preamble: Preamble): Lines {
  const { form } = pythonKindOf(kind);
  if (form.by !== 'pattern') return undefined;
  const { expressions = [], imports = [] } = form.rule ?? {};
  for (const name of imports) preamble.from('pydantic', name);
  const { examples, xsd } = kindOf(kind);
  const example = examples[0];
  return [
    `# xsd:${xsd}, such as ${example}`,
    `${form.name} = ${preamble.from('typing', 'Annotated')}[`,
    '    str,',
    ...patternField(kind, preamble),
    ...expressions.map((expression) => `    ${expression},`),
    ']',
  ];
}

/** Pydantic matches as Rust does; what schemas tell is for JavaScript. */
function patternField(kind: ScalarKind, preamble: Preamble): string[] {
  const field = preamble.from('pydantic', 'Field');
  const source = formIn('rust', kindOf(kind));
  const told = formIn('ecmascript', kindOf(kind));
  const keywords = keywordsOfTexts[kind];
  const others = formsOf(kind).filter((form) => form !== told);
  const extra = [
    ...(keywords === undefined ? [] : [`            ${keywords},`]),
    ...(told === source ? [] : inParts('            "pattern": ', told, ',')),
    ...(others.length === 0 ? [] : allOf(others)),
  ];
  const line = `    ${field}(pattern=${patternLiteral(source)}),`;
  if (extra.length === 0 && line.length <= lineWidth) return [line];
  return [
    `    ${field}(`,
    ...inParts('        pattern=', source, extra.length === 0 ? '' : ','),
    ...(extra.length === 0 ? [] : ['        json_schema_extra={', ...extra, '        },']),
    '    ),',
  ];
}

/** An expression as raw literals that Python joins, one a line. */
function inParts(prefix: string, source: string, suffix: string): string[] {
  const whole = `${prefix}${patternLiteral(source)}${suffix}`;
  if (whole.length <= lineWidth) return [whole];
  const indentation = /^ */.exec(prefix)?.[0] ?? '';
  const width = lineWidth - indentation.length - 4 - 'r""'.length;
  const parts: string[] = [];
  for (let rest = source; rest !== ''; ) {
    // Behind a group, so that no escape is cut in two.
    const size = rest.length <= width ? rest.length : rest.lastIndexOf(')', width - 1) + 1 || width;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [`${prefix}(`, ...parts.map((part) => `${indentation}    ${patternLiteral(part)}`), `${indentation})${suffix}`];
}

function formIn(dialect: 'python' | 'rust' | 'ecmascript', { form }: Kind): string {
  const translation = form && translatePattern(form, dialect);
  if (!translation?.ok) throw new Error(`No expression in the dialect of ${dialect} for ${form?.source}`);
  return translation.source;
}
