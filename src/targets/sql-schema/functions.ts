/**
 * Functions that conditions call, because a CHECK cannot contain a query: that each item of `tags` matches a pattern becomes
 * `CHECK (blog_each_matches(tags, '^[a-z]+$'))`.
 */

import { type DomainModel, kindOf, type ScalarKind, type Union } from '../../model/index.ts';
import type { Lines, NameScope } from '../text/index.ts';
import { claimIdentifier, literal } from './identifiers.ts';
import { textConditions } from './kinds.ts';
import { membersInWords, unionMembershipQuery } from './unions.ts';

export interface SqlFunction {
  readonly name: string;
  /** The types of its arguments, which distinguish functions of the same name. */
  readonly signature: string;
  /** The purpose, printed as a comment of one line. */
  readonly purpose: string;
  /** The names and types of its arguments. */
  readonly parameters: string;
  readonly returns: string;
  readonly body: Lines;
}

/** The functions that the tables of a model need; each is created at its first use. */
export class Functions {
  readonly #model: DomainModel;
  readonly #names: NameScope;
  readonly #created = new Map<string | Union, SqlFunction>();

  /** @param names names of all functions of the schema; they begin with the model's name, so that two schemas share none */
  constructor(model: DomainModel, names: NameScope) {
    this.#model = model;
    this.#names = names;
  }

  /** The created functions, in the order of their first use. */
  get all(): readonly SqlFunction[] {
    return [...this.#created.values()];
  }

  /** Returns the condition that each text of an array matches a regular expression. */
  eachMatches(array: string, pattern: string): string {
    const { name } = this.#create('each_matches', 'each_matches', {
      signature: 'TEXT[], TEXT',
      parameters: 'items TEXT[], pattern TEXT',
      returns: 'BOOLEAN',
      purpose: 'Returns whether each string matches a regular expression.',
      body: 'SELECT coalesce(bool_and(item ~ pattern), TRUE) FROM unnest(items) AS item',
    });
    return `${name}(${array}, ${literal(pattern)})`;
  }

  /** Returns the condition that each text of an array has the form of a kind. */
  eachIs(scalar: ScalarKind, array: string): string {
    const slug = scalar.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { name } = this.#create(`each ${scalar}`, `each_is_${slug}`, {
      signature: 'TEXT[]',
      parameters: 'items TEXT[]',
      returns: 'BOOLEAN',
      purpose: `Returns whether each string has a lexical form of xsd:${kindOf(scalar).xsd}.`,
      body: `SELECT coalesce(bool_and(${textConditions(scalar, 'item').join(' AND ')}), TRUE) FROM unnest(items) AS item`,
    });
    return `${name}(${array})`;
  }

  /** Returns an expression for the lengths of the texts of an array, in code points. */
  lengths(array: string): string {
    const { name } = this.#create('lengths', 'lengths', {
      signature: 'TEXT[]',
      parameters: 'items TEXT[]',
      returns: 'INTEGER[]',
      purpose: 'Returns the number of characters of each string.',
      body: 'SELECT ARRAY(SELECT char_length(item) FROM unnest(items) AS item)',
    });
    return `${name}(${array})`;
  }

  /** Returns the condition that each value of an array belongs to a union. */
  unionCheck(union: Union, array: string): string {
    const { name } = this.#create(union, `each_${union.slug}`, {
      signature: 'JSONB[]',
      parameters: 'items JSONB[]',
      returns: 'BOOLEAN',
      purpose: `Returns whether each value is ${membersInWords(union)}.`,
      body: unionMembershipQuery(union),
    });
    return `${name}(${array})`;
  }

  /** Returns the function with this key. */
  #create(key: string | Union, name: string, definition: Omit<SqlFunction, 'name'>): SqlFunction {
    let created = this.#created.get(key);
    if (!created) {
      created = { name: claimIdentifier(this.#names, `${this.#model.name}_${name}`), ...definition };
      this.#created.set(key, created);
    }
    return created;
  }
}
