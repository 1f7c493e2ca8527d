//! The GraphQL API: serves the types of `schema.graphql` with the operations of the classes.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use async_graphql::dataloader::DataLoader;
use async_graphql::dynamic::ResolverContext;
use async_graphql::parser::types::OperationType;
use async_graphql::{Error, Request, Response, Variables};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response as HttpResponse};
use axum::routing::{get, MethodRouter};
use axum::Json;
use serde::de::DeserializeOwned;
use serde_json::Value as JsonValue;
use sqlx::PgPool;
use tokio::task::JoinSet;
use tracing::Instrument;
use uuid::Uuid;

use super::changes::{removed, updated};
use super::classes::classes;
use super::connections::{Arguments, List, Page, Related};
use super::creation::create_all;
use super::failures::{is_correctable, user_errors};
use super::filters::{Column, Condition, Selection};
use super::http::{unreadable, Body, Caller, Object, Parameters};
use super::idempotency;
use super::include::{id_in, value_of};
use super::problem::{Code, Problem};
use super::resource::{authorized, hidden, listed, Instance, Item as _, Operation, Resource};
use super::schema::build;
use super::session::Session;
use super::store::{store, Key, Owner, Store};

/// An instance, and whether the client may see it.
pub(super) type Found = (JsonValue, Result<(), Problem>);

pub(super) type Answer<T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>;

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
    /// In a list with pages: the SQL before and after the id of an instance in a condition.
    List(Related, &'static str),
}

/// Operations that read instances.
pub struct Read {
    pub(super) from: &'static str,
    pub(super) columns: &'static [Column],
    /// Authorizes a list. Returns a condition that leaves out what the client may not list.
    pub(super) listed: fn(Arc<Caller>) -> Answer<Option<Condition>>,
    one: fn(Arc<Caller>, Uuid) -> Answer<JsonValue>,
    page: fn(Arc<Caller>, Selection) -> Answer<Vec<JsonValue>>,
    pub(super) find: fn(Arc<Caller>, Vec<Uuid>) -> Answer<Vec<Found>>,
}

/// An operation that changes an instance.
#[derive(Clone, Copy)]
pub enum Mutation {
    /// The text is the name of the field in the response.
    Create(fn(Arc<Caller>, String, JsonValue) -> Answer<JsonValue>),
    Update(fn(Arc<Caller>, Uuid, JsonValue) -> Answer<JsonValue>),
    Delete(fn(Arc<Caller>, Uuid) -> Answer<()>),
}

/// Returns the operations that read instances of a class.
#[must_use]
pub fn read<R: Resource>() -> Read {
    Read {
        from: R::FROM,
        columns: R::COLUMNS,
        listed: |caller| {
            Box::pin(async move {
                let mut session = Session::reading(&caller.pool);
                listed::<R>(&caller, &mut session).await
            })
        },
        one: |caller, id| {
            Box::pin(async move {
                let mut session = Session::reading(&caller.pool);
                R::permit(&caller, &mut session, Operation::Get, Some(id)).await?;
                value_of(&authorized::<R>(&caller, &mut session, Operation::Get, id).await?)
            })
        },
        page: |caller, rows| {
            Box::pin(async move {
                let mut db = caller.pool.acquire().await?;
                let items = R::Item::read(&mut db, &rows).await?;
                items.iter().map(value_of).collect()
            })
        },
        find: |caller, ids| {
            Box::pin(async move {
                let mut session = Session::reading(&caller.pool);
                let items = R::Item::read(session.db().await?, &Selection::of_ids(&ids)).await?;
                let hidden = hidden::<R>(&caller, &mut session).await?;
                let found = items.iter().map(|item| {
                    let subclass = item.subclass();
                    let problem = hidden.iter().find(|(name, _)| Some(*name) == subclass);
                    let allowed = problem.map_or(Ok(()), |(_, problem)| Err(problem.clone()));
                    Ok((value_of(item)?, allowed))
                });
                found.collect()
            })
        },
    }
}

/// Returns the operation that creates an instance.
#[must_use]
pub fn creation<R: Resource + Instance>() -> Mutation {
    Mutation::Create(|caller, field, input| {
        Box::pin(async move {
            let body: R::Create = parsed(input)?;
            // An operation may create several instances of a class with one key.
            let path = format!("{}/graphql/{field}", R::PATH);
            let key = idempotency::Key::of(&caller, &path, &body)?;
            let place = |_, problem| problem;
            let values = create_all::<R>(&caller.pool, &caller, &[body], key, place).await?;
            value_of(values.first().ok_or_else(Problem::not_found)?)
        })
    })
}

/// Returns the operation that updates an instance.
#[must_use]
pub fn change<R: Resource>() -> Mutation {
    Mutation::Update(|caller, id, input| {
        Box::pin(async move {
            let body = parsed(input)?;
            value_of(&updated::<R>(&caller.pool, &caller, id, &body).await?)
        })
    })
}

/// Returns the operation that deletes an instance.
#[must_use]
pub fn deletion<R: Resource>() -> Mutation {
    Mutation::Delete(|caller, id| {
        Box::pin(async move { removed::<R>(&caller.pool, &caller, id).await })
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
    get(query_or_editor).post(post)
}

async fn post(caller: Caller, Body(Object(request)): Body<Object<Request>>) -> Json<Response> {
    execute(caller, request).await
}

async fn execute(mut caller: Caller, request: Request) -> Json<Response> {
    // A condition is about one instance, and an operation may change several.
    caller.headers.remove(header::IF_MATCH);
    caller.headers.remove(header::IF_NONE_MATCH);
    let caller = Arc::new(caller);
    let store = Store::new(Arc::clone(&caller));
    // The request owns the tasks, so that they end with it.
    let tasks = Mutex::new(JoinSet::new());
    let store = DataLoader::new(store, move |task| {
        let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.spawn(task.in_current_span());
    });
    Json(SCHEMA.execute(request.data(caller).data(store)).await)
}

/// Runs the query of the URL: some clients send queries with GET. Without one, shows an editor.
async fn query_or_editor(
    caller: Caller,
    Parameters(parameters, _): Parameters,
) -> Result<HttpResponse, Problem> {
    let find = |name: &str| parameters.iter().find(|(known, _)| known == name);
    let Some((_, query)) = find("query") else {
        return Ok(Html(EDITOR).into_response());
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
        let problem = Problem::new(Code::MethodNotAllowed, detail);
        return Ok(([(header::ALLOW, "POST")], problem).into_response());
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

/// The editor for operations. Browsers load these versions of GraphiQL and React from unpkg.com.
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
    Deleted(Uuid),
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

    pub(super) fn of(name: &str) -> Result<&'static Self, Problem> {
        let class = CLASSES.iter().find(|class| class.name == name);
        class.ok_or_else(Problem::not_found)
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
            let (_permit, mut db) = store(context)?.connection().await?;
            let rows = sqlx::query_scalar(&CLASSES_OF_ID).bind(id);
            rows.fetch_all(&mut *db).await.map_err(Problem::from)?
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
        let store = store(context)?;
        let _permit = store.permit().await?;
        match (self.read.one)(Arc::clone(&store.caller), id).await {
            Err(problem) if problem.code == Code::NotFound => Ok(None),
            found => Ok(Some(self.item(found?))),
        }
    }

    /// Returns a page of all instances.
    pub(super) async fn page(
        &self,
        context: &ResolverContext<'_>,
        arguments: Arguments,
    ) -> Result<Page, Error> {
        let store = store(context)?;
        let visible = store.listed(self).await?;
        let mut rows = arguments.page(self.read.columns)?;
        rows.conditions.extend(visible);
        let _permit = store.permit().await?;
        let mut items = (self.read.page)(Arc::clone(&store.caller), rows).await?;
        store.instances.count(items.len())?;
        let has_more = arguments.cut(&mut items);
        let items = items.into_iter().map(|value| self.item(value)).collect();
        Ok(List::of(self.name, arguments).page_of(items, has_more))
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
        let changed = |value| Payload::Changed(class.item(value));
        let done = match (self, id) {
            (Self::Create(create), _) => {
                let field = context.item.node.response_key().node.to_string();
                create(caller, field, input).await.map(changed)
            }
            (Self::Update(update), Ok(id)) => update(caller, id, input).await.map(changed),
            (Self::Delete(delete), Ok(id)) => {
                let done = delete(caller, id).await;
                done.map(|()| Payload::Deleted(id))
            }
            (_, Err(problem)) => Err(problem),
        };
        match done {
            Err(problem) if is_correctable(problem.code) => {
                Ok(Payload::Errors(user_errors(&problem)))
            }
            done => Ok(done?),
        }
    }
}

impl Relation {
    /// Returns the instances that are related to one. A list leaves out those that the client may not list.
    pub(super) async fn find(
        self,
        context: &ResolverContext<'_>,
        is_list: bool,
    ) -> Result<Vec<Arc<Item>>, Error> {
        let item = context.parent_value.try_downcast_ref::<Arc<Item>>()?;
        let loader = context.data::<DataLoader<Store>>()?;
        let keys = self.keys(&item.value, loader).await?;
        let store = loader.loader();
        for Key(name, _) in &keys {
            store.listed(Class::of(name)?).await?;
        }
        store.instances.count(keys.len())?;
        let found = loader.load_many(keys.iter().copied()).await?;
        let mut items = Vec::new();
        for key in &keys {
            match found.get(key).cloned() {
                Some(Err(problem)) if is_list && problem.code == Code::Forbidden => {}
                Some(item) => items.push(item?),
                None => {}
            }
        }
        Ok(items)
    }

    /// Returns the classes and ids of the instances that are related to one.
    async fn keys(self, item: &JsonValue, loader: &DataLoader<Store>) -> Result<Vec<Key>, Problem> {
        let ids = |member: &str| match &item[member] {
            JsonValue::Array(values) => values.iter().filter_map(id_in).collect(),
            value => Vec::from_iter(id_in(value)),
        };
        Ok(match self {
            Self::Members(members) => members
                .iter()
                .flat_map(|(member, class)| ids(member).into_iter().map(|id| Key(class, id)))
                .collect(),
            Self::Rows(sql, class) => {
                let owner = id_in(&item["id"]).unwrap_or_default();
                let found = loader.load_one(Owner(sql, owner)).await?;
                let ids = found.unwrap_or_default().into_iter();
                ids.map(|id| Key(class, id)).collect()
            }
            Self::List(..) => Vec::new(),
        })
    }

    /// Returns a page of the instances that are related to one.
    pub(super) async fn page(
        related: Related,
        class: &'static str,
        context: &ResolverContext<'_>,
        arguments: Arguments,
    ) -> Result<Page, Error> {
        let item = context.parent_value.try_downcast_ref::<Arc<Item>>()?;
        let loader = context.data::<DataLoader<Store>>()?;
        let owner = id_in(&item.value["id"]).unwrap_or_default();
        let list = List::related(class, related, owner, arguments);
        let ids = loader.load_one(list.clone()).await?.transpose()?;
        let mut ids = ids.unwrap_or_default();
        // An instance may be deleted before it is loaded, so the ids show whether there are more.
        let has_more = list.arguments.cut(&mut ids);
        loader.loader().instances.count(ids.len())?;
        let keys = ids.into_iter().map(|id| Key(class, id));
        let found = loader.load_many(keys.clone()).await?;
        let items = keys.filter_map(|key| found.get(&key).cloned());
        Ok(list.page_of(items.collect::<Result<_, _>>()?, has_more))
    }
}

/// Returns the argument `id`; nothing if no instance can have it.
fn id_of(context: &ResolverContext<'_>) -> Result<Option<Uuid>, Error> {
    Ok(context.args.try_get("id")?.string()?.parse().ok())
}
