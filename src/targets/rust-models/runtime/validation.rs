//! What generated models read and check values with. It is printed in pieces, those that are used: each begins with a
//! line of its own that names it. What a piece needs of the others and of the imports follows from the names in it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Timelike, Utc};
use regex::Regex;
use rust_decimal::Decimal;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

// --- Violation
/// A value that is not as it has to be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Violation {
    /// Where the value is, as a JSON Pointer (RFC 6901): `/tags/3`. It is empty for
    /// the instance itself.
    pub path: String,
    /// What is asked for, for machines: `max-length`.
    pub code: String,
    /// What the message tells, for messages of your own: `length` is 200.
    pub params: BTreeMap<String, Param>,
    /// How it has to be.
    pub message: String,
}

/// A parameter of what is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Param {
    /// Whether something is so.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// A text, or what is a text in JSON.
    Text(String),
    /// Several of them.
    List(Vec<Param>),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for Violation {}

// --- Invalid
/// All violations of a value as one error, as `?` takes it to those of programs:
/// `post.validate().map_err(Invalid)?`.
#[derive(Debug, Clone, PartialEq)]
pub struct Invalid(pub Vec<Violation>);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Invalid {}

impl From<Vec<Violation>> for Invalid {
    fn from(violations: Vec<Violation>) -> Self {
        Self(violations)
    }
}

// --- Validate
/// What can be checked for what its type leaves open.
pub trait Validate {
    /// # Errors
    ///
    /// All violations that there are, with their paths.
    fn validate(&self) -> Result<(), Vec<Violation>>;
}

// --- Valid
/// A value without violations. Read by serde, it is refused where there are some.
#[derive(Debug, Clone, PartialEq)]
pub struct Valid<T>(T);

impl<T: Validate> Valid<T> {
    /// Takes a value that is valid.
    ///
    /// # Errors
    ///
    /// All violations that there are, with their paths.
    pub fn new(value: T) -> Result<Self, Vec<Violation>> {
        value.validate().map(|()| Self(value))
    }
}

impl<T> Valid<T> {
    /// The value, to be changed.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> std::ops::Deref for Valid<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Valid<T> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(json)
    }
}

impl<'de, T: Validate + Deserialize<'de>> Deserialize<'de> for Valid<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let valid = Self::new(T::deserialize(json)?);
        valid.map_err(|violations| D::Error::custom(Invalid(violations)))
    }
}

// --- Rule
/// What is asked of a value.
#[derive(Clone, Copy)]
#[allow(dead_code)] // where nothing asks for it
pub(super) enum Rule {
    /// A value of a kind, and what it has to be.
    Type(&'static str, &'static str),
    /// No value, or an empty list.
    Absent,
    Empty,
    AtLeast(Given),
    MoreThan(Given),
    AtMost(Given),
    LessThan(Given),
    /// So many characters.
    MinLength(usize),
    MaxLength(usize),
    Matches(&'static str),
    Values(&'static [Given]),
    Constant(Given),
    Irreflexive,
    MinItems(usize),
    MaxItems(usize),
    Contains(Given),
    /// One value among several fields: exactly one, or at most.
    ExactlyOne(&'static [&'static str]),
    AtMostOne(&'static [&'static str]),
    /// So many values of several fields in all.
    MinTotal(&'static [&'static str], usize),
    MaxTotal(&'static [&'static str], usize),
    /// How a field and a related object agree.
    Inverse(&'static str, &'static str, &'static str),
}

/// A value as the ontology gives it.
#[derive(Clone, Copy)]
#[allow(dead_code)] // where it gives none of that type
pub(super) enum Given {
    Flag(bool),
    Number(&'static str),
    Text(&'static str),
}

impl From<Given> for Param {
    fn from(given: Given) -> Self {
        let number = |text: &str| match text.parse() {
            Ok(whole) => Param::Whole(whole),
            Err(_) => text
                .parse()
                .map_or(Param::Text(text.to_owned()), Param::Number),
        };
        match given {
            Given::Flag(value) => Param::Flag(value),
            Given::Number(numeral) => number(numeral),
            Given::Text(text) => Param::Text(text.to_owned()),
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Flag(value) => write!(f, "{value}"),
            Given::Number(numeral) => f.write_str(numeral),
            Given::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// The code of a rule, its parameters and its message.
type Told = (&'static str, Vec<(&'static str, Param)>, String);

impl Rule {
    fn told(self) -> Told {
        let texts = |texts: &[&str]| {
            let texts = texts.iter().map(|text| Param::Text((*text).to_owned()));
            Param::List(texts.collect())
        };
        let whole = |number: usize| Param::Whole(i64::try_from(number).unwrap_or(i64::MAX));
        let bound = |code, bound: Given, words, inclusive| {
            let params = vec![
                ("bound", bound.into()),
                ("inclusive", Param::Flag(inclusive)),
            ];
            (code, params, format!("must be {words} {}", shown(bound)))
        };
        let length = |code, words, length, noun| {
            let counted = counted(length, noun);
            let end = if noun == "character" { " long" } else { "" };
            (
                code,
                vec![("length", whole(length))],
                format!("must {words} {counted}{end}"),
            )
        };
        let choice = |fields, required: bool, number| {
            let params = vec![
                ("fields", texts(fields)),
                ("required", Param::Flag(required)),
            ];
            let names = listed(fields, "and");
            (
                "choice",
                params,
                format!("must have {number} one of {names}"),
            )
        };
        let total = |fields, side, words, number| {
            let params = vec![("fields", texts(fields)), (side, whole(number))];
            let (counted, names) = (counted(number, "value"), listed(fields, "and"));
            (
                "total",
                params,
                format!("must have {words} {counted} of {names} in all"),
            )
        };
        match self {
            Rule::Type(kind, wanted) => (
                "type",
                vec![("type", Param::Text(kind.to_owned()))],
                wanted.to_owned(),
            ),
            Rule::Absent => ("absent", vec![], "must be absent".to_owned()),
            Rule::Empty => ("absent", vec![], "must be empty".to_owned()),
            Rule::AtLeast(least) => bound("minimum", least, "at least", true),
            Rule::MoreThan(least) => bound("minimum", least, "greater than", false),
            Rule::AtMost(most) => bound("maximum", most, "at most", true),
            Rule::LessThan(most) => bound("maximum", most, "less than", false),
            Rule::MinLength(least) => length("min-length", "be at least", least, "character"),
            Rule::MaxLength(most) => length("max-length", "be at most", most, "character"),
            Rule::Matches(source) => {
                let params = vec![("pattern", Param::Text(source.to_owned()))];
                (
                    "pattern",
                    params,
                    format!("must match the pattern {source}"),
                )
            }
            Rule::Values(values) => {
                let all: Vec<String> = values.iter().map(ToString::to_string).collect();
                let among = if all.len() == 1 { "" } else { "one of " };
                let params = values.iter().map(|value| (*value).into()).collect();
                let message = format!("must be {among}{}", all.join(", "));
                ("values", vec![("values", Param::List(params))], message)
            }
            Rule::Constant(value) => (
                "constant",
                vec![("value", value.into())],
                format!("must be {value}"),
            ),
            Rule::Irreflexive => (
                "irreflexive",
                vec![],
                "must not be the object's own id".to_owned(),
            ),
            Rule::MinItems(least) => length("min-items", "have at least", least, "value"),
            Rule::MaxItems(most) => length("max-items", "have at most", most, "value"),
            Rule::Contains(value) => (
                "contains",
                vec![("value", value.into())],
                format!("must contain {value}"),
            ),
            Rule::ExactlyOne(fields) => choice(fields, true, "exactly"),
            Rule::AtMostOne(fields) => choice(fields, false, "at most"),
            Rule::MinTotal(fields, least) => total(fields, "least", "at least", least),
            Rule::MaxTotal(fields, most) => total(fields, "most", "at most", most),
            Rule::Inverse(field, relation, message) => {
                let text = |text: &str| Param::Text(text.to_owned());
                let params = vec![("field", text(field)), ("relation", text(relation))];
                ("inverse", params, message.to_owned())
            }
        }
    }
}

/// A bound as it stands in messages.
fn shown(bound: Given) -> &'static str {
    match bound {
        Given::Flag(_) => "",
        Given::Number(text) | Given::Text(text) => text,
    }
}

/// `1 value`, `2 values`
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a, b and c`
fn listed(names: &[&str], conjunction: &str) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} {conjunction} {last}", names.join(", ")),
    }
}

// --- Violations
/// What is wrong with an instance, if anything is.
type Found = Result<(), Vec<Violation>>;

/// The most that is told of an instance; the rest is counted.
const MOST_TOLD: usize = 100;

/// Gathers what is wrong with an instance.
#[derive(Default)]
pub(super) struct Violations {
    told: Vec<Violation>,
    more: usize,
}

impl Violations {
    /// Notes what is asked of the value at a path, unless that holds.
    pub(super) fn check(&mut self, path: impl fmt::Display, holds: bool, rule: Rule) {
        if holds {
            return;
        }
        if self.told.len() >= MOST_TOLD {
            self.more += 1;
            return;
        }
        let (code, params, message) = rule.told();
        let params = params
            .into_iter()
            .map(|(name, param)| (name.to_owned(), param));
        self.told.push(Violation {
            path: path.to_string(),
            code: code.to_owned(),
            params: params.collect(),
            message,
        });
    }

    pub(super) fn into_result(mut self) -> Found {
        if self.told.is_empty() {
            return Ok(());
        }
        if self.more > 0 {
            let count = Param::Whole(i64::try_from(self.more).unwrap_or(i64::MAX));
            self.told.push(Violation {
                path: String::new(),
                code: "more".to_owned(),
                params: BTreeMap::from([("count".to_owned(), count)]),
                message: format!("and {} more", self.more),
            });
        }
        Err(self.told)
    }
}

// --- Violations::include
impl Violations {
    /// Takes over what is wrong with the object at a path.
    pub(super) fn include(&mut self, path: impl fmt::Display, found: Found) {
        for mut violation in found.err().into_iter().flatten() {
            if let ("more", Some(Param::Whole(count))) =
                (&*violation.code, violation.params.get("count"))
            {
                self.more += usize::try_from(*count).unwrap_or(usize::MAX);
            } else if self.told.len() >= MOST_TOLD {
                self.more += 1;
            } else {
                violation.path.insert_str(0, &path.to_string());
                self.told.push(violation);
            }
        }
    }
}

// --- Violations::value
impl Violations {
    /// Notes what a single value has to be that its type in Rust does not see to.
    pub(super) fn value(&mut self, path: impl fmt::Display, value: &impl Value) {
        if let Some(rule) = value.fault(None, false) {
            self.check(path, false, rule);
        }
    }
}

// --- TextForm
/// A form that texts have to have.
#[derive(Clone, Copy)]
#[allow(dead_code)] // where there are no texts
pub(super) struct TextForm {
    holds: fn(&str) -> bool,
    rule: Rule,
}

// --- Violations::iri
impl Violations {
    pub(super) fn iri(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (IRI_FORM.holds)(value), IRI_FORM.rule);
    }
}

// --- IRI_FORM
pub(super) const IRI_FORM: TextForm = TextForm {
    holds: is_iri,
    rule: Rule::Type("iri", "must be an IRI, or a reference to one"),
};

// --- Violations::duration
impl Violations {
    pub(super) fn duration(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (DURATION_FORM.holds)(value), DURATION_FORM.rule);
    }
}

// --- DURATION_FORM
pub(super) const DURATION_FORM: TextForm = TextForm {
    holds: |text| duration(text).is_some(),
    rule: Rule::Type("duration", "must be a duration such as P1DT12H"),
};

// --- Violations::base64
impl Violations {
    pub(super) fn base64(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (BASE64_FORM.holds)(value), BASE64_FORM.rule);
    }
}

// --- BASE64_FORM
pub(super) const BASE64_FORM: TextForm = TextForm {
    holds: is_base64,
    rule: Rule::Type("base64", "must be Base64 with padding"),
};

// --- Violations::hex
impl Violations {
    pub(super) fn hex(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (HEX_FORM.holds)(value), HEX_FORM.rule);
    }
}

// --- HEX_FORM
pub(super) const HEX_FORM: TextForm = TextForm {
    holds: is_hex,
    rule: Rule::Type("hex", "must be pairs of hexadecimal digits"),
};

// --- Violations::g_year
impl Violations {
    pub(super) fn g_year(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (G_YEAR_FORM.holds)(value), G_YEAR_FORM.rule);
    }
}

// --- G_YEAR_FORM
pub(super) const G_YEAR_FORM: TextForm = TextForm {
    holds: is_g_year,
    rule: Rule::Type("gYear", "must be a year such as 2024"),
};

// --- Violations::g_year_month
impl Violations {
    pub(super) fn g_year_month(&mut self, path: impl fmt::Display, value: &str) {
        self.check(
            path,
            (G_YEAR_MONTH_FORM.holds)(value),
            G_YEAR_MONTH_FORM.rule,
        );
    }
}

// --- G_YEAR_MONTH_FORM
pub(super) const G_YEAR_MONTH_FORM: TextForm = TextForm {
    holds: is_g_year_month,
    rule: Rule::Type("gYearMonth", "must be a month such as 2024-05"),
};

// --- Violations::g_month_day
impl Violations {
    pub(super) fn g_month_day(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (G_MONTH_DAY_FORM.holds)(value), G_MONTH_DAY_FORM.rule);
    }
}

// --- G_MONTH_DAY_FORM
pub(super) const G_MONTH_DAY_FORM: TextForm = TextForm {
    holds: is_g_month_day,
    rule: Rule::Type("gMonthDay", "must be a day such as --05-17"),
};

// --- Violations::g_day
impl Violations {
    pub(super) fn g_day(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (G_DAY_FORM.holds)(value), G_DAY_FORM.rule);
    }
}

// --- G_DAY_FORM
pub(super) const G_DAY_FORM: TextForm = TextForm {
    holds: is_g_day,
    rule: Rule::Type("gDay", "must be a day such as ---17"),
};

// --- Violations::g_month
impl Violations {
    pub(super) fn g_month(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, (G_MONTH_FORM.holds)(value), G_MONTH_FORM.rule);
    }
}

// --- G_MONTH_FORM
pub(super) const G_MONTH_FORM: TextForm = TextForm {
    holds: is_g_month,
    rule: Rule::Type("gMonth", "must be a month such as --05"),
};

// --- Pattern
/// A regular expression, which is compiled when it is first used.
pub(super) struct Pattern {
    source: &'static str,
    compiled: OnceLock<Regex>,
}

impl Pattern {
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
}

// --- Pattern::is_match_up_to
impl Pattern {
    /// Whether a text of at most so many characters matches; that a longer one is too long is told of itself.
    pub(super) fn is_match_up_to(&self, most: usize, text: &str) -> bool {
        text.chars().count() > most || self.is_match(text)
    }
}

// --- literal
/// A value that has no literal in Rust.
pub(super) fn literal<T: FromStr>(text: &str) -> T {
    match text.parse() {
        Ok(value) => value,
        Err(_) => unreachable!("{text} was checked when this was generated"),
    }
}

// --- is_date_time
/// Whether an instant is in the years 1 to 9999, and no leap second.
fn is_date_time(value: DateTime<Utc>) -> bool {
    is_date(value.date_naive()) && is_time(value.time())
}

// --- is_date
/// Whether a date is in the years 1 to 9999.
fn is_date(value: NaiveDate) -> bool {
    (1..=9999).contains(&Datelike::year(&value))
}

// --- is_time
/// Whether a time is in no leap second.
fn is_time(value: NaiveTime) -> bool {
    Timelike::nanosecond(&value) < 1_000_000_000
}

// --- is_decimal
/// Whether a decimal is written with at most 28 digits.
fn is_decimal(value: Decimal) -> bool {
    value.scale() < 28 && value.mantissa().unsigned_abs() < 10_u128.pow(28)
}

// --- has_date_form
/// Whether a text has the form of a date; the month may lack the day.
fn has_date_form(text: &str) -> bool {
    has_shape(text, "0000-00-00") && !text.starts_with("0000")
}

// --- has_time_form
/// Whether a text has the form of a time, with up to nine digits of a fraction; it
/// may be after the end of the day.
fn has_time_form(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
    has_shape(clock, "00:00:00") && fraction.len() <= 9 && is_digits(fraction)
}

// --- has_offset_form
/// Whether a text is an offset from UTC, of at most 14 hours.
fn has_offset_form(text: &str) -> bool {
    let has_form = has_shape(text, "+00:00") || has_shape(text, "-00:00");
    has_form && text[1..] <= *"14:00" && text[4..] < *"60"
}

// --- is_iri
/// Whether a text may be an IRI reference (RFC 3987): `%` stands before two
/// hexadecimal digits, and there are no controls, blanks, quotes, brackets or braces.
pub(super) fn is_iri(text: &str) -> bool {
    let is_escape = |after: &str| {
        let digits = after.bytes().take(2);
        digits.filter(u8::is_ascii_hexdigit).count() == 2
    };
    let is_excluded = |c: char| c.is_control() || " \"<>\\^`{|}".contains(c);
    text.split('%').skip(1).all(is_escape) && !text.contains(is_excluded)
}

// --- is_base64
/// Whether a text is Base64 (RFC 4648) with padding, whose unused bits are zero.
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
/// Whether a text is pairs of hexadecimal digits.
pub(super) fn is_hex(text: &str) -> bool {
    let is_whole = text.as_bytes().chunks_exact(2).remainder().is_empty();
    is_whole && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

// --- duration
/// The months and nanoseconds of a duration of XML Schema, such as `P1DT12H`.
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
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if fraction.len() > 9 || !is_digits(fraction) {
        return None;
    }
    let number = |digits: &str| match digits.len() {
        1..=8 if is_digits(digits) => digits.parse::<i64>().ok(),
        _ => None,
    };
    let months = number(years)? * 12 + number(months)?;
    let minutes = (number(days)? * 24 + number(hours)?) * 60 + number(minutes)?;
    let seconds = i128::from(minutes * 60 + number(seconds)?);
    let digits = fraction.bytes().chain([b'0'; 9]).take(9);
    let nanoseconds = digits.fold(seconds, |sum, digit| sum * 10 + i128::from(digit - b'0'));
    Some((sign * months, i128::from(sign) * nanoseconds))
}

/// The numbers before three units that stand in this order; 0 for those that are missing.
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
/// Whether a text is a year, such as `2024`.
pub(super) fn is_g_year(text: &str) -> bool {
    date_part(text, "0000").is_some_and(|year| year != "0000")
}

// --- is_g_year_month
/// Whether a text is a month of a year, such as `2024-05`.
pub(super) fn is_g_year_month(text: &str) -> bool {
    date_part(text, "0000-00").is_some_and(|part| &part[..4] != "0000" && is_month(&part[5..]))
}

// --- is_g_month_day
/// Whether a text is a day of a month, such as `--05-17`.
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
/// Whether a text is a day of any month, such as `---17`.
pub(super) fn is_g_day(text: &str) -> bool {
    date_part(text, "---00").is_some_and(|part| ("01"..="31").contains(&&part[3..]))
}

// --- is_g_month
/// Whether a text is a month of any year, such as `--05`.
pub(super) fn is_g_month(text: &str) -> bool {
    date_part(text, "--00").is_some_and(|part| is_month(&part[2..]))
}

// --- date_part
/// A part of a date of a shape, without the offset from UTC that may follow.
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
/// Whether a text is another one, in which `0` stands for any digit.
fn has_shape(text: &str, shape: &str) -> bool {
    let fits = |(found, wanted): (u8, u8)| match wanted {
        b'0' => found.is_ascii_digit(),
        _ => found == wanted,
    };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

// --- is_digits
/// Whether a text is made of digits, of which there are some.
fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
