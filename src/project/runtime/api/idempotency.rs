//! Repeated requests: `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).

use axum::http::{header, HeaderName, HeaderValue};
use serde::de::DeserializeOwned;
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::http::{json, Caller};
use super::problem::{Code, Problem};

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The maximum length of a key in bytes.
const MAX_LENGTH: usize = 255;

/// The table is in a schema of its own, so that migrations of the ontology leave it alone.
const CREATE_TABLE: &str = "
    DO $$ BEGIN
        -- Several instances of the service may start at once.
        PERFORM pg_advisory_xact_lock(hashtext('codegen_service'));
        IF to_regclass('codegen_service.idempotency_keys') IS NULL THEN
            CREATE SCHEMA IF NOT EXISTS codegen_service;
            CREATE TABLE codegen_service.idempotency_keys (
                id BYTEA PRIMARY KEY,
                body BYTEA NOT NULL,
                response TEXT NOT NULL,
                created_at TIMESTAMPTZ NOT NULL DEFAULT now()
            );
            CREATE INDEX ON codegen_service.idempotency_keys (created_at);
        END IF;
    END $$
";

const FIND: &str = "
    SELECT body, response FROM codegen_service.idempotency_keys
    WHERE id = $1 AND created_at > now() - INTERVAL '24 hours'
";

const STORE: &str = "
    INSERT INTO codegen_service.idempotency_keys (id, body, response)
    VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET body = $2, response = $3, created_at = now()
";

/// Deletes a few expired keys, and does not wait for transactions that delete the same ones.
const DELETE_EXPIRED: &str = "
    DELETE FROM codegen_service.idempotency_keys WHERE id IN (
        SELECT id FROM codegen_service.idempotency_keys
        WHERE created_at <= now() - INTERVAL '24 hours'
        LIMIT 100 FOR UPDATE SKIP LOCKED
    )
";

/// Creates the table of keys, unless it exists.
pub async fn create_table(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query(CREATE_TABLE).execute(db).await?;
    Ok(())
}

/// Who sends a request. If middleware adds this to the extensions of a request, its keys belong to this
/// principal; otherwise, they belong to the value of the header `Authorization`.
#[derive(Clone)]
pub struct Principal(pub String);

/// The key of a request, and its body. Both are hashes.
pub struct Key {
    id: Vec<u8>,
    body: Vec<u8>,
}

impl Key {
    /// Returns the key of a request. Requests to other paths, and of other principals, have other keys.
    pub fn of<T: Serialize>(
        caller: &Caller,
        path: &str,
        body: &T,
    ) -> Result<Option<Self>, Problem> {
        let Some(value) = caller.headers.get(HEADER) else {
            return Ok(None);
        };
        let key = value.as_bytes();
        if key.is_empty() || key.len() > MAX_LENGTH || !key.iter().all(u8::is_ascii_graphic) {
            let detail = format!(
                "The header {HEADER} must have 1 to {MAX_LENGTH} visible ASCII characters."
            );
            return Err(Problem::new(Code::InvalidRequest, detail));
        }
        let principal = caller.extensions.get::<Principal>();
        let credentials = caller.headers.get(header::AUTHORIZATION);
        let owner = principal
            .map(|principal| principal.0.as_bytes())
            .or(credentials.map(HeaderValue::as_bytes));
        let mut id = Sha256::new();
        for part in [path.as_bytes(), key, owner.unwrap_or_default()] {
            id.update(part.len().to_be_bytes());
            id.update(part);
        }
        Ok(Some(Self {
            id: id.finalize().to_vec(),
            body: Sha256::digest(json(body)?).to_vec(),
        }))
    }

    /// Returns what the first request with the key created.
    pub async fn find<T: DeserializeOwned>(
        &self,
        db: &mut PgConnection,
    ) -> Result<Option<T>, Problem> {
        let query = sqlx::query_as(FIND).bind(&self.id);
        let Some((body, response)) = query.fetch_optional(db).await? else {
            return Ok(None);
        };
        let (body, response): (Vec<u8>, String) = (body, response);
        if body != self.body {
            let detail = "Another request had the same Idempotency-Key and another body.";
            return Err(Problem::new(Code::KeyReused, detail));
        }
        serde_json::from_str(&response).map(Some).map_err(|_| {
            let detail =
                "An older version of the service answered this key; its instance may exist.";
            Problem::new(Code::KeyReused, detail)
        })
    }

    /// Reserves the key until the end of the transaction.
    pub async fn lock(&self, db: &mut PgConnection) -> Result<(), Problem> {
        let start = self.id.first_chunk().copied().unwrap_or_default();
        let number = i64::from_be_bytes(start);
        let query = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)");
        if query.bind(number).fetch_one(db).await? {
            return Ok(());
        }
        let detail = "A request with the same Idempotency-Key is in progress.";
        Err(Problem::new(Code::KeyInUse, detail))
    }

    /// Stores what the request created, in its transaction.
    pub async fn store<T: Serialize>(
        &self,
        db: &mut PgConnection,
        created: &T,
    ) -> Result<(), Problem> {
        sqlx::query(DELETE_EXPIRED).execute(&mut *db).await?;
        let query = sqlx::query(STORE).bind(&self.id).bind(&self.body);
        query.bind(json(created)?).execute(db).await?;
        Ok(())
    }
}
