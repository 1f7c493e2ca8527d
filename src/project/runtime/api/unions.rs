//! Fragments on unions, which async-graphql ignores when it executes an operation.

use std::sync::Arc;

use async_graphql::async_trait::async_trait;
use async_graphql::extensions::{Extension, ExtensionContext, ExtensionFactory, NextParseQuery};
use async_graphql::parser::types::{
    DocumentOperations, ExecutableDocument, Selection, SelectionSet, TypeCondition, TypeDefinition,
    TypeKind,
};
use async_graphql::{Name, ServerResult, Variables};

/// The interface of all instances. If the ontology has a class with this name, there is no such interface.
const NODE: &str = "Node";

/// Replaces unions in conditions of fragments by the interface of all instances. A fragment on a union selects no
/// members but those of its own fragments, so the result is the same.
#[derive(Clone)]
pub(super) struct Unions(Vec<&'static str>);

impl Unions {
    /// Finds the unions of a schema.
    pub(super) fn of(types: &'static [TypeDefinition]) -> Self {
        let names = |is_kind: fn(&TypeKind) -> bool| {
            let found = types.iter().filter(move |ty| is_kind(&ty.kind));
            found.map(|ty| ty.name.node.as_str())
        };
        let has_node =
            names(|kind| matches!(kind, TypeKind::Interface(_))).any(|name| name == NODE);
        let unions = names(|kind| matches!(kind, TypeKind::Union(_)));
        Self(unions.filter(|_| has_node).collect())
    }

    fn widen(&self, condition: &mut TypeCondition) {
        if self.0.contains(&condition.on.node.as_str()) {
            condition.on.node = Name::new(NODE);
        }
    }

    fn widen_all(&self, set: &mut SelectionSet) {
        for selection in &mut set.items {
            match &mut selection.node {
                Selection::Field(field) => self.widen_all(&mut field.node.selection_set.node),
                Selection::FragmentSpread(_) => {}
                Selection::InlineFragment(fragment) => {
                    if let Some(condition) = &mut fragment.node.type_condition {
                        self.widen(&mut condition.node);
                    }
                    self.widen_all(&mut fragment.node.selection_set.node);
                }
            }
        }
    }
}

impl ExtensionFactory for Unions {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(self.clone())
    }
}

#[async_trait]
impl Extension for Unions {
    async fn parse_query(
        &self,
        context: &ExtensionContext<'_>,
        query: &str,
        variables: &Variables,
        next: NextParseQuery<'_>,
    ) -> ServerResult<ExecutableDocument> {
        let mut document = next.run(context, query, variables).await?;
        match &mut document.operations {
            DocumentOperations::Single(operation) => {
                self.widen_all(&mut operation.node.selection_set.node);
            }
            DocumentOperations::Multiple(operations) => {
                for operation in operations.values_mut() {
                    self.widen_all(&mut operation.node.selection_set.node);
                }
            }
        }
        for fragment in document.fragments.values_mut() {
            self.widen(&mut fragment.node.type_condition.node);
            self.widen_all(&mut fragment.node.selection_set.node);
        }
        Ok(document)
    }
}
