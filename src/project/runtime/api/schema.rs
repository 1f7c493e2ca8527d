//! Builds the GraphQL schema from `schema.graphql`, with the operations of the classes.

use std::iter;
use std::sync::Arc;

use async_graphql::dataloader::DataLoader;
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
use super::connections::{Arguments, Edge, Page};
use super::failures::Failures;
use super::graphql::{Class, Item, Mutation, Payload, Relation};
use super::store::{store, Store, Total};
use super::unions::Unions;

const SDL: &str = include_str!("../../schema/schema.graphql");

/// The maximum depth of an operation. A complete introspection has 15.
const MAX_DEPTH: usize = 20;

/// The maximum number of fields of an operation.
const MAX_FIELDS: usize = 500;

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
    let (query, mutation) = (roots.0.as_str(), roots.1.as_str());
    let builder = Schema::build(query, Some(mutation), None);
    let builder = builder.extension(Failures).extension(Unions::of(types));
    let builder = types.iter().fold(builder, |builder, definition| {
        builder.register(type_of(definition, types, classes, (query, mutation)))
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
    roots: (&str, &str),
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
                let ty = output_type(&field.node, &kind.implements, types);
                let (name, ty) = (field.node.name.node.as_str(), reference(ty));
                let made = described!(InterfaceField::new(name, ty), field.node);
                let arguments = field.node.arguments.iter().map(|one| input(&one.node));
                let made = arguments.fold(made, InterfaceField::argument);
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
                let resolver = resolver(name, &field.node, classes, roots);
                let ty = output_type(&field.node, &kind.implements, types);
                output(&field.node, ty, resolver, types)
            });
            fields.fold(object, Object::field).into()
        }
    }
}

/// Returns the type of a field: that of the interfaces with the field, because async-graphql rejects
/// a narrower type, which GraphQL allows (June 2018, section 3.6).
fn output_type<'a>(
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
        Some(output_type(&own.node, &kind.implements, types))
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
    ResponseField,
    Related(Relation),
    One(&'static Class),
    Node,
    Page(&'static Class),
    Change(&'static Class, Mutation),
}

fn resolver(
    owner: &str,
    field: &FieldDefinition,
    classes: &'static [Class],
    (query, mutation): (&str, &str),
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
        if owner == query && class.queries.0 == name {
            return Resolver::One(class);
        }
        if owner == query && class.queries.1 == name {
            return Resolver::Page(class);
        }
        let mut mutations = class.mutations.iter().filter(|_| owner == mutation);
        if let Some((_, mutation)) = mutations.find(|(known, _)| *known == name) {
            return Resolver::Change(class, *mutation);
        }
    }
    if owner == query {
        Resolver::Node
    } else {
        Resolver::ResponseField
    }
}

fn output(
    definition: &'static FieldDefinition,
    ty: &'static FieldType,
    resolver: Resolver,
    types: &'static [TypeDefinition],
) -> Field {
    let name = definition.name.node.as_str();
    let field = Field::new(name, reference(ty), move |context| {
        FieldFuture::new(async move {
            let found = resolve(&context, definition, ty, resolver, types).await?;
            count_values(&context, found.as_ref())?;
            Ok(found)
        })
    });
    let field = described!(field, definition);
    let arguments = definition.arguments.iter().map(|one| input(&one.node));
    let field = arguments.fold(field, Field::argument);
    match deprecation(&definition.directives) {
        Some(reason) => field.deprecation(Some(&reason)),
        None => field,
    }
}

/// Counts the values that follow from a field, before they are resolved.
fn count_values(
    context: &ResolverContext<'_>,
    found: Option<&FieldValue<'_>>,
) -> Result<(), Error> {
    let objects = found.map_or(0, |found| found.as_list().map_or(1, <[_]>::len));
    let text = found.and_then(FieldValue::as_value).map_or(0, weight);
    let fields = context.field().selection_set().count();
    Ok(store(context)?.values.count(objects * fields + text)?)
}

/// Returns the number of values in a list or an object. Each 100 bytes of text are another one.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() / 100,
        Value::List(values) => values.iter().map(|value| 1 + weight(value)).sum(),
        Value::Object(members) => members.values().map(|value| 1 + weight(value)).sum(),
        _ => 0,
    }
}

async fn resolve<'a>(
    context: &ResolverContext<'a>,
    definition: &'static FieldDefinition,
    ty: &'static FieldType,
    resolver: Resolver,
    types: &[TypeDefinition],
) -> Result<Option<FieldValue<'a>>, Error> {
    let argument = |name| argument_of(context, definition, name, types);
    let to_value = |found| instances(found, &ty.base);
    match resolver {
        Resolver::Member => member(context.parent_value, definition),
        Resolver::ResponseField => response_field(context, definition, &ty.base).await,
        Resolver::Page(class) => {
            let arguments = Arguments::read(context, &argument("filter"), &argument("orderBy"));
            let page = class.page(context, arguments?).await;
            page.map(FieldValue::owned_any).map(Some)
        }
        Resolver::Related(Relation::List(related, class)) => {
            let arguments = Arguments::read(context, &argument("filter"), &argument("orderBy"));
            let page = Relation::page(related, class, context, arguments?).await;
            page.map(FieldValue::owned_any).map(Some)
        }
        Resolver::Change(class, mutation) => {
            let payload = mutation.run(class, context, argument("input")).await;
            payload.map(FieldValue::owned_any).map(Some)
        }
        Resolver::Related(relation) => {
            let is_list = matches!(ty.base, BaseType::List(_));
            relation.find(context, is_list).await.map(to_value)
        }
        Resolver::One(class) => class.one(context).await.map(Vec::from_iter).map(to_value),
        Resolver::Node => Class::node(context).await.map(Vec::from_iter).map(to_value),
    }
}

/// Returns the value of a field of a page, an edge or a payload.
async fn response_field<'a>(
    context: &ResolverContext<'_>,
    definition: &FieldDefinition,
    base: &BaseType,
) -> Result<Option<FieldValue<'a>>, Error> {
    let parent = context.parent_value;
    let name = definition.name.node.as_str();
    if let Ok(page) = parent.try_downcast_ref::<Page>() {
        if name == "total" {
            let loader = context.data::<DataLoader<Store>>()?;
            let total = loader.load_one(Total(page.list.clone())).await?;
            return Ok(total.transpose()?.map(FieldValue::value));
        }
        return Ok(page_field(page, name, base));
    }
    if let Ok(edge) = parent.try_downcast_ref::<Edge>() {
        return Ok(match name {
            "cursor" => Some(FieldValue::value(edge.cursor.clone())),
            _ => instances(vec![Arc::clone(&edge.item)], base),
        });
    }
    if let Ok(payload) = parent.try_downcast_ref::<Payload>() {
        return Ok(payload_field(payload, name, base));
    }
    match parent.try_downcast_ref::<JsonValue>()?.get(name) {
        None | Some(JsonValue::Null) => Ok(None),
        Some(value) => Ok(Some(FieldValue::value(Value::from_json(value.clone())?))),
    }
}

fn page_field<'a>(page: &Page, name: &str, base: &BaseType) -> Option<FieldValue<'a>> {
    match name {
        "edges" => Some(FieldValue::list(page.edges().map(FieldValue::owned_any))),
        "pageInfo" => Some(FieldValue::owned_any(page.info())),
        _ => instances(page.items.clone(), base),
    }
}

fn payload_field<'a>(payload: &Payload, name: &str, base: &BaseType) -> Option<FieldValue<'a>> {
    match (payload, name) {
        (Payload::Errors(errors), "errors") => {
            let errors = errors.iter().cloned().map(FieldValue::owned_any);
            Some(FieldValue::list(errors))
        }
        (_, "errors") => Some(FieldValue::list(iter::empty::<FieldValue<'_>>())),
        (Payload::Changed(item), _) => instances(vec![Arc::clone(item)], base),
        (Payload::Deleted(id), _) => Some(FieldValue::value(id.to_string())),
        (Payload::Errors(_), _) => None,
    }
}

/// Returns the value of a member that is no instance. async-graphql rejects null as a value of an enumeration.
fn member<'a>(
    parent: &FieldValue<'_>,
    definition: &FieldDefinition,
) -> Result<Option<FieldValue<'a>>, Error> {
    let item = parent.try_downcast_ref::<Arc<Item>>()?;
    match item.value.get(definition.name.node.as_str()) {
        None | Some(JsonValue::Null) => Ok(None),
        Some(value) => {
            let value = convert_enums(value.clone(), &definition.ty.node.base, true);
            Ok(Some(FieldValue::value(Value::from_json(value)?)))
        }
    }
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

/// Returns an argument as JSON, or an empty object.
fn argument_of(
    context: &ResolverContext<'_>,
    definition: &FieldDefinition,
    name: &str,
    types: &[TypeDefinition],
) -> JsonValue {
    let mut arguments = definition.arguments.iter();
    let declared = arguments.find(|one| one.node.name.node == name);
    let given = context.args.get(name);
    let given = given.and_then(|given| given.as_value().clone().into_json().ok());
    match (declared, given) {
        (Some(declared), Some(given)) => input_of(given, &declared.node.ty.node.base, types),
        _ => JsonValue::Object(serde_json::Map::new()),
    }
}

/// Converts an input to the names of JSON, with lists where single values stand for them.
fn input_of(value: JsonValue, base: &BaseType, types: &[TypeDefinition]) -> JsonValue {
    let ty = types.iter().find(|ty| named(base) == ty.name.node);
    match (value, base, ty.map(|ty| &ty.kind)) {
        (JsonValue::Object(mut object), BaseType::Named(_), Some(TypeKind::InputObject(kind))) => {
            for field in &kind.fields {
                if let Some(value) = object.get_mut(field.node.name.node.as_str()) {
                    *value = input_of(value.take(), &field.node.ty.node.base, types);
                }
            }
            JsonValue::Object(object)
        }
        (JsonValue::Null, ..) => JsonValue::Null,
        (value @ JsonValue::Array(_), BaseType::List(_), _) | (value, BaseType::Named(_), _) => {
            convert_enums(value, base, false)
        }
        (value, BaseType::List(_), _) => JsonValue::Array(vec![convert_enums(value, base, false)]),
    }
}

/// Converts values of enumerations whose names in GraphQL are not those in JSON.
fn convert_enums(value: JsonValue, base: &BaseType, is_output: bool) -> JsonValue {
    match (value, base) {
        (JsonValue::Array(values), BaseType::List(item)) => {
            let values = values.into_iter();
            values
                .map(|value| convert_enums(value, &item.base, is_output))
                .collect()
        }
        (JsonValue::String(text), BaseType::List(item)) => {
            convert_enums(JsonValue::String(text), &item.base, is_output)
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
