//! What the operations of all classes need to know of a class, and the handlers that read instances.

use std::future::{ready, Future};
use std::pin::Pin;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, MethodRouter};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::changes::{remove, replace, update};
use super::creation::{create, create_list};
use super::filters::{condition, Column, Condition, Selection};
use super::http::{next_page, Caller, Id, Parameters, Shown};
use super::include::{include, take_relations, value_of, Relation};
use super::problem::{Code, Problem};
use super::queries::{execute, fetch, first, Query, Row};
use super::session::Session;

/// A concrete class.
pub trait Instance: Row + Sync + Clone + Serialize + DeserializeOwned + 'static {
    /// The body of a new instance.
    type Create: DeserializeOwned + Serialize + Into<Self> + Clone + Send + Sync;
    /// The body of an update.
    type Update: DeserializeOwned + Clone + Send + Sync + 'static;
    /// Selects the members. A condition may follow.
    const SELECT: &'static str;
    /// Whether an instance is one row, and the insertion returns its members.
    const IS_ONE_ROW: bool = false;
    /// Whether one statement inserts an instance and checks all its constraints, so that it needs no transaction.
    const IS_ONE_STATEMENT: bool = Self::IS_ONE_ROW;

    fn id(&self) -> Uuid;

    fn apply(&mut self, _: Self::Update) {}

    /// Returns the instance with the members of a new one, except those that only the server writes.
    #[must_use]
    fn replaced(self, _: Self::Create) -> Self {
        self
    }

    /// Checks the constraints of the model.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Returns the statements that insert the rows of a new instance.
    fn insertions(&self) -> Vec<Query<'_>>;

    /// Returns the statements that write the members of an existing instance.
    fn updates(&self) -> Vec<Query<'_>> {
        Vec::new()
    }

    /// Inserts a new instance. Returns it as the database stores it.
    fn insert(&self, db: &mut PgConnection) -> impl Future<Output = sqlx::Result<Self>> + Send {
        async move {
            let mut statements = self.insertions();
            if Self::IS_ONE_ROW {
                if let Some(statement) = statements.pop() {
                    return Self::from_row(&statement.fetch_one(db).await?);
                }
            }
            execute(db, statements).await?;
            fetch(db, self.id()).await
        }
    }

    /// Applies an update to an existing instance.
    fn change(
        &self,
        update: Self::Update,
        caller: &Caller,
        session: &mut Session,
    ) -> impl Future<Output = Result<(), Problem>> + Send
    where
        Self: Hooks,
    {
        async move {
            let mut new = self.clone();
            new.apply(update);
            new.write(self, caller, session).await
        }
    }

    /// Writes the new state of an existing instance.
    fn write(
        mut self,
        stored: &Self,
        caller: &Caller,
        session: &mut Session,
    ) -> impl Future<Output = Result<(), Problem>> + Send
    where
        Self: Hooks,
    {
        async move {
            self.before_update(stored, caller, session).await?;
            self.check()?;
            Ok(execute(session.db().await?, self.updates()).await?)
        }
    }
}

/// A class with operations.
pub trait Resource: Hooks + 'static {
    /// An instance, with the members of its own class.
    type Item: Item;
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
    const ROOTS: &'static [&'static str] = &[Self::FROM];
    /// Statements that lock the instances whose lists have bounds and refer to an instance.
    const LISTS: &'static [&'static str] = &[];
    /// The hooks of all superclasses.
    const SUPERCLASSES: &'static [OwnHooks] = &[];
    /// The column with the name of an instance's class, and the hooks of each subclass by its name.
    const SUBCLASSES: (&'static str, &'static [(&'static str, OwnHooks)]) = ("", &[]);

    /// Authorizes an operation by the rules of the class and of its superclasses.
    fn permit(
        caller: &Caller,
        session: &mut Session,
        operation: Operation,
        id: Option<Uuid>,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        async move {
            Self::authorize(caller, session, operation, id).await?;
            for superclass in Self::SUPERCLASSES {
                (superclass.authorize)(caller, session, operation, id).await?;
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
}

/// An instance in a list: of the class, or of one of its subclasses.
pub trait Item: Serialize + Send + Sync + Sized + 'static {
    /// The body of an update.
    type Update: DeserializeOwned + Clone + Send + Sync + 'static;

    /// Reads the instances of a list.
    fn read(
        db: &mut PgConnection,
        rows: &Selection,
    ) -> impl Future<Output = sqlx::Result<Vec<Self>>> + Send;

    /// Returns the name of the instance's class, if this is a subclass.
    fn subclass(&self) -> Option<&'static str> {
        None
    }

    /// Returns the computed members of the instance.
    fn computed(&self) -> Members;

    /// Writes the changed instance, which is locked.
    fn update(
        self,
        _body: Self::Update,
        _caller: &Caller,
        _session: &mut Session,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        ready(Err(Problem::not_found()))
    }
}

impl<T: Instance + Hooks> Item for T {
    type Update = T::Update;

    async fn read(db: &mut PgConnection, rows: &Selection) -> sqlx::Result<Vec<Self>> {
        rows.fetch(db, T::SELECT).await
    }

    fn computed(&self) -> Members {
        Hooks::computed(self)
    }

    async fn update(
        self,
        body: T::Update,
        caller: &Caller,
        session: &mut Session,
    ) -> Result<(), Problem> {
        self.change(body, caller, session).await
    }
}

/// Members of an instance in JSON.
pub type Members = serde_json::Map<String, serde_json::Value>;

/// Code of yours in the operations of a class. `session` has the connection of the request; statements of
/// `before_create` and `before_update` are part of its transaction. If PostgreSQL cancels the transaction for
/// another one, it starts again, and so do these methods.
pub trait Hooks: Sized + Send + Sync {
    /// Decides whether a client may do an operation. `id` is absent for lists, related and new instances.
    /// The rules of an instance's own class and of all its superclasses apply at every path. A list leaves out
    /// the instances of subclasses whose rule returns [`Code::Forbidden`]; it shows all others, whatever the rule says
    /// about `Get` and their id. Rules and hooks do not run for instances that the database deletes with another one.
    fn authorize(
        _caller: &Caller,
        _session: &mut Session,
        _operation: Operation,
        _id: Option<Uuid>,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        ready(Ok(()))
    }

    /// Changes or rejects a new instance before it is validated.
    fn before_create(
        &mut self,
        _caller: &Caller,
        _session: &mut Session,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        ready(Ok(()))
    }

    /// Changes or rejects the new state of an instance before it is validated. `stored` is the present state.
    fn before_update(
        &mut self,
        _stored: &Self,
        _caller: &Caller,
        _session: &mut Session,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        ready(Ok(()))
    }

    /// Returns members that responses of REST show after those of the ontology. Clients neither write nor filter them.
    fn computed(&self) -> Members {
        Members::new()
    }

    /// Runs at most once after the transaction of an operation that changed an instance: not if the client
    /// closes the connection, or if the request or the service ends before.
    fn after_commit(_: &PgPool, _: Operation, _id: Uuid) -> impl Future<Output = ()> + Send {
        ready(())
    }
}

pub(super) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

type Permission<'a> = BoxFuture<'a, Result<(), Problem>>;

type Authorize = for<'a> fn(&'a Caller, &'a mut Session, Operation, Option<Uuid>) -> Permission<'a>;
type AfterCommit = for<'a> fn(&'a PgPool, Operation, Uuid) -> BoxFuture<'a, ()>;

/// The hooks of a class, alone and with those of its superclasses.
pub struct OwnHooks {
    pub(super) roots: &'static [&'static str],
    pub(super) lists: &'static [&'static str],
    authorize: Authorize,
    after_commit: AfterCommit,
    permit: Authorize,
    pub(super) changed: AfterCommit,
}

impl OwnHooks {
    /// Returns the hooks of a class.
    #[must_use]
    pub const fn of<R: Resource>() -> Self {
        Self {
            roots: R::ROOTS,
            lists: R::LISTS,
            authorize: |caller, session, operation, id| {
                Box::pin(R::authorize(caller, session, operation, id))
            },
            after_commit: |pool, operation, id| Box::pin(R::after_commit(pool, operation, id)),
            permit: |caller, session, operation, id| {
                Box::pin(R::permit(caller, session, operation, id))
            },
            changed: |pool, operation, id| Box::pin(R::changed(pool, operation, id)),
        }
    }

    /// Returns the hooks of the class of an instance.
    pub(super) fn of_item<R: Resource>(item: &R::Item) -> &'static Self {
        let name = item.subclass();
        let mut subclasses = R::SUBCLASSES.1.iter();
        let own = subclasses.find(|(known, _)| Some(*known) == name);
        own.map_or(&const { Self::of::<R>() }, |(_, hooks)| hooks)
    }
}

/// Authorizes a list. Returns a condition that leaves out the subclasses that the client may not list.
pub(super) async fn listed<R: Resource>(
    caller: &Caller,
    session: &mut Session,
) -> Result<Option<Condition>, Problem> {
    R::permit(caller, session, Operation::List, None).await?;
    let hidden = hidden::<R>(caller, session).await?;
    let names: Vec<&str> = hidden.into_iter().map(|(name, _)| name).collect();
    Ok((!names.is_empty()).then(|| Condition::none_of(R::SUBCLASSES.0, &names)))
}

/// Returns the names of the subclasses that the client may not list, with the problems.
pub(super) async fn hidden<R: Resource>(
    caller: &Caller,
    session: &mut Session,
) -> Result<Vec<(&'static str, Problem)>, Problem> {
    let mut hidden = Vec::new();
    for (name, hooks) in R::SUBCLASSES.1 {
        match (hooks.permit)(caller, session, Operation::List, None).await {
            Err(problem) if problem.code == Code::Forbidden => hidden.push((*name, problem)),
            done => done?,
        }
    }
    Ok(hidden)
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

/// Returns the routes of a class whose instances clients create, read, change and delete.
pub fn class_routes<R: Resource + Instance>() -> Router<PgPool> {
    let one = get(show::<R>).put(replace::<R>).patch(update::<R>);
    Router::new()
        .route(R::PATH, get(list::<R>).post(create::<R>))
        .route(&format!("{}/bulk", R::PATH), create_list::<R>())
        .route(&format!("{}/{{id}}", R::PATH), one.delete(remove::<R>))
}

/// Returns a page of instances.
pub async fn list<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Parameters(mut parameters, query): Parameters,
) -> Result<Response, Problem> {
    let mut session = Session::reading(&pool);
    let visible = listed::<R>(&caller, &mut session).await?;
    let relations = take_relations(&mut parameters, R::RELATIONS)?;
    let mut rows = Selection::of_list(&parameters, R::COLUMNS)?;
    rows.conditions.extend(visible);
    page::<R>(&mut session, &caller, &query, rows, &relations).await
}

async fn page<R: Resource>(
    session: &mut Session,
    caller: &Caller,
    query: &str,
    mut rows: Selection,
    relations: &[&Relation],
) -> Result<Response, Problem> {
    let db = session.db().await?;
    let total = rows.count(db, R::FROM).await?;
    let Selection { limit, offset, .. } = rows;
    // One more shows whether there is another page.
    rows.limit += 1;
    let mut items = R::Item::read(db, &rows).await?;
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > size;
    items.truncate(size);
    let next = match (&rows.order, items.last()) {
        (Some(order), Some(last)) if has_more => next_page(query, &order.cursor(&value_of(last)?)),
        _ => None,
    };
    if relations.is_empty() {
        let items = items.iter().map(Shown).collect();
        let page = Page {
            total,
            limit,
            offset,
            items,
        };
        return Ok((next, Json(page)).into_response());
    }
    let items = include(session, caller, &items, relations).await?;
    let page = Page {
        total,
        limit,
        offset,
        items,
    };
    Ok((next, Json(page)).into_response())
}

/// Returns the handler of the instances of `R` that are related to one of `P`.
///
/// `condition` is the SQL before and after the id.
pub fn related<P: Resource, R: Resource>(
    (before, after): (&'static str, &'static str),
) -> MethodRouter<PgPool> {
    get(
        move |State(pool): State<PgPool>, caller: Caller, Id(id): Id, parameters: Parameters| async move {
            let condition = Condition::of_id(before, id, after);
            related_page::<P, R>(&pool, &caller, id, parameters, condition, None).await
        },
    )
}

/// Returns the handler of the instances of `R` whose `member` refers to one of `P`. The path fixes the member, so
/// it is no filter.
pub fn related_by<P: Resource, R: Resource>(member: &'static str) -> MethodRouter<PgPool> {
    get(
        move |State(pool): State<PgPool>, caller: Caller, Id(id): Id, parameters: Parameters| async move {
            let condition = condition(member, &id.to_string(), R::COLUMNS)?;
            related_page::<P, R>(&pool, &caller, id, parameters, condition, Some(member)).await
        },
    )
}

/// Returns a page of related instances. `fixed` is the member that the path fixes.
async fn related_page<P: Resource, R: Resource>(
    pool: &PgPool,
    caller: &Caller,
    id: Uuid,
    Parameters(mut parameters, query): Parameters,
    condition: Condition,
    fixed: Option<&str>,
) -> Result<Response, Problem> {
    let mut session = Session::reading(pool);
    P::permit(caller, &mut session, Operation::Get, Some(id)).await?;
    let visible = listed::<R>(caller, &mut session).await?;
    let is_fixed = |name: &str| fixed.is_some() && name.split('[').next() == fixed;
    if let Some((name, _)) = parameters.iter().find(|(name, _)| is_fixed(name)) {
        return Err(Problem::parameter(name, "is no parameter of this list"));
    }
    let relations = take_relations(&mut parameters, R::RELATIONS)?;
    let mut rows = Selection::of_list(&parameters, R::COLUMNS)?;
    authorized::<P>(caller, &mut session, Operation::Get, id).await?;
    rows.conditions.push(condition);
    rows.conditions.extend(visible);
    page::<R>(&mut session, caller, &query, rows, &relations).await
}

/// Returns the instance with an id.
pub async fn show<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
    Parameters(mut parameters, _): Parameters,
) -> Result<Response, Problem> {
    let mut session = Session::reading(&pool);
    R::permit(&caller, &mut session, Operation::Get, Some(id)).await?;
    let relations = take_relations(&mut parameters, R::RELATIONS)?;
    if let Some((name, _)) = parameters.first() {
        return Err(Problem::parameter(name, "is no parameter of this path"));
    }
    let item = authorized::<R>(&caller, &mut session, Operation::Get, id).await?;
    if relations.is_empty() {
        return caller.show(&item);
    }
    let items = include(&mut session, &caller, &[item], &relations).await?;
    // No tag: it would cover the related instances, and `If-Match` compares the instance alone.
    Ok(Json(first(items)?).into_response())
}

/// Returns the instance with an id, if its own class authorizes the operation, too.
pub(super) async fn authorized<R: Resource>(
    caller: &Caller,
    session: &mut Session,
    operation: Operation,
    id: Uuid,
) -> Result<R::Item, Problem> {
    let item = one::<R>(session.db().await?, id).await?;
    if item.subclass().is_some() {
        let hooks = OwnHooks::of_item::<R>(&item);
        (hooks.permit)(caller, session, operation, Some(id)).await?;
    }
    Ok(item)
}

pub(super) async fn one<R: Resource>(db: &mut PgConnection, id: Uuid) -> Result<R::Item, Problem> {
    first(R::Item::read(db, &Selection::of_id(id)).await?)
}
