//! Builds the GraphQL schema from `schema.graphql`, with the operations of the classes.

use std::iter;
use std::sync::Arc;

use async_graphql::dynamic::{
    Enum, EnumItem, Field, FieldFuture, FieldValue, InputObject, InputValue, Interface,
    InterfaceField, Object, ResolverContext, Scalar, Schema, Type, TypeRef, Union,
};
use async_graphql::parser::parse_schema;
use async_graphql::parser::types::{
    BaseType, ConstDirective, FieldDefinition, InputValueDefinition, Type as FieldType,
    TypeDefinition, TypeKind, TypeSystemDefinition,
};
use async_graphql::{Error, Name, Positioned, Value};
use serde_json::Value as JsonValue;

use super::classes::ENUM_VALUES;
use super::graphql::{Class, Item, Mutation, Payload};

const SDL: &str = include_str!("../../schema/schema.graphql");

/// The maximum depth of an operation. A complete introspection has 15.
const MAX_DEPTH: usize = 16;

/// The maximum number of fields of an operation.
const MAX_FIELDS: usize = 500;

/// A page of instances.
struct Page {
    items: Vec<Arc<Item>>,
    total: u64,
}

/// Builds the schema.
///
/// # Panics
///
/// Panics if `schema.graphql` is invalid.
pub(super) fn build(classes: &'static [Class]) -> Schema {
    // The parser accepts no description of the schema, which is the first definition.
    let start = SDL.find("\nschema {").unwrap_or_default();
    let document = parse_schema(&SDL[start..]).expect("schema.graphql is valid");
    let mut roots = ("Query".to_owned(), "Mutation".to_owned());
    let mut types = Vec::new();
    for definition in document.definitions {
        match definition {
            TypeSystemDefinition::Schema(schema) => {
                let name = |name: Option<Positioned<Name>>| name.map(|name| name.node.to_string());
                roots.0 = name(schema.node.query).unwrap_or(roots.0);
                roots.1 = name(schema.node.mutation).unwrap_or(roots.1);
            }
            TypeSystemDefinition::Type(definition) => types.push(definition.node),
            TypeSystemDefinition::Directive(_) => {}
        }
    }
    let types: &'static [TypeDefinition] = Vec::leak(types);
    let builder = Schema::build(&roots.0, Some(&roots.1), None);
    let builder = types.iter().fold(builder, |builder, definition| {
        builder.register(type_of(definition, types, classes))
    });
    let limited = builder.limit_depth(MAX_DEPTH).limit_complexity(MAX_FIELDS);
    limited.finish().expect("schema.graphql is valid")
}

/// Calls the method of a builder that sets the description, if there is one.
macro_rules! described {
    ($value:expr, $definition:expr) => {
        match &$definition.description {
            Some(text) => $value.description(text.node.clone()),
            None => $value,
        }
    };
}

fn type_of(
    definition: &'static TypeDefinition,
    types: &'static [TypeDefinition],
    classes: &'static [Class],
) -> Type {
    let name = definition.name.node.as_str();
    match &definition.kind {
        TypeKind::Scalar => {
            let scalar = described!(Scalar::new(name), definition);
            match argument(&definition.directives, "specifiedBy", "url") {
                Some(url) => scalar.specified_by_url(url).into(),
                None => scalar.into(),
            }
        }
        TypeKind::Enum(kind) => {
            let values = kind.values.iter().map(|value| {
                let item = described!(EnumItem::new(value.node.value.node.as_str()), value.node);
                match deprecation(&value.node.directives) {
                    Some(reason) => item.deprecation(Some(&reason)),
                    None => item,
                }
            });
            described!(Enum::new(name), definition).items(values).into()
        }
        TypeKind::Union(kind) => {
            let union = described!(Union::new(name), definition);
            let members = kind.members.iter();
            members
                .fold(union, |union, member| {
                    union.possible_type(member.node.as_str())
                })
                .into()
        }
        TypeKind::Interface(kind) => {
            let interface = described!(Interface::new(name), definition);
            let parents = kind.implements.iter();
            let interface = parents.fold(interface, |all, one| all.implement(one.node.as_str()));
            let fields = kind.fields.iter().map(|field| {
                let ty = shown(&field.node, &kind.implements, types);
                let (name, ty) = (field.node.name.node.as_str(), reference(ty));
                let made = described!(InterfaceField::new(name, ty), field.node);
                match deprecation(&field.node.directives) {
                    Some(reason) => made.deprecation(Some(&reason)),
                    None => made,
                }
            });
            fields.fold(interface, Interface::field).into()
        }
        TypeKind::InputObject(kind) => {
            let object = described!(InputObject::new(name), definition);
            let fields = kind.fields.iter().map(|field| input(&field.node));
            fields.fold(object, InputObject::field).into()
        }
        TypeKind::Object(kind) => {
            let object = described!(Object::new(name), definition);
            let parents = kind.implements.iter();
            let object = parents.fold(object, |all, one| all.implement(one.node.as_str()));
            let fields = kind.fields.iter().map(|field| {
                let resolver = resolver(name, &field.node, types, classes);
                let ty = shown(&field.node, &kind.implements, types);
                output(&field.node, ty, resolver)
            });
            fields.fold(object, Object::field).into()
        }
    }
}

/// Returns the type of a field: that of the interfaces with the field, because async-graphql rejects
/// a narrower type, which GraphQL allows (June 2018, section 3.6).
fn shown<'a>(
    field: &'a FieldDefinition,
    implements: &[Positioned<Name>],
    types: &'a [TypeDefinition],
) -> &'a FieldType {
    let inherited = implements.iter().filter_map(|parent| {
        let parent = types.iter().find(|one| one.name.node == parent.node)?;
        let TypeKind::Interface(kind) = &parent.kind else {
            return None;
        };
        let mut fields = kind.fields.iter();
        let own = fields.find(|one| one.node.name.node == field.name.node)?;
        Some(shown(&own.node, &kind.implements, types))
    });
    inherited
        .min_by_key(|ty| !ty.nullable)
        .unwrap_or(&field.ty.node)
}

fn reference(ty: &FieldType) -> TypeRef {
    let base = match &ty.base {
        BaseType::Named(name) => TypeRef::named(name.as_str()),
        BaseType::List(item) => TypeRef::List(Box::new(reference(item))),
    };
    if ty.nullable {
        base
    } else {
        TypeRef::NonNull(Box::new(base))
    }
}

fn argument(directives: &[Positioned<ConstDirective>], name: &str, key: &str) -> Option<String> {
    let found = directives.iter().find(|one| one.node.name.node == name)?;
    match &found.node.get_argument(key)?.node {
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

fn deprecation(directives: &[Positioned<ConstDirective>]) -> Option<String> {
    argument(directives, "deprecated", "reason")
}

fn input(definition: &InputValueDefinition) -> InputValue {
    let (name, ty) = (
        definition.name.node.as_str(),
        reference(&definition.ty.node),
    );
    let value = described!(InputValue::new(name, ty), definition);
    match &definition.default_value {
        Some(default) => value.default_value(default.node.clone()),
        None => value,
    }
}

/// How the value of a field is found.
#[derive(Clone, Copy)]
enum Resolver {
    Member,
    Part,
    Related(super::graphql::Relation),
    One(&'static Class),
    Node,
    Page(&'static Class),
    Change(
        &'static Class,
        Mutation,
        Option<&'static [Positioned<InputValueDefinition>]>,
    ),
}

fn resolver(
    owner: &str,
    field: &'static FieldDefinition,
    types: &'static [TypeDefinition],
    classes: &'static [Class],
) -> Resolver {
    let name = field.name.node.as_str();
    for class in classes {
        let relations = class.relations.iter();
        let relation = relations.filter(|_| class.object == owner);
        if let Some((_, relation)) = relation.clone().find(|(known, _)| *known == name) {
            return Resolver::Related(*relation);
        }
    }
    if classes.iter().any(|class| class.object == owner) {
        return Resolver::Member;
    }
    for class in classes {
        if class.queries.0 == name && !field.arguments.is_empty() {
            return Resolver::One(class);
        }
        if class.queries.1 == name && !field.arguments.is_empty() {
            return Resolver::Page(class);
        }
        if let Some((_, mutation)) = class.mutations.iter().find(|(known, _)| *known == name) {
            let arguments = field.arguments.iter();
            let input = arguments
                .map(|one| &one.node.ty.node.base)
                .find_map(|base| {
                    let found = types
                        .iter()
                        .find(|ty| matches!(base, BaseType::Named(name) if *name == ty.name.node));
                    match &found?.kind {
                        TypeKind::InputObject(kind) => Some(kind.fields.as_slice()),
                        _ => None,
                    }
                });
            return Resolver::Change(class, *mutation, input);
        }
    }
    if name == "node" && !field.arguments.is_empty() {
        Resolver::Node
    } else {
        Resolver::Part
    }
}

fn output(
    definition: &'static FieldDefinition,
    ty: &'static FieldType,
    resolver: Resolver,
) -> Field {
    let name = definition.name.node.as_str();
    let field = Field::new(name, reference(ty), move |context| {
        FieldFuture::new(async move { resolve(&context, definition, ty, resolver).await })
    });
    let field = described!(field, definition);
    let arguments = definition.arguments.iter().map(|one| input(&one.node));
    let field = arguments.fold(field, Field::argument);
    match deprecation(&definition.directives) {
        Some(reason) => field.deprecation(Some(&reason)),
        None => field,
    }
}

async fn resolve<'a>(
    context: &ResolverContext<'a>,
    definition: &'static FieldDefinition,
    ty: &'static FieldType,
    resolver: Resolver,
) -> Result<Option<FieldValue<'a>>, Error> {
    let parent = context.parent_value;
    let found = match resolver {
        Resolver::Member => return member(parent, definition).map(Some),
        Resolver::Part => return part(parent, definition, &ty.base),
        Resolver::Related(relation) => {
            let item = parent.try_downcast_ref::<Arc<Item>>()?;
            relation.find(context, item).await?
        }
        Resolver::One(class) => Vec::from_iter(class.one(context).await?),
        Resolver::Node => Vec::from_iter(Class::node(context).await?),
        Resolver::Page(class) => {
            let page = class.page(context).await;
            return page.map(|(items, total)| Some(FieldValue::owned_any(Page { items, total })));
        }
        Resolver::Change(class, mutation, fields) => {
            let input = input_of(context, fields)?;
            let payload = mutation.run(class, context, input).await?;
            return Ok(Some(FieldValue::owned_any(payload)));
        }
    };
    Ok(instances(found, &ty.base))
}

/// Returns the value of a field of an object that is no instance.
fn part<'a>(
    parent: &FieldValue<'_>,
    definition: &FieldDefinition,
    base: &BaseType,
) -> Result<Option<FieldValue<'a>>, Error> {
    let name = definition.name.node.as_str();
    if let Ok(page) = parent.try_downcast_ref::<Page>() {
        return Ok(match name {
            "total" => Some(FieldValue::value(page.total)),
            _ => instances(page.items.clone(), base),
        });
    }
    if let Ok(payload) = parent.try_downcast_ref::<Payload>() {
        return Ok(match (payload, name) {
            (Payload::Errors(errors), "errors") => {
                let errors = errors.iter().cloned().map(FieldValue::owned_any);
                Some(FieldValue::list(errors))
            }
            (_, "errors") => Some(FieldValue::list(iter::empty::<FieldValue<'_>>())),
            (Payload::Changed(item), _) => instances(vec![Arc::clone(item)], base),
            (Payload::Deleted(id), _) => Some(FieldValue::value(Value::from_json(id.clone())?)),
            (Payload::Errors(_), _) => None,
        });
    }
    let value = parent.try_downcast_ref::<JsonValue>()?;
    Ok(match value.get(name) {
        None | Some(JsonValue::Null) => None,
        Some(value) => Some(FieldValue::value(Value::from_json(value.clone())?)),
    })
}

/// Returns the value of a member that is no instance.
fn member<'a>(
    parent: &FieldValue<'_>,
    definition: &FieldDefinition,
) -> Result<FieldValue<'a>, Error> {
    let item = parent.try_downcast_ref::<Arc<Item>>()?;
    let value = item.value.get(definition.name.node.as_str()).cloned();
    let value = spelt(value.unwrap_or_default(), &definition.ty.node.base, true);
    Ok(FieldValue::value(Value::from_json(value)?))
}

/// Returns instances as the value of a field: a list, or the only one.
fn instances<'a>(found: Vec<Arc<Item>>, base: &BaseType) -> Option<FieldValue<'a>> {
    let name = named(base);
    let mut values = found.into_iter().map(|item| {
        let object = item.object;
        let value = FieldValue::owned_any(item);
        if name == object {
            value
        } else {
            value.with_type(object)
        }
    });
    match base {
        BaseType::List(_) => Some(FieldValue::list(values)),
        BaseType::Named(_) => values.next(),
    }
}

/// Returns the argument `input` as JSON, with lists where single values stand for them; an empty
/// object for operations without it.
fn input_of(
    context: &ResolverContext<'_>,
    fields: Option<&[Positioned<InputValueDefinition>]>,
) -> Result<JsonValue, Error> {
    let Some(fields) = fields else {
        return Ok(JsonValue::Object(serde_json::Map::new()));
    };
    let mut input = context
        .args
        .try_get("input")?
        .as_value()
        .clone()
        .into_json()?;
    for field in fields {
        let Some(value) = input.get_mut(field.node.name.node.as_str()) else {
            continue;
        };
        let base = &field.node.ty.node.base;
        let given = spelt(value.take(), base, false);
        *value = match (base, &given) {
            (BaseType::List(_), JsonValue::Array(_) | JsonValue::Null)
            | (BaseType::Named(_), _) => given,
            (BaseType::List(_), _) => JsonValue::Array(vec![given]),
        };
    }
    Ok(input)
}

/// Converts values of enumerations whose names in GraphQL are not those in JSON.
fn spelt(value: JsonValue, base: &BaseType, is_output: bool) -> JsonValue {
    match (value, base) {
        (JsonValue::Array(values), BaseType::List(item)) => {
            let values = values.into_iter();
            values
                .map(|value| spelt(value, &item.base, is_output))
                .collect()
        }
        (JsonValue::String(text), BaseType::List(item)) => {
            spelt(JsonValue::String(text), &item.base, is_output)
        }
        (JsonValue::String(text), BaseType::Named(ty)) => {
            let mut all = ENUM_VALUES.iter().filter(|(known, ..)| ty == *known);
            let found = all.find(|(_, name, json)| text == if is_output { *json } else { *name });
            let found = found.map(|(_, name, json)| if is_output { *name } else { *json });
            JsonValue::String(found.map_or(text, str::to_owned))
        }
        (value, _) => value,
    }
}

/// Returns the name of a type, or of the items of a list.
fn named(base: &BaseType) -> &str {
    match base {
        BaseType::Named(name) => name.as_str(),
        BaseType::List(item) => named(&item.base),
    }
}
