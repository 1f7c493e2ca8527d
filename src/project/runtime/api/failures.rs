//! Problems in GraphQL: as data if the user can correct them, else as errors.

use std::iter;
use std::sync::Arc;

use async_graphql::async_trait::async_trait;
use async_graphql::extensions::{
    Extension, ExtensionContext, ExtensionFactory, NextResolve, ResolveInfo,
};
use async_graphql::{Error, ErrorExtensions, PathSegment, QueryPathSegment, ServerResult, Value};
use serde::Serialize;
use serde_json::{json, Value as JsonValue};

use super::problem::{Code, Problem};

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
            let segments = pointer.split('/').skip(1);
            let members = segments.map(|text| text.replace("~1", "/").replace("~0", "~"));
            iter::once("input".to_owned()).chain(members).collect()
        });
        error(&one.detail, path)
    });
    errors.collect()
}

impl From<Problem> for Error {
    /// Converts a problem to an error with its code and the values that were rejected.
    fn from(problem: Problem) -> Self {
        let message = match problem.detail.as_str() {
            "" => "The operation failed.",
            detail => detail,
        };
        Self::new(message).extend_with(|_, extensions| {
            extensions.set("code", graphql(&problem.code));
            if !problem.errors.is_empty() {
                extensions.set("errors", graphql(&problem.errors));
            }
        })
    }
}

fn graphql<T: Serialize>(value: &T) -> Value {
    let value = serde_json::to_value(value).unwrap_or_default();
    Value::from_json(value).unwrap_or_default()
}

/// Adds to an error the path of its field, which async-graphql does not for a schema from `schema.graphql`.
pub(super) struct Paths;

impl ExtensionFactory for Paths {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait]
impl Extension for Paths {
    async fn resolve(
        &self,
        context: &ExtensionContext<'_>,
        info: ResolveInfo<'_>,
        next: NextResolve<'_>,
    ) -> ServerResult<Option<Value>> {
        let nodes = iter::successors(Some(info.path_node), |node| node.parent);
        let result = next.run(context, info).await;
        result.map_err(|mut error| {
            if error.path.is_empty() {
                let path = nodes.map(|node| match node.segment {
                    QueryPathSegment::Name(name) => PathSegment::Field(name.to_owned()),
                    QueryPathSegment::Index(index) => PathSegment::Index(index),
                });
                error.path.extend(path);
                error.path.reverse();
            }
            error
        })
    }
}
