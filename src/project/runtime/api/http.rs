//! The parts of requests that handlers read, and their responses.

use std::fmt;
use std::marker::PhantomData;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{header, Extensions, HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_path_to_error::Segment;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use super::problem::{Code, Problem, ValueError};
use super::resource::{Item, Members};

const JSON: &str = "application/json";

/// The media type of a JSON Merge Patch (RFC 7396).
const MERGE_PATCH: &str = "application/merge-patch+json";

/// The JSON body of a request.
pub struct Body<T>(pub T);

/// A JSON object. A struct alone is read from an array, too.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for MapVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members)).map(Object)
            }
        }

        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        read_body(request, state, &[JSON]).await.map(Self)
    }
}

/// The body of a `PATCH`, a JSON Merge Patch. Plain JSON is accepted, too.
pub struct MergePatch<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for MergePatch<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Object(body) = read_body(request, state, &[MERGE_PATCH, JSON]).await?;
        Ok(Self(body))
    }
}

async fn read_body<T: DeserializeOwned, S: Send + Sync>(
    request: Request,
    state: &S,
    types: &[&str],
) -> Result<T, Problem> {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let media_type = content_type
        .and_then(|value| value.to_str().ok())
        .unwrap_or("");
    let essence = media_type.split(';').next().unwrap_or("").trim();
    if !types.iter().any(|one| essence.eq_ignore_ascii_case(one)) {
        let detail = format!("The content type must be {}.", types[0]);
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    let bytes = Bytes::from_request(request, state).await?;
    serde_json::from_slice(&bytes).map_err(|error| {
        // Only a rejected body is read again with the path of each value, which takes longer.
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let result = serde_path_to_error::deserialize::<_, T>(&mut reader);
        result.err().map_or_else(|| malformed(&error), unreadable)
    })
}

fn malformed(error: &serde_json::Error) -> Problem {
    Problem::new(Code::InvalidRequest, error.to_string())
}

/// Converts the error of a body that is no JSON, or has no value of the type.
pub(super) fn unreadable(error: serde_path_to_error::Error<serde_json::Error>) -> Problem {
    let segments = error.path().iter().map(|segment| match segment {
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Seq { index } => format!("/{index}"),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    });
    let pointer = format!("#{}", segments.collect::<String>());
    let error = error.into_inner();
    if !error.is_data() {
        return malformed(&error);
    }
    Problem::invalid(vec![ValueError {
        pointer: Some(pointer),
        detail: error.to_string(),
        ..ValueError::default()
    }])
}

/// The id in the path.
pub struct Id(pub Uuid);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let parameters = RawPathParams::from_request_parts(parts, state).await.ok();
        // The id is the last parameter: a route of yours with this path adds the same parameter before.
        let last = parameters.as_ref().and_then(|all| all.iter().last());
        let id = last.and_then(|(_, text)| text.parse().ok());
        let invalid = || Problem::new(Code::InvalidRequest, "The id must be a UUID.");
        id.map(Self).ok_or_else(invalid)
    }
}

/// The query parameters of a list: names and values, and as the client sent them.
pub struct Parameters(pub Vec<(String, String)>, pub String);

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(pairs) = Query::from_request_parts(parts, state).await?;
        Ok(Self(pairs, parts.uri.query().unwrap_or("").to_owned()))
    }
}

/// Returns the header with the address of the next page (RFC 8288): the same query from a cursor on.
pub fn next_page(query: &str, cursor: &str) -> Option<[(header::HeaderName, HeaderValue); 1]> {
    let is_kept = |part: &&str| !matches!(part.split('=').next(), Some("" | "after" | "offset"));
    let kept = query.split('&').filter(is_kept);
    let kept: String = kept.map(|part| format!("{part}&")).collect();
    let link = HeaderValue::try_from(format!("<?{kept}after={cursor}>; rel=\"next\""));
    Some([(header::LINK, link.ok()?)])
}

/// Who sent a request: its headers, and what middleware has added to it.
pub struct Caller {
    pub headers: HeaderMap,
    pub extensions: Extensions,
    /// The database, for work besides the request. Rules use the connection of their session instead: a request
    /// that waits for a second one may wait for itself.
    pub pool: PgPool,
}

impl FromRequestParts<PgPool> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pool: &PgPool) -> Result<Self, Problem> {
        Ok(Self {
            headers: parts.headers.clone(),
            extensions: parts.extensions.clone(),
            pool: pool.clone(),
        })
    }
}

impl Caller {
    /// Returns whether a header names an entity tag (RFC 9110, section 13.1), or `None` without the header.
    fn names(&self, header: header::HeaderName, tag: &str) -> Option<bool> {
        let mut values = self.headers.get_all(header).iter().peekable();
        values.peek()?;
        let texts = values.filter_map(|value| value.to_str().ok());
        let mut tags = texts.flat_map(|text| text.split(',')).map(str::trim);
        Some(tags.any(|one| one == "*" || one == tag))
    }

    /// Returns whether `If-None-Match` names an entity tag. Proxies that compress a response make its tag weak.
    fn excludes(&self, tag: &str) -> bool {
        let names = |tag: &str| self.names(header::IF_NONE_MATCH, tag) == Some(true);
        names(tag) || names(&format!("W/{tag}"))
    }

    /// Checks that an instance is the one that the client knows, and none that it excludes.
    pub fn check_match<T: Item>(&self, item: &T) -> Result<(), Problem> {
        let mut conditions = [header::IF_MATCH, header::IF_NONE_MATCH].into_iter();
        if !conditions.any(|name| self.headers.contains_key(name)) {
            return Ok(());
        }
        let (tag, _) = representation(item)?;
        let detail = if self.names(header::IF_MATCH, &tag) == Some(false) {
            "The instance has changed, so If-Match has no current entity tag."
        } else if self.excludes(&tag) {
            "The instance exists, and If-None-Match excludes it."
        } else {
            return Ok(());
        };
        Err(Problem::new(Code::PreconditionFailed, detail))
    }

    /// Returns the response with an instance: 304 if the client has it already.
    pub fn show<T: Item>(&self, item: &T) -> Result<Response, Problem> {
        let (tag, body) = representation(item)?;
        if self.excludes(&tag) {
            return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
        }
        Ok(with_tag(StatusCode::OK, tag, body))
    }
}

/// An instance in a response: its members, then the computed ones.
pub struct Shown<'a, T>(pub &'a T);

impl<T: Item> Serialize for Shown<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Both<'a, T> {
            #[serde(flatten)]
            item: &'a T,
            #[serde(flatten)]
            computed: Members,
        }

        let Self(item) = self;
        let computed = item.computed();
        if computed.is_empty() {
            return item.serialize(serializer);
        }
        Both { item, computed }.serialize(serializer)
    }
}

/// Returns the JSON of a value.
pub fn json<T: Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "the value has no JSON");
        Problem::new(Code::InternalError, "")
    })
}

/// Returns the JSON of an instance and its entity tag, a hash of the whole JSON, because an instance may
/// consist of rows in several tables.
fn representation<T: Item>(item: &T) -> Result<(String, String), Problem> {
    let body = json(&Shown(item))?;
    let hash = Sha256::digest(&body);
    Ok((format!("\"{hash:x}\""), body))
}

/// Returns the response with an instance and its entity tag.
pub fn tagged<T: Item>(status: StatusCode, item: &T) -> Result<Response, Problem> {
    let (tag, body) = representation(item)?;
    Ok(with_tag(status, tag, body))
}

fn with_tag(status: StatusCode, tag: String, body: String) -> Response {
    let content_type = [(header::CONTENT_TYPE, JSON)];
    (status, content_type, [(header::ETAG, tag)], body).into_response()
}
