//! Connections of clients, with a time limit for the head of each request.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use axum::serve::Listener;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

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
    let (ending, ended) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut end = pin!(end);
    loop {
        let (stream, _) = tokio::select! {
            // Waits after an error such as too many open files.
            accepted = Listener::accept(&mut listener) => accepted,
            Some(_) = connections.join_next() => continue,
            () = &mut end => break,
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let (connection, mut ended) = (connection.with_upgrades(), ended.clone());
        connections.spawn(async move {
            let mut connection = pin!(connection);
            let result = tokio::select! {
                result = connection.as_mut() => result,
                _ = ended.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = result {
                tracing::debug!(%error, "a connection failed");
            }
        });
    }
    drop((listener, ending));
    let completed = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(end_time, completed).await.is_err() {
        tracing::warn!("requests were still in progress");
    }
}
