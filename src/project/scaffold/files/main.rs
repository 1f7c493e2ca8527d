//! Starts the service: configuration, migrations and logs.
//!
//! Environment, or `.env` for variables that the environment lacks: `DATABASE_URL`; `LISTEN` (default `127.0.0.1:8080`);
//! `API_TOKEN`, without which the service listens on loopback addresses only, and accepts other requests than `/health`
//! and `/ready` for these and for `localhost` only; `PUBLISHED=loopback` (the service may listen on all addresses of
//! its container without a token, because the port is published on a loopback address only);
//! `POOL_SIZE` (default 10); `STATEMENT_TIMEOUT` (default `10s`); `MAX_REQUESTS` in progress (default 1000);
//! `REQUEST_TIMEOUT` and `HEADER_TIMEOUT` in seconds (default 30); `MIGRATE` (`true` or `false`, default `true`);
//! `RUST_LOG` (default `info,sqlx=warn`); `LOG_FORMAT` (`text` or `json`, default `text`).
//! The feature `metrics` adds `/metrics` for Prometheus. The feature `otel` sends a span of each request to the
//! OpenTelemetry collector at `OTEL_EXPORTER_OTLP_ENDPOINT`.
//!
//! The argument `--migrate` applies the migrations without starting the service.

use std::env;
use std::error::Error;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection};
use tokio::net::TcpListener;
use tracing::Level;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use project_crate::api::{idempotency, server};
use project_crate::app::{service, Limits};
use project_crate::auth::{BearerToken, Open};
#[cfg(feature = "otel")]
use project_crate::traces;

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
    let (listen, token) = address_and_token(is_only_migration)?;
    let url = env::var("DATABASE_URL").map_err(|_| "set DATABASE_URL")?;
    let database: PgConnectOptions = url.parse()?;
    let migrates = variable("MIGRATE", "true").parse();
    let migrates: bool = migrates.map_err(|_| "MIGRATE must be true or false")?;
    prepare(&database, migrates || is_only_migration).await?;
    if !is_only_migration {
        start(listen, token, database).await?;
    }
    Ok(())
}

/// Returns the address that the service listens on, and the token that clients must send.
fn address_and_token(is_only_migration: bool) -> Result<(SocketAddr, Option<String>), String> {
    let listen = variable("LISTEN", "127.0.0.1:8080").parse();
    let listen: SocketAddr = listen.map_err(|_| "LISTEN must be an address and a port")?;
    let token = variable("API_TOKEN", "").trim().to_owned();
    let token = Some(token).filter(|token| !token.is_empty());
    let is_local = listen.ip().is_loopback() || variable("PUBLISHED", "") == "loopback";
    if token.is_none() && !is_local && !is_only_migration {
        return Err("set API_TOKEN, or listen on a loopback address".to_owned());
    }
    Ok((listen, token))
}

/// Starts the service, and returns after its shutdown.
async fn start(
    listen: SocketAddr,
    token: Option<String>,
    database: PgConnectOptions,
) -> Result<(), Box<dyn Error>> {
    let timeout = variable("STATEMENT_TIMEOUT", "10s");
    let database = database.options([("statement_timeout", &timeout)]);
    // Has a connection of its own, so that it does not wait for requests.
    let readiness = PgPoolOptions::new()
        .max_connections(1)
        .connect_lazy_with(database.clone());
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
        .connect_with(database)
        .await?;
    let time = seconds("REQUEST_TIMEOUT", "30")?;
    let requests = number("MAX_REQUESTS", "1000")? as usize;
    let limits = Limits { requests, time };
    let head_time = seconds("HEADER_TIMEOUT", "30")?;
    let app = match token {
        Some(token) => service(pool, readiness, BearerToken(token), limits),
        None => service(pool, readiness, Open, limits),
    };
    let listener = TcpListener::bind(listen).await?;
    tracing::info!("listening on http://{}", listener.local_addr()?);
    server::serve(listener, app, head_time, time, shutdown()).await;
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
    let created = idempotency::create_table(&mut connection).await;
    created.map_err(|error| {
        let problem = "cannot create codegen_service.idempotency_keys";
        format!("{problem} ({error}): run --migrate as a role that may create schemas")
    })?;
    connection.close().await?;
    Ok(())
}

/// The advisory lock of the process that migrates.
const MIGRATION_LOCK: i64 = 0x0063_6f64_6567_656e;

/// Waits until no other process migrates. Polls: `CREATE INDEX CONCURRENTLY` waits for all open statements, so it
/// would wait for ever for a process that blocks in `pg_advisory_lock`, as sqlx does.
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

/// Reads `.env` of the current folder, if there is one.
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
