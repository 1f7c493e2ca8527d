/** The file `src/main.rs` of a service, which belongs to the user. */

import type { ScaffoldValues } from './project.ts';

/** Returns the name by which code uses the crate. */
export const crateName = ({ cargo }: ScaffoldValues): string => cargo.replaceAll('-', '_');

/** Returns the program: configuration, limits, authentication and the user's own routes. */
export const mainFile = (
  project: ScaffoldValues,
): string => `//! The service of ${project.name}. Its handlers are generated in \`src/api/\`.
//!
//! Environment, or \`.env\` for variables that the environment lacks: \`DATABASE_URL\`; \`LISTEN\` (default \`127.0.0.1:8080\`); \`API_TOKEN\`, without which the
//! service listens on loopback addresses only, and accepts other requests than \`${project.pages.health}\` and \`${project.pages.ready}\` for these and
//! for \`localhost\` only;
//! \`POOL_SIZE\` (default 10); \`STATEMENT_TIMEOUT\` (default \`10s\`); \`MAX_REQUESTS\` in progress (default 1000); \`REQUEST_TIMEOUT\` and \`HEADER_TIMEOUT\` in seconds
//! (default 30); \`MIGRATE\` (\`true\` or \`false\`, default \`true\`); \`RUST_LOG\` (default \`info,sqlx=warn\`);
//! \`LOG_FORMAT\` (\`text\` or \`json\`, default \`text\`). The feature \`metrics\` adds \`${project.pages.metrics}\` for Prometheus.
//! The feature \`otel\` sends a span of each request to the OpenTelemetry collector at \`OTEL_EXPORTER_OTLP_ENDPOINT\`.
//!
//! The argument \`--migrate\` applies the migrations without starting the service.

use std::any::Any;
use std::env;
use std::error::Error;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::Router;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, RequestId};
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tower_http::ServiceBuilderExt;
use tracing::{Level, Span};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use ${crateName(project)}::api;
use ${crateName(project)}::api::problem::{Code, Problem};
use ${crateName(project)}::auth::{self, BearerToken, Open};

#[cfg(feature = "otel")]
mod traces;

/// Routes of your own. They take precedence over the generated routes of the same path and method.
fn own_routes() -> Router<PgPool> {
    Router::new()
}

#[tokio::main]
async fn main() -> ExitCode {
    if let Err(error) = read_env_file().and_then(|()| start_log()) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let result = run().await;
    #[cfg(feature = "otel")]
    traces::end();
    if let Err(error) = result {
        tracing::error!("{error}");
        if !tracing::enabled!(Level::ERROR) {
            eprintln!("{error}");
        }
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

async fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let is_only_migration = match arguments.as_slice() {
        [] => false,
        [argument] if argument == "--migrate" => true,
        _ => return Err("the only argument is --migrate".into()),
    };
    let listen = variable("LISTEN", "127.0.0.1:8080").parse();
    let listen: SocketAddr = listen.map_err(|_| "LISTEN must be an address and a port")?;
    let token = variable("API_TOKEN", "").trim().to_owned();
    let token = Some(token).filter(|token| !token.is_empty());
    if token.is_none() && !listen.ip().is_loopback() && !is_only_migration {
        return Err("set API_TOKEN, or listen on a loopback address".into());
    }
    let url = env::var("DATABASE_URL").map_err(|_| "set DATABASE_URL")?;
    let options: PgConnectOptions = url.parse()?;
    let migrates = variable("MIGRATE", "true").parse();
    let migrates: bool = migrates.map_err(|_| "MIGRATE must be true or false")?;
    prepare(&options, migrates || is_only_migration).await?;
    if is_only_migration {
        return Ok(());
    }
    let timeout = variable("STATEMENT_TIMEOUT", "10s");
    let options = options.options([("statement_timeout", &timeout)]);
    // Has a connection of its own, so that it does not wait for requests.
    let readiness = PgPoolOptions::new()
        .max_connections(1)
        .connect_lazy_with(options.clone());
    let pool = PgPoolOptions::new()
        .max_connections(number("POOL_SIZE", "10")?)
        .acquire_timeout(Duration::from_secs(5))
        // A ping costs a round trip, so only connections that were idle for a second are pinged.
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > Duration::from_secs(1) {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await?;
    let time = seconds("REQUEST_TIMEOUT", "30")?;
    let requests = number("MAX_REQUESTS", "1000")? as usize;
    let limits = Limits { requests, time };
    let listener = TcpListener::bind(listen).await?;
    tracing::info!("listening on http://{}", listener.local_addr()?);
    let health = Router::new()
        .route("${project.pages.health}", get(StatusCode::NO_CONTENT))
        .route("${project.pages.ready}", get(ready))
        .with_state(readiness);
    let app = app(pool, token, limits, health);
    let head_time = seconds("HEADER_TIMEOUT", "30")?;
    api::server::serve(listener, app, head_time, time, shutdown()).await;
    Ok(())
}

/// Applies the migrations, and creates the table of the service if it is missing. The migrations may take longer than
/// other statements, so the connection has no time limit.
async fn prepare(options: &PgConnectOptions, migrates: bool) -> Result<(), Box<dyn Error>> {
    let mut connection = PgConnection::connect_with(options).await?;
    if migrates {
        lock_migrations(&mut connection).await?;
        let mut migrator = sqlx::migrate!();
        migrator.set_locking(false).run(&mut connection).await?;
    }
    let created = api::idempotency::create_table(&mut connection).await;
    created.map_err(|error| {
        let problem = "cannot create codegen_service.idempotency_keys";
        format!("{problem} ({error}): run --migrate as a role that may create schemas")
    })?;
    connection.close().await?;
    Ok(())
}

/// The advisory lock of the process that migrates.
const MIGRATION_LOCK: i64 = 0x0063_6f64_6567_656e;

/// Waits until no other process migrates. Polls: \`CREATE INDEX CONCURRENTLY\` waits for all open statements, so it
/// would wait for ever for a process that blocks in \`pg_advisory_lock\`, as sqlx does.
async fn lock_migrations(connection: &mut PgConnection) -> sqlx::Result<()> {
    loop {
        let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(MIGRATION_LOCK);
        if lock.fetch_one(&mut *connection).await? {
            return Ok(());
        }
        tracing::info!("another process migrates");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Reads \`.env\` of the current folder, if there is one.
fn read_env_file() -> Result<(), String> {
    match dotenvy::from_path(".env") {
        Err(error) if !error.not_found() => Err(format!("cannot read .env: {error}")),
        _ => Ok(()),
    }
}

/// Writes logs to standard output, with the id of the request in each line of a request.
fn start_log() -> Result<(), String> {
    let filter = Some(variable("RUST_LOG", "")).filter(|filter| !filter.is_empty());
    let filter = EnvFilter::try_new(filter.as_deref().unwrap_or("info,sqlx=warn"))
        .map_err(|error| format!("RUST_LOG must be a filter of log messages: {error}"))?;
    let log = tracing_subscriber::fmt::layer();
    let log = match variable("LOG_FORMAT", "text").as_str() {
        "json" => log.json().boxed(),
        "text" => log.boxed(),
        _ => return Err("LOG_FORMAT must be text or json".to_owned()),
    };
    let subscriber = tracing_subscriber::registry().with(filter).with(log);
    #[cfg(feature = "otel")]
    let subscriber = subscriber.with(traces::layer()?);
    subscriber.init();
    Ok(())
}

fn variable(name: &str, default: &str) -> String {
    match env::var_os(name) {
        Some(value) => value.to_string_lossy().into_owned(),
        None => default.to_owned(),
    }
}

fn number(name: &str, default: &str) -> Result<u32, String> {
    let number = variable(name, default).parse().map(NonZeroU32::get);
    number.map_err(|_| format!("{name} must be an integer from 1 to 4294967295"))
}

fn seconds(name: &str, default: &str) -> Result<Duration, String> {
    Ok(Duration::from_secs(number(name, default)?.into()))
}

/// The maximum number of requests in progress, and the maximum time of each.
struct Limits {
    requests: usize,
    time: Duration,
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

/// Measures the requests of each route, and shows the figures at \`${project.pages.metrics}\`.
#[cfg(feature = "metrics")]
fn with_metrics(routes: Router<PgPool>) -> Router<PgPool> {
    let (layer, handle) = axum_prometheus::PrometheusMetricLayer::pair();
    let render = get(|| async move { handle.render() });
    routes.route_layer(layer).route("${project.pages.metrics}", render)
}

fn app(pool: PgPool, token: Option<String>, limits: Limits, health: Router) -> Router {
    let generated = api::routes();
    #[cfg(feature = "metrics")]
    let generated = with_metrics(generated);
    let generated = generated.with_state(pool.clone());
    let fallback = generated.clone();
    let mut routes = own_routes()
        .with_state(pool)
        .fallback_service(generated)
        // The other methods of a path of your own are generated.
        .method_not_allowed_fallback(|request: Request| fallback.oneshot(request));
    routes = match token {
        Some(token) => auth::required(routes, BearerToken(token)),
        None => auth::required(routes, Open),
    };
    let trace = TraceLayer::new_for_http()
        .make_span_with(request_span)
        .on_response(DefaultOnResponse::new().level(Level::INFO));
    let layers = ServiceBuilder::new()
        .set_x_request_id(MakeRequestUuid)
        .layer(trace)
        .propagate_x_request_id()
        .layer(CatchPanicLayer::custom(panic_response));
    health
        .fallback_service(limited(routes, limits))
        .layer(layers)
}

/// Returns the response after a panic, and writes its message to the log.
#[allow(clippy::needless_pass_by_value)] // \`CatchPanicLayer\` passes it so.
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

/// Waits for SIGINT or SIGTERM.
async fn shutdown() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{signal, SignalKind};
        match signal(SignalKind::terminate()) {
            Ok(mut signals) => signals.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<Option<()>>();
    tokio::select! {
        () = interrupt => {}
        _ = terminate => {}
    }
}
`;

/** Returns the module that sends spans of requests to a collector of OpenTelemetry. */
export const tracesFile = (
  project: ScaffoldValues,
): string => `//! Traces: sends a span of each request to the OpenTelemetry collector at \`OTEL_EXPORTER_OTLP_ENDPOINT\`.

use std::env;
use std::sync::OnceLock;

use axum::http::HeaderMap;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use opentelemetry_sdk::Resource;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::Layer;

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Returns the layer that sends spans, if the variable is set.
pub fn layer<S: Subscriber + for<'a> LookupSpan<'a>>() -> Result<Option<impl Layer<S>>, String> {
    if env::var_os("OTEL_EXPORTER_OTLP_ENDPOINT").is_none_or(|value| value.is_empty()) {
        return Ok(None);
    }
    let exporter = SpanExporter::builder().with_http().build();
    let exporter = exporter.map_err(|error| format!("cannot send traces: {error}"))?;
    let name = env::var("OTEL_SERVICE_NAME").unwrap_or_else(|_| "${project.cargo}".to_owned());
    let provider = SdkTracerProvider::builder()
        .with_resource(Resource::builder().with_service_name(name).build())
        .with_batch_exporter(exporter)
        .build();
    let tracer = PROVIDER.get_or_init(|| provider).tracer("requests");
    Ok(Some(tracing_opentelemetry::layer().with_tracer(tracer)))
}

/// Makes the span of the client, if the headers name one, the parent of a span.
pub fn continue_trace(span: &Span, headers: &HeaderMap) {
    let parent = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    // Fails if the filter of the log leaves out the span.
    let _ = span.set_parent(parent);
}

/// Sends the spans that the collector does not have yet.
pub fn end() {
    if let Some(Err(error)) = PROVIDER.get().map(SdkTracerProvider::shutdown) {
        tracing::warn!(%error, "traces are lost");
    }
}
`;
