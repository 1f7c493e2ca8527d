//! Reads instances for GraphQL, in batches.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::dynamic::ResolverContext;
use async_graphql::Error;
use sqlx::pool::PoolConnection;
use sqlx::Postgres;
use tokio::sync::{Semaphore, SemaphorePermit};
use uuid::Uuid;

use super::connections::{related_ids, related_totals, total, Arguments, List, Related};
use super::failures::failure;
use super::graphql::{id_in, Class, Item, CLASSES};
use super::http::Caller;
use super::problem::{Code, Problem};
use super::resource::Operation;

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
    pub(super) instances: Budget,
    pub(super) values: Budget,
}

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
    pub(super) fn count(&self, number: usize) -> Result<(), Error> {
        let before = self.used.fetch_add(number, Ordering::Relaxed);
        if before + number <= self.maximum {
            return Ok(());
        }
        let (verb, noun) = self.unit;
        let detail = format!("The operation {verb} more than {} {noun}.", self.maximum);
        Err(failure(Problem::new(Code::InvalidRequest, detail)))
    }
}

impl Store {
    pub(super) fn new(caller: Arc<Caller>) -> Self {
        Self {
            caller,
            connections: Semaphore::new(MAX_CONNECTIONS),
            instances: Budget::new(MAX_INSTANCES, ("reads", "instances")),
            values: Budget::new(MAX_VALUES, ("returns", "values")),
        }
    }

    /// Waits until the request may use another connection. Fails if it has exceeded a limit.
    pub(super) async fn permit(&self) -> Result<SemaphorePermit<'_>, Error> {
        let permit = self.connections.acquire().await?;
        self.instances.count(0)?;
        self.values.count(0)?;
        Ok(permit)
    }

    /// Returns a connection, and the permit to use it.
    async fn connection(&self) -> Result<(SemaphorePermit<'_>, PoolConnection<Postgres>), Error> {
        let permit = self.permit().await?;
        let db = self.caller.pool.acquire().await;
        Ok((permit, db.map_err(|error| failure(error.into()))?))
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
    type Error = Error;

    async fn load(&self, keys: &[Owner]) -> Result<HashMap<Owner, Vec<Uuid>>, Error> {
        let mut all: HashMap<&'static str, Vec<Uuid>> = HashMap::new();
        for Owner(sql, id) in keys {
            all.entry(sql).or_default().push(*id);
        }
        let mut found: HashMap<Owner, Vec<Uuid>> = HashMap::new();
        for (sql, ids) in all {
            let _permit = self.permit().await?;
            // One more than the limit, so that the operation is rejected.
            let sql_of_batch = format!("{sql} LIMIT {}", MAX_INSTANCES + 1);
            let rows = sqlx::query_as(&sql_of_batch).bind(ids);
            let rows = rows.fetch_all(&self.caller.pool).await;
            let rows: Vec<(Uuid, Uuid)> = rows.map_err(|error| failure(error.into()))?;
            for (owner, id) in rows {
                found.entry(Owner(sql, owner)).or_default().push(id);
            }
        }
        Ok(found)
    }
}

/// Lists that differ only in the instances that they are related to, with the ids of these.
type Group<'a> = ((Related, &'static str, &'a Arguments), Vec<Uuid>);

fn groups<'a>(lists: impl Iterator<Item = &'a List>) -> impl Iterator<Item = Group<'a>> {
    let mut groups: HashMap<_, Vec<Uuid>> = HashMap::new();
    for list in lists {
        if let Some((related, owner)) = list.related {
            let group = (related, list.class, &list.arguments);
            groups.entry(group).or_default().push(owner);
        }
    }
    groups.into_iter()
}

/// Returns a result for each owner. A failure of one group does not affect the others.
fn each<T>(rows: Result<Vec<(Uuid, T)>, Error>, owners: &[Uuid]) -> Vec<(Uuid, Result<T, Error>)> {
    match rows {
        Ok(rows) => {
            let rows = rows.into_iter();
            rows.map(|(owner, value)| (owner, Ok(value))).collect()
        }
        Err(error) => {
            let owners = owners.iter();
            owners.map(|owner| (*owner, Err(error.clone()))).collect()
        }
    }
}

impl Loader<List> for Store {
    type Value = Result<Vec<Uuid>, Error>;
    type Error = Error;

    async fn load(&self, keys: &[List]) -> Result<HashMap<List, Result<Vec<Uuid>, Error>>, Error> {
        let mut found = HashMap::new();
        for ((related, name, arguments), owners) in groups(keys.iter()) {
            let Some(class) = Class::of(name) else {
                continue;
            };
            let (_permit, mut db) = self.connection().await?;
            let rows = related_ids(&mut db, class, arguments, related, &owners).await;
            for (owner, ids) in each(rows.map_err(failure), &owners) {
                found.insert(List::related(name, related, owner, arguments.clone()), ids);
            }
        }
        Ok(found)
    }
}

/// A list whose items are counted.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Total(pub List);

impl Loader<Total> for Store {
    type Value = Result<u64, Error>;
    type Error = Error;

    async fn load(&self, keys: &[Total]) -> Result<HashMap<Total, Result<u64, Error>>, Error> {
        let mut found = HashMap::new();
        for Total(list) in keys.iter().filter(|Total(list)| list.related.is_none()) {
            let Some(class) = Class::of(list.class) else {
                continue;
            };
            let (_permit, mut db) = self.connection().await?;
            let number = total(&mut db, class, &list.arguments).await;
            found.insert(Total(list.clone()), number.map_err(failure));
        }
        for ((related, name, arguments), owners) in groups(keys.iter().map(|Total(list)| list)) {
            let Some(class) = Class::of(name) else {
                continue;
            };
            let (_permit, mut db) = self.connection().await?;
            let rows = related_totals(&mut db, class, arguments, related, &owners).await;
            for (owner, number) in each(rows.map_err(failure), &owners) {
                let list = List::related(name, related, owner, arguments.clone());
                found.insert(Total(list), number.map(i64::unsigned_abs));
            }
        }
        Ok(found)
    }
}

/// A class whose instances the request lists. All lists of a batch need one permission.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Listed(pub &'static str);

impl Loader<Listed> for Store {
    type Value = Result<(), Error>;
    type Error = Error;

    async fn load(&self, keys: &[Listed]) -> Result<HashMap<Listed, Result<(), Error>>, Error> {
        let mut found = HashMap::new();
        for key in keys {
            if let Some(class) = Class::of(key.0) {
                let caller = Arc::clone(&self.caller);
                let done = (class.read.authorize)(caller, Operation::List, None).await;
                found.insert(*key, done.map_err(failure));
            }
        }
        Ok(found)
    }
}

/// The type and the id of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key(pub &'static str, pub Uuid);

impl Loader<Key> for Store {
    type Value = Result<Arc<Item>, Error>;
    type Error = Error;

    async fn load(&self, keys: &[Key]) -> Result<HashMap<Key, Result<Arc<Item>, Error>>, Error> {
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
                let items = items.into_iter();
                let items = items.filter_map(|(value, allowed)| {
                    let id = id_in(&value["id"])?;
                    Some((id, allowed.map(|()| class.item(value))))
                });
                items.collect()
            });
            for (id, item) in each(items.map_err(failure), &ids) {
                found.insert(Key(class.name, id), item.and_then(|item| item));
            }
        }
        Ok(found)
    }
}
