/** Code of a user in the service of a project: a route, and hooks that headers of requests turn on. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Adds a route with the path of generated ones, rules that reject requests with a header, and a computed field. */
export function addOwnCode(project: string): void {
  const replace = (file: string, from: string, to: string) => {
    const text = readFileSync(path.join(project, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path.join(project, file), text.replace(from, to));
  };
  const route = '.route("/wards/{id}", axum::routing::options(|| async { "own" }))';
  replace(
    'src/app.rs',
    'fn own_routes() -> Router<PgPool> {\n    Router::new()',
    `fn own_routes() -> Router<PgPool> {\n    Router::new()${route}`,
  );
  replace(
    'src/hooks.rs',
    'impl Hooks for models::Surgeon {}',
    `use crate::api::{http::Caller, problem::{Code, Problem}, resource::Operation, session::Session};
impl Hooks for models::Surgeon {
    async fn authorize(caller: &Caller, _: &mut Session, _: Operation, _: Option<uuid::Uuid>) -> Result<(), Problem> {
        let is_rejected = caller.headers.contains_key("x-reject");
        if is_rejected { Err(Problem::new(Code::Forbidden, "No surgeons.")) } else { Ok(()) }
    }

    async fn before_create(&mut self, caller: &Caller, _: &mut Session) -> Result<(), Problem> {
        self.id = header(caller, "x-id").unwrap_or(self.id);
        Ok(())
    }
}

/// Returns the value of a header.
fn header<T: std::str::FromStr>(caller: &Caller, name: &str) -> Option<T> {
    caller.headers.get(name)?.to_str().ok()?.parse().ok()
}`,
  );
  replace(
    'src/hooks.rs',
    'impl Hooks for models::Doctor {}',
    `impl Hooks for models::Doctor {
    async fn authorize(caller: &Caller, _: &mut Session, _: Operation, _: Option<uuid::Uuid>) -> Result<(), Problem> {
        let is_rejected = caller.headers.contains_key("x-reject-doctors");
        if is_rejected { Err(Problem::new(Code::Forbidden, "No doctors.")) } else { Ok(()) }
    }

    async fn before_create(&mut self, caller: &Caller, _: &mut Session) -> Result<(), Problem> {
        self.id = header(caller, "x-id").unwrap_or(self.id);
        Ok(())
    }

    async fn before_update(&mut self, stored: &Self, caller: &Caller, _: &mut Session) -> Result<(), Problem> {
        if caller.headers.contains_key("x-keep-specialty") {
            self.specialty.clone_from(&stored.specialty);
        }
        Ok(())
    }
}`,
  );
  replace(
    'src/hooks.rs',
    'impl Hooks for models::Ward {}',
    `impl Hooks for models::Ward {
    async fn authorize(_: &Caller, session: &mut Session, _: Operation, _: Option<uuid::Uuid>) -> Result<(), Problem> {
        sqlx::query("SELECT 1").execute(session.db().await?).await?;
        Ok(())
    }

    async fn before_create(&mut self, caller: &Caller, session: &mut Session) -> Result<(), Problem> {
        if caller.headers.contains_key("x-add-person") {
            let query = sqlx::query("INSERT INTO people (name) VALUES ('Hook')");
            query.execute(session.db().await?).await?;
        }
        Ok(())
    }

    async fn before_update(&mut self, stored: &Self, caller: &Caller, session: &mut Session) -> Result<(), Problem> {
        if caller.headers.contains_key("x-fixed-name") && self.ward_name != stored.ward_name {
            return Err(Problem::new(Code::Forbidden, "The name is fixed."));
        }
        if caller.headers.contains_key("x-count-beds") {
            let query = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM wards").fetch_one(session.db().await?);
            self.beds = u32::try_from(query.await?).ok();
        }
        Ok(())
    }
}`,
  );
  replace(
    'src/hooks.rs',
    'impl Hooks for models::Nurse {}',
    `impl Hooks for models::Nurse {
    fn computed(&self) -> crate::api::resource::Members {
        let name = self.name.as_deref().filter(|name| name.starts_with("Computed"));
        name.map(|name| ("label".to_owned(), name.to_uppercase().into())).into_iter().collect()
    }

    async fn before_create(&mut self, caller: &Caller, _: &mut Session) -> Result<(), Problem> {
        self.id = header(caller, "x-id").unwrap_or(self.id);
        Ok(())
    }
}`,
  );
  replace(
    'src/hooks.rs',
    'impl Hooks for models::Team {}',
    `impl Hooks for models::Team {
    async fn authorize(caller: &Caller, _: &mut Session, _: Operation, _: Option<uuid::Uuid>) -> Result<(), Problem> {
        assert!(!caller.headers.contains_key("x-panic"), "a rule of the test panics");
        Ok(())
    }

    async fn before_create(&mut self, caller: &Caller, session: &mut Session) -> Result<(), Problem> {
        if let Some(code) = header::<String>(caller, "x-cancel") {
            sqlx::query("SELECT own.cancel($1)").bind(code).execute(session.db().await?).await?;
        }
        Ok(())
    }

    async fn before_update(&mut self, _: &Self, caller: &Caller, session: &mut Session) -> Result<(), Problem> {
        if let Some(id) = header::<uuid::Uuid>(caller, "x-lock") {
            let sql = "SELECT id FROM teams WHERE id = $1 AND pg_sleep(0.3) IS NOT NULL FOR UPDATE";
            sqlx::query(sql).bind(id).execute(session.db().await?).await?;
        }
        Ok(())
    }

    async fn after_commit(pool: &sqlx::PgPool, operation: Operation, id: uuid::Uuid) {
        let sql = "INSERT INTO own.changes SELECT $1, $2, EXISTS (SELECT FROM teams WHERE id = $2)";
        let query = sqlx::query(sql).bind(format!("{operation:?}")).bind(id);
        // Most tests have no such table.
        let _ = query.execute(pool).await;
    }
}`,
  );
}

/** Replaces the line of a class in `src/hooks.rs` with the example in the comment of that file. */
export function useExampleOfHooks(project: string): void {
  const file = path.join(project, 'src/hooks.rs');
  const text = readFileSync(file, 'utf8');
  const example = /^\/\/! ```text\n([\s\S]*?)^\/\/! ```$/m.exec(text)?.[1]?.replace(/^\/\/! ?/gm, '') ?? '';
  const replaced = /^impl Hooks for models::\w+ \{/m.exec(example)?.[0];
  expect(text).toContain(`${replaced}}\n`);
  writeFileSync(file, `${text.replace(`${replaced}}\n`, '')}\n#[derive(Clone)]\nstruct Administrator;\n\n${example}`);
}
