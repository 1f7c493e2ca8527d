//! Queries that the modules of all classes share. The statements that they complete are constants of these modules.

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde::Serialize;
use sqlx::postgres::{PgArguments, PgRow, Postgres};
use sqlx::types::Json;
use sqlx::{FromRow, PgConnection};
use uuid::Uuid;

use super::problem::{Code, Problem};
use super::resource::Instance;

/// A type that is read from one row.
pub trait Row: for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, PgRow> + Send + Unpin> Row for T {}

/// A statement with its parameters.
pub type Query<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

/// Reads the instance with an id.
pub async fn fetch<T: Instance>(db: &mut PgConnection, id: Uuid) -> sqlx::Result<T> {
    let sql = format!("{} WHERE id = $1", T::SELECT);
    sqlx::query_as(&sql).bind(id).fetch_one(db).await
}

/// Reads the instances of one class of a list, whose rows have their ids and classes.
pub async fn fetch_kind<T: Instance + Into<U>, U, K: PartialEq>(
    db: &mut PgConnection,
    rows: &[(Uuid, K)],
    kind: &K,
    found: &mut HashMap<Uuid, U>,
) -> sqlx::Result<()> {
    let own = rows.iter().filter(|(_, own)| own == kind);
    let ids: Vec<Uuid> = own.map(|(id, _)| *id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let sql = format!("{} WHERE id = ANY($1)", T::SELECT);
    for row in sqlx::query(&sql).bind(ids).fetch_all(db).await? {
        found.insert(sqlx::Row::try_get(&row, "id")?, T::from_row(&row)?.into());
    }
    Ok(())
}

/// Returns the instances of rows, in their order.
pub fn in_order<T, K>(rows: &[(Uuid, K)], mut found: HashMap<Uuid, T>) -> Vec<T> {
    let items = rows.iter().filter_map(|(id, _)| found.remove(id));
    items.collect()
}

/// Runs statements one after another.
pub async fn execute(db: &mut PgConnection, statements: Vec<Query<'_>>) -> sqlx::Result<()> {
    for statement in statements {
        statement.execute(&mut *db).await?;
    }
    Ok(())
}

/// Converts an update of a class to that of a subclass. Leaves out members that keep their value, because the subclass
/// may fix them and have no update of them.
///
/// # Errors
///
/// A problem with status 422 if the subclass narrows or fixes a member and rejects its value.
pub fn converted<S: Serialize, T: Serialize, U: DeserializeOwned>(
    stored: &S,
    update: &T,
) -> Result<U, Problem> {
    let value = serde_json::to_value(stored).and_then(|stored| {
        let mut update = serde_json::to_value(update)?;
        if let Some(members) = update.as_object_mut() {
            members.retain(|name, value| stored.get(name) != Some(value));
        }
        serde_json::from_value(update)
    });
    value.map_err(|error| Problem::new(Code::InvalidValue, error.to_string()))
}

/// Returns the only instance of a list.
///
/// # Errors
///
/// A problem with status 404 if the list is empty.
pub fn first<T>(values: Vec<T>) -> Result<T, Problem> {
    values.into_iter().next().ok_or_else(Problem::not_found)
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

/// Converts durations to intervals.
#[must_use]
pub fn interval_list(durations: &[String]) -> Vec<String> {
    let durations = durations.iter().map(String::as_str);
    durations.map(interval).collect()
}
