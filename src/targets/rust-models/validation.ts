import type { DomainModel } from '../../model/index.ts';
import { NameScope, separated, text } from '../text/index.ts';
import type { Scope } from './scope.ts';

/** What the generated code has of its own to check instances with, and to make values of text. */
export type Helper =
  /** The type of what `validate` finds. */
  | 'Violation'
  /** Gathers violations. */
  | 'Violations'
  /** A regular expression. */
  | 'Pattern'
  /** Parses a value that the compiler knows no literal of. */
  | 'literal'
  /** Reads a decimal of text, and of nothing else. */
  | 'decimal_text';

/** The module of the helpers. It gathers those that are used while the other files are printed, and has no others. */
export class Validation {
  /** The module's name. */
  readonly module: string;
  readonly #names: Readonly<Record<Helper, string>>;
  readonly #used = new Set<Helper>();
  #includes = false;

  /** @param modules the names of the other modules */
  constructor(model: Pick<DomainModel, 'classes' | 'enumerations' | 'unions'>, modules: Iterable<string>) {
    this.module = new NameScope(modules).claim('validation', 'model_validation');
    const types = [...model.classes, ...model.enumerations, ...model.unions].map(({ name }) => name);
    const relations = model.classes.flatMap(({ relationsName }) => relationsName ?? []);
    const scope = new NameScope([...types, ...relations]);
    this.#names = {
      Violation: scope.claim('Violation', 'ModelViolation'),
      Violations: scope.claim('Violations', 'ModelViolations'),
      Pattern: scope.claim('Pattern', 'TextPattern'),
      literal: 'literal',
      decimal_text: 'decimal_text',
    };
  }

  /** How a file writes a helper; imports it. */
  use(helper: Helper, scope: Scope): string {
    return scope.sibling(this.module, this.#need(helper));
  }

  /** A helper's path from any file, for attributes. */
  path(helper: Helper): string {
    return `super::${this.module}::${this.#need(helper)}`;
  }

  /** Says that violations of one object are taken over into those of another. */
  needsInclude(): void {
    this.#includes = true;
  }

  /** The types that users of the module see. */
  publicTypes(): string[] {
    return this.#used.has('Violation') ? [this.#names.Violation] : [];
  }

  /** The text of its file, if there has to be one. */
  file(): string | undefined {
    if (this.#used.size === 0) return undefined;
    const has = (helper: Helper) => this.#used.has(helper);
    const { Violation, Violations, Pattern } = this.#names;
    const serde = [has('Violation') || has('decimal_text') ? 'Deserialize' : '', has('decimal_text') ? 'Deserializer' : ''];
    const serdeNames = [...serde, has('Violation') ? 'Serialize' : ''].filter((name) => name !== '');
    return text(
      separated([
        '//! What instances are checked with.',
        [
          has('Violation') && 'use std::fmt;',
          has('literal') && 'use std::str::FromStr;',
          has('Pattern') && 'use std::sync::OnceLock;',
        ],
        [
          has('Pattern') && 'use regex::Regex;',
          has('decimal_text') && 'use rust_decimal::Decimal;',
          serdeNames.length > 0 && `use serde::${serdeNames.length === 1 ? serdeNames[0] : `{${serdeNames.join(', ')}}`};`,
        ],
        ...(has('Violation') ? violation(Violation) : []),
        ...(has('Violations') ? violations(Violations, Violation, this.#includes) : []),
        ...(has('Pattern') ? pattern(Pattern) : []),
        has('literal') && literal,
        has('decimal_text') && decimalText,
      ]),
    );
  }

  #need(helper: Helper): string {
    this.#used.add(helper);
    return this.#names[helper];
  }
}

const violation = (name: string): readonly string[] => [
  `/// A value that is not as it has to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ${name} {
    /// Where the value is, as a JSON Pointer (RFC 6901): \`/tags/3\`. It is empty for
    /// the instance itself.
    pub path: String,
    /// How it has to be.
    pub message: String,
}`,
  `impl fmt::Display for ${name} {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}`,
  `impl std::error::Error for ${name} {}`,
];

const violations = (name: string, violation: string, includes: boolean): readonly string[] => [
  `/// Gathers what is wrong with an instance.
#[derive(Default)]
pub(super) struct ${name}(Vec<${violation}>);`,
  [
    `impl ${name} {
    /// Notes how the value at a path has to be, unless it is so.
    pub(super) fn check(&mut self, path: impl fmt::Display, holds: bool, message: &str) {
        if !holds {
            self.0.push(${violation} {
                path: path.to_string(),
                message: message.to_owned(),
            });
        }
    }`,
    includes &&
      `
    /// Takes over what is wrong with the object at a path.
    pub(super) fn include(&mut self, path: impl fmt::Display, found: Result<(), Vec<${violation}>>) {
        for mut violation in found.err().into_iter().flatten() {
            violation.path.insert_str(0, &path.to_string());
            self.0.push(violation);
        }
    }`,
    `
    pub(super) fn into_result(self) -> Result<(), Vec<${violation}>> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0)
        }
    }
}`,
  ]
    .filter((part) => part !== false)
    .join('\n'),
];

const pattern = (name: string): readonly string[] => [
  `/// A regular expression, which is compiled when it is first used.
pub(super) struct ${name} {
    source: &'static str,
    compiled: OnceLock<Regex>,
}`,
  `impl ${name} {
    pub(super) const fn new(source: &'static str) -> Self {
        Self {
            source,
            compiled: OnceLock::new(),
        }
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        let compile = || Regex::new(self.source).expect("it was checked when this was generated");
        self.compiled.get_or_init(compile).is_match(text)
    }
}`,
];

const literal = `/// A value that has no literal in Rust.
pub(super) fn literal<T: FromStr>(text: &str) -> T {
    match text.parse() {
        Ok(value) => value,
        Err(_) => unreachable!("{text} was checked when this was generated"),
    }
}`;

const decimalText = `/// Reads a decimal that is a text in JSON. Numbers are not taken for decimals.
pub(super) fn decimal_text<'a, D: Deserializer<'a>>(json: D) -> Result<Decimal, D::Error> {
    let text = String::deserialize(json)?;
    text.parse().map_err(serde::de::Error::custom)
}`;
