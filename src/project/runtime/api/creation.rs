//! New instances: one, or several in one transaction.

use axum::extract::State;
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{post, MethodRouter};
use axum::Json;
use sqlx::{PgConnection, PgPool};

use super::changes::retried;
use super::http::{tagged, Body, Caller, Object, Shown};
use super::idempotency::Key;
use super::problem::{Code, Problem};
use super::resource::{Instance, Operation, Resource};
use super::session::Session;

/// The maximum number of instances in a request.
const MAX_INSTANCES: usize = 100;

/// Creates an instance.
pub async fn create<R: Resource + Instance>(
    State(pool): State<PgPool>,
    caller: Caller,
    Body(Object(body)): Body<Object<R::Create>>,
) -> Result<Response, Problem> {
    let key = Key::of(&caller, R::PATH, &body)?;
    let values = create_all::<R>(&pool, &caller, &[body], key, |_, problem| problem).await?;
    let value = values.first().ok_or_else(Problem::not_found)?;
    let location = [(header::LOCATION, format!("{}/{}", R::PATH, value.id()))];
    Ok((location, tagged(StatusCode::CREATED, value)?).into_response())
}

/// Returns the handler that creates all instances of a list, or none.
pub fn create_list<R: Resource + Instance>() -> MethodRouter<PgPool> {
    post(
        |State(pool): State<PgPool>, caller: Caller, Body(body): Body<Vec<Object<R::Create>>>| async move {
            if body.len() > MAX_INSTANCES {
                let detail = format!("The list must have at most {MAX_INSTANCES} instances.");
                return Err(Problem::new(Code::InvalidValue, detail));
            }
            let body: Vec<R::Create> = body.into_iter().map(|Object(one)| one).collect();
            let key = Key::of(&caller, &format!("{}/bulk", R::PATH), &body)?;
            let values = create_all::<R>(&pool, &caller, &body, key, Problem::below).await?;
            let shown: Vec<_> = values.iter().map(Shown).collect();
            Ok((StatusCode::CREATED, Json(shown)).into_response())
        },
    )
}

/// Creates instances, unless an earlier request with the same key has created them.
///
/// `place` adds the position of an instance to its problem.
pub(super) async fn create_all<R: Resource + Instance>(
    pool: &PgPool,
    caller: &Caller,
    bodies: &[R::Create],
    key: Option<Key>,
    place: fn(usize, Problem) -> Problem,
) -> Result<Vec<R>, Problem> {
    let create = || async {
        let mut session = Session::writing(pool);
        let created = create_once::<R>(&mut session, pool, caller, bodies, key.as_ref(), place);
        match created.await {
            // In a longer list, `insert` has checked the deferred constraints of each instance.
            Ok(created) => {
                let committed = session.commit().await;
                committed.map_err(|error| place(0, error.into()))?;
                Ok(created)
            }
            Err(problem) => {
                // Otherwise, the key is in use until the pool has ended the transaction.
                session.rollback().await;
                Err(problem)
            }
        }
    };
    let (values, is_new) = retried(create).await?;
    for value in values.iter().filter(|_| is_new) {
        R::changed(pool, Operation::Create, value.id()).await;
    }
    Ok(values)
}

/// Returns the stored instances, and whether they are new.
async fn create_once<R: Resource + Instance>(
    session: &mut Session,
    pool: &PgPool,
    caller: &Caller,
    bodies: &[R::Create],
    key: Option<&Key>,
    place: fn(usize, Problem) -> Problem,
) -> Result<(Vec<R>, bool), Problem> {
    R::permit(caller, session, Operation::Create, None).await?;
    if let Some(known) = earlier::<R>(key, session).await? {
        return Ok((known, false));
    }
    let mut values: Vec<R> = bodies.iter().cloned().map(Into::into).collect();
    for (index, value) in values.iter_mut().enumerate() {
        value
            .before_create(caller, session)
            .await
            .and_then(|()| value.check())
            .map_err(|problem| place(index, problem))?;
    }
    if R::IS_ONE_STATEMENT && session.is_unused() {
        if let [value] = values.as_slice() {
            let stored = value.insert(&mut *pool.acquire().await?).await;
            return Ok((vec![stored.map_err(|error| place(0, error.into()))?], true));
        }
    }
    let db = session.db().await?;
    let created = insert_all(db, &values, place).await?;
    if let Some(key) = key {
        key.store(db, &created).await?;
    }
    Ok((created, true))
}

/// Returns the instances that an earlier request with the same key has created.
async fn earlier<R: Resource + Instance>(
    key: Option<&Key>,
    session: &mut Session,
) -> Result<Option<Vec<R>>, Problem> {
    let Some(key) = key else {
        return Ok(None);
    };
    let db = session.db().await?;
    key.lock(db).await?;
    key.find(db).await
}

async fn insert_all<R: Instance>(
    db: &mut PgConnection,
    values: &[R],
    place: fn(usize, Problem) -> Problem,
) -> Result<Vec<R>, Problem> {
    let mut created = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let stored = insert(db, value, values.len() > 1).await;
        created.push(stored.map_err(|error| place(index, error.into()))?);
    }
    Ok(created)
}

/// Inserts an instance. In a list, it checks deferred constraints now, so that a problem names the instance. A single
/// statement has none.
async fn insert<R: Instance>(
    db: &mut PgConnection,
    value: &R,
    is_one_of_several: bool,
) -> sqlx::Result<R> {
    let stored = value.insert(db).await?;
    if is_one_of_several && !R::IS_ONE_STATEMENT {
        for time in ["IMMEDIATE", "DEFERRED"] {
            let sql = format!("SET CONSTRAINTS ALL {time}");
            sqlx::query(&sql).execute(&mut *db).await?;
        }
    }
    Ok(stored)
}
