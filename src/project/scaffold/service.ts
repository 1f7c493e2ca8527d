/** Scaffold files of the service, which belong to the user. */

import { rawLiteral } from '../../targets/rust-models/index.ts';
import appFile from './files/app.rs?raw';
import authFile from './files/auth.rs?raw';
import mainFile from './files/main.rs?raw';
import tracesFile from './files/traces.rs?raw';
import { markdownCode, type ScaffoldFile, type ScaffoldValues, shellWord, shellWords } from './project.ts';

export const serviceDependencies: Readonly<Record<string, string>> = {
  axum: '"0.8"',
  'axum-prometheus': '{ version = "0.10", optional = true }',
  dotenvy: '"0.15"',
  hyper: '{ version = "1", features = ["http1", "server"] }',
  'hyper-util': '{ version = "0.1", features = ["http1", "server", "server-graceful", "service", "tokio"] }',
  opentelemetry: '{ version = "0.33", optional = true, default-features = false, features = ["trace"] }',
  'opentelemetry-http': '{ version = "0.33", optional = true, default-features = false }',
  'opentelemetry-otlp':
    '{ version = "0.33", optional = true, default-features = false, features = ["http-proto", "reqwest-blocking-client", "trace"] }',
  opentelemetry_sdk: '{ version = "0.33", optional = true, default-features = false, features = ["trace"] }',
  serde_json: '{ version = "1", features = ["float_roundtrip"] }',
  serde_path_to_error: '"0.1"',
  sha2: '"0.10"',
  sqlx: '{ version = "0.8", default-features = false, features = ["chrono", "json", "macros", "migrate", "postgres", "runtime-tokio", "rust_decimal", "tls-rustls-ring-webpki", "uuid"] }',
  tokio: '{ version = "1", features = ["macros", "net", "rt-multi-thread", "signal", "sync", "time"] }',
  tower: '{ version = "0.5", features = ["util"] }',
  'tower-http': '{ version = "0.6", features = ["catch-panic", "request-id", "trace", "util"] }',
  tracing: '"0.1"',
  'tracing-opentelemetry': '{ version = "0.34", optional = true, default-features = false }',
  'tracing-subscriber': '{ version = "0.3", features = ["env-filter", "json"] }',
};

export const graphqlDependencies: Readonly<Record<string, string>> = {
  'async-graphql': '{ version = "7", default-features = false, features = ["dataloader", "dynamic-schema"] }',
};

export function serviceFiles(project: ScaffoldValues): readonly ScaffoldFile[] {
  if (project.service === 'none') return [];
  return [
    { path: 'src/main.rs', content: filled(mainFile, project) },
    { path: 'src/app.rs', content: filled(appFile, project) },
    { path: 'src/traces.rs', content: tracesFile },
    { path: 'src/auth.rs', content: filled(authFile, project) },
    { path: 'src/hooks.rs', content: hooks(project) },
    ...serviceTest(project),
    { path: 'build.rs', content: BUILD },
    { path: '.env.example', content: ENVIRONMENT },
    { path: 'dev', content: dev(project), executable: true },
    { path: 'compose.yaml', content: compose(project) },
    { path: 'Containerfile', content: containerfile(project) },
    { path: '.dockerignore', content: '.dev\n.env\n.git\n**/.venv\n**/node_modules\ntarget\n' },
  ];
}

/** Returns the name by which code uses the crate. */
const crateName = ({ cargo }: ScaffoldValues): string => cargo.replaceAll('-', '_');

/** Returns a source file with the name of the crate and the paths of the pages. */
function filled(source: string, project: ScaffoldValues): string {
  const paths = Object.entries(project.pages).map(([name, path]) => [`/${name}`, path] as const);
  return paths.reduce(
    (text, [name, path]) => text.replaceAll(`"${name}"`, `"${path}"`).replaceAll(`\`${name}\``, `\`${path}\``),
    source.replaceAll('project_crate', crateName(project)),
  );
}

/** Returns the files of the service outside `src/` and `tests/`, as words of the shell that follow others. */
export const serviceParts = (project: ScaffoldValues): string =>
  shellWords(serviceFiles(project).flatMap(({ path }) => (/^(?:src|tests)\//.test(path) ? [] : [path])));

/** Returns the empty hooks of a class, given by its Rust type. */
export const hooksOf = (type: string): string => `impl Hooks for models::${type} {}`;

const hooks = ({
  resources,
}: ScaffoldValues): string => `//! Your code in the operations of the API: override methods of \`Hooks\` for a class. A new class needs a
//! line here; remove the line of a deleted class. Example, which replaces the line of \`${resources[0]}\`, with a
//! type \`Administrator\` of yours that \`src/auth.rs\` adds to the extensions of a request:
//!
//! \`\`\`text
//! use crate::api::http::Caller;
//! use crate::api::problem::{Code, Problem};
//! use crate::api::resource::Operation;
//! use crate::api::session::Session;
//! use uuid::Uuid;
//!
//! impl Hooks for models::${resources[0]} {
//!     async fn authorize(
//!         caller: &Caller,
//!         _: &mut Session,
//!         operation: Operation,
//!         _: Option<Uuid>,
//!     ) -> Result<(), Problem> {
//!         if operation == Operation::Delete && caller.extensions.get::<Administrator>().is_none() {
//!             return Err(Problem::new(Code::Forbidden, "Only administrators delete."));
//!         }
//!         Ok(())
//!     }
//! }
//! \`\`\`

use crate::api::resource::Hooks;
use crate::models;

${resources.map(hooksOf).join('\n')}
`;

/** Returns a test that creates an instance and lists it, if there is a class without required references. */
function serviceTest(project: ScaffoldValues): readonly ScaffoldFile[] {
  const { create, list } = project.firstRequests;
  if (!create || project.service === 'graphql') return [];
  const content = `//! Requests to the service. Each test has a database of its own, which sqlx creates on the server of
//! \`DATABASE_URL\`: \`cargo test -- --include-ignored\`.

use axum::body::{to_bytes, Body};
use axum::http::{header, Request, StatusCode};
use serde_json::Value;
use sqlx::PgPool;
use tower::ServiceExt;

use ${crateName(project)}::api::idempotency;
use ${crateName(project)}::app::{service, Limits};
use ${crateName(project)}::auth::BearerToken;

const TOKEN: &str = "Bearer secret";

const BODY: &str = ${rawLiteral(JSON.stringify(JSON.parse(create.json), undefined, 2))};

#[sqlx::test]
#[ignore = "needs DATABASE_URL"]
async fn a_created_instance_is_listed(pool: PgPool) {
    let mut db = pool.acquire().await.unwrap();
    idempotency::create_table(&mut db).await.unwrap();
    let authentication = BearerToken("secret".to_owned());
    let app = service(pool.clone(), pool, authentication, Limits::default());
    let request = Request::post("${create.path}")
        .header(header::AUTHORIZATION, TOKEN)
        .header(header::CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(BODY)).unwrap();
    let response = app.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::CREATED);

    let request = Request::get("${list}").header(header::AUTHORIZATION, TOKEN);
    let request = request.body(Body::empty()).unwrap();
    let response = app.oneshot(request).await.unwrap();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    let page: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(page["total"], 1);
}
`;
  return [{ path: 'tests/service.rs', content }];
}

const BUILD = `//! Compiles again when there is a new migration, which \`sqlx::migrate!\` includes.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
`;

const ENVIRONMENT = `# Copy this file to .env, which Git ignores. The service, ./dev and docker compose read it. Variables of the
# environment take precedence. Quote values with spaces or special characters.

# The token that clients must send: openssl rand -hex 16
# API_TOKEN=

# Without it, ./dev starts a PostgreSQL server. compose.yaml has a server of its own.
# DATABASE_URL='postgres://user:password@localhost/database'

# LISTEN=127.0.0.1:8080
# POOL_SIZE=10
# LOG_FORMAT=json
`;

const dev = ({ name, ontology, sourceOptions }: ScaffoldValues): string => `#!/usr/bin/env bash
# Runs the service of ${name} with a PostgreSQL server of its own in .dev/, or with that of DATABASE_URL, which may be in .env.
# ./dev --sample 100 adds generated instances, 100 of each class; it needs codegen and psql.
set -euo pipefail
cd "$(dirname "$0")"

sample=
case "\${1:-}" in
  '') ;;
  --sample) sample=\${2:-10} ;;
  *)
    echo 'usage: ./dev [--sample [NUMBER]]' >&2
    exit 2
    ;;
esac

if [ -z "\${DATABASE_URL:-}" ] && [ -f .env ]; then
  DATABASE_URL=$(. ./.env && echo "\${DATABASE_URL:-}")
  export DATABASE_URL
fi
if [ -z "\${DATABASE_URL:-}" ]; then
  if [ "$(id -u)" = 0 ]; then
    echo 'PostgreSQL does not run as root: set DATABASE_URL, or use another user' >&2
    exit 1
  fi
  for bin in "$(pg_config --bindir 2>/dev/null)" $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV); do
    # Packages of clients have folders without initdb.
    if [ -x "$bin/initdb" ]; then PATH="$PATH:$bin"; fi
  done
  if ! command -v initdb >/dev/null; then
    echo 'cannot find initdb: install PostgreSQL, or set DATABASE_URL' >&2
    exit 1
  fi
  data=$PWD/.dev/data
  port=\${PGPORT:-54329}
  if [ ! -d "$data" ]; then
    mkdir -p .dev
    (umask 077 && od -A n -N 16 -t x1 /dev/urandom | tr -d ' \\n' >.dev/password)
    initdb --username=postgres --auth=scram-sha-256 --pwfile=.dev/password --encoding=UTF8 --pgdata="$data" >.dev/initdb.log
  fi
  if ! pg_ctl --pgdata="$data" status >/dev/null; then
    pg_ctl --pgdata="$data" --log=.dev/postgres.log --wait \\
      --options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=''" start >/dev/null || {
      tail -5 .dev/postgres.log >&2
      exit 1
    }
    trap 'pg_ctl --pgdata="$data" --mode=fast stop >/dev/null' EXIT
  fi
  export DATABASE_URL=postgres://postgres:$(cat .dev/password)@127.0.0.1:$port/postgres
fi

cargo build
if [ -n "$sample" ]; then
  cargo run --quiet -- --migrate
  codegen data sample --ontology ${shellWord(ontology)}${shellWords(sourceOptions)} --count "$sample" --to sql |
    psql "$DATABASE_URL" --quiet --set ON_ERROR_STOP=1 ||
    echo 'no instances were added: see the error above, or an earlier --sample has added them' >&2
fi
cargo run --quiet
`;

const compose = ({ cargo }: ScaffoldValues): string => `services:
  database:
    image: docker.io/library/postgres:17
    environment:
      POSTGRES_DB: "${cargo}"
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:-postgres}
    volumes:
      - data:/var/lib/postgresql/data
    healthcheck:
      test: ["CMD", "pg_isready", "--host", "127.0.0.1", "--username", "postgres"]
      interval: 2s
      retries: 30
    restart: unless-stopped
  service:
    build:
      context: .
      dockerfile: Containerfile
    environment:
      API_TOKEN: \${API_TOKEN:-}
      DATABASE_URL: postgres://postgres@database/${cargo}
      PGPASSWORD: \${POSTGRES_PASSWORD:-postgres}
      LISTEN: 0.0.0.0:8080
      PUBLISHED: loopback
    ports:
      # For other addresses than 127.0.0.1, remove PUBLISHED and set API_TOKEN.
      - 127.0.0.1:8080:8080
    depends_on:
      database:
        condition: service_healthy
    restart: unless-stopped
    stop_grace_period: 35s
volumes:
  data:
`;

const containerfile = ({ cargo }: ScaffoldValues): string => `FROM docker.io/library/rust:1-slim-bookworm AS build
WORKDIR /app
COPY . .
RUN cargo build --release

FROM docker.io/library/debian:bookworm-slim
COPY --from=build /app/target/release/${cargo} /usr/local/bin/service
USER nobody
EXPOSE 8080
CMD ["service"]
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const postCommand = (options: string, path: string, json: string): string =>
  `curl ${options}localhost:8080${path} -H 'content-type: application/json' -d ${quoted(json)}`;

/** Returns the commands that send the first requests, and the response to the first one. */
function firstCommands({ service, firstRequests: { create, list, query } }: ScaffoldValues): string {
  const rest = [...(create ? [postCommand('-i ', create.path, create.json)] : []), `curl localhost:8080${list}`];
  const graphql = postCommand('', '/graphql', JSON.stringify({ query }));
  const commands = [...(service === 'graphql' ? [] : rest), ...(service === 'rest' ? [] : [graphql])];
  const response =
    create && service !== 'graphql'
      ? `\nThe first response is \`201 Created\`; its header \`location\` is the path of the new instance.\n`
      : '';
  return `\`\`\`sh\n${commands.join('\n')}\n\`\`\`\n\nIf \`.env\` has an \`API_TOKEN\`, add \`-H 'authorization: Bearer …'\` with it to each command.${response === '' ? '\n' : `\n${response}`}`;
}

/** What clients can do with REST besides the basic operations. */
const restUse = `- **Lists:** \`?member=value\`, \`?member[gte]=value\` and \`?id[in]=…\` filter, \`?sort=-member,other\` sorts, and \`?include=relation\` adds related instances, also to \`GET\` of one instance.
- **Create several instances:** \`POST\` a list of at most 100 to the path of the class with \`/bulk\`. The service creates all of them or none.
- **Repeat requests safely:** send a new \`Idempotency-Key\` with each \`POST\`. If the response is lost, the same key and body get the first response.
- **Prevent lost updates:** send the \`ETag\` of an instance as \`If-Match\` with \`PUT\`, \`PATCH\` or \`DELETE\`. If the instance has changed, the response is 412.
`;

/** Returns the command that writes the next migration, with the inputs and policies of the project. */
const migrateCommand = ({ ontology, sourceOptions }: ScaffoldValues) =>
  `codegen migrate new --ontology ${shellWord(ontology)}${shellWords(sourceOptions)}`;

/** Returns the section of the README. */
export function serviceSection(project: ScaffoldValues): string {
  const { service } = project;
  if (service === 'none') return '';
  const contracts = [
    ...(service === 'graphql'
      ? []
      : [`\`schema/openapi.yaml\` describes all paths; \`${project.pages.docs}\` shows it in a browser.`]),
    ...(service === 'rest'
      ? []
      : ['`schema/schema.graphql` describes the operations of `/graphql`, which shows GraphiQL in a browser.']),
  ];
  return `
## The service

\`\`\`sh
docker compose up --build   # or ./dev: PostgreSQL from installed programs, migrations, service
\`\`\`

Then, in another terminal:

${firstCommands(project)}
${contracts.join(' ')} \`src/api/\` is generated: one module for each class, and shared code. Yours are \`src/main.rs\`, \`src/app.rs\`, \`src/auth.rs\` and \`src/hooks.rs\`.

${service === 'graphql' ? '' : restUse}- **Replace a handler:** write a route with the same path and method in \`own_routes\` of \`src/app.rs\`. The other methods of the path stay generated.
- **Add code to handlers:** \`src/hooks.rs\` authorizes requests, changes or rejects what clients write, and runs code after a commit.
- **Add a computed field:** \`computed\` in \`src/hooks.rs\` returns members that REST responses show, besides those of the ontology.
- **Authenticate:** \`src/auth.rs\` has a trait \`Authentication\` with two implementations. \`BearerToken\` compares \`API_TOKEN\`, which clients send as \`Authorization: Bearer …\`. Without a token, the service uses \`Open\`: it listens on loopback addresses only, and rejects requests (except \`${project.pages.health}\` and \`${project.pages.ready}\`) whose \`Host\` is not \`localhost\` or such an address. For another way, write a third implementation, and pass it to \`service\` in \`run\` of \`src/main.rs\`.
- **Configure:** environment variables, which the head of \`src/main.rs\` lists, or \`.env\`; \`.env.example\` is its start. \`${project.pages.health}\` and \`${project.pages.ready}\` are for orchestrators.
- **Test:** \`cargo test -- --include-ignored\` runs \`tests/service.rs\`, which sends requests to the whole service, with a database of its own on the server of \`DATABASE_URL\`. That of a running \`./dev\` is \`postgres://postgres:$(cat .dev/password)@127.0.0.1:54329/postgres\`.
- **Migrate:** the service applies \`migrations/\` when it starts, unless \`MIGRATE=false\`. After a change of the ontology, ${markdownCode(migrateCommand(project))} writes the next migration. Until you commit the first migration to Git, each run of \`codegen\` replaces it: then stop \`./dev\` and delete \`.dev/\`.
- **Fix the versions of crates:** the first build writes \`Cargo.lock\`. Commit it, so that CI and \`Containerfile\` build the same versions.
`;
}
