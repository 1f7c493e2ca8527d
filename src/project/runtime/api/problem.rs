//! Failures as problem details (RFC 9457).

use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sqlx::error::{DatabaseError, ErrorKind};

use super::constraints;

/// The media type of problem details.
const PROBLEM: &str = "application/problem+json";

/// The kind of a problem. Clients may rely on its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    InvalidRequest,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    NotUnique,
    InUse,
    KeyInUse,
    PreconditionFailed,
    TooLarge,
    UnsupportedMediaType,
    InvalidValue,
    KeyReused,
    TooManyRequests,
    InternalError,
    Unavailable,
    TryAgain,
}

impl Code {
    /// Returns the HTTP status of the response.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::InvalidRequest => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotUnique | Self::InUse | Self::KeyInUse => StatusCode::CONFLICT,
            Self::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidValue | Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable | Self::TryAgain => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// A failure.
#[derive(Debug, Clone)]
pub struct Problem {
    pub code: Code,
    pub detail: String,
    pub errors: Vec<ValueError>,
}

/// A value of the request that was rejected.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ValueError {
    /// The place in the body: a JSON Pointer as a URI fragment (RFC 6901, section 6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The name of the query parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// The constraint of the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// The statement of the ontology that the value contradicts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axiom: Option<&'static str>,
    /// What the constraint requires.
    pub detail: String,
}

impl Problem {
    /// Creates a problem without details about values.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let (detail, errors) = (detail.into(), Vec::new());
        Self {
            code,
            detail,
            errors,
        }
    }

    /// Creates the problem of a body with values that violate constraints.
    #[must_use]
    pub fn invalid(errors: Vec<ValueError>) -> Self {
        let problem = Self::new(Code::InvalidValue, "The body violates constraints.");
        Self { errors, ..problem }
    }

    /// Creates the problem of a query parameter.
    #[must_use]
    pub fn parameter(name: &str, detail: impl Into<String>) -> Self {
        let error = ValueError {
            parameter: Some(name.to_owned()),
            detail: detail.into(),
            ..ValueError::default()
        };
        let problem = Self::new(Code::InvalidRequest, "A query parameter is invalid.");
        Self {
            errors: vec![error],
            ..problem
        }
    }

    /// Returns the problem of an item of the body: its pointers begin with the index of the item.
    #[must_use]
    pub fn below(index: usize, mut problem: Self) -> Self {
        if problem.errors.is_empty() && problem.code.status().is_client_error() {
            let detail = problem.detail.clone();
            problem.errors.push(ValueError {
                pointer: Some("#".to_owned()),
                detail,
                ..ValueError::default()
            });
        }
        for error in &mut problem.errors {
            if let Some(pointer) = &mut error.pointer {
                pointer.insert_str(1, &format!("/{index}"));
            }
        }
        problem
    }

    /// Creates the problem of a missing instance.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, "There is no instance with this id.")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let mut body = serde_json::json!({
            "title": status.canonical_reason().unwrap_or("Error"),
            "status": status.as_u16(),
            "code": self.code,
        });
        if !self.detail.is_empty() {
            body["detail"] = self.detail.into();
        }
        if !self.errors.is_empty() {
            body["errors"] = serde_json::json!(self.errors);
        }
        let content_type = [(header::CONTENT_TYPE, PROBLEM)];
        let response = (status, content_type, body.to_string()).into_response();
        match status {
            StatusCode::UNAUTHORIZED => {
                ([(header::WWW_AUTHENTICATE, "Bearer")], response).into_response()
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                ([(header::RETRY_AFTER, "1")], response).into_response()
            }
            _ => response,
        }
    }
}

impl From<BytesRejection> for Problem {
    fn from(error: BytesRejection) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Self::new(Code::TooLarge, "The body is too large.");
        }
        Self::new(Code::InvalidRequest, error.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(error: QueryRejection) -> Self {
        Self::new(Code::InvalidRequest, error.body_text())
    }
}

impl From<sqlx::Error> for Problem {
    /// Converts an error of the database. A violated constraint names the members that it is about.
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => return Self::not_found(),
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => {
                tracing::warn!(%error, "no connection to the database");
                return Self::new(
                    Code::Unavailable,
                    "The database is busy or does not answer.",
                );
            }
            sqlx::Error::Database(violation) => {
                if let Some(code) = code_of(violation.as_ref()) {
                    return violated(code, violation.as_ref());
                }
            }
            _ => {}
        }
        tracing::error!(%error, "the database failed");
        Self::new(Code::InternalError, "")
    }
}

/// Returns the problem of a violated constraint, or of a statement that PostgreSQL canceled.
fn violated(code: Code, error: &dyn DatabaseError) -> Problem {
    let detail = match (code, error.kind()) {
        (_, ErrorKind::UniqueViolation) => "Another instance has the same value.".to_owned(),
        (_, ErrorKind::ForeignKeyViolation) => "A referenced instance does not exist.".to_owned(),
        (Code::Unavailable | Code::TryAgain, _) => {
            tracing::warn!(error = error.message(), "the database canceled a statement");
            "The database is busy or does not answer.".to_owned()
        }
        _ => {
            tracing::info!(error = error.message(), "the database rejected a value");
            error.constraint().map_or_else(
                || "A value is too long or out of range, or contains U+0000.".to_owned(),
                |name| format!("The values violate the constraint {name} of the database."),
            )
        }
    };
    Problem {
        code,
        errors: errors_of(error, &detail),
        detail,
    }
}

/// Returns the code of a violated constraint
/// (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
fn code_of(error: &dyn DatabaseError) -> Option<Code> {
    match error.kind() {
        ErrorKind::UniqueViolation => Some(Code::NotUnique),
        ErrorKind::CheckViolation
        | ErrorKind::ForeignKeyViolation
        | ErrorKind::NotNullViolation => Some(Code::InvalidValue),
        _ => match error.code()?.as_ref() {
            // A value that is too long (54000: for its index) or out of range, or text that contains U+0000.
            "22001" | "22003" | "22008" | "22015" | "22021" | "22P05" | "54000" => {
                Some(Code::InvalidValue)
            }
            // An exclusion or restriction that another row causes.
            "23001" | "23P01" => Some(Code::InUse),
            // A serialization failure or a deadlock.
            "40001" | "40P01" => Some(Code::TryAgain),
            // The statement took too long, or the server ends.
            "57014" | "57P01" | "57P02" | "57P03" | "53300" => Some(Code::Unavailable),
            _ => None,
        },
    }
}

/// Returns the members that a violated constraint is about.
fn errors_of(error: &dyn DatabaseError, detail: &str) -> Vec<ValueError> {
    let (members, axiom) = error
        .constraint()
        .map_or((&[][..], None), constraints::find);
    let errors = members.iter().map(|member| ValueError {
        pointer: Some(format!("#/{member}")),
        constraint: error.constraint().map(str::to_owned),
        axiom,
        detail: detail.to_owned(),
        ..ValueError::default()
    });
    errors.collect()
}

/// Converts a failed deletion: what still refers to the instance is a conflict.
#[must_use]
pub fn undeletable(error: sqlx::Error) -> Problem {
    let mut problem = Problem::from(error);
    if problem.code == Code::InvalidValue {
        problem.code = Code::InUse;
        "Another instance needs this one.".clone_into(&mut problem.detail);
        problem.errors.clear();
    }
    problem
}
