//! Problems in GraphQL: as data if the user can correct them, else as errors.

use std::iter;

use async_graphql::{Error, ErrorExtensions, Value};
use serde::Serialize;
use serde_json::{json, Value as JsonValue};

use super::problem::{Code, Problem};

/// Returns nothing for a missing instance.
pub(super) fn optional<T>(result: Result<T, Problem>) -> Result<Option<T>, Error> {
    match result {
        Err(problem) if problem.code == Code::NotFound => Ok(None),
        result => result.map(Some).map_err(failure),
    }
}

/// Returns whether the user of a client can correct a problem.
pub(super) fn is_correctable(code: Code) -> bool {
    matches!(
        code,
        Code::InvalidValue | Code::NotUnique | Code::InUse | Code::NotFound
    )
}

/// Returns an error for each value of a problem, or one for the whole problem.
pub(super) fn user_errors(problem: &Problem) -> Vec<JsonValue> {
    let error = |message: &str, path: Option<Vec<String>>| json!({ "code": problem.code, "message": message, "path": path });
    if problem.errors.is_empty() {
        return vec![error(&problem.detail, None)];
    }
    let errors = problem.errors.iter().map(|one| {
        let path = one.pointer.as_ref().map(|pointer| {
            let members = pointer.split('/').skip(1);
            let members = members.map(|text| text.replace("~1", "/").replace("~0", "~"));
            iter::once("input".to_owned()).chain(members).collect()
        });
        error(&one.detail, path)
    });
    errors.collect()
}

/// Converts a problem to an error with its code and the values that were rejected.
pub(super) fn failure(problem: Problem) -> Error {
    let message = match problem.detail.as_str() {
        "" => "The operation failed.",
        detail => detail,
    };
    Error::new(message).extend_with(|_, extensions| {
        extensions.set("code", graphql(&problem.code));
        if !problem.errors.is_empty() {
            extensions.set("errors", graphql(&problem.errors));
        }
    })
}

fn graphql<T: Serialize>(value: &T) -> Value {
    let value = serde_json::to_value(value).unwrap_or_default();
    Value::from_json(value).unwrap_or_default()
}
