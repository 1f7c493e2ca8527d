//! The API document, and a page that shows it.

use axum::http::header;
use axum::response::{Html, IntoResponse};

/// Returns the API document.
pub async fn document() -> impl IntoResponse {
    let document = include_str!("../../schema/openapi.yaml");
    ([(header::CONTENT_TYPE, "application/yaml")], document)
}

/// Returns a page that shows the API document. Browsers load Swagger UI from unpkg.com.
pub async fn page() -> Html<&'static str> {
    Html(PAGE)
}

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API</title>
<link rel="stylesheet" href="https://unpkg.com/swagger-ui-dist@5/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="https://unpkg.com/swagger-ui-dist@5/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/openapi.yaml', dom_id: '#api' })</script>
</body>
</html>
"#;
