//! Numbers that are strings in JSON. The generated file contains only the pieces that the models use.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serializer};
use serde_with::{DeserializeAs, SerializeAs};

// --- parse_decimal
/// Reads `-?(0|[1-9][0-9]*)(\.[0-9]+)?` of at most 28 digits, which the type holds without rounding.
fn parse_decimal(text: &str) -> Option<Decimal> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let count = unsigned.bytes().filter(u8::is_ascii_digit).count();
    let others = unsigned.len() - count - usize::from(unsigned.contains('.'));
    let is_canonical = whole == "0" || !whole.is_empty() && !whole.starts_with('0');
    let is_valid = is_canonical && !fraction.is_empty() && others == 0 && count <= 28;
    Decimal::from_str_exact(text).ok().filter(|_| is_valid)
}

// --- ExactDecimal
/// Reads a decimal from a string of at most 28 digits, such as `-12.50`.
pub(super) struct ExactDecimal;

impl<'de> DeserializeAs<'de, Decimal> for ExactDecimal {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        let text: String = Deserialize::deserialize(deserializer)?;
        let error = "a decimal is a string of at most 28 digits without an exponent";
        parse_decimal(&text).ok_or_else(|| serde::de::Error::custom(error))
    }
}

impl SerializeAs<Decimal> for ExactDecimal {
    fn serialize_as<S: Serializer>(value: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
}

// --- Present
/// Deserializes a present member with a conversion of `serde_with`.
pub(super) struct Present<U>(std::marker::PhantomData<U>);

impl<'de, T, U: DeserializeAs<'de, T>> DeserializeAs<'de, Option<T>> for Present<U> {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        U::deserialize_as(deserializer).map(Some)
    }
}

impl<T, U: SerializeAs<T>> SerializeAs<Option<T>> for Present<U> {
    fn serialize_as<S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => U::serialize_as(value, serializer),
            None => serializer.serialize_none(),
        }
    }
}
