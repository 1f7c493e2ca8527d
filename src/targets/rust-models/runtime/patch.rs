//! Members of updates. The generated file contains only the pieces that the models use.

use serde::{Deserialize, Deserializer, Serializer};
use serde_with::{DeserializeAs, SerializeAs};

// --- assign
/// Keeps the old value if the new one is `None`.
pub(super) fn assign<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

// --- present
/// Deserializes a present member; `null` is an error unless the type is optional.
pub(super) fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
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
