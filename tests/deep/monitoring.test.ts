import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Child, startChild, untilReady } from "@/lib/local/child";
import { type LocalShop, startLocalShop } from "@/lib/local/shop";
import { placeOrder } from "../bench/place-order";
import { control } from "../support/control";
import { closeServer, listen } from "../support/listen";
import { ensurePrometheus, promtool, startPrometheus } from "../support/prometheus";
import { payAt } from "../support/purchase";

const folder = "lib/operator/monitoring";
const port = Number(process.env.MONITORING_PORT ?? 5250);
const ports = { web: port + 10, worker: port + 11, prometheus: port + 12 };

describe("the rules", () => {
  beforeAll(ensurePrometheus);

  it("are valid for Prometheus, and each fires when it should and not before", () => {
    expect(promtool("check", "config", `${folder}/prometheus.yml`)).toContain("SUCCESS");
    expect(promtool("check", "rules", `${folder}/alerts.yml`)).toContain("SUCCESS");
    expect(promtool("test", "rules", `${folder}/alerts.test.yml`)).toContain("SUCCESS");
  });
});

describe("a monitored shop", () => {
  let shop: LocalShop;
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
  const processes: Child[] = [];
  const log: string[] = [];
  // An OTLP endpoint that keeps what it is sent.
  const received: { path: string; body: string }[] = [];
  const collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", body: await text(request) });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const sent = (path: string) =>
    received
      .filter((one) => one.path === path)
      .map(({ body }) => body)
      .join("\n");

  const start = async (name: "server" | "worker", metricsPort: number, endpoint: string) => {
    const env = {
      ...shop.env,
      LOG_LEVEL: "info",
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_BSP_SCHEDULE_DELAY: "200",
    };
    const child = startChild(name, [join(".next-e2e", "entry", `${name}.mjs`)], env, (line) =>
      log.push(line),
    );
    processes.push(child);
    const isServed = () =>
      fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        async (answer) => (await answer.text()).includes("groundswell_process_memory_bytes"),
        () => false,
      );
    await untilReady(child, isServed, 120_000);
    return child;
  };

  beforeAll(async () => {
    ensurePrometheus();
    shop = await startLocalShop({
      port,
      dataDir: ".data/monitoring",
      distDir: ".next-e2e",
      mode: "demo",
      fresh: true,
      onStep: () => undefined,
      onOutput: () => undefined,
    });
    // Restarts both, each with a port for its metrics.
    await Promise.all([shop.worker.stop(), shop.web.stop()]);
    const endpoint = `http://127.0.0.1:${await listen(collector)}`;
    await start("worker", ports.worker, endpoint);
    await start("server", ports.web, endpoint);
    const rules = readFileSync(`${folder}/alerts.yml`, "utf8");
    prometheus = await startPrometheus(
      ports.prometheus,
      {
        "groundswell-web": `127.0.0.1:${ports.web}`,
        "groundswell-worker": `127.0.0.1:${ports.worker}`,
      },
      // promtool has tested the real times. Here, an alert fires after two seconds, and rates look back twenty.
      rules.replaceAll(/for: \d+[smh]/g, "for: 2s").replaceAll("[10m]", "[20s]"),
    );
  });
  afterAll(async () => {
    for (const child of processes) await child.stop();
    await prometheus?.stop();
    await shop?.stop();
    await closeServer(collector);
    if (prometheus) rmSync(prometheus.folder, { recursive: true, force: true });
  });

  const reading = async (expression: string) =>
    Number((await prometheus.query(expression))[0]?.value[1] ?? Number.NaN);

  const buy = async (username?: string) => {
    const answer = await placeOrder(shop.urls.shop, username);
    expect(answer.status).toBe(200);
    const order = (await answer.json()) as { url: string; orderId: string; orderUrl: string };
    await (await fetch(`${shop.urls.shop}${order.orderUrl}`)).text();
    expect(await payAt(order.url)).toBe(303);
    return order;
  };

  it("counts an order from its request to its delivery, by route, call and job", async () => {
    const order = await buy();
    await expect.poll(() => reading('groundswell_orders_total{status="completed"}')).toBe(1);
    expect(await reading('groundswell_money_cents_total{kind="paid"}')).toBe(229);
    const requests = "groundswell_http_request_duration_seconds_count";
    expect(await reading(`${requests}{method="POST",route="/api/functions/create-order",status="2xx"}`)).toBe(
      1,
    );
    expect(await reading(`${requests}{method="GET",route="/order/[token]",status="2xx"}`)).toBe(1);
    const calls = "groundswell_call_duration_seconds_count";
    expect(await reading(`sum(${calls}{service="supplier",action="add",outcome="accepted"})`)).toBe(1);
    expect(await reading(`${calls}{service="stripe",action="POST checkout",outcome="2xx"}`)).toBe(1);
    expect(await reading('groundswell_webhooks_total{outcome="stored"}')).toBeGreaterThan(0);
    expect(await reading('groundswell_job_duration_seconds_count{task="submit-item",outcome="ok"}')).toBe(1);
    expect(await reading("groundswell_workers_alive")).toBe(1);

    // Spans of both processes, without the address that opens the order.
    await expect.poll(() => sent("/v1/traces")).toContain("job submit-item");
    await expect.poll(() => sent("/v1/traces")).toContain("/order/[token]");
    const token = order.orderUrl.split("/").at(-1) ?? "";
    expect(token.length).toBeGreaterThan(20);
    expect(sent("/v1/traces")).not.toContain(token);

    // Every line about a part of the order names it, and its request or job.
    const lines = log.flatMap((line) => {
      const json = line.slice(line.indexOf("{"));
      return json.startsWith("{") ? [JSON.parse(json) as Record<string, unknown>] : [];
    });
    const about = lines.filter((line) =>
      ["itemId", "eventId", "mailId", "sessionId"].some((name) => name in line),
    );
    expect(about.length).toBeGreaterThan(2);
    expect(about.filter((line) => line.orderId !== order.orderId || !(line.requestId ?? line.jobId))).toEqual(
      [],
    );
  });

  it("raises the alert of suppliers that can't be reached", async () => {
    const isFiring = async () => (await prometheus.alerts()).SupplierFailing === "firing";
    expect(await isFiring()).toBe(false);
    await control(`${shop.urls.panel}/_control`, { offlineMs: 600_000 });
    await buy("wanderwithmara");
    await expect.poll(isFiring).toBe(true);
  });

  it("raises the alerts of a worker that was killed", async () => {
    await expect.poll(async () => "ProcessDown" in (await prometheus.alerts())).toBe(false);
    const [worker] = processes;
    worker?.process.kill("SIGKILL");
    await once(worker?.process ?? process, "exit");
    await expect.poll(async () => (await prometheus.alerts()).ProcessDown).toBe("firing");
    // A minute after its last heartbeat.
    await expect.poll(async () => (await prometheus.alerts()).WorkersDown).toBe("firing");
  });
});
