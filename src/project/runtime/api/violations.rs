//! Violations of the models as problems.

use super::problem::{Problem, ValueError};
use crate::models::Violations;

impl From<Violations> for Problem {
    fn from(Violations(violations): Violations) -> Self {
        let errors = violations.into_iter().map(|violation| ValueError {
            pointer: Some(format!("#{}", violation.path)),
            detail: violation.message,
            ..ValueError::default()
        });
        Self::invalid(errors.collect())
    }
}
