//! Reads instances for GraphQL, in batches.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::dynamic::ResolverContext;
use async_graphql::Error;
use tokio::sync::{Semaphore, SemaphorePermit};
use uuid::Uuid;

use super::failures::failure;
use super::graphql::{id_in, Class, Item, CLASSES};
use super::http::Caller;
use super::problem::{Code, Problem};
use super::resource::Operation;

/// The maximum number of connections that one request uses at the same time.
const MAX_CONNECTIONS: usize = 2;

/// The maximum number of instances that one request reads.
const MAX_INSTANCES: usize = 10_000;

/// Reads instances in batches, so that a page needs one statement for each relation.
pub(super) struct Store {
    pub(super) caller: Arc<Caller>,
    connections: Semaphore,
    instances: AtomicUsize,
}

impl Store {
    pub(super) fn new(caller: Arc<Caller>) -> Self {
        Self {
            caller,
            connections: Semaphore::new(MAX_CONNECTIONS),
            instances: AtomicUsize::new(0),
        }
    }

    /// Waits until the request may use another connection.
    pub(super) async fn permit(&self) -> Option<SemaphorePermit<'_>> {
        self.connections.acquire().await.ok()
    }

    /// Counts instances that the request reads.
    pub(super) fn count(&self, number: usize) -> Result<(), Error> {
        let before = self.instances.fetch_add(number, Ordering::Relaxed);
        if before + number <= MAX_INSTANCES {
            return Ok(());
        }
        let detail = format!("The operation reads more than {MAX_INSTANCES} instances.");
        Err(failure(Problem::new(Code::InvalidRequest, detail)))
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
            let _permit = self.permit().await;
            let rows = sqlx::query_as(sql).bind(ids);
            let rows = rows.fetch_all(&self.caller.pool).await;
            let rows: Vec<(Uuid, Uuid)> = rows.map_err(|error| failure(error.into()))?;
            for (owner, id) in rows {
                found.entry(Owner(sql, owner)).or_default().push(id);
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
    type Value = Arc<Item>;
    type Error = Error;

    async fn load(&self, keys: &[Key]) -> Result<HashMap<Key, Arc<Item>>, Error> {
        let mut found = HashMap::new();
        for class in CLASSES.iter() {
            let own = keys.iter().filter(|Key(name, _)| *name == class.name);
            let ids: Vec<Uuid> = own.map(|Key(_, id)| *id).collect();
            if ids.is_empty() {
                continue;
            }
            let _permit = self.permit().await;
            let items = (class.read.find)(Arc::clone(&self.caller), ids).await;
            for value in items.map_err(failure)? {
                if let Some(id) = id_in(&value["id"]) {
                    found.insert(Key(class.name, id), class.item(value));
                }
            }
        }
        Ok(found)
    }
}
