//! Conversions of PostgreSQL columns. The generated file contains only the pieces that the models
//! use.

use sqlx::error::BoxDynError;
use sqlx::postgres::types::PgInterval;
use sqlx::postgres::PgRow;
use sqlx::{Decode, Postgres, Row, Type};

// --- read_column
pub(super) fn read_column<'r, C, T>(
    row: &'r PgRow,
    name: &str,
    convert: impl Fn(C) -> Result<T, BoxDynError>,
) -> sqlx::Result<T>
where
    C: Decode<'r, Postgres> + Type<Postgres>,
{
    convert(Row::try_get(row, name)?).map_err(|source| decoding(name, source))
}

// --- read_optional
pub(super) fn read_optional<'r, C, T>(
    row: &'r PgRow,
    name: &str,
    convert: impl Fn(C) -> Result<T, BoxDynError>,
) -> sqlx::Result<Option<T>>
where
    C: Decode<'r, Postgres> + Type<Postgres>,
{
    let value: Option<C> = Row::try_get(row, name)?;
    let converted = value.map(convert).transpose();
    converted.map_err(|source| decoding(name, source))
}

// --- read_array
pub(super) fn read_array<'r, C, T>(
    row: &'r PgRow,
    name: &str,
    convert: impl Fn(C) -> Result<T, BoxDynError>,
) -> sqlx::Result<Vec<T>>
where
    Vec<C>: Decode<'r, Postgres> + Type<Postgres>,
{
    let values: Vec<C> = Row::try_get(row, name)?;
    let converted: Result<_, _> = values.into_iter().map(convert).collect();
    converted.map_err(|source| decoding(name, source))
}

// --- decoding
fn decoding(name: &str, source: BoxDynError) -> sqlx::Error {
    let index = name.to_owned();
    sqlx::Error::ColumnDecode { index, source }
}

// --- interval_text
/// Returns an interval as a duration of XML Schema, such as `P1DT12H`.
pub(super) fn interval_text(interval: &PgInterval) -> Result<String, BoxDynError> {
    let months = i64::from(interval.months);
    let parts = [months, interval.days.into(), interval.microseconds];
    let is_negative = parts.iter().any(|part| *part < 0);
    if is_negative && parts.iter().any(|part| *part > 0) {
        return Err("a duration has one sign".into());
    }
    let [months, days, microseconds] = parts.map(i64::unsigned_abs);
    // Each number has at most 8 digits.
    let years = (months / 12).min(99_999_999);
    let hours = (microseconds / 3_600_000_000).min(99_999_999);
    let rest = microseconds - hours * 3_600_000_000;
    let minutes = (rest / 60_000_000).min(99_999_999);
    let rest = rest - minutes * 60_000_000;
    let part = |count: u64, unit: &str| match count {
        0 => String::new(),
        _ => format!("{count}{unit}"),
    };
    let seconds = format!("{}.{:06}", rest / 1_000_000, rest % 1_000_000);
    let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
    let seconds = match rest {
        0 => String::new(),
        _ => format!("{seconds}S"),
    };
    let time = [part(hours, "H"), part(minutes, "M"), seconds].concat();
    let months = part(months - years * 12, "M");
    let date = [part(years, "Y"), months, part(days, "D")].concat();
    let sign = if is_negative { "-" } else { "" };
    Ok(match (date.is_empty(), time.is_empty()) {
        (true, true) => "PT0S".to_owned(),
        (_, true) => format!("{sign}P{date}"),
        _ => format!("{sign}P{date}T{time}"),
    })
}

// --- hex_text
pub(super) fn hex_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

// --- base64_text
/// Returns bytes as Base64 (RFC 4648, section 4).
pub(super) fn base64_text(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits = (0..3).fold(0, |bits, i| {
            bits << 8 | usize::from(group.get(i).copied().unwrap_or(0))
        });
        let digit = |i: usize| {
            if i <= group.len() {
                char::from(DIGITS[bits >> (18 - 6 * i) & 63])
            } else {
                '='
            }
        };
        [digit(0), digit(1), digit(2), digit(3)]
    };
    bytes.chunks(3).flat_map(group).collect()
}
