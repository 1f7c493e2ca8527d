//! Filters, sort orders and pages of lists. Values of clients are always bound parameters.

use std::borrow::Cow;

use sqlx::postgres::Postgres;
use sqlx::types::chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Decimal;
use sqlx::{PgConnection, QueryBuilder};
use uuid::Uuid;

use super::cursors::Order;
use super::problem::Problem;
use super::queries::Row;

/// The name of a member, its column, and the kind of its values.
pub type Column = (&'static str, &'static str, Kind);

/// The kind of values that a member is compared with.
#[derive(Clone, Copy)]
pub enum Kind {
    Text,
    OneOf(&'static [&'static str]),
    Id,
    Boolean,
    Integer,
    Decimal,
    Float,
    /// A float of 32 bits, which PostgreSQL compares as one of 64 bits.
    Single,
    Date,
    Instant,
}

#[derive(Clone)]
pub(super) enum Value {
    Text(String),
    Id(Uuid),
    Ids(Vec<Uuid>),
    Boolean(bool),
    Integer(i64),
    Decimal(Decimal),
    Float(f64),
    Date(NaiveDate),
    Instant(DateTime<Utc>),
}

/// SQL around the parameters of a condition, separated by commas.
#[derive(Clone)]
pub(super) struct Condition {
    pub before: String,
    pub values: Vec<Value>,
    pub after: Cow<'static, str>,
}

impl Condition {
    pub(super) fn new(
        before: impl Into<String>,
        values: Vec<Value>,
        after: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (before, after) = (before.into(), after.into());
        Self {
            before,
            values,
            after,
        }
    }

    /// Requires an id between two parts of SQL.
    pub(super) fn of_id(before: &str, id: Uuid, after: &'static str) -> Self {
        Self::new(before, vec![Value::Id(id)], after)
    }

    /// Requires that a column has none of several texts.
    pub(super) fn none_of(column: &str, texts: &[&str]) -> Self {
        let values = texts.iter().map(|text| Value::Text((*text).to_owned()));
        Self::new(format!("{column} NOT IN ("), values.collect(), ")")
    }
}

/// The rows that a request asks for.
pub struct Selection {
    pub(super) conditions: Vec<Condition>,
    /// Rows before and after the page, which count for the total.
    skipped: Vec<Condition>,
    /// Absent for one row, which PostgreSQL then reads faster.
    pub(super) order: Option<Order>,
    pub limit: u64,
    pub offset: u64,
}

/// The maximum number of ids of a filter with `[in]`.
const MAX_IDS: usize = 100;

/// Earlier dates may be outside the range of PostgreSQL.
const FIRST_DATE: Option<NaiveDate> = NaiveDate::from_ymd_opt(-4712, 1, 1);

/// The largest integer that JSON numbers represent exactly: 2^53 - 1.
const MAX_INTEGER: i64 = 9_007_199_254_740_991;

impl Selection {
    fn new(order: Option<Order>, limit: u64) -> Self {
        Self {
            conditions: Vec::new(),
            skipped: Vec::new(),
            order,
            limit,
            offset: 0,
        }
    }

    /// Selects the row with an id.
    #[must_use]
    pub fn of_id(id: Uuid) -> Self {
        let mut rows = Self::new(None, 1);
        rows.conditions.push(Condition::of_id("id = ", id, ""));
        rows
    }

    /// Selects the rows with ids.
    #[must_use]
    pub fn of_ids(ids: &[Uuid]) -> Self {
        let mut rows = Self::new(Some(Order::default()), i64::MAX.unsigned_abs());
        let values = vec![Value::Ids(ids.to_vec())];
        rows.conditions
            .push(Condition::new("id = ANY(", values, ")"));
        rows
    }

    /// Selects the rows of a list by the query parameters of the request.
    pub fn of_list(
        parameters: &[(String, String)],
        columns: &'static [Column],
    ) -> Result<Self, Problem> {
        let mut rows = Self::new(None, 20);
        let (mut order, mut after) = (Order::default(), None);
        for (index, (name, text)) in parameters.iter().enumerate() {
            if parameters[..index].iter().any(|(other, _)| other == name) {
                return Err(Problem::parameter(name, "must not be repeated"));
            }
            match name.as_str() {
                "limit" => rows.limit = count(name, text, 1, 100)?,
                "offset" => rows.offset = count(name, text, 0, MAX_INTEGER)?,
                "sort" => order = Order::read(text.split(','), columns, name)?,
                "after" => after = Some(text),
                _ => rows.conditions.push(condition(name, text, columns)?),
            }
        }
        if let Some(cursor) = after {
            rows.start(&order, cursor, "after", false)?;
        }
        rows.order = Some(order);
        Ok(rows)
    }

    /// Leaves out the rows up to the cursor in a parameter, or those from it on if `is_before`.
    pub(super) fn start(
        &mut self,
        order: &Order,
        cursor: &str,
        parameter: &str,
        is_before: bool,
    ) -> Result<(), Problem> {
        let beyond = order.beyond(cursor, is_before);
        let unknown = || Problem::parameter(parameter, "must be a cursor of this list");
        self.skipped.push(beyond.ok_or_else(unknown)?);
        Ok(())
    }

    /// Returns a statement about the rows of all pages.
    pub(super) fn query<'q>(&'q self, start: &str) -> QueryBuilder<'q, Postgres> {
        where_all(start, self.conditions.iter())
    }

    /// Reads the rows of the page.
    pub async fn fetch<T: Row>(&self, db: &mut PgConnection, select: &str) -> sqlx::Result<Vec<T>> {
        self.page_query(select).build_query_as().fetch_all(db).await
    }

    /// Returns the statement that reads the rows of the page.
    pub(super) fn page_query<'q>(&'q self, start: &str) -> QueryBuilder<'q, Postgres> {
        let mut sql = where_all(start, self.conditions.iter().chain(&self.skipped));
        let Some(order) = &self.order else {
            return sql;
        };
        let [limit, offset] = [self.limit, self.offset].map(u64::cast_signed);
        sql.push(" ORDER BY ").push(order.sql());
        sql.push(" LIMIT ").push_bind(limit);
        sql.push(" OFFSET ").push_bind(offset);
        sql
    }

    /// Counts the rows of all pages.
    pub async fn count(&self, db: &mut PgConnection, from: &str) -> sqlx::Result<u64> {
        let mut sql = self.query(&format!("SELECT count(*) FROM {from}"));
        let total: i64 = sql.build_query_scalar().fetch_one(db).await?;
        Ok(total.unsigned_abs())
    }
}

/// Returns a statement with conditions.
fn where_all<'q>(
    start: &str,
    conditions: impl Iterator<Item = &'q Condition>,
) -> QueryBuilder<'q, Postgres> {
    let mut sql = QueryBuilder::new(start);
    for (index, condition) in conditions.enumerate() {
        sql.push(if index == 0 { " WHERE " } else { " AND " });
        sql.push(&condition.before);
        let mut list = sql.separated(", ");
        for value in &condition.values {
            match value {
                Value::Text(value) => list.push_bind(value),
                Value::Id(value) => list.push_bind(*value),
                Value::Ids(value) => list.push_bind(value),
                Value::Boolean(value) => list.push_bind(*value),
                Value::Integer(value) => list.push_bind(*value),
                Value::Decimal(value) => list.push_bind(*value),
                Value::Float(value) => list.push_bind(*value),
                Value::Date(value) => list.push_bind(*value),
                Value::Instant(value) => list.push_bind(*value),
            };
        }
        sql.push(&condition.after);
    }
    sql
}

fn count(name: &str, text: &str, minimum: i64, maximum: i64) -> Result<u64, Problem> {
    let number = integer(text).filter(|number| (minimum..=maximum).contains(number));
    let detail = || format!("must be an integer from {minimum} to {maximum}");
    number
        .map(i64::unsigned_abs)
        .ok_or_else(|| Problem::parameter(name, detail()))
}

/// Reads a filter: `member=value`, or `member[operator]=value`.
pub(super) fn condition(name: &str, text: &str, columns: &[Column]) -> Result<Condition, Problem> {
    let (member, operator) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((member, operator)) => (member, operator),
        None => (name, ""),
    };
    let found = columns.iter().find(|(known, ..)| *known == member);
    let Some((_, column, kind)) = found else {
        return Err(Problem::parameter(name, "is no parameter of this list"));
    };
    let has_order = !matches!(kind, Kind::Text | Kind::OneOf(_) | Kind::Id | Kind::Boolean);
    let (sql, after) = match operator {
        "" if name == member => (" = ", ""),
        "gt" if has_order => (" > ", ""),
        "gte" if has_order => (" >= ", ""),
        "lt" if has_order => (" < ", ""),
        "lte" if has_order => (" <= ", ""),
        "in" if matches!(kind, Kind::Id) => (" IN (", ")"),
        _ => return Err(Problem::parameter(name, "is no parameter of this list")),
    };
    let texts: Vec<&str> = match operator {
        "in" => text.split(',').collect(),
        _ => vec![text],
    };
    if texts.len() > MAX_IDS {
        let detail = format!("must have at most {MAX_IDS} ids");
        return Err(Problem::parameter(name, detail));
    }
    let values = texts.into_iter().map(|text| value(*kind, text));
    let values: Option<Vec<Value>> = values.collect();
    let invalid = || Problem::parameter(name, format!("must be {}", about(*kind)));
    let values = values.ok_or_else(invalid)?;
    Ok(Condition::new(format!("{column}{sql}"), values, after))
}

pub(super) fn value(kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Text => (!text.contains('\0')).then(|| Value::Text(text.to_owned())),
        Kind::OneOf(values) => values.contains(&text).then(|| Value::Text(text.to_owned())),
        Kind::Id if text.len() == 36 => text.parse().ok().map(Value::Id),
        Kind::Boolean => text.parse().ok().map(Value::Boolean),
        Kind::Integer => integer(text).map(Value::Integer),
        Kind::Decimal if is_decimal(text) => text.parse().ok().map(Value::Decimal),
        Kind::Float if is_number(text) => text.parse().ok().map(Value::Float),
        Kind::Single if is_number(text) => {
            let number: Option<f32> = text.parse().ok();
            number.map(|number| Value::Float(number.into()))
        }
        Kind::Date if text.len() == 10 => {
            let date: Option<NaiveDate> = text.parse().ok();
            date.filter(|_| date >= FIRST_DATE).map(Value::Date)
        }
        Kind::Id | Kind::Decimal | Kind::Float | Kind::Single | Kind::Date => None,
        Kind::Instant => {
            // Python clients of OpenAPI Generator write an offset without a colon.
            let instant = DateTime::parse_from_rfc3339(text)
                .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f%z"));
            let instant = instant.ok().map(|instant| instant.to_utc());
            let date = instant.map(|instant| instant.date_naive());
            instant.filter(|_| date >= FIRST_DATE).map(Value::Instant)
        }
    }
}

fn about(kind: Kind) -> String {
    match kind {
        Kind::Text => "text without U+0000".to_owned(),
        Kind::OneOf(values) => format!("one of {}", values.join(", ")),
        Kind::Id => "a UUID".to_owned(),
        Kind::Boolean => "true or false".to_owned(),
        Kind::Integer => "an integer within ±(2^53−1)".to_owned(),
        Kind::Decimal => "a decimal number of at most 28 digits".to_owned(),
        Kind::Float | Kind::Single => "a number".to_owned(),
        Kind::Date => "a date such as 2024-05-17".to_owned(),
        Kind::Instant => "a date and time such as 2024-05-17T08:30:00Z".to_owned(),
    }
}

fn integer(text: &str) -> Option<i64> {
    let number = text.parse().ok().filter(|_| !text.starts_with('+'))?;
    (-MAX_INTEGER..=MAX_INTEGER)
        .contains(&number)
        .then_some(number)
}

/// Returns whether a text is a number without an exponent, of at most 28 digits.
fn is_decimal(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    is_number(text) && digits <= 28 && !text.contains(['e', 'E'])
}

/// Returns whether a text is a JSON number.
fn is_number(text: &str) -> bool {
    let first = text.strip_prefix('-').unwrap_or(text);
    first.starts_with(|first: char| first.is_ascii_digit())
        && serde_json::from_str::<f64>(text).is_ok_and(f64::is_finite)
}
