//! Traces: sends a span of each request to the OpenTelemetry collector at `OTEL_EXPORTER_OTLP_ENDPOINT`.

use std::env;
use std::sync::OnceLock;

use axum::http::HeaderMap;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use opentelemetry_sdk::Resource;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::Layer;

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Returns the layer that sends spans, if the variable is set.
///
/// # Errors
///
/// If the exporter cannot be built.
pub fn layer<S: Subscriber + for<'a> LookupSpan<'a>>() -> Result<Option<impl Layer<S>>, String> {
    if env::var_os("OTEL_EXPORTER_OTLP_ENDPOINT").is_none_or(|value| value.is_empty()) {
        return Ok(None);
    }
    let exporter = SpanExporter::builder().with_http().build();
    let exporter = exporter.map_err(|error| format!("cannot send traces: {error}"))?;
    let name = env::var("OTEL_SERVICE_NAME").unwrap_or_else(|_| env!("CARGO_PKG_NAME").to_owned());
    let provider = SdkTracerProvider::builder()
        .with_resource(Resource::builder().with_service_name(name).build())
        .with_batch_exporter(exporter)
        .build();
    let tracer = PROVIDER.get_or_init(|| provider).tracer("requests");
    Ok(Some(tracing_opentelemetry::layer().with_tracer(tracer)))
}

/// Makes the span of the client, if the headers name one, the parent of a span.
pub fn continue_trace(span: &Span, headers: &HeaderMap) {
    let parent = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    // Fails if the filter of the log leaves out the span.
    let _ = span.set_parent(parent);
}

/// Sends the spans that the collector does not have yet.
pub fn end() {
    if let Some(Err(error)) = PROVIDER.get().map(SdkTracerProvider::shutdown) {
        tracing::warn!(%error, "traces are lost");
    }
}
