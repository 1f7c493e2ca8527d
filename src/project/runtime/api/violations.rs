//! Violations of the models as problems.

use super::constraints::axiom;
use super::problem::{Problem, ValueError};
use crate::models::Violations;

/// Converts the violations of an instance, given by its class, to a problem that names their axioms.
pub fn checked(class: &str, result: Result<(), Violations>) -> Result<(), Problem> {
    let Err(Violations(violations)) = result else {
        return Ok(());
    };
    let errors = violations.into_iter().map(|violation| {
        let member = violation.path.split('/').nth(1).unwrap_or_default();
        ValueError {
            pointer: Some(format!("#{}", violation.path)),
            axiom: axiom(class, member, violation.code),
            detail: violation.message,
            ..ValueError::default()
        }
    });
    Err(Problem::invalid(errors.collect()))
}
