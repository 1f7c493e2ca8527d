//! Problems in GraphQL: as data if the user can correct them, else as errors.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{iter, mem};

use async_graphql::async_trait::async_trait;
use async_graphql::extensions::{
    Extension, ExtensionContext, ExtensionFactory, NextExecute, NextRequest, NextResolve,
    ResolveInfo,
};
use async_graphql::indexmap::IndexMap;
use async_graphql::{
    Error, ErrorExtensions, PathSegment, QueryPathNode, QueryPathSegment, Response, ServerError,
    ServerResult, Value,
};
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

/// Gives failed fields the result that GraphQL requires (specification of June 2018, section 6.4.4): async-graphql leaves
/// them out of the response.
pub(super) struct Failures;

impl ExtensionFactory for Failures {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Failed::default())
    }
}

/// The failures of one operation.
#[derive(Default)]
struct Failed(Mutex<Found>);

#[derive(Default)]
struct Found {
    errors: Vec<ServerError>,
    /// The paths of objects and lists that are null because a value in them failed that cannot be null.
    incomplete: HashSet<Vec<String>>,
}

impl Failed {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Extension for Failed {
    /// Adds a code to the errors of an operation that is invalid or exceeds a limit.
    async fn request(&self, context: &ExtensionContext<'_>, next: NextRequest<'_>) -> Response {
        let mut response = next.run(context).await;
        let errors = response.errors.iter_mut();
        for error in errors.filter(|one| one.path.is_empty() && one.extensions.is_none()) {
            let extensions = error.extensions.get_or_insert_default();
            extensions.set("code", graphql(&Code::InvalidRequest));
        }
        response
    }

    async fn execute(
        &self,
        context: &ExtensionContext<'_>,
        name: Option<&str>,
        next: NextExecute<'_>,
    ) -> Response {
        let mut response = next.run(context, name).await;
        let found = mem::take(&mut *self.found());
        if found.incomplete.contains(&[] as &[String]) {
            response.data = Value::Null;
        } else if response.data == Value::Null && response.errors.is_empty() {
            response.data = empty();
        }
        response.errors.extend(found.errors);
        response
    }

    async fn resolve(
        &self,
        context: &ExtensionContext<'_>,
        info: ResolveInfo<'_>,
        next: NextResolve<'_>,
    ) -> ServerResult<Option<Value>> {
        let (node, field) = (info.path_node, info.field);
        let is_required = info.return_type.ends_with('!');
        let is_object = !info.is_for_introspection && !field.selection_set.node.items.is_empty();
        let result = next.run(context, info).await;
        let mut found = self.found();
        let is_complete =
            found.incomplete.is_empty() || !found.incomplete.contains(&node.to_string_vec()[..]);
        match result {
            // async-graphql returns null for an object if the operation skips all its fields.
            Ok(Some(Value::Null)) if is_complete && is_object => return Ok(Some(empty())),
            Ok(value) if is_complete => return Ok(value),
            Ok(_) => {}
            Err(error) => found.errors.push(with_path(error, node)),
        }
        if is_required {
            let mut path = node.to_string_vec();
            path.pop();
            found.incomplete.insert(path);
        }
        Ok(None)
    }
}

fn empty() -> Value {
    Value::Object(IndexMap::new())
}

/// Adds to an error the path of its field, which async-graphql does not for a schema from `schema.graphql`.
fn with_path(mut error: ServerError, node: &QueryPathNode<'_>) -> ServerError {
    if error.path.is_empty() {
        let nodes = iter::successors(Some(node), |node| node.parent);
        let path = nodes.map(|node| match node.segment {
            QueryPathSegment::Name(name) => PathSegment::Field(name.to_owned()),
            QueryPathSegment::Index(index) => PathSegment::Index(index),
        });
        error.path.extend(path);
        error.path.reverse();
    }
    error
}
