"""Sending what is measured to Application Insights, where that is set."""

from typing import TYPE_CHECKING

from host.settings import Settings
from shared.telemetry import NAME

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics.export import MetricReader
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter


def send(chosen: Settings) -> None:
    """Have the spans and figures of this process sent; without a connection string, nothing is."""
    if not chosen.insights:
        return
    from azure.identity import DefaultAzureCredential  # noqa: PLC0415 - only used on Azure
    from azure.monitor.opentelemetry.exporter import (  # noqa: PLC0415
        AzureMonitorMetricExporter,
        AzureMonitorTraceExporter,
    )
    from opentelemetry.sdk.metrics.export import (  # noqa: PLC0415
        PeriodicExportingMetricReader,
    )

    credential = DefaultAzureCredential(managed_identity_client_id=chosen.client_id or None)
    reached = {"connection_string": chosen.insights, "credential": credential}
    measure(
        AzureMonitorTraceExporter(**reached),
        PeriodicExportingMetricReader(AzureMonitorMetricExporter(**reached)),
    )


def measure(spans: "SpanExporter", figures: "MetricReader") -> None:
    """Have what is measured go there, from now on; once in a process.

    Spans of libraries are left out: theirs name addresses, with what somebody searched for.
    """
    from opentelemetry import metrics, trace  # noqa: PLC0415 - an app that sends nothing has none
    from opentelemetry.sdk.metrics import MeterProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    class Ours(BatchSpanProcessor):
        """Sends the spans of this app."""

        def on_end(self, span: "ReadableSpan") -> None:
            if span.instrumentation_scope is not None and span.instrumentation_scope.name == NAME:
                super().on_end(span)

    provider = TracerProvider()
    provider.add_span_processor(Ours(spans))
    trace.set_tracer_provider(provider)
    metrics.set_meter_provider(MeterProvider([figures]))
