/** The shared module `_base.py`. It contains only what other modules of the package use. */

import { kindOf, MAX_DIGITS, type ScalarKind, scalarKinds } from '../../model/index.ts';
import { patternsOf } from '../shared/json-schema/index.ts';
import { type Lines, separated, text } from '../text/index.ts';
import { formPattern } from './facets.ts';
import { pythonKinds } from './kinds.ts';
import { docstring, lineWidth, patternLiteral } from './literals.ts';
import { type BaseModuleContents, Preamble } from './preamble.ts';
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

/** A helper of the module, with the names that it defines. */
interface Helper {
  readonly names: readonly string[];
  readonly text: string;
}

/** In printing order: a helper uses only helpers above it. */
const helpers: readonly Helper[] = [
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
const OPTIONAL_DEFAULT_CODE = [
  `        if keys and info.mode == "json":`,
  `        if info.mode == "json":
            fields = type(self).model_fields
            nullable = [k for k in keys if type(None) in get_args(fields[k].annotation)]
            for key in nullable:
                setattr(self, key, None)
            keys = [k for k in keys if k not in nullable]
        if keys and info.mode == "json":`,
] as const;

/** Replaces code of `Record._check_complete` if a field has another name in JSON. */
const RECORD_ALIASES = [
  `            lines: Any = `,
  `            keys = [type(self).model_fields[k].serialization_alias or k for k in keys]
            lines: Any = `,
] as const;

/** Replaces code of `UpdateModel._dump_set` if a field has another name in JSON. */
const ALIASES = [
  `        return {k: v for k, v in handler(self).items() if k in self.model_fields_set}`,
  `        fields = type(self).model_fields
        unset = fields.keys() - self.model_fields_set
        names = {fields[name].serialization_alias or name for name in unset}
        return {k: v for k, v in handler(self).items() if k not in names}`,
] as const;

/** If there are more classes, models are built on first use. */
export const MAX_EAGER_CLASSES = 200;

/** Returns the text of `_base.py`. */
export function printBase(base: BaseModuleContents, isLazy: boolean): string {
  const preamble = new Preamble();
  const kinds = scalarKinds.filter((kind) => {
    const { form } = pythonKinds[kind];
    return form.by === 'pattern' && base.names.has(form.name);
  });
  const types = kinds.map((kind) => stringTypeDefinition(kind, preamble));
  const used = new Set([...base.names, ...types.flatMap((lines) => wordsOf(text(lines)))]);
  const usedHelpers: Helper[] = [];
  for (const helper of helpers.toReversed()) {
    if (!helper.names.some((name) => used.has(name))) continue;
    usedHelpers.unshift(helper);
    for (const word of wordsOf(helper.text)) used.add(word);
  }
  if (base.hasOptionalDefaults) preamble.importName('typing', 'get_args');
  const bodies = usedHelpers.map(({ names, text: source }) => {
    let body = bodyOf(source, preamble);
    if (names.includes('Record')) {
      if (used.has('updated_now')) body = body.replace(...UPDATE_TIME_CODE);
      if (base.hasOptionalDefaults) body = body.replace(...OPTIONAL_DEFAULT_CODE);
      if (base.hasAliases) body = body.replace(...RECORD_ALIASES);
    }
    if (base.hasAliases && names.includes('UpdateModel')) body = body.replace(...ALIASES);
    if (isLazy && names.includes('Model')) body = body.replace('from_attributes=True', 'from_attributes=True, defer_build=True');
    return body.replaceAll('MAX_DIGITS', String(MAX_DIGITS));
  });
  return text([
    separated([docstring('Code that the models of this package share.', 0), preamble.imports()]),
    [...bodies, ...(types.length === 0 ? [] : [separated(types)])].map((lines) => ['', '', lines]),
  ]);
}

const wordsOf = (source: string): readonly string[] => source.match(/[A-Za-z_]\w*/g) ?? [];

/** Returns the source of a helper without its imports, which are added to the preamble. */
function bodyOf(source: string, preamble: Preamble): string {
  const [imports = '', ...body] = /^(?:from|import) /.test(source) ? source.split('\n\n\n') : ['', source];
  for (const [, module = '', names = ''] of imports.matchAll(/^from (\S+) import (\([^)]*\)|.+)$/gm)) {
    for (const name of wordsOf(names)) preamble.importName(module, name);
  }
  for (const [, module = '', local] of imports.matchAll(/^import (\S+)(?: as (\S+))?$/gm)) preamble.importModule(module, local);
  return body.join('\n\n\n').trimEnd();
}

/** Returns the keyword `allOf` of JSON Schema with several patterns. */
function allOfLines(patterns: readonly string[]): string[] {
  return [
    '            "allOf": [',
    ...patterns.flatMap((pattern) => [
      '                {',
      ...splitPattern('                    "pattern": ', pattern, ','),
      '                },',
    ]),
    '            ],',
  ];
}

/** JSON Schema keywords for kinds of strings. */
const stringKeywords: Partial<Record<ScalarKind, string>> = {
  iri: '"format": "iri-reference"',
  base64: '"contentEncoding": "base64"',
  hex: '"contentEncoding": "base16"',
};

/** Returns the definition of the string type of a kind: `Year = Annotated[str, Field(pattern=…)]`. */
function stringTypeDefinition(kind: ScalarKind, preamble: Preamble): Lines {
  const { form } = pythonKinds[kind];
  if (form.by !== 'pattern') return undefined;
  const { expressions = [], imports = [] } = form.rule ?? {};
  for (const name of imports) preamble.importName('pydantic', name);
  const { examples, xsd } = kindOf(kind);
  const example = examples[0];
  return [
    `# xsd:${xsd}, such as ${example}`,
    `${form.name} = ${preamble.importName('typing', 'Annotated')}[`,
    '    str,',
    ...patternField(kind, preamble),
    ...expressions.map((expression) => `    ${expression},`),
    ']',
  ];
}

/** Returns the `Field` of a pattern. Pydantic uses Rust's dialect; JSON Schema uses that of JavaScript. */
function patternField(kind: ScalarKind, preamble: Preamble): string[] {
  const field = preamble.importName('pydantic', 'Field');
  const pydanticPattern = formPattern('rust', kindOf(kind));
  const schemaPattern = formPattern('ecmascript', kindOf(kind));
  const keywords = stringKeywords[kind];
  const furtherPatterns = patternsOf(kind).filter((pattern) => pattern !== schemaPattern);
  const extra = [
    ...(keywords === undefined ? [] : [`            ${keywords},`]),
    ...(schemaPattern === pydanticPattern ? [] : splitPattern('            "pattern": ', schemaPattern, ',')),
    ...(furtherPatterns.length === 0 ? [] : allOfLines(furtherPatterns)),
  ];
  const line = `    ${field}(pattern=${patternLiteral(pydanticPattern)}),`;
  if (extra.length === 0 && line.length <= lineWidth) return [line];
  return [
    `    ${field}(`,
    ...splitPattern('        pattern=', pydanticPattern, extra.length === 0 ? '' : ','),
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
  const literals: string[] = [];
  for (let remaining = source; remaining !== ''; ) {
    // Splits after a group, so that no escape sequence is split.
    const size = remaining.length <= width ? remaining.length : remaining.lastIndexOf(')', width - 1) + 1 || width;
    literals.push(patternLiteral(remaining.slice(0, size)));
    remaining = remaining.slice(size);
  }
  return [`${prefix}(`, ...literals.map((literal) => `${indentation}    ${literal}`), `${indentation})${suffix}`];
}
