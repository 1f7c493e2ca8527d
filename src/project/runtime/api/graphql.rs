//! The GraphQL API: serves the types of `schema.graphql` with the operations of the classes.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::dynamic::ResolverContext;
use async_graphql::http::GraphiQLSource;
use async_graphql::parser::types::OperationType;
use async_graphql::{Error, ErrorExtensions, Request, Response, Value, Variables};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response as HttpResponse};
use axum::routing::{get, MethodRouter};
use axum::Json;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value as JsonValue;
use sqlx::PgPool;
use tokio::sync::{Semaphore, SemaphorePermit};
use tracing::Instrument;
use uuid::Uuid;

use super::classes::classes;
use super::filters::Selection;
use super::http::{unreadable, Body, Caller, Parameters};
use super::problem::{Code, Problem};
use super::resource::{
    authorize_items, authorized, committed, create_once, remove_once, retried, update_once,
    Instance, Operation, Resource, Updatable,
};
use super::schema::build;

pub(super) type Answer<T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>;

/// The instances of a page, and the number of all.
type PageRows = (Vec<JsonValue>, u64);

/// The types and operations of a class.
pub struct Class {
    /// The type of query results, an interface if the class has subclasses.
    pub name: &'static str,
    /// The object type.
    pub object: &'static str,
    /// The member that names the class of an instance, and the object type of each of its values.
    pub kinds: (&'static str, &'static [(&'static str, &'static str)]),
    /// The names of the queries for one instance and for a page.
    pub queries: (&'static str, &'static str),
    /// The members that lead to other instances.
    pub relations: &'static [(&'static str, Relation)],
    pub read: Read,
    pub mutations: Vec<(&'static str, Mutation)>,
}

/// Where the ids of related instances are, with the type of the instances.
#[derive(Clone, Copy)]
pub enum Relation {
    /// In members of the instance.
    Members(&'static [(&'static str, &'static str)]),
    /// In the rows of a statement: ids of instances, which are `$1`, and of their related instances.
    Rows(&'static str, &'static str),
}

/// Operations that read instances.
pub struct Read {
    authorize: fn(Arc<Caller>, Operation, Option<Uuid>) -> Answer<()>,
    one: fn(Arc<Caller>, Uuid) -> Answer<JsonValue>,
    page: fn(Arc<Caller>, Selection) -> Answer<PageRows>,
    find: fn(Arc<Caller>, Vec<Uuid>) -> Answer<Vec<JsonValue>>,
}

/// An operation that changes an instance.
#[derive(Clone, Copy)]
pub enum Mutation {
    Create(fn(Arc<Caller>, JsonValue) -> Answer<JsonValue>),
    Update(fn(Arc<Caller>, Uuid, JsonValue) -> Answer<JsonValue>),
    Delete(fn(Arc<Caller>, Uuid) -> Answer<()>),
}

/// Returns the operations that read instances of a class.
#[must_use]
pub fn read<R: Resource>() -> Read {
    Read {
        authorize: |caller, operation, id| {
            Box::pin(async move { R::authorize(&caller, operation, id).await })
        },
        one: |caller, id| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                json(&authorized::<R>(&mut db, &caller, Operation::Get, id).await?)
            })
        },
        page: |caller, rows| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                let total = rows.count(&mut db, R::FROM).await?;
                let items = R::read(&mut db, &rows).await?;
                authorize_items::<R>(&items, &caller).await?;
                let items: Result<_, _> = items.iter().map(json).collect();
                Ok((items?, total))
            })
        },
        find: |caller, ids| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                let items = R::read(&mut db, &Selection::of_ids(&ids)).await?;
                authorize_items::<R>(&items, &caller).await?;
                items.iter().map(json).collect()
            })
        },
    }
}

/// Returns the operation that creates an instance.
#[must_use]
pub fn creation<R: Resource + Instance>() -> Mutation {
    Mutation::Create(|caller, input| {
        Box::pin(async move {
            R::authorize(&caller, Operation::Create, None).await?;
            let mut value: R = parsed::<R::Create>(input)?.into();
            value.before_create(&caller).await?;
            value.check()?;
            let value = retried(|| create_once(&caller.pool, &value)).await?;
            R::after_commit(&caller.pool, Operation::Create, value.id()).await;
            json(&value)
        })
    })
}

/// Returns the operation that updates an instance.
#[must_use]
pub fn change<R: Updatable>() -> Mutation {
    Mutation::Update(|caller, id, input| {
        Box::pin(async move {
            R::authorize(&caller, Operation::Update, Some(id)).await?;
            let body: R::Body = parsed(input)?;
            let pool = &caller.pool;
            let item = retried(|| update_once::<R>(pool, &caller, id, body.clone())).await?;
            committed::<R>(&item, pool, Operation::Update, id).await;
            json(&item)
        })
    })
}

/// Returns the operation that deletes an instance.
#[must_use]
pub fn deletion<R: Resource>() -> Mutation {
    Mutation::Delete(|caller, id| {
        Box::pin(async move {
            R::authorize(&caller, Operation::Delete, Some(id)).await?;
            let item = retried(|| remove_once::<R>(&caller.pool, &caller, id)).await?;
            committed::<R>(&item, &caller.pool, Operation::Delete, id).await;
            Ok(())
        })
    })
}

fn json<T: Serialize>(item: &T) -> Result<JsonValue, Problem> {
    serde_json::to_value(item).map_err(|error| {
        tracing::error!(%error, "the instance has no JSON");
        Problem::new(Code::InternalError, "")
    })
}

fn parsed<T: DeserializeOwned>(input: JsonValue) -> Result<T, Problem> {
    serde_path_to_error::deserialize(input).map_err(unreadable)
}

static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(classes);

static SCHEMA: LazyLock<async_graphql::dynamic::Schema> = LazyLock::new(|| build(&CLASSES));

/// Returns the handlers of GraphQL. An invalid schema stops the service here, when it starts.
///
/// # Panics
///
/// Panics if `schema.graphql` is invalid.
pub fn handlers() -> MethodRouter<PgPool> {
    LazyLock::force(&SCHEMA);
    get(query_or_editor).post(post)
}

async fn post(caller: Caller, Body(request): Body<Request>) -> Json<Response> {
    execute(caller, request).await
}

async fn execute(mut caller: Caller, request: Request) -> Json<Response> {
    // A condition is about one instance, and an operation may change several.
    caller.headers.remove(header::IF_MATCH);
    let caller = Arc::new(caller);
    let store = Store {
        caller: Arc::clone(&caller),
        connections: Semaphore::new(MAX_CONNECTIONS),
        instances: AtomicUsize::new(0),
    };
    let store = DataLoader::new(store, |task| tokio::spawn(task.in_current_span()));
    Json(SCHEMA.execute(request.data(caller).data(store)).await)
}

/// Runs the query of the URL: some clients send queries with GET. Without one, shows an editor.
async fn query_or_editor(
    caller: Caller,
    Parameters(parameters): Parameters,
) -> Result<HttpResponse, Problem> {
    let find = |name: &str| parameters.iter().find(|(known, _)| known == name);
    let Some((_, query)) = find("query") else {
        let page = GraphiQLSource::build().endpoint("/graphql").finish();
        return Ok(Html(page).into_response());
    };
    let mut request = Request::new(query);
    if let Some((_, name)) = find("operationName") {
        request = request.operation_name(name);
    }
    if let Some((name, text)) = find("variables") {
        let variables: Variables = serde_json::from_str(text)
            .map_err(|error| Problem::parameter(name, error.to_string()))?;
        request = request.variables(variables);
    }
    if is_change(&mut request) {
        let detail = "GET runs queries only. Send other operations with POST.";
        return Err(Problem::new(Code::MethodNotAllowed, detail));
    }
    Ok(execute(caller, request).await.into_response())
}

/// Returns whether an operation of the request is no query. The execution reports errors of syntax.
fn is_change(request: &mut Request) -> bool {
    let document = request.parsed_query();
    document.is_ok_and(|document| {
        let mut operations = document.operations.iter();
        operations.any(|(_, operation)| operation.node.ty != OperationType::Query)
    })
}

/// The maximum number of connections that one request uses at the same time.
const MAX_CONNECTIONS: usize = 2;

/// The maximum number of instances that one request reads.
const MAX_INSTANCES: usize = 10_000;

/// Reads instances in batches, so that a page needs one statement for each relation.
pub(super) struct Store {
    caller: Arc<Caller>,
    connections: Semaphore,
    instances: AtomicUsize,
}

impl Store {
    /// Waits until the request may use another connection.
    async fn permit(&self) -> Option<SemaphorePermit<'_>> {
        self.connections.acquire().await.ok()
    }

    /// Counts instances that the request reads.
    fn count(&self, number: usize) -> Result<(), Error> {
        let before = self.instances.fetch_add(number, Ordering::Relaxed);
        if before + number <= MAX_INSTANCES {
            return Ok(());
        }
        let detail = format!("The operation reads more than {MAX_INSTANCES} instances.");
        Err(failure(Problem::new(Code::InvalidRequest, detail)))
    }
}

fn store<'a>(context: &ResolverContext<'a>) -> Result<&'a Store, Error> {
    Ok(context.data::<DataLoader<Store>>()?.loader())
}

/// An instance, with its object type.
pub(super) struct Item {
    pub object: &'static str,
    pub value: JsonValue,
}

impl Class {
    fn item(&self, value: JsonValue) -> Arc<Item> {
        let (member, kinds) = self.kinds;
        let kind = value.get(member).and_then(JsonValue::as_str);
        let object = kinds.iter().find(|(name, _)| Some(*name) == kind);
        let object = object.map_or(self.object, |(_, object)| object);
        Arc::new(Item { object, value })
    }

    fn of(name: &str) -> Option<&'static Self> {
        CLASSES.iter().find(|class| class.name == name)
    }

    async fn authorize(
        &self,
        context: &ResolverContext<'_>,
        operation: Operation,
        id: Option<Uuid>,
    ) -> Result<(), Error> {
        let caller = Arc::clone(context.data::<Arc<Caller>>()?);
        (self.read.authorize)(caller, operation, id)
            .await
            .map_err(failure)
    }

    /// Returns the instance of the argument `id`.
    pub(super) async fn one(
        &self,
        context: &ResolverContext<'_>,
    ) -> Result<Option<Arc<Item>>, Error> {
        let Some(id) = id_of(context)? else {
            return Ok(None);
        };
        self.authorize(context, Operation::Get, Some(id)).await?;
        let store = store(context)?;
        let _permit = store.permit().await;
        let found = optional((self.read.one)(Arc::clone(&store.caller), id).await)?;
        Ok(found.map(|value| self.item(value)))
    }

    /// Returns the instances of a page, and the number of all instances.
    pub(super) async fn page(
        &self,
        context: &ResolverContext<'_>,
    ) -> Result<(Vec<Arc<Item>>, u64), Error> {
        self.authorize(context, Operation::List, None).await?;
        let number = |name| context.args.try_get(name)?.i64();
        let rows = Selection::of_page(number("limit")?, number("offset")?).map_err(failure)?;
        let store = store(context)?;
        let _permit = store.permit().await;
        let found = (self.read.page)(Arc::clone(&store.caller), rows).await;
        let (items, total) = found.map_err(failure)?;
        store.count(items.len())?;
        let items = items.into_iter().map(|value| self.item(value));
        Ok((items.collect(), total))
    }
}

impl Mutation {
    /// Runs the operation. Returns nothing if there is no instance with the id.
    pub(super) async fn run(
        self,
        class: &Class,
        context: &ResolverContext<'_>,
        input: JsonValue,
    ) -> Result<Option<Arc<Item>>, Error> {
        let caller = Arc::clone(context.data::<Arc<Caller>>()?);
        if let Self::Create(create) = self {
            let value = create(caller, input).await.map_err(failure)?;
            return Ok(Some(class.item(value)));
        }
        let Some(id) = id_of(context)? else {
            return Ok(None);
        };
        let value = match self {
            Self::Update(update) => optional(update(caller, id, input).await)?,
            Self::Delete(delete) => optional(delete(caller, id).await)?.map(|()| JsonValue::Null),
            Self::Create(_) => None,
        };
        Ok(value.map(|value| class.item(value)))
    }
}

impl Relation {
    /// Returns the instances that are related to one.
    pub(super) async fn find(
        self,
        context: &ResolverContext<'_>,
        item: &Item,
    ) -> Result<Vec<Arc<Item>>, Error> {
        let loader = context.data::<DataLoader<Store>>()?;
        let ids = |member: &str| match &item.value[member] {
            JsonValue::Array(values) => values.iter().filter_map(id_in).collect(),
            value => Vec::from_iter(id_in(value)),
        };
        let keys: Vec<Key> = match self {
            Self::Members(members) => members
                .iter()
                .flat_map(|(member, class)| ids(member).into_iter().map(|id| Key(class, id)))
                .collect(),
            Self::Rows(sql, class) => {
                let owner = id_in(&item.value["id"]).unwrap_or_default();
                let found = loader
                    .load_one(Owner(sql, owner))
                    .await?
                    .unwrap_or_default();
                found.into_iter().map(|id| Key(class, id)).collect()
            }
        };
        for (index, Key(name, _)) in keys.iter().enumerate() {
            let is_first = keys[..index].iter().all(|Key(other, _)| other != name);
            if let Some(class) = Class::of(name).filter(|_| is_first) {
                class.authorize(context, Operation::List, None).await?;
            }
        }
        loader.loader().count(keys.len())?;
        let found = loader.load_many(keys.iter().copied()).await?;
        Ok(keys
            .iter()
            .filter_map(|key| found.get(key).cloned())
            .collect())
    }
}

fn id_in(value: &JsonValue) -> Option<Uuid> {
    value.as_str()?.parse().ok()
}

/// Returns the argument `id`; nothing if no instance can have it.
fn id_of(context: &ResolverContext<'_>) -> Result<Option<Uuid>, Error> {
    Ok(context.args.try_get("id")?.string()?.parse().ok())
}

/// A statement and the instance whose related instances it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Owner(&'static str, Uuid);

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

/// The type and the id of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key(&'static str, Uuid);

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

fn optional<T>(result: Result<T, Problem>) -> Result<Option<T>, Error> {
    match result {
        Err(problem) if problem.code == Code::NotFound => Ok(None),
        result => result.map(Some).map_err(failure),
    }
}

/// Converts a problem to an error with its code and the values that were rejected.
fn failure(problem: Problem) -> Error {
    let message = match problem.detail.as_str() {
        "" => "The operation failed.",
        detail => detail,
    };
    Error::new(message).extend_with(|_, extensions| {
        extensions.set("code", graphql(&problem.code));
        if !problem.errors.is_empty() {
            extensions.set("errors", graphql(&problem.errors));
        }
    })
}

fn graphql<T: Serialize>(value: &T) -> Value {
    let value = serde_json::to_value(value).unwrap_or_default();
    Value::from_json(value).unwrap_or_default()
}
