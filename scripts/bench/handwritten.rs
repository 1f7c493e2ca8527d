//! Posts of the blog, as handlers written by hand, to compare the generated service with (scripts/bench-service.js).

use axum::extract::{Path, Query, State};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgPoolOptions;
use sqlx::{FromRow, PgPool};
use uuid::Uuid;

#[derive(Serialize, FromRow)]
struct Post {
    id: Uuid,
    title: String,
    content: String,
    published_at: DateTime<Utc>,
    author_id: Uuid,
}

#[derive(Deserialize)]
struct NewPost {
    title: String,
    content: String,
    published_at: Option<DateTime<Utc>>,
    author_id: Uuid,
}

#[derive(Deserialize)]
struct PageQuery {
    #[serde(default = "default_limit")]
    limit: i64,
    #[serde(default)]
    offset: i64,
}

const fn default_limit() -> i64 {
    20
}

#[derive(Serialize)]
struct Page {
    total: i64,
    limit: i64,
    offset: i64,
    items: Vec<Post>,
}

struct Failure(StatusCode);

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self(match error {
            sqlx::Error::RowNotFound => StatusCode::NOT_FOUND,
            sqlx::Error::Database(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        })
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

async fn show(State(pool): State<PgPool>, Path(id): Path<Uuid>) -> Result<Json<Post>, Failure> {
    let sql = "SELECT id, title, content, published_at, author_id FROM posts WHERE id = $1";
    Ok(Json(sqlx::query_as(sql).bind(id).fetch_one(&pool).await?))
}

async fn list(State(pool): State<PgPool>, Query(page): Query<PageQuery>) -> Result<Json<Page>, Failure> {
    let total = sqlx::query_scalar("SELECT count(*) FROM posts");
    let total = total.fetch_one(&pool).await?;
    let sql = "SELECT id, title, content, published_at, author_id FROM posts ORDER BY id LIMIT $1 OFFSET $2";
    let items = sqlx::query_as(sql).bind(page.limit).bind(page.offset);
    let items = items.fetch_all(&pool).await?;
    let PageQuery { limit, offset } = page;
    Ok(Json(Page { total, limit, offset, items }))
}

async fn create(State(pool): State<PgPool>, Json(post): Json<NewPost>) -> Result<Response, Failure> {
    if post.title.chars().count() > 500 {
        return Err(Failure(StatusCode::UNPROCESSABLE_ENTITY));
    }
    let sql = "INSERT INTO posts (id, title, content, published_at, author_id) VALUES ($1, $2, $3, $4, $5)
        RETURNING id, title, content, published_at, author_id";
    let stored: Post = sqlx::query_as(sql)
        .bind(Uuid::new_v4())
        .bind(post.title)
        .bind(post.content)
        .bind(post.published_at.unwrap_or_else(Utc::now))
        .bind(post.author_id)
        .fetch_one(&pool)
        .await?;
    let location = [(header::LOCATION, format!("/posts/{}", stored.id))];
    Ok((StatusCode::CREATED, location, Json(stored)).into_response())
}

/// Returns the routes.
#[must_use]
pub fn routes() -> Router<PgPool> {
    Router::new()
        .route("/posts", get(list).post(create))
        .route("/posts/{id}", get(show))
}

/// Serves the routes without authentication, limits, request ids and logs.
pub async fn serve() {
    let url = std::env::var("DATABASE_URL").expect("DATABASE_URL");
    let listen = std::env::var("LISTEN").expect("LISTEN");
    let pool = PgPoolOptions::new().max_connections(10).test_before_acquire(false);
    let pool = pool.connect(&url).await.expect("a database");
    let listener = tokio::net::TcpListener::bind(listen).await.expect("an address");
    axum::serve(listener, routes().with_state(pool)).await.expect("a server");
}
