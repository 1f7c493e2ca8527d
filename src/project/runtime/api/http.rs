//! What the handlers share: bodies, parameters, pages and problems.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{header, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::error::{DatabaseError, ErrorKind};
use uuid::Uuid;

use super::constraints;

/// The media type of problem details.
const PROBLEM: &str = "application/problem+json";

/// The media type of a JSON Merge Patch (RFC 7396).
const MERGE_PATCH: &str = "application/merge-patch+json";

/// A failure, as problem details (RFC 9457).
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    detail: String,
    errors: Vec<FieldError>,
}

/// A value of the body that was rejected.
#[derive(Debug, Serialize)]
pub struct FieldError {
    /// A JSON Pointer as a URI fragment (RFC 6901, section 6).
    pub pointer: String,
    /// What the constraint requires.
    pub detail: String,
}

impl Problem {
    /// Creates a problem without details about values.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let (detail, errors) = (detail.into(), Vec::new());
        Self {
            status,
            detail,
            errors,
        }
    }

    /// Creates the problem of a body with values that violate constraints.
    #[must_use]
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = "The body violates constraints.".to_owned();
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            detail,
            errors,
        }
    }

    /// Creates the problem of a missing instance.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is no instance with this id.")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = serde_json::json!({
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
        });
        if !self.detail.is_empty() {
            body["detail"] = self.detail.into();
        }
        if !self.errors.is_empty() {
            body["errors"] = serde_json::json!(self.errors);
        }
        let content_type = [(header::CONTENT_TYPE, PROBLEM)];
        (self.status, content_type, body.to_string()).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(error: JsonRejection) -> Self {
        Self::new(error.status(), error.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "The id must be a UUID.")
    }
}

impl From<QueryRejection> for Problem {
    fn from(error: QueryRejection) -> Self {
        Self::new(error.status(), error.body_text())
    }
}

impl From<sqlx::Error> for Problem {
    /// Converts an error of the database. A violated constraint names the members that it is about.
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => return Self::not_found(),
            sqlx::Error::PoolTimedOut => {
                let detail = "All connections to the database are in use.";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, detail);
            }
            sqlx::Error::Database(violation) => {
                if let Some(status) = status_of(violation.as_ref()) {
                    return Self {
                        status,
                        detail: violation.message().to_owned(),
                        errors: errors_of(violation.as_ref()),
                    };
                }
            }
            _ => {}
        }
        tracing::error!(%error, "the database failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "")
    }
}

/// Returns the status of a violated constraint
/// (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn status_of(error: &dyn DatabaseError) -> Option<StatusCode> {
    match error.kind() {
        ErrorKind::UniqueViolation => Some(StatusCode::CONFLICT),
        ErrorKind::CheckViolation
        | ErrorKind::ForeignKeyViolation
        | ErrorKind::NotNullViolation => Some(StatusCode::UNPROCESSABLE_ENTITY),
        _ => match error.code()?.as_ref() {
            // A value that is too long or out of range, or text that contains U+0000.
            "22001" | "22003" | "22008" | "22015" | "22021" | "22P05" => {
                Some(StatusCode::UNPROCESSABLE_ENTITY)
            }
            // An exclusion or restriction that another row causes.
            "23001" | "23P01" => Some(StatusCode::CONFLICT),
            // A serialization failure or a deadlock: the client may try again.
            "40001" | "40P01" => Some(StatusCode::SERVICE_UNAVAILABLE),
            _ => None,
        },
    }
}

/// Returns the members that a violated constraint is about.
fn errors_of(error: &dyn DatabaseError) -> Vec<FieldError> {
    let members = error.constraint().map_or(&[][..], constraints::members);
    let detail = |_: &&str| error.message().to_owned();
    let errors = members.iter().map(|member| FieldError {
        pointer: format!("#/{member}"),
        detail: detail(member),
    });
    errors.collect()
}

/// Converts a failed deletion: what still refers to the instance is a conflict.
#[must_use]
pub fn undeletable(error: sqlx::Error) -> Problem {
    let mut problem = Problem::from(error);
    if problem.status == StatusCode::UNPROCESSABLE_ENTITY {
        problem.status = StatusCode::CONFLICT;
        problem.errors.clear();
    }
    problem
}

/// The JSON body of a request.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Self(body))
    }
}

/// The body of a `PATCH`, a JSON Merge Patch. Plain JSON is accepted, too.
pub struct MergePatch<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for MergePatch<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Problem> {
        if has_type(request.headers(), MERGE_PATCH) {
            let json = header::HeaderValue::from_static("application/json");
            request.headers_mut().insert(header::CONTENT_TYPE, json);
        }
        let Body(body) = Body::from_request(request, state).await?;
        Ok(Self(body))
    }
}

fn has_type(headers: &HeaderMap, media_type: &str) -> bool {
    let value = headers.get(header::CONTENT_TYPE);
    let value = value.and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = value.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case(media_type)
}

/// The id in the path.
pub struct Id(pub Uuid);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(id) = Path::from_request_parts(parts, state).await?;
        Ok(Self(id))
    }
}

/// The query parameters of a list.
pub struct Paging(PageQuery);

impl<S: Send + Sync> FromRequestParts<S> for Paging {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(query) = Query::from_request_parts(parts, state).await?;
        Ok(Self(query))
    }
}

#[derive(Deserialize)]
struct PageQuery {
    limit: Option<i64>,
    offset: Option<i64>,
}

/// The largest integer that JSON numbers represent exactly: 2^53 - 1.
const MAX_OFFSET: i64 = 9_007_199_254_740_991;

impl Paging {
    /// Returns the maximum number of entries (1 to 100, default 20), and the number of entries before them.
    ///
    /// # Errors
    ///
    /// A problem with status 400 if one of the parameters is out of range.
    pub fn bounds(&self) -> Result<(u64, u64), Problem> {
        let limit = self.0.limit.unwrap_or(20);
        let offset = self.0.offset.unwrap_or(0);
        if !(1..=100).contains(&limit) {
            let detail = "limit must be from 1 to 100.";
            return Err(Problem::new(StatusCode::BAD_REQUEST, detail));
        }
        if !(0..=MAX_OFFSET).contains(&offset) {
            let detail = "offset must be from 0 to 9007199254740991.";
            return Err(Problem::new(StatusCode::BAD_REQUEST, detail));
        }
        Ok((limit.unsigned_abs(), offset.unsigned_abs()))
    }
}

/// The response to a `POST`: 201 with the address of the new instance.
pub fn created<T: Serialize>(path: &str, id: Uuid, value: T) -> impl IntoResponse {
    let location = [(header::LOCATION, format!("{path}/{id}"))];
    (StatusCode::CREATED, location, Json(value))
}

/// Converts an update of a class to that of a subclass, which has all of its members.
///
/// # Errors
///
/// A problem with status 422 if the subclass narrows a member and rejects its value.
pub fn converted<T: Serialize, U: DeserializeOwned>(update: &T) -> Result<U, Problem> {
    let value = serde_json::to_value(update).and_then(serde_json::from_value);
    value.map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()))
}

/// Returns the only instance of a list.
///
/// # Errors
///
/// A problem with status 404 if the list is empty.
pub fn first<T>(values: Vec<T>) -> Result<T, Problem> {
    values.into_iter().next().ok_or_else(Problem::not_found)
}

/// Returns the ids of the rows of one class.
#[must_use]
pub fn ids_of<K: PartialEq>(rows: &[(Uuid, K)], kind: &K) -> Vec<Uuid> {
    let ids = rows.iter().filter(|(_, own)| own == kind);
    ids.map(|(id, _)| *id).collect()
}
