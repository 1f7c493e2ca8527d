//! Authentication: a fixed bearer token, or requests of this machine only. Add that of your identity provider as
//! another implementation of [`Authentication`], and pass it to `service` in `run` of `src/main.rs`.

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{header, HeaderMap, Method};
use axum::middleware::{from_fn_with_state, Next};
use axum::response::{IntoResponse, Response};
use axum::Router;
use sha2::{Digest, Sha256};

use crate::api::problem::{Code, Problem};

/// Pages without data, which browsers read without authentication and without query parameters.
const PUBLIC: &[&str] = &["/docs", "/graphql", "/openapi.yaml"];

/// Decides which requests the service accepts.
pub trait Authentication: Send + Sync + 'static {
    /// Accepts or rejects a request. Add what you know of the client to `request.extensions_mut()`: the hooks
    /// read it from `Caller`. If the token of a client changes, add an `idempotency::Principal`, too;
    /// otherwise its idempotency keys are valid only for the same token.
    fn authenticate(
        &self,
        request: &mut Request,
    ) -> impl Future<Output = Result<(), Problem>> + Send;
}

/// Returns the routes with authentication.
pub fn required<A: Authentication>(routes: Router, authentication: A) -> Router {
    let authentication = Arc::new(authentication);
    routes.layer(from_fn_with_state(authentication, check::<A>))
}

async fn check<A: Authentication>(
    State(authentication): State<Arc<A>>,
    mut request: Request,
    next: Next,
) -> Response {
    match authentication.authenticate(&mut request).await {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Accepts requests with this token, and requests for public pages.
pub struct BearerToken(pub String);

impl Authentication for BearerToken {
    async fn authenticate(&self, request: &mut Request) -> Result<(), Problem> {
        let token = bearer(request.headers());
        if is_public(request) || token.is_some_and(|token| is_equal(token, &self.0)) {
            return Ok(());
        }
        let detail = "Send the token as Authorization: Bearer.";
        Err(Problem::new(Code::Unauthorized, detail))
    }
}

/// Accepts all requests to this machine. The service must listen on a loopback address. A page of another site
/// could let its own name point to this machine, and then read and change everything; so other hosts are rejected.
pub struct Open;

impl Authentication for Open {
    async fn authenticate(&self, request: &mut Request) -> Result<(), Problem> {
        let host = request.headers().get(header::HOST);
        let host = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
        if host.is_some_and(|host| is_local(host.host())) {
            return Ok(());
        }
        let detail = "Without API_TOKEN, the host must be localhost or a loopback address.";
        Err(Problem::new(Code::Forbidden, detail))
    }
}

fn is_public(request: &Request) -> bool {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let uri = request.uri();
    is_read && uri.query().is_none() && PUBLIC.contains(&uri.path())
}

fn is_local(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Returns the token of the header `Authorization` (RFC 6750, section 2.1).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    is_bearer.then_some(token.trim())
}

/// Compares hashes, so that the time does not depend on the number of equal bytes.
fn is_equal(a: &str, b: &str) -> bool {
    Sha256::digest(a) == Sha256::digest(b)
}
