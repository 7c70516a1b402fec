import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect, it } from "vitest";
import { withoutAddresses } from "@/lib/base/telemetry/open-sdk";

it.each([
  ["fetch POST https://api.telegram.org/bot7:secret/sendMessage", "fetch POST https://api.telegram.org"],
  ["fetch GET http://social.example:8080/v1/profile?handle=mara", "fetch GET http://social.example:8080"],
  ["GET /order/[token]", "GET /order/[token]"],
])("a span named %s leaves as %s", (name, expected) => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanProcessors: [withoutAddresses, new SimpleSpanProcessor(exporter)],
  });
  // Next repeats the name as an attribute.
  const attributes = {
    "http.url": "https://api.telegram.org/bot7:secret/sendMessage",
    "next.span_name": name,
  };
  provider.getTracer("test").startSpan(name, { attributes }).end();
  const [span] = exporter.getFinishedSpans();
  expect(span?.name).toBe(expected);
  expect(span?.attributes).toEqual({ "http.url": "[redacted]", "next.span_name": expected });
});
