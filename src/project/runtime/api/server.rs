//! Connections of clients, with a time limit for the head of each request.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use axum::serve::Listener;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

/// Serves requests until `end`, and then completes those in progress within `end_time`. Closes connections that send no
/// complete head of a request within `head_time`.
pub async fn serve(
    mut listener: TcpListener,
    app: Router,
    head_time: Duration,
    end_time: Duration,
    end: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head_time);
    let connections = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let (stream, _) = tokio::select! {
            // Waits after an error such as too many open files.
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut end => break,
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection failed");
            }
        });
    }
    drop(listener);
    let completed = tokio::time::timeout(end_time, connections.shutdown());
    if completed.await.is_err() {
        tracing::warn!("requests were still in progress");
    }
}
