/** Converts names in an ontology to names in code: `publishedAt` to `published_at`, `blog-post` to `BlogPost`. */

import pluralize from 'pluralize';
import { isJapanese, loadJapanese, type NameText, type Transliterate } from './japanese.ts';
import { isAscii, spelledOut } from './latin.ts';

/** Splits a name into words: `publishedAt`, `published_at`, `Published at` and `PUBLISHED-AT` all have two. */
export function splitWords(name: string): string[] {
  return name
    .replace(/['’]/g, '')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '');
}

/**
 * Other characters than ASCII letters and digits, and the offset of a capital that begins a word: after a small letter or a digit,
 * or if it is the last of several before a small letter, which is not the plural s of an abbreviation (`URLs`).
 */
const BETWEEN_WORDS = /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?:[a-rt-z]|s[a-z]))/;

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Returns whether the first character of a name is an ASCII digit, so that most languages reject the name. */
export function beginsWithDigit(name: string): boolean {
  return isDigit(name.charCodeAt(0));
}

/** Names that are in snake_case already, as many are that codegen made. */
const inSnakeCase = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** Returns a name in snake_case: `publishedAt` → `published_at`. Empty if the name has no letter and no digit. */
export function snakeCase(name: string): string {
  return inSnakeCase.test(name) ? name : splitWords(name).join('_').toLowerCase();
}

const inPascalCase = /^[A-Z][A-Za-z0-9]*$/;

/** Returns a name in PascalCase: `blog-post` → `BlogPost`; capitals within a word stay: `HTMLPage`. Empty as in {@link snakeCase}. */
export function pascalName(name: string): string {
  if (inPascalCase.test(name)) return name;
  return name
    .replace(/['’]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/**
 * Returns a key that is equal for snake_case names that collide in other cases: `line_2` and `line2` are both `line2` in
 * camelCase, which client generators use, and `Line2` in PascalCase. A letter after an underscore becomes a capital there.
 */
export function unifiedSpelling(snake: string): string {
  return snake.replace(/(?<!_)_+(?=\d)/g, '');
}

/** Returns whether a local name is a code without a meaning for users: `GO_0008150`, `APOLLO_SV_00000522`, `Q42`, `C00012345`, `0001`, a UUID. */
export function isOpaque(local: string): boolean {
  // All codes but UUIDs, which have 32 characters or more, end in a digit.
  if (!isNumbered(local) && local.length < 32) return false;
  return (
    /^\d+$/.test(local) ||
    /^[A-Za-z]{1,12}[_-]\d{3,}$/.test(local) ||
    /^[A-Z]{1,12}_[A-Za-z]{1,12}_\d{4,}$/.test(local) ||
    /^[A-Z]\d+$/.test(local) ||
    /^[A-Za-z]{1,12}\d{5,}$/.test(local) ||
    /^(?:[a-z]{1,12}[_-])?[0-9a-f]{8}[_-]?(?:[0-9a-f]{4}[_-]?){3}[0-9a-f]{12}$/i.test(local)
  );
}

/** A code before a meaningful name: `E21_` in `E21_Person`, `P14i_` in `P14i_performed`. */
const CODE_PREFIX = /^[A-Z]{1,2}\d+[a-z]?_(?=[A-Za-z])/;

/** Removes a code such as `E21_` before a name, unless several names share the code; see {@link sharedCodes}. */
export function withoutCode(local: string, shared?: ReadonlySet<string>): string {
  return local.replace(CODE_PREFIX, (code) => (shared?.has(code) === true ? code : ''));
}

export function hasCode(local: string): boolean {
  return CODE_PREFIX.test(local);
}

/** Returns prefixes that look like codes but identify nothing, because several names share them: `CO2_` in `CO2_Sensor`. */
export function sharedCodes(locals: readonly string[]): ReadonlySet<string> {
  const codes = locals.flatMap((local) => CODE_PREFIX.exec(local)?.[0] ?? []);
  const seen = new Set<string>();
  return new Set(codes.filter((code) => seen.size === seen.add(code).size));
}

/** In characters. File systems allow 255 bytes, but targets add prefixes and suffixes to names. */
const MAX_LENGTH = 100;

/** Cuts a name to a length that every target and file system accepts. Collisions that result are resolved like others. */
export function shortenName(name: string): string {
  return name.length <= MAX_LENGTH ? name : name.slice(0, MAX_LENGTH).replace(/(?<!_)_+$/, '');
}

/** Returns a name in snake_case with its last word in the plural: `post` → `posts`, `blog_category` → `blog_categories`. */
export function pluralOf(snake: string): string {
  return isNumbered(snake) ? `${snake}s` : mapLastWord(snake, plural);
}

/**
 * Returns the plural of a class's name. If it contains `of`, the noun before it is in the plural: `feature_of_interest` →
 * `features_of_interest`.
 */
export function classPluralOf(slug: string): string {
  const at = slug.indexOf('_of_');
  return at > 0 ? pluralOf(slug.slice(0, at)) + slug.slice(at) : pluralOf(slug);
}

/** Returns the singular of a name in snake_case: `tags` → `tag`, `features_of_interest` → `feature_of_interest`. */
export function singularOf(snake: string): string {
  const at = snake.indexOf('_of_');
  if (at > 0 && isPluralName(snake.slice(0, at))) return singularOf(snake.slice(0, at)) + snake.slice(at);
  return isNumbered(snake) ? snake : mapLastWord(snake, singular);
}

/** Returns whether the last word of a name is a plural that differs from its singular (unlike `news`). */
export function isPluralName(snake: string): boolean {
  return !isNumbered(snake) && isPlural(lastWord(snake));
}

const isPlural = (word: string): boolean =>
  word !== 's' && !noPlurals.has(word) && pluralize.isPlural(word) && !pluralize.isSingular(word);
const plural = (word: string): string => pluralize.plural(word);
// Without its last letter, `s` would be empty.
const singular = (word: string): string => (noPlurals.has(word) || verbs.has(word) ? word : pluralize.singular(word) || word);

/** Verbs that name properties with several values, as in `foaf:knows`. Words that are nouns as well, such as `uses`, are not here. */
const verbs: ReadonlySet<string> = new Set([
  ...['accepts', 'affects', 'attends', 'belongs', 'buys', 'comprises', 'connects', 'consists', 'consumes', 'contains', 'creates'],
  ...['depends', 'describes', 'employs', 'enables', 'extends', 'governs', 'includes', 'inhibits', 'intersects', 'involves'],
  ...['knows', 'manages', 'occurs', 'overlaps', 'owns', 'participates', 'performs', 'precedes', 'prevents', 'proves', 'provides'],
  ...[
    'publishes',
    'receives',
    'refers',
    'regulates',
    'represents',
    'requires',
    'sells',
    'serves',
    'speaks',
    'supervises',
    'teaches',
  ],
]);

/** Words that pluralize reads as plurals, as in `available_as`: other parts of speech, and abbreviations. */
const noPlurals: ReadonlySet<string> = new Set([
  ...['as', 'is', 'os', 'us', 'vs', 'always', 'besides', 'does', 'perhaps', 'towards', 'whereas'],
  ...['dns', 'gps', 'https', 'sms'],
]);

/** Returns whether a word ends in a digit: its plural adds an s, and it is never a plural itself. */
function isNumbered(word: string): boolean {
  return isDigit(word.charCodeAt(word.length - 1));
}

/** Words at the end of a relation's name that are not the noun for its target: `part_of`, `generated_by`. */
const prepositions = new Set([
  'of',
  'by',
  'on',
  'in',
  'to',
  'for',
  'with',
  'from',
  'at',
  'as',
  'into',
  'about',
  'than',
  'under',
  'over',
]);

/** Returns whether the last word of a name in snake_case is an English preposition, as in `published_by`. */
export function endsInPreposition(snake: string): boolean {
  return prepositions.has(lastWord(snake));
}

function lastWord(snake: string): string {
  return snake.slice(snake.lastIndexOf('_') + 1);
}

function mapLastWord(snake: string, f: (word: string) => string): string {
  const at = snake.lastIndexOf('_') + 1;
  return snake.slice(0, at) + f(snake.slice(at)).toLowerCase();
}

/** Loads the tables for transliteration if one of the texts needs them: most ontologies are in ASCII, and the tables are large. */
export async function transliteratorFor(texts: Iterable<NameText>): Promise<Transliterate> {
  let isNeeded = false;
  let isInJapanese = false;
  for (const text of texts) {
    if (isAscii(text.value)) continue;
    isNeeded = true;
    isInJapanese ||= isJapanese(text);
  }
  if (!isNeeded) return (text) => text;
  const { default: anyAscii } = await import('any-ascii');
  const other: Transliterate = (text, language = '') => anyAscii(spelledOut(text, language));
  return isInJapanese ? loadJapanese(other) : other;
}
