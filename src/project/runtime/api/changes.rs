//! Changes and deletions of instances, each in a transaction.

use std::future::Future;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use sqlx::PgPool;
use uuid::Uuid;

use super::http::{tagged, Body, Caller, Id, MergePatch, Object};
use super::problem::{undeletable, Code, Problem};
use super::queries::fetch;
use super::resource::{authorized, one, Instance, Item, Operation, OwnHooks, Resource};
use super::session::Session;

/// Updates the members that are sent.
pub async fn update<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
    MergePatch(body): MergePatch<<R::Item as Item>::Update>,
) -> Result<Response, Problem> {
    let item = updated::<R>(&pool, &caller, id, &body).await?;
    tagged(StatusCode::OK, &item)
}

/// Updates an instance. Returns it as the database stores it.
pub(super) async fn updated<R: Resource>(
    pool: &PgPool,
    caller: &Caller,
    id: Uuid,
    body: &<R::Item as Item>::Update,
) -> Result<R::Item, Problem> {
    let update = || async {
        let mut session = Session::writing(pool);
        let item = locked::<R>(caller, &mut session, Operation::Update, id).await?;
        item.update(body.clone(), caller, &mut session).await?;
        stored::<R>(session, id).await
    };
    let item = retried(update).await?;
    committed::<R>(&item, pool, Operation::Update, id).await;
    Ok(item)
}

/// Replaces all members that clients write.
pub async fn replace<R: Resource + Instance>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
    Body(Object(body)): Body<Object<R::Create>>,
) -> Result<Response, Problem> {
    let replace = || async {
        let mut session = Session::writing(&pool);
        let item = locked::<R>(&caller, &mut session, Operation::Update, id).await?;
        if item.subclass().is_some() {
            let detail =
                "The instance belongs to a subclass: replace it at the path of its own class.";
            return Err(Problem::new(Code::InvalidValue, detail));
        }
        let old = fetch::<R>(session.db().await?, id).await?;
        let new = old.clone().replaced(body.clone());
        new.write(&old, &caller, &mut session).await?;
        stored::<R>(session, id).await
    };
    let item = retried(replace).await?;
    committed::<R>(&item, &pool, Operation::Update, id).await;
    tagged(StatusCode::OK, &item)
}

/// Reads a changed instance, and commits the change.
async fn stored<R: Resource>(mut session: Session, id: Uuid) -> Result<R::Item, Problem> {
    let item = one::<R>(session.db().await?, id).await?;
    session.commit().await?;
    Ok(item)
}

/// Deletes the instance with an id.
pub async fn remove<R: Resource>(
    State(pool): State<PgPool>,
    caller: Caller,
    Id(id): Id,
) -> Result<StatusCode, Problem> {
    removed::<R>(&pool, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes an instance.
pub(super) async fn removed<R: Resource>(
    pool: &PgPool,
    caller: &Caller,
    id: Uuid,
) -> Result<(), Problem> {
    let remove = || async {
        let mut session = Session::writing(pool);
        let item = locked::<R>(caller, &mut session, Operation::Delete, id).await?;
        let db = session.db().await?;
        let hooks = OwnHooks::of_item::<R>(&item);
        // Updates lock the owner of a list before they refer to an instance. Deletions do the same to avoid deadlocks.
        for sql in hooks.lists {
            sqlx::query(sql).bind(id).execute(&mut *db).await?;
        }
        for root in hooks.roots {
            let sql = format!("DELETE FROM {root} WHERE id = $1");
            let query = sqlx::query(&sql).bind(id);
            query.execute(&mut *db).await.map_err(undeletable)?;
        }
        session.commit().await.map_err(undeletable)?;
        Ok(item)
    };
    let item = retried(remove).await?;
    committed::<R>(&item, pool, Operation::Delete, id).await;
    Ok(())
}

/// Locks an instance that a client may change until the end of the transaction, by its rows in the most
/// general tables: all changes and deletions lock these first. Statements that follow read what others have
/// committed before.
async fn locked<R: Resource>(
    caller: &Caller,
    session: &mut Session,
    operation: Operation,
    id: Uuid,
) -> Result<R::Item, Problem> {
    R::permit(caller, session, operation, Some(id)).await?;
    lock(session, R::ROOTS, id).await?;
    let mut item = authorized::<R>(caller, session, operation, id).await?;
    let roots = OwnHooks::of_item::<R>(&item).roots;
    if roots.len() > R::ROOTS.len() {
        // Requests to the paths of other superclasses lock only their rows.
        lock(session, roots, id).await?;
        item = one::<R>(session.db().await?, id).await?;
    }
    caller.check_match(&item)?;
    Ok(item)
}

async fn lock(session: &mut Session, roots: &[&str], id: Uuid) -> Result<(), Problem> {
    let db = session.db().await?;
    for root in roots {
        let sql = format!("SELECT id FROM {root} WHERE id = $1 FOR UPDATE");
        sqlx::query(&sql).bind(id).fetch_one(&mut *db).await?;
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
    (OwnHooks::of_item::<R>(item).changed)(pool, operation, id).await;
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
