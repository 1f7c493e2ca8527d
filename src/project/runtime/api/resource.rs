//! The operations of all classes: generic handlers, and what a class tells them.

use std::collections::HashSet;
use std::future::{ready, Future};
use std::mem::discriminant;
use std::pin::Pin;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, MethodRouter};
use axum::Json;
use serde::de::DeserializeOwned;
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::filters::{Column, Selection};
use super::http::{tagged, Body, Caller, Id, MergePatch, Parameters};
use super::include::{include, take_relations, Relation};
use super::problem::{undeletable, Code, Problem};
use super::queries::{fetch, first, Row};

/// A class whose members are columns of a table or view.
pub trait Entity: Row + Sync {
    /// Selects the members. A condition may follow.
    const SELECT: &'static str;
}

/// A concrete class.
pub trait Instance: Entity + Serialize + DeserializeOwned + 'static {
    /// The body of a new instance.
    type Create: DeserializeOwned + Serialize + Into<Self> + Clone + Send;
    /// The body of an update.
    type Update: DeserializeOwned + Clone + Send;
    /// Whether one statement inserts an instance, so that it needs no transaction.
    const IS_ONE_STATEMENT: bool = false;

    fn id(&self) -> Uuid;

    fn apply(&mut self, _: Self::Update) {}

    /// Returns the instance with the members of a new one, except those that only the server writes.
    fn replaced(self, _: Self::Create) -> Self {
        self
    }

    /// Checks the constraints of the model.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Inserts the rows of a new instance. Returns it as the database stores it.
    fn insert(&self, db: &mut PgConnection) -> impl Future<Output = sqlx::Result<Self>> + Send;

    /// Writes the members of an existing instance.
    fn save(&self, _: &mut PgConnection) -> impl Future<Output = sqlx::Result<()>> + Send {
        ready(Ok(()))
    }

    /// Applies an update to an existing instance.
    fn change(
        mut self,
        db: &mut PgConnection,
        update: Self::Update,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        async move {
            self.apply(update);
            self.check()?;
            Ok(self.save(db).await?)
        }
    }
}

/// A class with operations.
pub trait Resource: Hooks + Entity + 'static {
    /// An instance, with the members of its own class.
    type Item: Serialize + Send + Sync;
    /// The path of the list.
    const PATH: &'static str;
    /// The table or view.
    const FROM: &'static str;
    /// The members that lists filter and sort by.
    const COLUMNS: &'static [Column];
    /// The relations that requests include.
    const RELATIONS: &'static [Relation] = &[];
    /// The tables of the most general superclasses, or of the class. Other rows of an instance are deleted
    /// with theirs.
    const ROOTS: &'static [&'static str];
    /// The hooks of all superclasses.
    const SUPERCLASSES: &'static [OwnHooks] = &[];

    /// Authorizes an operation by the rules of the class and of its superclasses.
    fn permit(
        caller: &Caller,
        operation: Operation,
        id: Option<Uuid>,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        async move {
            Self::authorize(caller, operation, id).await?;
            for superclass in Self::SUPERCLASSES {
                (superclass.authorize)(caller, operation, id).await?;
            }
            Ok(())
        }
    }

    /// Runs the hooks of the class and of its superclasses after a change.
    fn changed(pool: &PgPool, operation: Operation, id: Uuid) -> impl Future<Output = ()> + Send {
        async move {
            Self::after_commit(pool, operation, id).await;
            for superclass in Self::SUPERCLASSES {
                (superclass.after_commit)(pool, operation, id).await;
            }
        }
    }

    /// Reads the instances of a list.
    fn read(
        db: &mut PgConnection,
        rows: &Selection,
    ) -> impl Future<Output = sqlx::Result<Vec<Self::Item>>> + Send;

    /// Returns the hooks of the class of an instance, if this is a subclass.
    fn own_hooks(_: &Self::Item) -> Option<OwnHooks> {
        None
    }
}

/// A class whose instances clients update.
pub trait Updatable: Resource {
    /// The body of an update.
    type Body: DeserializeOwned + Clone + Send + Sync + 'static;

    /// Writes the changed instance, which is locked.
    fn update(
        db: &mut PgConnection,
        item: Self::Item,
        body: Self::Body,
    ) -> impl Future<Output = Result<(), Problem>> + Send;
}

/// Code of yours in the operations of a class.
pub trait Hooks: Sized + Send + Sync {
    /// Decides whether a client may do an operation. `id` is absent for lists, related and new instances.
    /// The rules of an instance's own class and of all its superclasses apply at every path.
    fn authorize(
        _: &Caller,
        _: Operation,
        _id: Option<Uuid>,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        ready(Ok(()))
    }

    /// Changes or rejects a new instance before it is validated.
    fn before_create(&mut self, _: &Caller) -> impl Future<Output = Result<(), Problem>> + Send {
        ready(Ok(()))
    }

    /// Runs at most once after the transaction of an operation that changed an instance: not if the client
    /// closes the connection, or if the request or the service ends before.
    fn after_commit(_: &PgPool, _: Operation, _id: Uuid) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

pub(super) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

type Permission<'a> = BoxFuture<'a, Result<(), Problem>>;

/// The hooks of a class, alone and with those of its superclasses.
pub struct OwnHooks {
    authorize: for<'a> fn(&'a Caller, Operation, Option<Uuid>) -> Permission<'a>,
    after_commit: for<'a> fn(&'a PgPool, Operation, Uuid) -> BoxFuture<'a, ()>,
    permit: for<'a> fn(&'a Caller, Operation, Option<Uuid>) -> Permission<'a>,
    changed: for<'a> fn(&'a PgPool, Operation, Uuid) -> BoxFuture<'a, ()>,
}

impl OwnHooks {
    /// Returns the hooks of a class.
    #[must_use]
    pub const fn of<R: Resource>() -> Self {
        Self {
            authorize: |caller, operation, id| Box::pin(R::authorize(caller, operation, id)),
            after_commit: |pool, operation, id| Box::pin(R::after_commit(pool, operation, id)),
            permit: |caller, operation, id| Box::pin(R::permit(caller, operation, id)),
            changed: |pool, operation, id| Box::pin(R::changed(pool, operation, id)),
        }
    }
}

/// Authorizes an operation on an instance for its own class.
pub(super) async fn authorize_item<R: Resource>(
    item: &R::Item,
    caller: &Caller,
    operation: Operation,
    id: Option<Uuid>,
) -> Result<(), Problem> {
    match R::own_hooks(item) {
        Some(hooks) => (hooks.permit)(caller, operation, id).await,
        None => Ok(()),
    }
}

/// Authorizes a list for each class of its instances.
pub(super) async fn authorize_items<R: Resource>(
    items: &[R::Item],
    caller: &Caller,
) -> Result<(), Problem> {
    let mut known = HashSet::new();
    for item in items {
        if known.insert(discriminant(item)) {
            authorize_item::<R>(item, caller, Operation::List, None).await?;
        }
    }
    Ok(())
}

/// Runs the hooks after a change of an instance.
pub(super) async fn committed<R: Resource>(
    item: &R::Item,
    pool: &PgPool,
    operation: Operation,
    id: Uuid,
) {
    match R::own_hooks(item) {
        Some(hooks) => (hooks.changed)(pool, operation, id).await,
        None => R::changed(pool, operation, id).await,
    }
}

/// An operation of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    List,
    Create,
    Get,
    Update,
    Delete,
}

#[derive(Serialize)]
struct Page<T> {
    total: u64,
    limit: u64,
    offset: u64,
    items: Vec<T>,
}

impl<T: Serialize> Page<T> {
    fn of(total: u64, rows: &Selection, items: Vec<T>) -> Response {
        let (limit, offset) = (rows.limit, rows.offset);
        Json(Self {
            total,
            limit,
            offset,
            items,
        })
        .into_response()
    }
}

/// Returns a page of instances.
pub async fn list<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Parameters(mut parameters): Parameters,
) -> Result<Response, Problem> {
    R::permit(&caller, Operation::List, None).await?;
    let relations = take_relations(&mut parameters, R::RELATIONS)?;
    let rows = Selection::of_list(&parameters, R::COLUMNS)?;
    let mut db = pool.acquire().await?;
    page::<R>(&mut db, &caller, &rows, &relations).await
}

async fn page<R: Resource>(
    db: &mut PgConnection,
    caller: &Caller,
    rows: &Selection,
    relations: &[&Relation],
) -> Result<Response, Problem> {
    let total = rows.count(db, R::FROM).await?;
    let items = R::read(db, rows).await?;
    authorize_items::<R>(&items, caller).await?;
    if relations.is_empty() {
        return Ok(Page::of(total, rows, items));
    }
    let items = include(db, caller, &items, relations).await?;
    Ok(Page::of(total, rows, items))
}

/// Returns the handler of the instances of `R` that are related to one of `P`.
///
/// `condition` is the SQL before and after the id.
pub fn related<P: Resource, R: Resource>(
    condition: (&'static str, &'static str),
) -> MethodRouter<PgPool> {
    get(
        move |State(pool): State<PgPool>,
              caller: Caller,
              Id(id): Id,
              Parameters(mut parameters): Parameters| async move {
            P::permit(&caller, Operation::Get, Some(id)).await?;
            R::permit(&caller, Operation::List, None).await?;
            let relations = take_relations(&mut parameters, R::RELATIONS)?;
            let mut rows = Selection::of_list(&parameters, R::COLUMNS)?;
            let mut db = pool.acquire().await?;
            authorized::<P>(&mut db, &caller, Operation::Get, id).await?;
            rows.require(condition, id);
            page::<R>(&mut db, &caller, &rows, &relations).await
        },
    )
}

/// Returns the instance with an id.
pub async fn show<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
    Parameters(mut parameters): Parameters,
) -> Result<Response, Problem> {
    R::permit(&caller, Operation::Get, Some(id)).await?;
    let relations = take_relations(&mut parameters, R::RELATIONS)?;
    let mut db = pool.acquire().await?;
    let item = authorized::<R>(&mut db, &caller, Operation::Get, id).await?;
    if relations.is_empty() {
        return caller.show(&item);
    }
    let items = include(&mut db, &caller, &[item], &relations).await?;
    caller.show(&first(items)?)
}

/// Updates the members that are sent.
pub async fn update<R: Updatable>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
    MergePatch(body): MergePatch<R::Body>,
) -> Result<Response, Problem> {
    R::permit(&caller, Operation::Update, Some(id)).await?;
    let item = retried(|| update_once::<R>(&pool, &caller, id, body.clone())).await?;
    committed::<R>(&item, &pool, Operation::Update, id).await;
    tagged(StatusCode::OK, &item)
}

pub(super) async fn update_once<R: Updatable>(
    pool: &PgPool,
    caller: &Caller,
    id: Uuid,
    body: R::Body,
) -> Result<R::Item, Problem> {
    let mut db = pool.begin().await?;
    lock::<R>(&mut db, id).await?;
    let item = authorized::<R>(&mut db, caller, Operation::Update, id).await?;
    caller.check_match(&item)?;
    R::update(&mut db, item, body).await?;
    let item = one::<R>(&mut db, id).await?;
    db.commit().await?;
    Ok(item)
}

/// Replaces all members that clients write.
pub async fn replace<R: Resource + Instance + Into<R::Item>>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
    Body(body): Body<R::Create>,
) -> Result<Response, Problem> {
    R::permit(&caller, Operation::Update, Some(id)).await?;
    let item = retried(|| replace_once::<R>(&pool, &caller, id, body.clone())).await?;
    committed::<R>(&item, &pool, Operation::Update, id).await;
    tagged(StatusCode::OK, &item)
}

async fn replace_once<R: Resource + Instance + Into<R::Item>>(
    pool: &PgPool,
    caller: &Caller,
    id: Uuid,
    body: R::Create,
) -> Result<R::Item, Problem> {
    let mut db = pool.begin().await?;
    lock::<R>(&mut db, id).await?;
    let item = authorized::<R>(&mut db, caller, Operation::Update, id).await?;
    caller.check_match(&item)?;
    let new: R = body.clone().into();
    if discriminant(&item) != discriminant(&new.into()) {
        let detail = "The instance belongs to a subclass: replace it at the path of its own class.";
        return Err(Problem::new(Code::InvalidValue, detail));
    }
    let value = fetch::<R>(&mut db, id).await?.replaced(body);
    value.check()?;
    value.save(&mut db).await?;
    let item = one::<R>(&mut db, id).await?;
    db.commit().await?;
    Ok(item)
}

/// Deletes the instance with an id.
pub async fn remove<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
) -> Result<StatusCode, Problem> {
    R::permit(&caller, Operation::Delete, Some(id)).await?;
    let item = retried(|| remove_once::<R>(&pool, &caller, id)).await?;
    committed::<R>(&item, &pool, Operation::Delete, id).await;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn remove_once<R: Resource>(
    pool: &PgPool,
    caller: &Caller,
    id: Uuid,
) -> Result<R::Item, Problem> {
    let mut db = pool.begin().await?;
    lock::<R>(&mut db, id).await?;
    let item = authorized::<R>(&mut db, caller, Operation::Delete, id).await?;
    caller.check_match(&item)?;
    for root in R::ROOTS {
        let sql = format!("DELETE FROM {root} WHERE id = $1");
        let query = sqlx::query(&sql).bind(id);
        query.execute(&mut *db).await.map_err(undeletable)?;
    }
    db.commit().await.map_err(undeletable)?;
    Ok(item)
}

/// Locks the instance with an id until the end of the transaction, by its rows in the most general tables:
/// all changes and deletions lock these first. Statements that follow read what others have committed before.
async fn lock<R: Resource>(db: &mut PgConnection, id: Uuid) -> Result<(), Problem> {
    for root in R::ROOTS {
        let sql = format!("SELECT id FROM {root} WHERE id = $1 FOR UPDATE");
        sqlx::query(&sql).bind(id).fetch_one(&mut *db).await?;
    }
    find::<R>(db, id).await
}

/// Checks that there is an instance with an id.
async fn find<R: Resource>(db: &mut PgConnection, id: Uuid) -> Result<(), Problem> {
    let sql = format!("SELECT id FROM {} WHERE id = $1", R::FROM);
    sqlx::query(&sql).bind(id).fetch_one(db).await?;
    Ok(())
}

/// Returns the instance with an id, if its own class authorizes the operation, too.
pub(super) async fn authorized<R: Resource>(
    db: &mut PgConnection,
    caller: &Caller,
    operation: Operation,
    id: Uuid,
) -> Result<R::Item, Problem> {
    let item = one::<R>(db, id).await?;
    authorize_item::<R>(&item, caller, operation, Some(id)).await?;
    Ok(item)
}

async fn one<R: Resource>(db: &mut PgConnection, id: Uuid) -> Result<R::Item, Problem> {
    let items = R::read(db, &Selection::of_id(id)).await?;
    items.into_iter().next().ok_or_else(Problem::not_found)
}

/// How often a transaction runs that PostgreSQL cancels for the sake of another one.
const ATTEMPTS: u32 = 5;

pub(super) async fn retried<T, F>(mut transaction: impl FnMut() -> F) -> Result<T, Problem>
where
    F: Future<Output = Result<T, Problem>>,
{
    for _ in 1..ATTEMPTS {
        match transaction().await {
            Err(problem) if problem.code == Code::TryAgain => {}
            result => return result,
        }
    }
    transaction().await
}
