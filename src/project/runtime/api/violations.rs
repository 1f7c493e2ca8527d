//! Violations of the models as problems.

use super::http::{FieldError, Problem};
use crate::models::Violations;

impl From<Violations> for Problem {
    fn from(Violations(violations): Violations) -> Self {
        let errors = violations.into_iter().map(|violation| FieldError {
            pointer: format!("#{}", violation.path),
            detail: violation.message,
        });
        Self::invalid(errors.collect())
    }
}
