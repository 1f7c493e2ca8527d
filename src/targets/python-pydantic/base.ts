/** The shared module `_base.py`. It contains only what other modules of the package use. */

import { kindOf, MAX_DIGITS, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { patternsOf } from '../shared/json-schema/index.ts';
import { type Lines, separated, text } from '../text/index.ts';
import { formPattern } from './facets.ts';
import { pythonKindOf } from './kinds.ts';
import { docstring, lineWidth, patternLiteral } from './literals.ts';
import { type BaseModuleUses, Preamble } from './preamble.ts';
import bounded from './runtime/bounded.py?raw';
import dayOfMonth from './runtime/day_of_month.py?raw';
import decimal from './runtime/decimal.py?raw';
import discriminatedBy from './runtime/discriminated_by.py?raw';
import localTime from './runtime/local_time.py?raw';
import matching from './runtime/matching.py?raw';
import model from './runtime/model.py?raw';
import oneOf from './runtime/one_of.py?raw';
import page from './runtime/page.py?raw';
import record from './runtime/record.py?raw';
import single from './runtime/single.py?raw';
import span from './runtime/span.py?raw';
import storedBytes from './runtime/stored_bytes.py?raw';
import storedDuration from './runtime/stored_duration.py?raw';
import storedHex from './runtime/stored_hex.py?raw';
import typeVar from './runtime/type_var.py?raw';
import update from './runtime/update.py?raw';
import updatedNow from './runtime/updated_now.py?raw';
import utcNow from './runtime/utc_now.py?raw';
import written from './runtime/written.py?raw';

/** A part of the module, with the names that it defines. */
interface Piece {
  readonly names: readonly string[];
  readonly text: string;
}

/** In printing order: a piece uses only pieces above it. */
const pieces: readonly Piece[] = [
  { names: ['Model'], text: model },
  { names: ['T'], text: typeVar },
  { names: ['utc_now'], text: utcNow },
  { names: ['updated_now'], text: updatedNow },
  { names: ['Record'], text: record },
  { names: ['UpdateModel', 'OrUnset'], text: update },
  { names: ['Page'], text: page },
  { names: ['discriminated_by'], text: discriminatedBy },
  { names: ['one_of'], text: oneOf },
  { names: ['bounded'], text: bounded },
  { names: ['single'], text: single },
  { names: ['span'], text: span },
  { names: ['matching'], text: matching },
  { names: ['written'], text: written },
  { names: ['check_day'], text: dayOfMonth },
  { names: ['to_base64'], text: storedBytes },
  { names: ['to_hex'], text: storedHex },
  { names: ['to_duration'], text: storedDuration },
  { names: ['ExactDecimal'], text: decimal },
  { names: ['LocalTime'], text: localTime },
];

/** Replaces code of `Record.model_apply` if a field is set to the current time by each update. */
const UPDATE_TIME_CODE = [
  '        return type(self).model_validate(dict(self) | values)',
  `        times = {
            name: updated_now()
            for name, field in type(self).model_fields.items()
            if field.default_factory is updated_now
        }
        return type(self).model_validate(dict(self) | times | values)`,
] as const;

/** Replaces code of `Record._check_complete` if an optional field has a default: a field missing in JSON then is None. */
const OPTIONAL = [
  `            if is_missing and info.mode == "json":
                raise ValueError(f"{name} is missing")`,
  `            if is_missing and info.mode == "json":
                if type(None) not in get_args(field.annotation):
                    raise ValueError(f"{name} is missing")
                setattr(self, name, None)`,
] as const;

/** Replaces code of `UpdateModel._dump_set` if a field has another name in JSON. */
const ALIASES = [
  '        return {name: value for name, value in dumped.items() if name in self.model_fields_set}',
  `        fields = type(self).model_fields
        unset = fields.keys() - self.model_fields_set
        names = {fields[name].serialization_alias or name for name in unset}
        return {key: value for key, value in dumped.items() if key not in names}`,
] as const;

/** If there are more classes, models are built on first use. */
export const MAX_EAGER_CLASSES = 200;

/** Returns the text of `_base.py`. */
export function printBase(uses: BaseModuleUses, isLazy: boolean): string {
  const preamble = new Preamble();
  const kinds = scalarKinds.filter((kind) => {
    const { form } = pythonKindOf(kind);
    return form.by === 'pattern' && uses.names.has(form.name);
  });
  const types = kinds.map((kind) => textOf(kind, preamble));
  const used = new Set(uses.names);
  for (const kind of kinds) for (const word of wordsOf(text(textOf(kind, new Preamble())))) used.add(word);
  const chosen: Piece[] = [];
  for (const piece of pieces.toReversed()) {
    if (!piece.names.some((name) => used.has(name))) continue;
    chosen.unshift(piece);
    for (const word of wordsOf(piece.text)) used.add(word);
  }
  const isTouched = used.has('updated_now');
  if (uses.hasOptionalDefaults) preamble.from('typing', 'get_args');
  const bodies = chosen.map(({ names, text: source }) => {
    let body = bodyOf(source, preamble);
    if (names.includes('Record')) {
      if (isTouched) body = body.replace(...UPDATE_TIME_CODE);
      if (uses.hasOptionalDefaults) body = body.replace(...OPTIONAL);
    }
    if (uses.hasAliases && names.includes('UpdateModel')) body = body.replace(...ALIASES);
    if (isLazy && names.includes('Model')) body = body.replace('from_attributes=True', 'from_attributes=True, defer_build=True');
    return body.replaceAll('$MAX_DIGITS', String(MAX_DIGITS));
  });
  const body = [...bodies, ...(types.length === 0 ? [] : [separated(types)])];
  return text([
    separated([docstring('Code that the models of this package share.', 0), preamble.imports()]),
    body.map((piece) => ['', '', piece]),
  ]);
}

const wordsOf = (source: string): readonly string[] => source.match(/[A-Za-z_]\w*/g) ?? [];

/** Returns a piece without its imports, which are added to the preamble. */
function bodyOf(piece: string, preamble: Preamble): string {
  const [imports = '', ...body] = /^(?:from|import) /.test(piece) ? piece.split('\n\n\n') : ['', piece];
  for (const [, module = '', names = ''] of imports.matchAll(/^from (\S+) import (\([^)]*\)|.+)$/gm)) {
    for (const name of wordsOf(names)) preamble.from(module, name);
  }
  for (const [, module = '', local] of imports.matchAll(/^import (\S+)(?: as (\S+))?$/gm)) preamble.module(module, local);
  return body.join('\n\n\n').trimEnd();
}

function allOf(patterns: readonly string[]): string[] {
  return [
    '            "allOf": [',
    ...patterns.flatMap((one) => [
      '                {',
      ...splitPattern('                    "pattern": ', one, ','),
      '                },',
    ]),
    '            ],',
  ];
}

/** JSON Schema keywords for kinds of strings. */
const keywordsOfTexts: Partial<Record<ScalarKind, string>> = {
  iri: '"format": "iri-reference"',
  base64: '"contentEncoding": "base64"',
  hex: '"contentEncoding": "base16"',
};

/** Returns the definition of a string type. */
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

/** Returns the `Field` of a pattern. Pydantic uses Rust's dialect; JSON Schema uses that of JavaScript. */
function patternField(kind: ScalarKind, preamble: Preamble): string[] {
  const field = preamble.from('pydantic', 'Field');
  const source = formPattern('rust', kindOf(kind));
  const statedPattern = formPattern('ecmascript', kindOf(kind));
  const keywords = keywordsOfTexts[kind];
  const others = patternsOf(kind).filter((form) => form !== statedPattern);
  const extra = [
    ...(keywords === undefined ? [] : [`            ${keywords},`]),
    ...(statedPattern === source ? [] : splitPattern('            "pattern": ', statedPattern, ',')),
    ...(others.length === 0 ? [] : allOf(others)),
  ];
  const line = `    ${field}(pattern=${patternLiteral(source)}),`;
  if (extra.length === 0 && line.length <= lineWidth) return [line];
  return [
    `    ${field}(`,
    ...splitPattern('        pattern=', source, extra.length === 0 ? '' : ','),
    ...(extra.length === 0 ? [] : ['        json_schema_extra={', ...extra, '        },']),
    '    ),',
  ];
}

/** Splits a pattern into raw literals, one a line, which Python concatenates. */
function splitPattern(prefix: string, source: string, suffix: string): string[] {
  const literal = `${prefix}${patternLiteral(source)}${suffix}`;
  if (literal.length <= lineWidth) return [literal];
  const indentation = /^ */.exec(prefix)?.[0] ?? '';
  const width = lineWidth - indentation.length - 4 - 'r""'.length;
  const parts: string[] = [];
  for (let rest = source; rest !== ''; ) {
    // Splits after a group, so that no escape sequence is split.
    const size = rest.length <= width ? rest.length : rest.lastIndexOf(')', width - 1) + 1 || width;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [`${prefix}(`, ...parts.map((part) => `${indentation}    ${patternLiteral(part)}`), `${indentation})${suffix}`];
}
