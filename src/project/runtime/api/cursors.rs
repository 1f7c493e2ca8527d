//! The order of lists, and cursors: places in it after which the next page begins.

use serde_json::{json, Value as JsonValue};
use uuid::Uuid;

use super::filters::{value, Column, Condition, Value};
use super::problem::Problem;

/// The maximum number of members to sort by.
const MAX_SORTED: usize = 8;

/// The members that a list is sorted by. Instances with the same values are sorted by id.
#[derive(Default)]
pub(super) struct Order {
    /// Whether the order of each member is descending.
    members: Vec<(&'static Column, bool)>,
    pub is_backward: bool,
}

impl Order {
    /// Reads the names of members, each with `-` for the descending order, from a parameter.
    pub(super) fn read<'a>(
        names: impl IntoIterator<Item = &'a str>,
        columns: &'static [Column],
        parameter: &str,
    ) -> Result<Self, Problem> {
        let members = names.into_iter().map(|name| {
            let member = name.strip_prefix('-');
            let found = columns
                .iter()
                .find(|(known, ..)| *known == member.unwrap_or(name));
            let detail = || format!("{:?} is no member to sort by", member.unwrap_or(name));
            let column = found.ok_or_else(|| Problem::parameter(parameter, detail()))?;
            Ok((column, member.is_some()))
        });
        let members = members.collect::<Result<Vec<_>, Problem>>()?;
        if members.len() > MAX_SORTED {
            let detail = format!("must have at most {MAX_SORTED} members");
            return Err(Problem::parameter(parameter, detail));
        }
        let is_backward = false;
        Ok(Self {
            members,
            is_backward,
        })
    }

    /// Returns the SQL after `ORDER BY`.
    pub(super) fn sql(&self) -> String {
        let direction = |is_descending| if is_descending { "DESC" } else { "ASC" };
        let members = self.members.iter().map(|((_, column, _), is_descending)| {
            format!(
                "{column} {}, ",
                direction(*is_descending != self.is_backward)
            )
        });
        members.collect::<String>() + "id " + direction(self.is_backward)
    }

    /// Returns the cursor of an instance.
    pub(super) fn cursor(&self, instance: &JsonValue) -> String {
        cursor(instance, self.members.iter().map(|((name, ..), _)| *name))
    }

    /// Returns the condition on rows after a cursor, or before it if `is_before`; nothing if the list has no such
    /// cursor. Null is the greatest value, as in the order of PostgreSQL.
    pub(super) fn beyond(&self, cursor: &str, is_before: bool) -> Option<Condition> {
        let mut texts = values_of(cursor)?;
        let id: Uuid = texts.pop()??.parse().ok()?;
        if texts.len() != self.members.len() {
            return None;
        }
        let (mut values, mut names) = (vec![Value::Id(id)], vec!["\"cursor id\"".to_owned()]);
        let (mut parts, mut equal) = (Vec::new(), String::new());
        let members = texts.iter().zip(&self.members);
        for (index, (text, ((_, column, kind), is_descending))) in members.enumerate() {
            let name = format!("\"cursor {index}\"");
            let is_less = *is_descending != is_before;
            let (beyond, same) = match text {
                None if is_less => (format!("{column} IS NOT NULL"), format!("{column} IS NULL")),
                None => ("FALSE".to_owned(), format!("{column} IS NULL")),
                Some(text) => {
                    values.push(value(*kind, text)?);
                    let beyond = if is_less {
                        format!("{column} < {name}")
                    } else {
                        format!("({column} > {name} OR {column} IS NULL)")
                    };
                    let same = format!("{column} = {name}");
                    names.push(name);
                    (beyond, same)
                }
            };
            parts.push(format!("{equal}{beyond}"));
            equal.push_str(&format!("{same} AND "));
        }
        let operator = if is_before { '<' } else { '>' };
        parts.push(format!("{equal}id {operator} \"cursor id\""));
        let (names, parts) = (names.join(", "), parts.join(" OR "));
        let after = format!(")) AS \"cursor\" ({names}) WHERE {parts})");
        Some(Condition::new(
            "EXISTS (SELECT FROM (VALUES (",
            values,
            after,
        ))
    }
}

/// Returns the cursor of an instance: hexadecimal digits of the members that the list is sorted by, and the id.
pub(super) fn cursor<'a>(instance: &JsonValue, members: impl Iterator<Item = &'a str>) -> String {
    let values = members.chain(["id"]).map(|name| text_of(&instance[name]));
    let text = json!(values.collect::<Vec<_>>()).to_string();
    let digits = text.bytes().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// Returns a value as the text of a query parameter; nothing for null.
pub(super) fn text_of(value: &JsonValue) -> Option<String> {
    match value {
        JsonValue::Null => None,
        JsonValue::String(text) => Some(text.clone()),
        JsonValue::Array(values) => {
            let texts: Vec<String> = values.iter().filter_map(text_of).collect();
            Some(texts.join(","))
        }
        value => Some(value.to_string()),
    }
}

/// Reads a cursor: the members that the list is sorted by, and the id.
fn values_of(cursor: &str) -> Option<Vec<Option<String>>> {
    let pairs = cursor.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    serde_json::from_slice(&bytes.collect::<Option<Vec<u8>>>()?).ok()
}
