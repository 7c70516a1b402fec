import { setTimeout as wait } from "node:timers/promises";
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type Span,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { Env } from "@/lib/base/env/env";
import { getRelease } from "@/lib/base/env/version";
import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";

export type TelemetryEnv = Pick<Env, "METRICS_ADDRESS" | "METRICS_PORT" | "OTEL_EXPORTER_OTLP_ENDPOINT">;

/**
 * One meter provider with a reader for Prometheus and one for OTLP, and a tracer provider for OTLP. No propagator: a
 * visitor's `traceparent` is not trusted, and none is sent to suppliers or Stripe.
 */
export async function openSdk(env: TelemetryEnv, program: "web" | "worker"): Promise<() => Promise<void>> {
  const { METRICS_ADDRESS: host, METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  const { version, commit } = getRelease();
  const resource = resourceFromAttributes({
    "service.namespace": "groundswell",
    "service.name": program,
    "service.version": commit ? `${version}+${commit}` : version,
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
  }).merge(detectResources({ detectors: [envDetector] }));

  const readers: IMetricReader[] = [];
  const stops: (() => Promise<void>)[] = [];
  if (port) readers.push(await openPrometheus(host, port));
  if (endpoint) {
    const { OTLPMetricExporter } = await import("@opentelemetry/exporter-metrics-otlp-http");
    const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
    readers.push(new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() }));
    const spans = new BatchSpanProcessor(new OTLPTraceExporter());
    const tracers = new BasicTracerProvider({ resource, spanProcessors: [withoutAddresses, spans] });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(tracers);
    stops.push(() => tracers.shutdown());
  }
  const meters = new MeterProvider({ resource, readers });
  metrics.setGlobalMeterProvider(meters);
  stops.push(() => meters.shutdown());
  return async () => {
    // An endpoint that does not answer must not keep the process alive.
    await Promise.race([Promise.allSettled(stops.map((stop) => stop())), wait(2 * second)]);
  };
}

/** A reader that serves `/metrics`. If its port is taken, that is logged and the shop runs without it. */
async function openPrometheus(host: string, port: number): Promise<PrometheusExporter> {
  const exporter = new PrometheusExporter({ host, port, withoutScopeInfo: true, preventServerStart: true });
  try {
    await exporter.startServer();
  } catch (error) {
    logger.error({ host, port, err: String(error) }, "metrics can't be served; the shop runs without them");
  }
  return exporter;
}

const addresses = ["http.target", "http.url", "url.full", "url.path", "url.query"];

/**
 * Next's spans name the requested address, and the address of an order opens it, so only the route is kept. The span of
 * an outgoing call is named by its address too, also in `next.span_name`, and that can hold a bot's token, a customer's
 * profile or an order's link, so only the host is kept.
 */
export const withoutAddresses: SpanProcessor = {
  onStart(span: Span) {
    for (const [name, value] of Object.entries(span.attributes)) {
      if (addresses.includes(name)) span.setAttribute(name, "[redacted]");
      else if (typeof value === "string") span.setAttribute(name, onlyHosts(value));
    }
    if ("name" in span) span.updateName(onlyHosts(String(span.name)));
  },
  onEnd() {},
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

function onlyHosts(text: string): string {
  return text.replace(/(https?:\/\/[^/\s]+)\/\S*/g, "$1");
}
