//! Pages of lists in GraphQL, as connections of Relay with cursors.

use async_graphql::dynamic::ResolverContext;
use async_graphql::Error;
use serde_json::{json, Value as JsonValue};
use sqlx::{Postgres, QueryBuilder};
use std::sync::Arc;
use uuid::Uuid;

use super::cursors::{cursor, text_of, Order};
use super::filters::{condition, Column, Condition, Selection};
use super::graphql::{Class, Item};
use super::problem::Problem;
use super::store::Store;

/// The number of items on a page for which the client sends no number.
const PAGE_SIZE: u64 = 20;

/// The maximum number of items on a page.
const MAX_PAGE_SIZE: u64 = 100;

/// The SQL before and after the id of an instance, in a condition on its related instances.
pub(super) type Related = (&'static str, &'static str);

/// The arguments of a list.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Arguments {
    /// The parameters of the list in REST that filter it.
    filters: Vec<(String, String)>,
    /// The members to sort by, each with `-` for the descending order.
    order: Vec<String>,
    size: u64,
    offset: u64,
    after: Option<String>,
    before: Option<String>,
    /// True for the last items instead of the first ones.
    is_backward: bool,
}

/// The items of a page, and whether others follow and precede them.
pub(super) struct Page {
    pub items: Vec<Arc<Item>>,
    pub list: List,
    follows: bool,
    precedes: bool,
}

impl Page {
    /// Returns the items with their cursors.
    pub(super) fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.items.iter().map(|item| Edge {
            cursor: self.cursor(item),
            item: Arc::clone(item),
        })
    }

    /// Returns the object `PageInfo`.
    pub(super) fn info(&self) -> JsonValue {
        json!({
            "hasNextPage": self.follows,
            "hasPreviousPage": self.precedes,
            "startCursor": self.items.first().map(|item| self.cursor(item)),
            "endCursor": self.items.last().map(|item| self.cursor(item)),
        })
    }

    fn cursor(&self, item: &Item) -> String {
        let order = self.list.arguments.order.iter();
        cursor(&item.value, order.map(|name| name.trim_start_matches('-')))
    }
}

/// An item of a page.
pub(super) struct Edge {
    pub cursor: String,
    pub item: Arc<Item>,
}

/// All instances of a class, or those that are related to one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct List {
    pub class: &'static str,
    pub related: Option<(Related, Uuid)>,
    pub arguments: Arguments,
}

impl Arguments {
    /// Reads the arguments of a field. `filter` and `order` have the names of REST.
    pub(super) fn read(
        context: &ResolverContext<'_>,
        filter: &JsonValue,
        order: &JsonValue,
    ) -> Result<Self, Error> {
        let given = |name: &str| context.args.get(name).filter(|given| !given.is_null());
        let number = |name: &str, maximum: u64| {
            let number = given(name).map(|given| given.i64().map(u64::try_from));
            match number {
                None => Ok(None),
                Some(Ok(Ok(number))) if number <= maximum => Ok(Some(number)),
                Some(_) => Err(Problem::parameter(
                    name,
                    format!("must be from 0 to {maximum}"),
                )),
            }
        };
        let text = |name: &str| {
            let text = given(name).map(|given| given.string().map(str::to_owned));
            text.transpose()
        };
        let first = number("first", MAX_PAGE_SIZE)?;
        let last = number("last", MAX_PAGE_SIZE)?;
        if first.is_some() && last.is_some() {
            return Err(Problem::parameter("last", "must not be sent with first").into());
        }
        Ok(Self {
            filters: parameters(filter)?,
            order: members_of(order),
            size: first.or(last).unwrap_or(PAGE_SIZE),
            offset: number("offset", u64::from(u32::MAX))?.unwrap_or(0),
            after: text("after")?,
            before: text("before")?,
            is_backward: last.is_some(),
        })
    }

    /// Selects the instances that satisfy the filters.
    fn all(&self, columns: &'static [Column]) -> Result<Selection, Problem> {
        let mut rows = Selection::of_list(&[], columns)?;
        for (name, text) in &self.filters {
            let is_empty_list = text.is_empty() && name.ends_with("[in]");
            rows.conditions.push(if is_empty_list {
                Condition::new("FALSE", Vec::new(), "")
            } else {
                condition(name, text, columns)?
            });
        }
        Ok(rows)
    }

    /// Removes what follows the page. Returns whether there was something.
    pub(super) fn cut<T>(&self, read: &mut Vec<T>) -> bool {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let has_more = read.len() > size;
        read.truncate(size);
        has_more
    }

    /// Selects the instances of the page, and one more, which shows whether there is another page.
    pub(super) fn page(&self, columns: &'static [Column]) -> Result<Selection, Problem> {
        let mut rows = self.all(columns)?;
        let names = self.order.iter().map(String::as_str);
        let mut order = Order::read(names, columns, "orderBy")?;
        let cursors = [
            ("after", &self.after, false),
            ("before", &self.before, true),
        ];
        for (name, cursor, is_before) in cursors {
            if let Some(cursor) = cursor {
                rows.start(&order, cursor, name, is_before)?;
            }
        }
        order.is_backward = self.is_backward;
        rows.order = Some(order);
        rows.limit = self.size + 1;
        rows.offset = self.offset;
        Ok(rows)
    }
}

/// Reads the members to sort by.
fn members_of(order: &JsonValue) -> Vec<String> {
    let values = order.as_array().into_iter().flatten();
    values
        .filter_map(JsonValue::as_str)
        .map(member_of)
        .collect()
}

/// Returns the member that a value of an order sorts by: `RATING_DESC` is `-rating`.
fn member_of(value: &str) -> String {
    if let Some(member) = value.strip_suffix("_DESC") {
        return format!("-{}", member.to_lowercase());
    }
    let member = value.strip_suffix("_ASC").map(str::to_lowercase);
    member.unwrap_or_else(|| value.to_owned())
}

/// Converts a filter to the parameters of REST: `{"rating": {"gte": 3}}` is `rating[gte]=3`.
///
/// Null is an error: it may also be a variable that the client did not send.
fn parameters(filter: &JsonValue) -> Result<Vec<(String, String)>, Problem> {
    let mut found = Vec::new();
    for (member, conditions) in filter.as_object().into_iter().flatten() {
        let is_null = || Problem::parameter(member, "must not be null in a filter");
        for (operator, value) in conditions.as_object().ok_or_else(is_null)? {
            let name = match operator.as_str() {
                "eq" => member.clone(),
                operator => format!("{member}[{operator}]"),
            };
            found.push((name, text_of(value).ok_or_else(is_null)?));
        }
    }
    Ok(found)
}

impl List {
    /// Returns a list of the instances of a class.
    pub(super) fn of(class: &'static str, arguments: Arguments) -> Self {
        Self {
            class,
            related: None,
            arguments,
        }
    }

    /// Returns a list of the instances that are related to one.
    pub(super) fn related(
        class: &'static str,
        related: Related,
        owner: Uuid,
        arguments: Arguments,
    ) -> Self {
        Self {
            class,
            related: Some((related, owner)),
            arguments,
        }
    }

    /// Returns the page with its items, in the order in which they were read.
    pub(super) fn page_of(self, mut items: Vec<Arc<Item>>, has_more: bool) -> Page {
        let Arguments {
            offset,
            after,
            before,
            is_backward,
            ..
        } = &self.arguments;
        if *is_backward {
            items.reverse();
        }
        let has_skipped = *offset > 0;
        let (follows, precedes) = if *is_backward {
            (has_skipped, has_more)
        } else {
            (has_more, has_skipped)
        };
        Page {
            items,
            follows: follows || before.is_some(),
            precedes: precedes || after.is_some(),
            list: self,
        }
    }
}

/// Counts the instances of a class on all pages.
pub(super) async fn total(
    store: &Store,
    class: &Class,
    arguments: &Arguments,
) -> Result<u64, Problem> {
    let mut rows = arguments.all(class.read.columns)?;
    rows.conditions.extend(store.listed(class).await?);
    let (_permit, mut db) = store.connection().await?;
    Ok(rows.count(&mut db, class.read.from).await?)
}

/// Lists of related instances that differ only in the instances that they are related to, the owners.
pub(super) struct Lists<'a> {
    pub class: &'static Class,
    pub arguments: &'a Arguments,
    pub related: Related,
    pub owners: Vec<Uuid>,
}

/// The name of a table with ids, which no table of a class has.
const OWNERS: &str = "\"list owners\"";

impl Lists<'_> {
    /// Reads the ids of the items on a page of each list, by its owner.
    pub(super) async fn ids(&self, store: &Store) -> Result<Vec<(Uuid, Vec<Uuid>)>, Problem> {
        let rows = self.arguments.page(self.class.read.columns)?;
        let rows = self.of_owner(rows, store.listed(self.class).await?);
        let from = self.class.read.from;
        let sql = rows.page_query(&format!("SELECT {OWNERS}.id, ARRAY(SELECT id FROM {from}"));
        let (_permit, mut db) = store.connection().await?;
        let rows = self
            .of_owners(sql)
            .build_query_as()
            .fetch_all(&mut *db)
            .await?;
        Ok(rows)
    }

    /// Counts the items on all pages of each list, by its owner.
    pub(super) async fn totals(&self, store: &Store) -> Result<Vec<(Uuid, i64)>, Problem> {
        let rows = self.arguments.all(self.class.read.columns)?;
        let rows = self.of_owner(rows, store.listed(self.class).await?);
        let from = self.class.read.from;
        let sql = rows.query(&format!("SELECT {OWNERS}.id, (SELECT count(*) FROM {from}"));
        let (_permit, mut db) = store.connection().await?;
        let rows = self
            .of_owners(sql)
            .build_query_as()
            .fetch_all(&mut *db)
            .await?;
        Ok(rows)
    }

    /// Returns the list of an owner.
    pub(super) fn of(&self, owner: Uuid) -> List {
        List::related(self.class.name, self.related, owner, self.arguments.clone())
    }

    /// Selects the instances that are related to the owner in the row.
    fn of_owner(&self, mut rows: Selection, visible: Option<Condition>) -> Selection {
        let (before, after) = self.related;
        let sql = format!("{before}{OWNERS}.id{after}");
        rows.conditions.push(Condition::new(sql, Vec::new(), ""));
        rows.conditions.extend(visible);
        rows
    }

    /// Completes a statement that has a subquery for each owner.
    fn of_owners<'q>(&'q self, mut sql: QueryBuilder<'q, Postgres>) -> QueryBuilder<'q, Postgres> {
        sql.push(") FROM unnest(").push_bind(&self.owners);
        sql.push(format!(") AS {OWNERS}(id)"));
        sql
    }
}
