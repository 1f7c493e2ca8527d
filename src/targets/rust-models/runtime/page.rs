//! Pages of lists. The generated file contains only the pieces that the models use.

use serde::{Deserialize, Serialize};

// --- Page
/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The number of entries in the list.
    pub total: u64,
    /// The maximum number of entries on a page.
    pub limit: u64,
    /// The number of entries before this page.
    pub offset: u64,
    /// The entries of this page.
    pub items: Vec<T>,
}

// --- Validate for Page
impl<T: Validate> Validate for Page<T> {
    fn validate_into(&self, violations: &mut Violations) {
        for (index, item) in self.items.iter().enumerate() {
            violations.nested(format_args!("/items/{index}"), item);
        }
    }
}
