import { type Attributes, type Histogram, metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import { processWide } from "@/lib/base/process-wide";
import { startStopwatch } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";

// Buckets from the time of a database statement to that of the longest call; Prometheus keeps one series for each.
const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const histograms = {
  groundswell_http_request_duration_seconds: "Requests by method, route and class of status.",
  groundswell_job_duration_seconds: "Runs of jobs by task and outcome.",
  groundswell_call_duration_seconds:
    "Calls to Stripe, suppliers, mail and social data, by action and outcome.",
} as const;

type HistogramName = keyof typeof histograms;

/**
 * The process's instruments. Uses only OpenTelemetry's API, which does nothing unless lib/base/telemetry was started before
 * the first measurement.
 */
function histogram(name: HistogramName): Histogram {
  return processWide(name, () =>
    metrics.getMeter("groundswell").createHistogram(name, {
      description: histograms[name],
      unit: "s",
      advice: { explicitBucketBoundaries: bounds },
    }),
  );
}

/** Records how long something took. A label must have few values, so never an id or an address. */
export function recordDuration(name: HistogramName, milliseconds: number, labels: Attributes): void {
  histogram(name).record(milliseconds / second, labels);
}

type Measured = {
  histogram: HistogramName;
  /** The span's name. */
  span: string;
  labels: Attributes;
};

/**
 * Runs `work` in a span and records its duration under `labels` and its outcome: what `outcomeOf` makes of the answer, or
 * `failed` when it throws. Returns and throws what `work` does.
 */
export async function measure<T>(
  { histogram: name, span, labels }: Measured,
  work: () => Promise<T>,
  outcomeOf: (answer: T) => string = () => "ok",
): Promise<T> {
  return trace.getTracer("groundswell").startActiveSpan(span, { attributes: labels }, async (active) => {
    const elapsedMs = startStopwatch();
    const end = (outcome: string) => {
      recordDuration(name, elapsedMs(), { ...labels, outcome });
      active.setAttribute("outcome", outcome).end();
    };
    try {
      const answer = await work();
      end(outcomeOf(answer));
      return answer;
    } catch (error) {
      // Leaves out the error's text, which may quote the request.
      active.setStatus({ code: SpanStatusCode.ERROR });
      end("failed");
      throw error;
    }
  });
}

/** `measure` of a call to a service outside of the shop. */
export function measureCall<T>(
  labels: {
    service: "mail" | "social" | "stripe" | "supplier" | "telegram";
    action: string;
    supplier?: string;
  },
  work: () => Promise<T>,
  outcomeOf?: (answer: T) => string,
): Promise<T> {
  const span = `${labels.service} ${labels.action}`;
  return measure({ histogram: "groundswell_call_duration_seconds", span, labels }, work, outcomeOf);
}

/** Counts open live pages: 1 for one that opened, -1 for one that closed. */
export function countLiveStreams(change: 1 | -1): void {
  processWide("groundswell_live_streams", () =>
    metrics
      .getMeter("groundswell")
      .createUpDownCounter("groundswell_live_streams", { description: "Live pages that are open." }),
  ).add(change);
}

/** Counts a delivery to Stripe's webhook by its outcome: stored, refused or failed. */
export function countWebhook(outcome: "failed" | "refused" | "stored"): void {
  processWide("groundswell_webhooks_total", () =>
    metrics
      .getMeter("groundswell")
      .createCounter("groundswell_webhooks_total", { description: "Deliveries to Stripe's webhook." }),
  ).add(1, { outcome });
}
