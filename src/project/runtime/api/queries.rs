//! Queries that the modules of all classes share. The statements that they complete are constants of these modules.

use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{FromRow, PgConnection, PgPool};
use uuid::Uuid;

use super::http::{undeletable, Problem};

/// A type that is read from one row.
pub trait Row: for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, PgRow> + Send + Unpin> Row for T {}

/// Reads the row with an id.
pub async fn fetch<T: Row>(db: &mut PgConnection, select: &str, id: Uuid) -> sqlx::Result<T> {
    let sql = format!("{select} WHERE id = $1");
    sqlx::query_as(&sql).bind(id).fetch_one(db).await
}

/// Reads the row with an id, and locks it until the end of the transaction.
pub async fn fetch_for_update<T: Row>(
    db: &mut PgConnection,
    select: &str,
    id: Uuid,
) -> sqlx::Result<T> {
    let sql = format!("{select} WHERE id = $1 FOR UPDATE");
    sqlx::query_as(&sql).bind(id).fetch_one(db).await
}

/// Reads the rows that satisfy a condition on ids, which are `$1`.
pub async fn fetch_where<T: Row>(
    db: &mut PgConnection,
    select: &str,
    condition: &str,
    ids: &[Uuid],
) -> sqlx::Result<Vec<T>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("{select} WHERE {condition} ORDER BY id");
    sqlx::query_as(&sql).bind(ids).fetch_all(db).await
}

/// Reads a page of rows in the order of their ids.
pub async fn fetch_page<T: Row>(
    db: &mut PgConnection,
    select: &str,
    limit: u64,
    offset: u64,
) -> sqlx::Result<Vec<T>> {
    let sql = format!("{select} ORDER BY id LIMIT $1 OFFSET $2");
    let [limit, offset] = [limit, offset].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let query = sqlx::query_as(&sql).bind(limit).bind(offset);
    query.fetch_all(db).await
}

/// Counts the rows of a table.
pub async fn count(db: &mut PgConnection, table: &str) -> sqlx::Result<u64> {
    let sql = format!("SELECT count(*) FROM {table}");
    let total: i64 = sqlx::query_scalar(&sql).fetch_one(db).await?;
    Ok(total.unsigned_abs())
}

/// Runs statements that delete all rows of the instance with an id, which is `$1`.
pub async fn delete(pool: &PgPool, statements: &[&str], id: Uuid) -> Result<(), Problem> {
    let mut transaction = pool.begin().await?;
    for statement in statements {
        let query = sqlx::query(statement).bind(id);
        let done = query.execute(&mut *transaction).await;
        if done.map_err(undeletable)?.rows_affected() == 0 {
            return Err(Problem::not_found());
        }
    }
    transaction.commit().await.map_err(undeletable)
}

/// Converts integers to the wider type of their column.
pub fn widened<T: Copy, U: From<T>>(numbers: &[T]) -> Vec<U> {
    numbers.iter().copied().map(U::from).collect()
}

/// Converts an integer to that of its column. Validated integers are at most 2^53, so they fit.
#[must_use]
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Converts values to JSON columns.
pub fn json_list<T>(values: &[T]) -> Vec<Json<&T>> {
    values.iter().map(Json).collect()
}

/// Converts integers to those of their column.
#[must_use]
pub fn signed_list(numbers: &[u64]) -> Vec<i64> {
    numbers.iter().copied().map(signed).collect()
}

/// Moves the sign of a duration to its parts, where the database expects it: `-P1DT2H` becomes
/// `P-1DT-2H`.
#[must_use]
pub fn interval(duration: &str) -> String {
    let Some(parts) = duration.strip_prefix('-') else {
        return duration.to_owned();
    };
    let mut text = String::new();
    for sign in parts.chars() {
        let is_after_letter = text.ends_with(char::is_alphabetic);
        if is_after_letter && sign.is_ascii_digit() {
            text.push('-');
        }
        text.push(sign);
    }
    text
}

/// Converts an optional duration to an interval.
#[must_use]
pub fn optional_interval(duration: &Option<String>) -> Option<String> {
    duration.as_deref().map(interval)
}

/// Converts durations to intervals.
#[must_use]
pub fn interval_list(durations: &[String]) -> Vec<String> {
    let durations = durations.iter().map(String::as_str);
    durations.map(interval).collect()
}
