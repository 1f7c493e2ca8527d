//! The GraphQL API: serves the types of `schema.graphql` with the operations of the classes.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use async_graphql::dataloader::DataLoader;
use async_graphql::dynamic::ResolverContext;
use async_graphql::{Error, Request, Response};
use axum::http::header;
use axum::response::Html;
use axum::routing::{get, MethodRouter};
use axum::Json;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value as JsonValue;
use sqlx::PgPool;
use tracing::Instrument;
use uuid::Uuid;

use super::classes::classes;
use super::failures::{failure, is_correctable, optional, user_errors};
use super::filters::Selection;
use super::http::{unreadable, Body, Caller};
use super::problem::{Code, Problem};
use super::queries::fetch;
use super::resource::{
    authorize_items, authorized, committed, remove_once, retried, update_once, Instance, Operation,
    Resource, Updatable,
};
use super::schema::build;
use super::store::{store, Key, Listed, Owner, Store};

pub(super) type Answer<T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>;

/// The instances of a page, and the number of all.
type PageRows = (Vec<JsonValue>, u64);

/// The types and operations of a class.
pub struct Class {
    /// The type of query results, an interface if the class has subclasses.
    pub name: &'static str,
    /// The number of superclasses.
    pub depth: usize,
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
    from: &'static str,
    pub(super) authorize: fn(Arc<Caller>, Operation, Option<Uuid>) -> Answer<()>,
    one: fn(Arc<Caller>, Uuid) -> Answer<JsonValue>,
    page: fn(Arc<Caller>, Selection) -> Answer<PageRows>,
    pub(super) find: fn(Arc<Caller>, Vec<Uuid>) -> Answer<Vec<JsonValue>>,
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
        from: R::FROM,
        authorize: |caller, operation, id| {
            Box::pin(async move { R::authorize(&caller, operation, id).await })
        },
        one: |caller, id| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                json_of(&authorized::<R>(&mut db, &caller, Operation::Get, id).await?)
            })
        },
        page: |caller, rows| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                let total = rows.count(&mut db, R::FROM).await?;
                let items = R::read(&mut db, &rows).await?;
                authorize_items::<R>(&items, &caller).await?;
                let items: Result<_, _> = items.iter().map(json_of).collect();
                Ok((items?, total))
            })
        },
        find: |caller, ids| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                let items = R::read(&mut db, &Selection::of_ids(&ids)).await?;
                authorize_items::<R>(&items, &caller).await?;
                items.iter().map(json_of).collect()
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
            json_of(&value)
        })
    })
}

async fn create_once<R: Instance>(pool: &PgPool, value: &R) -> Result<R, Problem> {
    let mut db = pool.begin().await?;
    value.insert(&mut db).await?;
    let value = fetch(&mut db, value.id()).await?;
    db.commit().await?;
    Ok(value)
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
            json_of(&item)
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

fn json_of<T: Serialize>(item: &T) -> Result<JsonValue, Problem> {
    serde_json::to_value(item).map_err(|error| {
        tracing::error!(%error, "the instance has no JSON");
        Problem::new(Code::InternalError, "")
    })
}

fn parsed<T: DeserializeOwned>(input: JsonValue) -> Result<T, Problem> {
    serde_path_to_error::deserialize(input).map_err(unreadable)
}

pub(super) static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(classes);

/// Finds the classes that have a row with an id, by their indexes.
static CLASSES_OF_ID: LazyLock<String> = LazyLock::new(|| {
    let classes = CLASSES.iter().enumerate();
    let parts = classes.map(|(index, class)| {
        let from = class.read.from;
        format!("SELECT {index} FROM {from} WHERE id = $1")
    });
    parts.collect::<Vec<_>>().join(" UNION ALL ")
});

static SCHEMA: LazyLock<async_graphql::dynamic::Schema> = LazyLock::new(|| build(&CLASSES));

/// Returns the handlers of GraphQL. An invalid schema stops the service here, when it starts.
///
/// # Panics
///
/// Panics if `schema.graphql` is invalid.
pub fn handlers() -> MethodRouter<PgPool> {
    LazyLock::force(&SCHEMA);
    get(editor).post(execute)
}

async fn execute(mut caller: Caller, Body(request): Body<Request>) -> Json<Response> {
    // A condition is about one instance, and an operation may change several.
    caller.headers.remove(header::IF_MATCH);
    let caller = Arc::new(caller);
    let store = Store::new(Arc::clone(&caller));
    let store = DataLoader::new(store, |task| tokio::spawn(task.in_current_span()));
    Json(SCHEMA.execute(request.data(caller).data(store)).await)
}

/// Shows an editor for operations. Browsers load these versions of GraphiQL and React from unpkg.com.
async fn editor() -> Html<&'static str> {
    Html(EDITOR)
}

const EDITOR: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>GraphiQL</title>
<style>body { margin: 0 } #editor { height: 100vh }</style>
<link rel="stylesheet" crossorigin href="https://unpkg.com/graphiql@3.9.0/graphiql.min.css"
  integrity="sha384-QMux00XgRtwRLSYIY3kw2rj1ovk5AuuliAchk+HSQbqdbGFnz9GYuqIlOqxhwCE2">
</head>
<body>
<div id="editor"></div>
<script crossorigin src="https://unpkg.com/react@18.3.1/umd/react.production.min.js"
  integrity="sha384-DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z"></script>
<script crossorigin src="https://unpkg.com/react-dom@18.3.1/umd/react-dom.production.min.js"
  integrity="sha384-gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1"></script>
<script crossorigin src="https://unpkg.com/graphiql@3.9.0/graphiql.min.js"
  integrity="sha384-8NGfVj4CVlqHajlZj+bPJT4thxPMHMJYn7DWK2CvtopLd02E7qsPHazniBYvVjOO"></script>
<script>
const fetcher = GraphiQL.createFetcher({ url: '/graphql' });
ReactDOM.createRoot(document.getElementById('editor')).render(React.createElement(GraphiQL, { fetcher }));
</script>
</body>
</html>
"#;

/// An instance, with its object type.
pub(super) struct Item {
    pub object: &'static str,
    pub value: JsonValue,
}

/// The result of a mutation.
pub(super) enum Payload {
    Changed(Arc<Item>),
    /// The id of the instance.
    Deleted(JsonValue),
    /// The errors of the user.
    Errors(Vec<JsonValue>),
}

impl Class {
    pub(super) fn item(&self, value: JsonValue) -> Arc<Item> {
        let (member, kinds) = self.kinds;
        let kind = value.get(member).and_then(JsonValue::as_str);
        let object = kinds.iter().find(|(name, _)| Some(*name) == kind);
        let object = object.map_or(self.object, |(_, object)| object);
        Arc::new(Item { object, value })
    }

    pub(super) fn of(name: &str) -> Option<&'static Self> {
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
        match id_of(context)? {
            Some(id) => self.with_id(context, id).await,
            None => Ok(None),
        }
    }

    /// Returns the instance of the argument `id`, of any class: ids are unique in all tables.
    pub(super) async fn node(context: &ResolverContext<'_>) -> Result<Option<Arc<Item>>, Error> {
        let Some(id) = id_of(context)? else {
            return Ok(None);
        };
        let found: Vec<i32> = {
            let store = store(context)?;
            let _permit = store.permit().await;
            let rows = sqlx::query_scalar(&CLASSES_OF_ID).bind(id);
            let rows = rows.fetch_all(&store.caller.pool).await;
            rows.map_err(|error| failure(error.into()))?
        };
        let classes = found
            .into_iter()
            .filter_map(|index| CLASSES.get(usize::try_from(index).ok()?));
        // An instance has a row for its class and for each superclass.
        match classes.max_by_key(|class| class.depth) {
            Some(class) => class.with_id(context, id).await,
            None => Ok(None),
        }
    }

    async fn with_id(
        &self,
        context: &ResolverContext<'_>,
        id: Uuid,
    ) -> Result<Option<Arc<Item>>, Error> {
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
    /// Runs the operation. What the user can correct is in the result; other problems are errors.
    pub(super) async fn run(
        self,
        class: &Class,
        context: &ResolverContext<'_>,
        input: JsonValue,
    ) -> Result<Payload, Error> {
        let caller = Arc::clone(context.data::<Arc<Caller>>()?);
        let id = context.args.get("id").map(|_| id_of(context));
        let id = id.transpose()?.flatten().ok_or_else(Problem::not_found);
        let done = match (self, id) {
            (Self::Create(create), _) => create(caller, input).await,
            (Self::Update(update), Ok(id)) => update(caller, id, input).await,
            (Self::Delete(delete), Ok(id)) => {
                let done = delete(caller, id).await;
                done.map(|()| JsonValue::String(id.to_string()))
            }
            (_, Err(problem)) => Err(problem),
        };
        match (self, done) {
            (Self::Delete(_), Ok(id)) => Ok(Payload::Deleted(id)),
            (_, Ok(value)) => Ok(Payload::Changed(class.item(value))),
            (_, Err(problem)) if is_correctable(problem.code) => {
                Ok(Payload::Errors(user_errors(&problem)))
            }
            (_, Err(problem)) => Err(failure(problem)),
        }
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
            if is_first {
                loader.load_one(Listed(name)).await?.transpose()?;
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

pub(super) fn id_in(value: &JsonValue) -> Option<Uuid> {
    value.as_str()?.parse().ok()
}

/// Returns the argument `id`; nothing if no instance can have it.
fn id_of(context: &ResolverContext<'_>) -> Result<Option<Uuid>, Error> {
    Ok(context.args.try_get("id")?.string()?.parse().ok())
}
