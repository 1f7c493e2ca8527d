/**
 * Creates the enumerations and unions of a model, and gives them names that no other type has. `sh:in ( "draft" "published" )`
 * for `:status` of `:Post` becomes the enumeration `PostStatus`; the alternatives `xsd:date` and `xsd:dateTime` become the
 * union `DateOrDateTime`.
 */

import type { Place } from '../../diagnostics/index.ts';
import { isBlank, type Literal, type Node } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';
import { isInteger, type ScalarKind, scalarKinds } from '../kinds/kinds.ts';
import type { AxiomDraft, Term } from '../read/axioms.ts';
import type { Reader } from '../read/reader.ts';
import type { DomainModel, Enumeration, EnumerationValue, FieldType, ScalarType, Union } from '../types.ts';
import { pascalName, shortenName, snakeCase, unifiedSpelling } from '../words/names.ts';

/** The enumerations and unions of a model. Each is created at its first use; equal uses share one. */
export class NamedTypes {
  readonly enumerations: Enumeration[] = [];
  readonly unions: Union[] = [];
  readonly #reader: Reader;
  readonly #names = new Set<string>();
  readonly #slugs = new Set<string>();
  readonly #axioms = new Map<Enumeration, AxiomDraft>();
  readonly #byKey = new Map<string, Enumeration | Union>();

  constructor(reader: Reader, classes: readonly ClassDraft[]) {
    this.#reader = reader;
    for (const { name, slug } of classes) {
      this.#names.add(name.toLowerCase());
      this.#slugs.add(slug);
    }
  }

  /**
   * Reserves the first unused name for a type, else the last candidate with a number. Ignores names that do not begin with a
   * letter.
   */
  claim(candidates: readonly string[]): { name: string; slug: string } {
    const usable = candidates.filter((c) => /^[A-Za-z]/.test(c));
    const last = usable.at(-1) ?? 'Value';
    let name = usable.find((c) => this.#isFree(c));
    for (let n = 2; name === undefined; n++) if (this.#isFree(last + n)) name = last + n;
    const slug = snakeCase(name);
    this.#names.add(name.toLowerCase());
    this.#slugs.add(slug);
    return { name, slug };
  }

  /** Reserves a name for a type that has no file, with a number if the name is in use. */
  claimName(base: string): string {
    let name = base;
    for (let n = 2; this.#names.has(name.toLowerCase()); n++) name = base + n;
    this.#names.add(name.toLowerCase());
    return name;
  }

  /**
   * Returns the enumeration of strings or individuals.
   *
   * @param key identifies the enumeration: the resource that lists the values
   * @param names PascalCase names, best first
   */
  enumeration(key: Node, names: readonly string[], members: readonly Term[], place: Place): Enumeration {
    const known = this.#byKey.get(key);
    if (known && 'values' in known) return known;
    const iri = isBlank(key) ? undefined : key;
    const enumeration: Enumeration = {
      ...this.claim([...names, ...names.map((n) => `${n}Value`)]),
      values: this.#values(members),
      ...(iri === undefined ? { deprecated: false } : { iri, ...this.#reader.described(iri) }),
      place,
    };
    this.#byKey.set(key, enumeration);
    this.enumerations.push(enumeration);
    return enumeration;
  }

  /**
   * Creates the enumeration that replaces a class, with the name of the class.
   *
   * @param axiom the axiom that limits the class to these values, if the ontology states one
   */
  addFromClass(
    { name, slug, iri, place, label, doc, deprecated }: ClassDraft,
    members: readonly Term[],
    axiom?: AxiomDraft,
  ): void {
    const enumeration: Enumeration = {
      name,
      slug,
      values: this.#values(members),
      iri,
      ...(place && { place }),
      ...(label !== undefined && { label }),
      ...(doc !== undefined && { doc }),
      deprecated,
    };
    this.#byKey.set(iri, enumeration);
    if (axiom) this.#axioms.set(enumeration, axiom);
    this.enumerations.push(enumeration);
  }

  /** Returns the types that fields use, and the enumerations that the ontology declares. */
  used(classes: readonly Pick<ClassDraft, 'fields' | 'refinements'>[]): Pick<DomainModel, 'enumerations' | 'unions'> {
    const used = new Set<object>();
    const use = ({ type }: { readonly type: FieldType }) => {
      if (type.kind === 'enumeration') used.add(type.enumeration);
      if (type.kind === 'union') used.add(type.union);
    };
    for (const { fields, refinements } of classes) {
      fields.forEach(use);
      refinements.forEach(use);
    }
    return {
      enumerations: this.enumerations.filter((e) => e.iri !== undefined || used.has(e)),
      unions: this.unions.filter((u) => used.has(u)),
    };
  }

  /** Returns the axiom that limits a class to the values of an enumeration. */
  axiomOf(enumeration: Enumeration): AxiomDraft | undefined {
    return this.#axioms.get(enumeration);
  }

  /** Returns the enumeration that a class or datatype has become. */
  enumerationOf(iri: Node): Enumeration | undefined {
    const known = this.#byKey.get(iri);
    return known && 'values' in known ? known : undefined;
  }

  /** @param members in the order of {@link Union.members}; two or more */
  union(members: readonly ScalarType[]): Union {
    const key = JSON.stringify(members.map(({ datatype: _, ...withoutDatatype }) => withoutDatatype));
    const known = this.#byKey.get(key);
    if (known && 'members' in known) return known;
    const base = members.map((m) => kindNames[m.scalar] ?? pascalName(m.scalar)).join('Or');
    const union: Union = { ...this.claim([base, `${base}Value`]), members };
    this.#byKey.set(key, union);
    this.unions.push(union);
    return union;
  }

  #isFree(name: string): boolean {
    return !this.#names.has(name.toLowerCase()) && !this.#slugs.has(snakeCase(name));
  }

  #values(members: readonly Term[]): EnumerationValue[] {
    const values: EnumerationValue[] = [];
    const usedTexts = new Set<string>();
    const names = new Set<string>();
    for (const member of members) {
      const value = typeof member === 'string' ? this.#reader.local(member) : member.value;
      if (typeof member !== 'string' && usedTexts.has(value)) continue;
      let text = value;
      for (let n = 2; usedTexts.has(text); n++) text = `${value}_${n}`;
      usedTexts.add(text);
      const inAscii =
        typeof member === 'string' ? this.#reader.localInAscii(member) : this.#reader.transliterate(value, member.language);
      const name = this.#valueName(inAscii, names);
      names.add(unifiedSpelling(name));
      values.push({
        value: text,
        name,
        ...(typeof member === 'string'
          ? { iri: member, ...this.#reader.described(member), place: this.#reader.ontology.place(member) }
          : { deprecated: false }),
      });
    }
    return values;
  }

  /** Returns an unused name for a value. The names in use have the form of {@link unifiedSpelling}. */
  #valueName(value: string, usedNames: ReadonlySet<string>): string {
    const identifier = value === '' ? 'empty' : shortenName(snakeCase(value));
    const base = identifier === '' ? 'value' : /^\d/.test(identifier) ? `n${identifier}` : identifier;
    let name = base;
    for (let n = 2; usedNames.has(unifiedSpelling(name)); n++) name = `${base}_${n}`;
    return name;
  }
}

/** The kinds whose name in a union differs from their own: `TextOrInteger`. */
const kindNames: Partial<Readonly<Record<ScalarKind, string>>> = {
  string: 'Text',
  ...Object.fromEntries(scalarKinds.filter(isInteger).map((kind) => [kind, 'Integer'] as const)),
  // Distinct from integers that are numbers in JSON.
  int64Text: 'LongText',
  uint64Text: 'UnsignedLongText',
  float32: 'Float',
  float64: 'Float',
  base64: 'Base64',
  gYear: 'Year',
  gYearMonth: 'YearMonth',
  gMonthDay: 'MonthDay',
  gDay: 'Day',
  gMonth: 'Month',
};

/** Returns whether terms can be the values of an enumeration: all strings, or all individuals. */
export function areEnumerable(members: readonly Term[]): boolean {
  return members.length > 0 && (members.every(isIndividual) || members.every((m) => typeof m !== 'string' && isText(m)));
}

/** Returns why a list of individuals or literals (`owl:oneOf`) cannot become a type. */
export function faultOfList(members: readonly Term[]): string {
  if (members.length === 0) return 'a list without members';
  if (members.some((m) => typeof m === 'string' && isBlank(m))) return 'a list with a member that has no name';
  const datatypes = new Set(members.map((m) => (typeof m === 'string' ? undefined : m.datatype)));
  if (datatypes.has(undefined) && datatypes.size > 1) return 'a list of literals and individuals in one';
  if (datatypes.has(undefined)) return 'a list of individuals';
  if (datatypes.size > 1) return 'a list of literals of several datatypes';
  return members.some((m) => typeof m !== 'string' && datatypeMapping(m.datatype) === undefined)
    ? 'a list of literals whose datatype has no mapping'
    : 'a list of literals that are not strings';
}

function isIndividual(member: Term): boolean {
  return typeof member === 'string' && !isBlank(member);
}

const TEXTS = ['http://www.w3.org/2001/XMLSchema#string', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'];

function isText(literal: Literal): boolean {
  return TEXTS.includes(literal.datatype);
}
