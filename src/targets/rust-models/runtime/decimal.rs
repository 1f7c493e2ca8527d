//! Decimals in JSON. The generated file contains only the pieces that the models use.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serializer};
use serde_with::{DeserializeAs, SerializeAs};

// --- ExactDecimal
/// Reads a decimal from a string; one that the type cannot hold without rounding is an error.
pub(super) struct ExactDecimal;

impl<'de> DeserializeAs<'de, Decimal> for ExactDecimal {
    fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        let text: String = Deserialize::deserialize(deserializer)?;
        Decimal::from_str_exact(&text).map_err(serde::de::Error::custom)
    }
}

impl SerializeAs<Decimal> for ExactDecimal {
    fn serialize_as<S: Serializer>(value: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
}
