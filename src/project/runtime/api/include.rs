//! Related instances in responses: `?include=`. The number of statements does not depend on the number of
//! instances.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::filters::Selection;
use super::http::{json, Caller, Shown};
use super::problem::{Code, Problem};
use super::resource::{listed, BoxFuture, Item, Resource};
use super::session::Session;

/// The maximum number of instances that a response includes for each relation.
const MAX_INCLUDED: usize = 1000;

type Read = for<'a> fn(
    &'a mut Session,
    &'a Caller,
    &'a [Uuid],
) -> BoxFuture<'a, Result<Vec<Value>, Problem>>;

/// A relation that requests may include.
pub struct Relation {
    name: &'static str,
    is_list: bool,
    source: Source,
    read: Read,
}

/// Where the ids of related instances are.
enum Source {
    /// In this member of the instance.
    Member(&'static str),
    /// In the rows of this statement: the id of the instance, and that of a related one.
    Rows(&'static str),
}

impl Relation {
    /// Returns a relation to instances of `R` whose ids are in a member.
    #[must_use]
    pub const fn member<R: Resource>(
        name: &'static str,
        is_list: bool,
        member: &'static str,
    ) -> Self {
        Self::of::<R>(name, is_list, Source::Member(member))
    }

    /// Returns a relation to instances of `R` whose ids a statement finds.
    #[must_use]
    pub const fn rows<R: Resource>(name: &'static str, is_list: bool, sql: &'static str) -> Self {
        Self::of::<R>(name, is_list, Source::Rows(sql))
    }

    const fn of<R: Resource>(name: &'static str, is_list: bool, source: Source) -> Self {
        Self {
            name,
            is_list,
            source,
            read: read::<R>,
        }
    }
}

/// Removes `include` from the parameters of a request, and returns the relations that it names.
pub fn take_relations(
    parameters: &mut Vec<(String, String)>,
    relations: &'static [Relation],
) -> Result<Vec<&'static Relation>, Problem> {
    let mut texts = Vec::new();
    parameters.retain(|(name, text)| {
        let is_other = name != "include";
        if !is_other {
            texts.push(text.clone());
        }
        is_other
    });
    let find = |name: &str| {
        let found = relations.iter().find(|relation| relation.name == name);
        let detail = || format!("{name:?} is no relation to include");
        found.ok_or_else(|| Problem::parameter("include", detail()))
    };
    match texts.as_slice() {
        [] => Ok(Vec::new()),
        [text] => {
            let names: Vec<&str> = text.split(',').collect();
            let distinct: BTreeSet<&str> = names.iter().copied().collect();
            if distinct.len() < names.len() {
                return Err(Problem::parameter("include", "has a relation twice"));
            }
            names.into_iter().map(find).collect()
        }
        _ => Err(Problem::parameter("include", "must not be repeated")),
    }
}

/// Returns the JSON of instances with related ones.
pub async fn include<T: Item>(
    session: &mut Session,
    caller: &Caller,
    items: &[T],
    relations: &[&Relation],
) -> Result<Vec<Value>, Problem> {
    let mut values = items.iter().map(value_of).collect::<Result<Vec<_>, _>>()?;
    for relation in relations {
        let pairs = pairs(session.db().await?, &values, &relation.source).await?;
        if pairs.len() > MAX_INCLUDED {
            let name = relation.name;
            let detail = format!("has more than {MAX_INCLUDED} {name}: send a smaller limit, or read the list of an instance by its own path");
            return Err(Problem::parameter("include", detail));
        }
        let ids: BTreeSet<Uuid> = pairs.iter().map(|(_, id)| *id).collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        let related = (relation.read)(session, caller, &ids).await?;
        let related: HashMap<Uuid, Value> = related
            .into_iter()
            .filter_map(|value| Some((id_in(&value["id"])?, value)))
            .collect();
        if relation.is_list {
            for value in &mut values {
                value[relation.name] = Value::Array(Vec::new());
            }
        }
        for (index, id) in pairs {
            let Some(found) = related.get(&id) else {
                continue;
            };
            match &mut values[index][relation.name] {
                Value::Array(list) => list.push(found.clone()),
                place => *place = found.clone(),
            }
        }
    }
    Ok(values)
}

/// Returns the positions of instances, with the ids of related ones.
async fn pairs(
    db: &mut PgConnection,
    values: &[Value],
    source: &Source,
) -> Result<Vec<(usize, Uuid)>, Problem> {
    let positions = values.iter().enumerate();
    match source {
        Source::Member(name) => {
            let pairs = positions.flat_map(|(index, value)| {
                let ids = match &value[*name] {
                    Value::Array(list) => list.iter().filter_map(id_in).collect(),
                    one => id_in(one).into_iter().collect::<Vec<_>>(),
                };
                ids.into_iter().map(move |id| (index, id))
            });
            Ok(pairs.collect())
        }
        Source::Rows(sql) => {
            let positions: HashMap<Uuid, usize> = positions
                .filter_map(|(index, value)| Some((id_in(&value["id"])?, index)))
                .collect();
            let ids: Vec<Uuid> = positions.keys().copied().collect();
            let sql = format!("{sql} LIMIT {}", MAX_INCLUDED + 1);
            let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(&sql).bind(ids).fetch_all(db).await?;
            Ok(rows
                .into_iter()
                .map(|(owner, id)| (positions[&owner], id))
                .collect())
        }
    }
}

/// Returns the id in a member.
pub(super) fn id_in(value: &Value) -> Option<Uuid> {
    value.as_str()?.parse().ok()
}

/// Returns the JSON of an instance. The text has the shortest form of a 32-bit float, which a `Value` does not keep.
pub(super) fn value_of<T: Item>(item: &T) -> Result<Value, Problem> {
    serde_json::from_str(&json(&Shown(item))?).map_err(|error| {
        tracing::error!(%error, "the JSON of an instance is invalid");
        Problem::new(Code::InternalError, "")
    })
}

/// Reads the instances with ids that the client may list.
fn read<'a, R: Resource>(
    session: &'a mut Session,
    caller: &'a Caller,
    ids: &'a [Uuid],
) -> BoxFuture<'a, Result<Vec<Value>, Problem>> {
    Box::pin(async move {
        let mut rows = Selection::of_ids(ids);
        rows.conditions.extend(listed::<R>(caller, session).await?);
        let items = R::Item::read(session.db().await?, &rows).await?;
        items.iter().map(value_of).collect()
    })
}
