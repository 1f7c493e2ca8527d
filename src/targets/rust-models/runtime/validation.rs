//! What generated models read and check values with. It is printed in pieces, those that are used: each begins with a
//! line of its own that names it. What a piece needs of the others and of the imports follows from the names in it.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::OnceLock;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Timelike, Utc};
use regex::Regex;
use rust_decimal::Decimal;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

// --- Violation
/// A value that is not as it has to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// Where the value is, as a JSON Pointer (RFC 6901): `/tags/3`. It is empty for
    /// the instance itself.
    pub path: String,
    /// How it has to be.
    pub message: String,
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

// --- Violations
/// What is wrong with an instance, if anything is.
type Found = Result<(), Vec<Violation>>;

/// Gathers what is wrong with an instance.
#[derive(Default)]
pub(super) struct Violations(Vec<Violation>);

impl Violations {
    /// Notes how the value at a path has to be, unless it is so.
    pub(super) fn check(&mut self, path: impl fmt::Display, holds: bool, message: &str) {
        if !holds {
            self.0.push(Violation {
                path: path.to_string(),
                message: message.to_owned(),
            });
        }
    }

    pub(super) fn into_result(self) -> Found {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0)
        }
    }
}

// --- Violations::include
impl Violations {
    /// Takes over what is wrong with the object at a path.
    pub(super) fn include(&mut self, path: impl fmt::Display, found: Found) {
        for mut violation in found.err().into_iter().flatten() {
            violation.path.insert_str(0, &path.to_string());
            self.0.push(violation);
        }
    }
}

// --- Violations::text
impl Violations {
    pub(super) fn text(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, !value.contains('\0'), "must not contain U+0000");
    }
}

// --- Violations::iri
impl Violations {
    pub(super) fn iri(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_iri(value), "must be an IRI, or a reference to one");
    }
}

// --- Violations::int64
impl Violations {
    pub(super) fn int64(&mut self, path: impl fmt::Display, value: i64) {
        self.check(
            path,
            (-9_007_199_254_740_991..=9_007_199_254_740_991).contains(&value),
            "must be between -9007199254740991 and 9007199254740991",
        );
    }
}

// --- Violations::uint64
impl Violations {
    pub(super) fn uint64(&mut self, path: impl fmt::Display, value: u64) {
        self.check(
            path,
            value <= 9_007_199_254_740_991,
            "must be at most 9007199254740991",
        );
    }
}

// --- Violations::float
impl Violations {
    pub(super) fn float(&mut self, path: impl fmt::Display, value: f64) {
        self.check(path, value.is_finite(), "must be a finite number");
    }
}

// --- Violations::decimal
impl Violations {
    pub(super) fn decimal(&mut self, path: impl fmt::Display, value: Decimal) {
        self.check(path, is_decimal(value), "must have at most 28 digits");
    }
}

// --- Violations::date_time
impl Violations {
    pub(super) fn date_time(&mut self, path: impl fmt::Display, value: DateTime<Utc>) {
        self.check(
            path,
            is_date_time(value),
            "must be in the years 1 to 9999, and no leap second",
        );
    }
}

// --- Violations::date
impl Violations {
    pub(super) fn date(&mut self, path: impl fmt::Display, value: NaiveDate) {
        self.check(path, is_date(value), "must be in the years 1 to 9999");
    }
}

// --- Violations::time
impl Violations {
    pub(super) fn time(&mut self, path: impl fmt::Display, value: NaiveTime) {
        self.check(path, is_time(value), "must not be a leap second");
    }
}

// --- Violations::duration
impl Violations {
    pub(super) fn duration(&mut self, path: impl fmt::Display, value: &str) {
        self.check(
            path,
            duration(value).is_some(),
            "must be a duration such as P1DT12H",
        );
    }
}

// --- Violations::base64
impl Violations {
    pub(super) fn base64(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_base64(value), "must be Base64 with padding");
    }
}

// --- Violations::hex
impl Violations {
    pub(super) fn hex(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_hex(value), "must be pairs of hexadecimal digits");
    }
}

// --- Violations::g_year
impl Violations {
    pub(super) fn g_year(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_g_year(value), "must be a year such as 2024");
    }
}

// --- Violations::g_year_month
impl Violations {
    pub(super) fn g_year_month(&mut self, path: impl fmt::Display, value: &str) {
        self.check(
            path,
            is_g_year_month(value),
            "must be a month such as 2024-05",
        );
    }
}

// --- Violations::g_month_day
impl Violations {
    pub(super) fn g_month_day(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_g_month_day(value), "must be a day such as --05-17");
    }
}

// --- Violations::g_day
impl Violations {
    pub(super) fn g_day(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_g_day(value), "must be a day such as ---17");
    }
}

// --- Violations::g_month
impl Violations {
    pub(super) fn g_month(&mut self, path: impl fmt::Display, value: &str) {
        self.check(path, is_g_month(value), "must be a month such as --05");
    }
}

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

// --- literal
/// A value that has no literal in Rust.
pub(super) fn literal<T: FromStr>(text: &str) -> T {
    match text.parse() {
        Ok(value) => value,
        Err(_) => unreachable!("{text} was checked when this was generated"),
    }
}

// --- Object
/// What is read from a JSON object, and not from a list of values as well.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(Members(PhantomData))
    }
}

struct Members<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(Object)
    }
}

// --- FromJson
/// A type whose values are read from JSON in one form only, where its own way to read
/// them takes more.
pub(super) trait FromJson: Sized {
    fn from_json<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error>;
}

// --- Exact
/// A value that is read in that form.
pub(super) struct Exact<T>(pub(super) T);

impl<'de, T: FromJson> Deserialize<'de> for Exact<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        T::from_json(json).map(Self)
    }
}

// --- FromJson for Option
impl<T: FromJson> FromJson for Option<T> {
    fn from_json<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let value = Option::deserialize(json)?;
        Ok(value.map(|Exact(value)| value))
    }
}

// --- FromJson for Vec
impl<T: FromJson> FromJson for Vec<T> {
    fn from_json<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let values = Vec::deserialize(json)?;
        Ok(values.into_iter().map(|Exact(value)| value).collect())
    }
}

// --- FromText
/// A type whose values are texts of one form in JSON.
pub(super) trait FromText: Sized {
    /// What a text has to be.
    const FORM: &'static str;

    fn from_text(text: &str) -> Option<Self>;
}

impl<T: FromText> FromJson for T {
    fn from_json<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_str(Text(PhantomData))
    }
}

struct Text<T>(PhantomData<T>);

impl<T: FromText> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::FORM)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

// --- FromText for Uuid
impl FromText for Uuid {
    const FORM: &'static str = "a UUID with hyphens";

    fn from_text(text: &str) -> Option<Self> {
        // No other form has this length.
        if text.len() == 36 {
            text.parse().ok()
        } else {
            None
        }
    }
}

// --- FromText for DateTime
impl FromText for DateTime<Utc> {
    const FORM: &'static str = "an instant such as 2024-05-17T08:30:00Z";

    fn from_text(text: &str) -> Option<Self> {
        let (date, rest) = text.split_once('T')?;
        let (time, offset) = match rest.strip_suffix('Z') {
            Some(time) => (time, "+00:00"),
            None => rest.split_at(rest.rfind(['+', '-'])?),
        };
        if !(has_date_form(date) && has_time_form(time) && has_offset_form(offset)) {
            return None;
        }
        let instant = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
        is_date_time(instant).then_some(instant)
    }
}

// --- FromText for NaiveDate
impl FromText for NaiveDate {
    const FORM: &'static str = "a date such as 2024-05-17";

    fn from_text(text: &str) -> Option<Self> {
        if has_date_form(text) {
            text.parse().ok()
        } else {
            None
        }
    }
}

// --- FromText for NaiveTime
impl FromText for NaiveTime {
    const FORM: &'static str = "a time such as 08:30:00";

    fn from_text(text: &str) -> Option<Self> {
        if has_time_form(text) {
            text.parse().ok().filter(|time| is_time(*time))
        } else {
            None
        }
    }
}

// --- FromJson for f32
impl FromJson for f32 {
    fn from_json<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(json)?;
        if value.abs() <= 3.4028235e38 {
            Ok(value as f32)
        } else {
            Err(D::Error::custom("must be within the range of 32 bits"))
        }
    }
}

// --- FromText for Decimal
impl FromText for Decimal {
    const FORM: &'static str = "a decimal such as 19.99, of at most 28 digits";

    fn from_text(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        let is_plain = is_digits(fraction) && (whole == "0" || !whole.starts_with('0'));
        let digits = unsigned.bytes().filter(u8::is_ascii_digit).count();
        if is_plain && is_digits(whole) && digits <= 28 {
            text.parse().ok()
        } else {
            None
        }
    }
}

// --- FromText for i64
impl FromText for i64 {
    const FORM: &'static str = "a whole number of 64 bits, in quotes";

    fn from_text(text: &str) -> Option<Self> {
        integer(text)
    }
}

// --- FromText for u64
impl FromText for u64 {
    const FORM: &'static str = "a whole number of 64 bits, in quotes";

    fn from_text(text: &str) -> Option<Self> {
        integer(text)
    }
}

// --- integer
/// A whole number that is written without `+` and without zeros in front.
fn integer<T: FromStr>(text: &str) -> Option<T> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if text == "0" || (is_digits(unsigned) && !unsigned.starts_with('0')) {
        text.parse().ok()
    } else {
        None
    }
}

// --- ToText
/// Values that are written as texts.
pub(super) trait ToText {
    fn to_text<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error>;
}

impl ToText for i64 {
    fn to_text<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(self)
    }
}

impl ToText for u64 {
    fn to_text<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(self)
    }
}

impl<T: ToText> ToText for Option<T> {
    fn to_text<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => value.to_text(json),
            None => json.serialize_none(),
        }
    }
}

impl<T: ToText> ToText for Vec<T> {
    fn to_text<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_seq(self.iter().map(Written))
    }
}

struct Written<'a, T>(&'a T);

impl<T: ToText> Serialize for Written<'_, T> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        self.0.to_text(json)
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
