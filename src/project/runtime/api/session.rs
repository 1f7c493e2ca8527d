//! The database as one request uses it.

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

use super::problem::Problem;

/// One connection for all statements of a request, so that no request waits for a second one. The first
/// statement takes it from the pool.
pub struct Session {
    pool: PgPool,
    connection: Connection,
}

enum Connection {
    Reading(Option<PoolConnection<Postgres>>),
    Writing(Option<Transaction<'static, Postgres>>),
}

impl Session {
    /// Creates the session of a request that changes nothing.
    #[must_use]
    pub fn reading(pool: &PgPool) -> Self {
        Self {
            pool: pool.clone(),
            connection: Connection::Reading(None),
        }
    }

    /// Creates a session whose statements are one transaction.
    #[must_use]
    pub fn writing(pool: &PgPool) -> Self {
        Self {
            pool: pool.clone(),
            connection: Connection::Writing(None),
        }
    }

    /// Returns the connection, to run statements.
    pub async fn db(&mut self) -> Result<&mut PgConnection, Problem> {
        Ok(match &mut self.connection {
            Connection::Reading(Some(connection)) => connection,
            Connection::Reading(unused) => unused.insert(self.pool.acquire().await?),
            Connection::Writing(Some(transaction)) => transaction,
            Connection::Writing(unused) => unused.insert(self.pool.begin().await?),
        })
    }

    /// Returns whether no statement has run.
    pub(super) fn is_unused(&self) -> bool {
        matches!(
            self.connection,
            Connection::Reading(None) | Connection::Writing(None)
        )
    }

    /// Ends the transaction, and undoes its changes. If that fails, the pool closes the connection.
    pub(super) async fn rollback(self) {
        if let Connection::Writing(Some(transaction)) = self.connection {
            let _ = transaction.rollback().await;
        }
    }

    /// Commits the transaction. A session that is not committed stores nothing.
    pub async fn commit(self) -> sqlx::Result<()> {
        match self.connection {
            Connection::Writing(Some(transaction)) => transaction.commit().await,
            _ => Ok(()),
        }
    }
}
