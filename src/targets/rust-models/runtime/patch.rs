//! Members of updates. The generated file contains only the pieces that the models use.

use serde::{Deserialize, Deserializer};

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
