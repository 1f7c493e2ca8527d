//! The service, with authentication, limits, logs and metrics around its routes.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::Router;
use sqlx::PgPool;
use tokio::sync::Semaphore;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, RequestId};
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tower_http::ServiceBuilderExt;
use tracing::{Level, Span};

use crate::api;
use crate::api::problem::{Code, Problem};
use crate::auth::{required, Authentication};
#[cfg(feature = "otel")]
use crate::traces;

/// Routes of your own. They take precedence over the generated routes of the same path and method.
fn own_routes() -> Router<PgPool> {
    Router::new()
}

/// Returns the service. `readiness` has a connection of its own, so that it does not wait for requests.
pub fn service<A: Authentication>(
    pool: PgPool,
    readiness: PgPool,
    authentication: A,
    limits: Limits,
) -> Router {
    let generated = api::routes();
    #[cfg(feature = "metrics")]
    let generated = with_metrics(generated);
    let generated = generated.with_state(pool.clone());
    let fallback = generated.clone();
    let routes = own_routes()
        .with_state(pool)
        .fallback_service(generated)
        // The other methods of a path of your own are generated.
        .method_not_allowed_fallback(|request: Request| fallback.oneshot(request));
    let routes = limited(required(routes, authentication), limits);
    let trace = TraceLayer::new_for_http()
        .make_span_with(request_span)
        .on_response(DefaultOnResponse::new().level(Level::INFO));
    let layers = ServiceBuilder::new()
        .set_x_request_id(MakeRequestUuid)
        .layer(trace)
        .propagate_x_request_id()
        .layer(CatchPanicLayer::custom(panic_response));
    Router::new()
        .route("/health", get(StatusCode::NO_CONTENT))
        .route("/ready", get(ready))
        .with_state(readiness)
        .fallback_service(routes)
        .layer(layers)
}

/// The maximum number of requests in progress, and the maximum time of each.
pub struct Limits {
    pub requests: usize,
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 1000,
            time: Duration::from_secs(30),
        }
    }
}

/// Rejects requests while the maximum number is in progress, and ends requests that take too long.
fn limited(routes: Router, Limits { requests, time }: Limits) -> Router {
    let free = Arc::new(Semaphore::new(requests));
    let limit = move |State(free): State<Arc<Semaphore>>, request: Request, next: Next| async move {
        let Ok(_permit) = free.try_acquire() else {
            let detail = "Too many requests are in progress.";
            return Problem::new(Code::TooManyRequests, detail).into_response();
        };
        let slow = || Problem::new(Code::Unavailable, "The request took too long.");
        let response = tokio::time::timeout(time, next.run(request)).await;
        response.unwrap_or_else(|_| slow().into_response())
    };
    routes.layer(middleware::from_fn_with_state(free, limit))
}

/// Measures the requests of each route, and shows the figures at `/metrics`.
#[cfg(feature = "metrics")]
fn with_metrics(routes: Router<PgPool>) -> Router<PgPool> {
    let (layer, handle) = axum_prometheus::PrometheusMetricLayer::pair();
    let render = get(|| async move { handle.render() });
    routes.route_layer(layer).route("/metrics", render)
}

/// Returns the response after a panic, and writes its message to the log.
#[allow(clippy::needless_pass_by_value)] // `CatchPanicLayer` passes it so.
fn panic_response(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let reason = text.or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(reason, "a handler panicked");
    Problem::new(Code::InternalError, "").into_response()
}

/// Names the request in all log lines until its response.
fn request_span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok());
    let (method, path) = (request.method(), request.uri().path());
    let span = tracing::info_span!("request", id, %method, path);
    #[cfg(feature = "otel")]
    traces::continue_trace(&span, request.headers());
    span
}

/// Returns 204 if the database answers within a second.
async fn ready(State(pool): State<PgPool>) -> StatusCode {
    let query = sqlx::query("SELECT 1").execute(&pool);
    match tokio::time::timeout(Duration::from_secs(1), query).await {
        Ok(Ok(_)) => StatusCode::NO_CONTENT,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    }
}
