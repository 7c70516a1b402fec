import type { TelemetryEnv } from "./open-sdk";

/** True when the configuration asks for metrics or traces. */
export function isObserved(env: TelemetryEnv): boolean {
  return env.METRICS_PORT !== undefined || env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
}

/**
 * Starts OpenTelemetry if the configuration asks for it: metrics for Prometheus on a port of their own, traces and
 * metrics to an OTLP endpoint. Otherwise its packages are not loaded, and measurements do nothing. Call it before the
 * first measurement. Returns a function that sends what is left and stops; it never rejects and takes two seconds at
 * most.
 */
export async function startTelemetry(
  env: TelemetryEnv,
  program: "web" | "worker",
): Promise<() => Promise<void>> {
  if (!isObserved(env)) return async () => undefined;
  const { openSdk } = await import("./open-sdk");
  return openSdk(env, program);
}
