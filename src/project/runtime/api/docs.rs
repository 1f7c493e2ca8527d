//! The API document, and a page that shows it.

use axum::http::header;
use axum::response::{Html, IntoResponse};

/// Returns the API document.
pub async fn document() -> impl IntoResponse {
    let document = include_str!("../../schema/openapi.yaml");
    ([(header::CONTENT_TYPE, "application/yaml")], document)
}

/// Returns a page that shows the API document. Browsers load this version of Swagger UI from unpkg.com.
pub async fn page() -> Html<&'static str> {
    Html(PAGE)
}

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API</title>
<link rel="stylesheet" crossorigin href="https://unpkg.com/swagger-ui-dist@5.35.0/swagger-ui.css"
  integrity="sha384-WlYgdmXYOOBWL5apwjDEZwN+U3HmXSSu5R6V5aGxEcf7z+KuRNwBhoxKVN1i3D5I">
</head>
<body>
<div id="api"></div>
<script crossorigin src="https://unpkg.com/swagger-ui-dist@5.35.0/swagger-ui-bundle.js"
  integrity="sha384-gjRm0bEPMeTmMh5jT2cHccIwCUZSTd8YC+j0d0sXw0MdGEfScduGpSyF3ZSSLkX9"></script>
<script>SwaggerUIBundle({ url: '/openapi.yaml', dom_id: '#api' })</script>
</body>
</html>
"#;
