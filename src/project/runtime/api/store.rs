//! Reads instances for GraphQL, in batches.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::dynamic::ResolverContext;
use async_graphql::Error;
use sqlx::pool::PoolConnection;
use sqlx::Postgres;
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};
use uuid::Uuid;

use super::connections::{total, List, Lists};
use super::filters::Condition;
use super::graphql::{Class, Item, CLASSES};
use super::http::Caller;
use super::include::id_in;
use super::problem::{Code, Problem};

/// The maximum number of connections that one request uses at the same time.
const MAX_CONNECTIONS: usize = 2;

/// The maximum number of instances that one request reads.
const MAX_INSTANCES: usize = 10_000;

/// The maximum number of values in one response.
const MAX_VALUES: usize = 200_000;

/// Reads instances in batches, so that a page needs one statement for each relation.
pub(super) struct Store {
    pub(super) caller: Arc<Caller>,
    connections: Semaphore,
    /// The results of the permission `List`, by the names of classes.
    listed: Mutex<HashMap<&'static str, Visible>>,
    pub(super) instances: Budget,
    pub(super) values: Budget,
}

/// A condition that leaves out what the client may not list.
type Visible = Result<Option<Condition>, Problem>;

/// What one request may still read or return.
pub(super) struct Budget {
    used: AtomicUsize,
    maximum: usize,
    /// A verb and a noun for the problem.
    unit: (&'static str, &'static str),
}

impl Budget {
    fn new(maximum: usize, unit: (&'static str, &'static str)) -> Self {
        Self {
            used: AtomicUsize::new(0),
            maximum,
            unit,
        }
    }

    /// Uses a part of the budget. Zero only checks that the request has not exceeded it.
    pub(super) fn count(&self, number: usize) -> Result<(), Problem> {
        let before = self.used.fetch_add(number, Ordering::Relaxed);
        if before + number <= self.maximum {
            return Ok(());
        }
        let (verb, noun) = self.unit;
        let detail = format!("The operation {verb} more than {} {noun}.", self.maximum);
        Err(Problem::new(Code::InvalidRequest, detail))
    }
}

impl Store {
    pub(super) fn new(caller: Arc<Caller>) -> Self {
        Self {
            caller,
            connections: Semaphore::new(MAX_CONNECTIONS),
            listed: Mutex::default(),
            instances: Budget::new(MAX_INSTANCES, ("reads", "instances")),
            values: Budget::new(MAX_VALUES, ("returns", "values")),
        }
    }

    /// Waits until the request may use another connection. Fails if it has exceeded a limit.
    pub(super) async fn permit(&self) -> Result<SemaphorePermit<'_>, Problem> {
        let permit = self.connections.acquire().await;
        let permit =
            permit.map_err(|_| Problem::new(Code::Unavailable, "The request has ended."))?;
        self.instances.count(0)?;
        self.values.count(0)?;
        Ok(permit)
    }

    /// Returns a connection, and the permit to use it.
    pub(super) async fn connection(
        &self,
    ) -> Result<(SemaphorePermit<'_>, PoolConnection<Postgres>), Problem> {
        let permit = self.permit().await?;
        Ok((permit, self.caller.pool.acquire().await?))
    }

    /// Authorizes a list of a class, once for all lists of the request. A caller must have no permit of its own.
    pub(super) async fn listed(&self, class: &Class) -> Visible {
        let mut known = self.listed.lock().await;
        if let Some(visible) = known.get(class.name) {
            return visible.clone();
        }
        let _permit = self.permit().await?;
        let visible = (class.read.listed)(Arc::clone(&self.caller)).await;
        known.insert(class.name, visible.clone());
        visible
    }
}

pub(super) fn store<'a>(context: &ResolverContext<'a>) -> Result<&'a Store, Error> {
    Ok(context.data::<DataLoader<Store>>()?.loader())
}

/// A statement and the instance whose related instances it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Owner(pub &'static str, pub Uuid);

impl Loader<Owner> for Store {
    type Value = Vec<Uuid>;
    type Error = Problem;

    async fn load(&self, keys: &[Owner]) -> Result<HashMap<Owner, Vec<Uuid>>, Problem> {
        let mut all: HashMap<&'static str, Vec<Uuid>> = HashMap::new();
        for Owner(sql, id) in keys {
            all.entry(sql).or_default().push(*id);
        }
        let mut found: HashMap<Owner, Vec<Uuid>> = HashMap::new();
        for (sql, ids) in all {
            let (_permit, mut db) = self.connection().await?;
            // One more than the limit, so that the operation is rejected.
            let sql_of_batch = format!("{sql} LIMIT {}", MAX_INSTANCES + 1);
            let rows = sqlx::query_as(&sql_of_batch).bind(ids);
            let rows: Vec<(Uuid, Uuid)> = rows.fetch_all(&mut *db).await?;
            for (owner, id) in rows {
                found.entry(Owner(sql, owner)).or_default().push(id);
            }
        }
        Ok(found)
    }
}

/// Groups lists that differ only in the instances that they are related to. One statement reads a group.
fn groups<'a>(lists: impl Iterator<Item = &'a List>) -> Result<Vec<Lists<'a>>, Problem> {
    let mut groups: HashMap<_, Vec<Uuid>> = HashMap::new();
    for list in lists {
        if let Some((related, owner)) = list.related {
            let group = (list.class, related, &list.arguments);
            groups.entry(group).or_default().push(owner);
        }
    }
    let groups = groups
        .into_iter()
        .map(|((class, related, arguments), owners)| {
            Ok(Lists {
                class: Class::of(class)?,
                arguments,
                related,
                owners,
            })
        });
    groups.collect()
}

/// The results of a batch. A failure of one statement does not affect the others.
type Results<K, T> = HashMap<K, Result<T, Problem>>;

/// Returns a result for each owner.
fn each<T>(
    rows: Result<Vec<(Uuid, T)>, Problem>,
    owners: &[Uuid],
) -> Vec<(Uuid, Result<T, Problem>)> {
    match rows {
        Ok(rows) => {
            let rows = rows.into_iter();
            rows.map(|(owner, value)| (owner, Ok(value))).collect()
        }
        Err(problem) => {
            let owners = owners.iter();
            owners.map(|owner| (*owner, Err(problem.clone()))).collect()
        }
    }
}

impl Loader<List> for Store {
    type Value = Result<Vec<Uuid>, Problem>;
    type Error = Problem;

    async fn load(&self, keys: &[List]) -> Result<Results<List, Vec<Uuid>>, Problem> {
        let mut found = HashMap::new();
        for lists in groups(keys.iter())? {
            for (owner, ids) in each(lists.ids(self).await, &lists.owners) {
                found.insert(lists.of(owner), ids);
            }
        }
        Ok(found)
    }
}

/// A list whose items are counted.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Total(pub List);

impl Loader<Total> for Store {
    type Value = Result<u64, Problem>;
    type Error = Problem;

    async fn load(&self, keys: &[Total]) -> Result<Results<Total, u64>, Problem> {
        let mut found = HashMap::new();
        for Total(list) in keys.iter().filter(|Total(list)| list.related.is_none()) {
            let number = total(self, Class::of(list.class)?, &list.arguments).await;
            found.insert(Total(list.clone()), number);
        }
        for lists in groups(keys.iter().map(|Total(list)| list))? {
            for (owner, number) in each(lists.totals(self).await, &lists.owners) {
                found.insert(Total(lists.of(owner)), number.map(i64::unsigned_abs));
            }
        }
        Ok(found)
    }
}

/// The type and the id of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key(pub &'static str, pub Uuid);

impl Loader<Key> for Store {
    type Value = Result<Arc<Item>, Problem>;
    type Error = Problem;

    async fn load(&self, keys: &[Key]) -> Result<Results<Key, Arc<Item>>, Problem> {
        let mut found = HashMap::new();
        for class in CLASSES.iter() {
            let own = keys.iter().filter(|Key(name, _)| *name == class.name);
            let ids: Vec<Uuid> = own.map(|Key(_, id)| *id).collect();
            if ids.is_empty() {
                continue;
            }
            let _permit = self.permit().await?;
            let items = (class.read.find)(Arc::clone(&self.caller), ids.clone()).await;
            let items = items.map(|items| {
                let pairs = items.into_iter().filter_map(|(value, allowed)| {
                    let id = id_in(&value["id"])?;
                    Some((id, allowed.map(|()| class.item(value))))
                });
                pairs.collect()
            });
            for (id, item) in each(items, &ids) {
                found.insert(Key(class.name, id), item.and_then(|item| item));
            }
        }
        Ok(found)
    }
}
