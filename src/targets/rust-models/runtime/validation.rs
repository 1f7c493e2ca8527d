//! Violations of constraints. The generated file contains only the pieces that the models use.
//! Each piece begins with a line that contains its name.

use std::fmt;
use std::str::FromStr;

use regex::Regex;
use serde::{Deserialize, Deserializer, Serialize};

// --- Violation
/// A constraint that a value violates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The path of the value as a JSON Pointer (RFC 6901), such as `/tags/3`; empty for the root.
    pub path: String,
    /// The kind of constraint, such as `max-length`.
    pub code: &'static str,
    /// The requirement, such as `must be at most 200 characters long`.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.path, self.message)
    }
}

// --- Violations
/// All violations of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Violations(pub Vec<Violation>);

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join("; "))
    }
}

impl std::error::Error for Violations {}

// --- Violations::check
impl Violations {
    /// Adds a violation unless a condition holds.
    pub(super) fn check(
        &mut self,
        path: impl fmt::Display,
        holds: bool,
        code: &'static str,
        message: impl fmt::Display,
    ) {
        self.check_with(path, holds, code, || message.to_string());
    }
}

// --- Violations::check_with
impl Violations {
    /// Adds a violation unless a condition holds.
    pub(super) fn check_with(
        &mut self,
        path: impl fmt::Display,
        holds: bool,
        code: &'static str,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            self.0.push(Violation {
                path: path.to_string(),
                code,
                message: message(),
            });
        }
    }
}

// --- Violations::nested
impl Violations {
    /// Adds the violations of a nested value, with `path` before their paths.
    pub(super) fn nested<'a, T: Validate + 'a>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<&'a T>>,
    ) {
        let start = self.0.len();
        if let Some(value) = value.into() {
            value.validate_into(self);
        }
        for violation in &mut self.0[start..] {
            violation.path.insert_str(0, &path.to_string());
        }
    }
}

// --- Violations::format
impl Violations {
    pub(super) fn format<'a>(
        &mut self,
        path: impl fmt::Display,
        text: impl Into<Option<&'a str>>,
        format: &Format,
    ) {
        let holds = text.into().is_none_or(format.matches);
        self.check(path, holds, "type", format.message);
    }
}

// --- Violations::pattern
impl Violations {
    pub(super) fn pattern<'a>(
        &mut self,
        path: impl fmt::Display,
        text: impl Into<Option<&'a str>>,
        pattern: &Regex,
    ) {
        let holds = text.into().is_none_or(|text| pattern.is_match(text));
        let message = || format!("must match the pattern {pattern}");
        self.check_with(path, holds, "pattern", message);
    }
}

// --- Violations::min_length
impl Violations {
    pub(super) fn min_length<'a>(
        &mut self,
        path: impl fmt::Display,
        text: impl Into<Option<&'a str>>,
        least: usize,
    ) {
        let holds = text.into().is_none_or(|text| text.chars().count() >= least);
        let message = || format!("must be at least {least} character{} long", plural(least));
        self.check_with(path, holds, "min-length", message);
    }
}

// --- Violations::max_length
impl Violations {
    pub(super) fn max_length<'a>(
        &mut self,
        path: impl fmt::Display,
        text: impl Into<Option<&'a str>>,
        most: usize,
    ) {
        let holds = text.into().is_none_or(|text| text.chars().count() <= most);
        let message = || format!("must be at most {most} character{} long", plural(most));
        self.check_with(path, holds, "max-length", message);
    }
}

// --- Violations::minimum
impl Violations {
    pub(super) fn minimum<T: Copy + PartialOrd + fmt::Debug>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<T>>,
        least: T,
    ) {
        let holds = value.into().is_none_or(|value| value >= least);
        let message = || format!("must be at least {least:?}");
        self.check_with(path, holds, "minimum", message);
    }
}

// --- Violations::exclusive_minimum
impl Violations {
    pub(super) fn exclusive_minimum<T: Copy + PartialOrd + fmt::Debug>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<T>>,
        bound: T,
    ) {
        let holds = value.into().is_none_or(|value| value > bound);
        let message = || format!("must be greater than {bound:?}");
        self.check_with(path, holds, "minimum", message);
    }
}

// --- Violations::maximum
impl Violations {
    pub(super) fn maximum<T: Copy + PartialOrd + fmt::Debug>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<T>>,
        most: T,
    ) {
        let holds = value.into().is_none_or(|value| value <= most);
        let message = || format!("must be at most {most:?}");
        self.check_with(path, holds, "maximum", message);
    }
}

// --- Violations::exclusive_maximum
impl Violations {
    pub(super) fn exclusive_maximum<T: Copy + PartialOrd + fmt::Debug>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<T>>,
        bound: T,
    ) {
        let holds = value.into().is_none_or(|value| value < bound);
        let message = || format!("must be less than {bound:?}");
        self.check_with(path, holds, "maximum", message);
    }
}

// --- Violations::safe_integer
impl Violations {
    /// JSON parsers that read numbers as doubles are exact only up to 2^53 - 1.
    pub(super) fn safe_integer(&mut self, path: impl fmt::Display, value: impl Into<Option<i64>>) {
        let range = -9_007_199_254_740_991..=9_007_199_254_740_991;
        let holds = value.into().is_none_or(|value| range.contains(&value));
        let message = || format!("must be between {} and {}", range.start(), range.end());
        self.check_with(path, holds, "type", message);
    }
}

// --- Violations::safe_unsigned
impl Violations {
    /// JSON parsers that read numbers as doubles are exact only up to 2^53 - 1.
    pub(super) fn safe_unsigned(&mut self, path: impl fmt::Display, value: impl Into<Option<u64>>) {
        let most = 9_007_199_254_740_991;
        let holds = value.into().is_none_or(|value| value <= most);
        let message = || format!("must be at most {most}");
        self.check_with(path, holds, "type", message);
    }
}

// --- Violations::finite
impl Violations {
    /// JSON cannot represent infinity.
    pub(super) fn finite(&mut self, path: impl fmt::Display, value: impl Into<Option<f32>>) {
        let holds = value.into().is_none_or(f32::is_finite);
        self.check(path, holds, "type", "must be a finite number");
    }
}

// --- Violations::one_of
impl Violations {
    pub(super) fn one_of<T: PartialEq + fmt::Debug>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<T>>,
        allowed: &[T],
    ) {
        if value.into().is_some_and(|value| !allowed.contains(&value)) {
            let allowed = format!("{allowed:?}");
            let message = || format!("must be one of {}", &allowed[1..allowed.len() - 1]);
            self.check_with(path, false, "values", message);
        }
    }
}

// --- Violations::constant
impl Violations {
    pub(super) fn constant<T: Copy + PartialEq + fmt::Debug>(
        &mut self,
        path: impl fmt::Display,
        value: impl Into<Option<T>>,
        expected: T,
    ) {
        let holds = value.into().is_none_or(|value| value == expected);
        let message = || format!("must be {expected:?}");
        self.check_with(path, holds, "constant", message);
    }
}

// --- Violations::min_items
impl Violations {
    pub(super) fn min_items(&mut self, path: impl fmt::Display, count: usize, least: usize) {
        let message = || format!("must have at least {least} value{}", plural(least));
        self.check_with(path, count >= least, "min-items", message);
    }
}

// --- Violations::max_items
impl Violations {
    pub(super) fn max_items(&mut self, path: impl fmt::Display, count: usize, most: usize) {
        let message = || format!("must have at most {most} value{}", plural(most));
        self.check_with(path, count <= most, "max-items", message);
    }
}

// --- Violations::exactly_one
impl Violations {
    /// Requires a value in exactly one of the fields.
    pub(super) fn exactly_one(&mut self, fields: &[(&str, bool)]) {
        let holds = fields.iter().filter(|(_, is_given)| *is_given).count() == 1;
        let message = || format!("must have exactly one of {}", Names(fields));
        self.check_with("", holds, "choice", message);
    }
}

// --- Violations::at_most_one
impl Violations {
    /// Allows a value in at most one of the fields.
    pub(super) fn at_most_one(&mut self, fields: &[(&str, bool)]) {
        let holds = fields.iter().filter(|(_, is_given)| *is_given).count() <= 1;
        let message = || format!("must have at most one of {}", Names(fields));
        self.check_with("", holds, "choice", message);
    }
}

// --- Violations::min_total
impl Violations {
    /// Requires a minimum number of values in several fields.
    pub(super) fn min_total(&mut self, counts: &[(&str, usize)], least: usize) {
        let total: usize = counts.iter().map(|(_, count)| count).sum();
        let names = Names(counts);
        let message = || format!("must have at least {least} of {names} in all");
        self.check_with("", total >= least, "total", message);
    }
}

// --- Violations::max_total
impl Violations {
    /// Allows a maximum number of values in several fields.
    pub(super) fn max_total(&mut self, counts: &[(&str, usize)], most: usize) {
        let total: usize = counts.iter().map(|(_, count)| count).sum();
        let names = Names(counts);
        let message = || format!("must have at most {most} of {names} in all");
        self.check_with("", total <= most, "total", message);
    }
}

// --- Violations::at_most_field
impl Violations {
    /// Requires a value to be at most that of another field, if both have one.
    pub(super) fn at_most_field<T: PartialOrd>(
        &mut self,
        path: impl fmt::Display,
        value: Option<T>,
        name: &str,
        other: Option<T>,
    ) {
        let holds = value.zip(other).is_none_or(|(value, other)| value <= other);
        let message = || format!("must be at most {name}");
        self.check_with(path, holds, "comparison", message);
    }
}

// --- Violations::less_than_field
impl Violations {
    /// Requires a value to be less than that of another field, if both have one.
    pub(super) fn less_than_field<T: PartialOrd>(
        &mut self,
        path: impl fmt::Display,
        value: Option<T>,
        name: &str,
        other: Option<T>,
    ) {
        let holds = value.zip(other).is_none_or(|(value, other)| value < other);
        let message = || format!("must be less than {name}");
        self.check_with(path, holds, "comparison", message);
    }
}

// --- Names
/// Formats the names of fields for messages.
struct Names<'a, T>(&'a [(&'a str, T)]);

impl<T> fmt::Display for Names<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, _)) in self.0.iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index + 1 == self.0.len() => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{name}")?;
        }
        Ok(())
    }
}

// --- plural
/// Returns the plural ending of a noun.
fn plural(count: usize) -> &'static str {
    match count {
        1 => "",
        _ => "s",
    }
}

// --- Validate
/// Checks values against the constraints of the ontology.
pub trait Validate {
    /// Adds the violations of this value.
    fn validate_into(&self, violations: &mut Violations);

    /// Checks this value against all its constraints.
    ///
    /// # Errors
    ///
    /// Returns all violations of this value, with their paths.
    fn validate(&self) -> Result<(), Violations> {
        let mut violations = Violations::default();
        self.validate_into(&mut violations);
        if violations.0.is_empty() {
            Ok(())
        } else {
            Err(violations)
        }
    }
}

// --- Valid
/// A value that is validated when it is deserialized: an invalid value is an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Valid<T>(pub T);

impl<'de, T: Validate + Deserialize<'de>> Deserialize<'de> for Valid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = T::deserialize(deserializer)?;
        value.validate().map_err(serde::de::Error::custom)?;
        Ok(Self(value))
    }
}

// --- literal
/// Parses a value that has no literal in Rust.
pub(super) fn literal<T: FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| unreachable!("{text} is no value"))
}

// --- regex
pub(super) fn regex(source: &str) -> Regex {
    Regex::new(source).unwrap_or_else(|error| unreachable!("{error}"))
}

// --- Format
/// The format of a string.
pub(super) struct Format {
    matches: fn(&str) -> bool,
    message: &'static str,
}

// --- IRI
pub(super) const IRI: Format = Format {
    matches: is_iri,
    message: "must be an IRI, or a reference to one",
};

// --- DURATION
pub(super) const DURATION: Format = Format {
    matches: |text| duration(text).is_some(),
    message: "must be a duration such as P1DT12H",
};

// --- BASE64
pub(super) const BASE64: Format = Format {
    matches: is_base64,
    message: "must be Base64 with padding",
};

// --- HEX
pub(super) const HEX: Format = Format {
    matches: is_hex,
    message: "must be pairs of hexadecimal digits",
};

// --- G_YEAR
pub(super) const G_YEAR: Format = Format {
    matches: is_g_year,
    message: "must be a year such as 2024",
};

// --- G_YEAR_MONTH
pub(super) const G_YEAR_MONTH: Format = Format {
    matches: is_g_year_month,
    message: "must be a month such as 2024-05",
};

// --- G_MONTH_DAY
pub(super) const G_MONTH_DAY: Format = Format {
    matches: is_g_month_day,
    message: "must be a day such as --05-17",
};

// --- G_DAY
pub(super) const G_DAY: Format = Format {
    matches: is_g_day,
    message: "must be a day such as ---17",
};

// --- G_MONTH
pub(super) const G_MONTH: Format = Format {
    matches: is_g_month,
    message: "must be a month such as --05",
};

// --- has_offset_form
/// True if a string is an offset from UTC of at most 14 hours.
fn has_offset_form(text: &str) -> bool {
    let has_form = has_shape(text, "+00:00") || has_shape(text, "-00:00");
    has_form && text[1..] <= *"14:00" && text[4..] < *"60"
}

// --- is_iri
/// True if a string can be an IRI reference (RFC 3987): two hexadecimal digits follow each `%`, and
/// the string contains no character that IRIs exclude, such as a space, a quote or a brace.
pub(super) fn is_iri(text: &str) -> bool {
    let is_escape = |after: &str| {
        let digits = after.bytes().take(2);
        digits.filter(u8::is_ascii_hexdigit).count() == 2
    };
    let is_excluded = |c: char| c.is_control() || " \"<>\\^`{|}".contains(c);
    text.split('%').skip(1).all(is_escape) && !text.contains(is_excluded)
}

// --- is_base64
/// True if a string is Base64 (RFC 4648) with padding. Its unused bits must be zero.
pub(super) fn is_base64(text: &str) -> bool {
    let data = text.trim_end_matches('=');
    let is_padded = match text.len() - data.len() {
        0 => true,
        1 => data.ends_with(|c| "AEIMQUYcgkosw048".contains(c)),
        2 => data.ends_with(|c| "AQgw".contains(c)),
        _ => false,
    };
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    let is_whole = text.as_bytes().chunks_exact(4).remainder().is_empty();
    is_whole && is_padded && data.bytes().all(is_digit)
}

// --- is_hex
/// True if a string consists of pairs of hexadecimal digits.
pub(super) fn is_hex(text: &str) -> bool {
    let is_whole = text.as_bytes().chunks_exact(2).remainder().is_empty();
    is_whole && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

// --- duration
/// Returns the months and nanoseconds of a duration of XML Schema, such as `P1DT12H`.
pub(super) fn duration(text: &str) -> Option<(i64, i128)> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let sign = if unsigned.len() == text.len() { 1 } else { -1 };
    let parts = unsigned.strip_prefix('P')?;
    let (date, time) = parts.split_once('T').unwrap_or((parts, "0S"));
    if parts.is_empty() || time.is_empty() {
        return None;
    }
    let [years, months, days] = durations(date, ['Y', 'M', 'D'])?;
    let [hours, minutes, seconds] = durations(time, ['H', 'M', 'S'])?;
    let months = number(years)? * 12 + number(months)?;
    let minutes = (number(days)? * 24 + number(hours)?) * 60 + number(minutes)?;
    let nanoseconds = i128::from(minutes) * 60_000_000_000 + nanoseconds(seconds)?;
    Some((sign * months, i128::from(sign) * nanoseconds))
}

/// Returns a number of at most 8 digits.
fn number(digits: &str) -> Option<i64> {
    if digits.len() > 8 || !is_digits(digits) {
        return None;
    }
    digits.parse().ok()
}

/// Returns the nanoseconds of seconds such as `1.5`.
fn nanoseconds(seconds: &str) -> Option<i128> {
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if fraction.len() > 9 || !is_digits(fraction) {
        return None;
    }
    let seconds = i128::from(number(seconds)?);
    let digits = fraction.bytes().chain([b'0'; 9]).take(9);
    Some(digits.fold(seconds, |sum, digit| sum * 10 + i128::from(digit - b'0')))
}

/// Returns the numbers before three units, which must be in this order; 0 for missing units.
fn durations(mut text: &str, units: [char; 3]) -> Option<[&str; 3]> {
    let mut numbers = ["0"; 3];
    for (number, unit) in numbers.iter_mut().zip(units) {
        if let Some((digits, rest)) = text.split_once(unit) {
            (*number, text) = (digits, rest);
        }
    }
    text.is_empty().then_some(numbers)
}

// --- is_g_year
/// True if a string is a year, such as `2024`.
pub(super) fn is_g_year(text: &str) -> bool {
    date_part(text, "0000").is_some_and(|year| year != "0000")
}

// --- is_g_year_month
/// True if a string is a month of a year, such as `2024-05`.
pub(super) fn is_g_year_month(text: &str) -> bool {
    date_part(text, "0000-00").is_some_and(|part| &part[..4] != "0000" && is_month(&part[5..]))
}

// --- is_g_month_day
/// True if a string is a day of a month, such as `--05-17`.
pub(super) fn is_g_month_day(text: &str) -> bool {
    date_part(text, "--00-00").is_some_and(|part| {
        let (month, day) = (&part[2..4], &part[5..]);
        let last = match month {
            "02" => "29",
            "04" | "06" | "09" | "11" => "30",
            _ => "31",
        };
        is_month(month) && ("01"..=last).contains(&day)
    })
}

// --- is_g_day
/// True if a string is a day of any month, such as `---17`.
pub(super) fn is_g_day(text: &str) -> bool {
    date_part(text, "---00").is_some_and(|part| ("01"..="31").contains(&&part[3..]))
}

// --- is_g_month
/// True if a string is a month of any year, such as `--05`.
pub(super) fn is_g_month(text: &str) -> bool {
    date_part(text, "--00").is_some_and(|part| is_month(&part[2..]))
}

// --- date_part
/// Returns the part of a date that has a shape, without the optional offset from UTC.
fn date_part<'a>(text: &'a str, shape: &str) -> Option<&'a str> {
    let (part, offset) = (text.get(..shape.len())?, &text[shape.len()..]);
    let is_offset =
        matches!(offset, "" | "Z") || (has_offset_form(offset) && &offset[1..] != "00:00");
    (is_offset && has_shape(part, shape)).then_some(part)
}

// --- is_month
fn is_month(digits: &str) -> bool {
    ("01"..="12").contains(&digits)
}

// --- has_shape
/// True if a string equals a shape in which `0` stands for any digit.
fn has_shape(text: &str, shape: &str) -> bool {
    let fits = |(found, wanted): (u8, u8)| match wanted {
        b'0' => found.is_ascii_digit(),
        _ => found == wanted,
    };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

// --- is_digits
/// True if a string consists of digits and is not empty.
fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
