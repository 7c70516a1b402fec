import { get, type IncomingMessage } from "node:http";
import { parseArgs } from "node:util";
import pg from "pg";
import { seedOrders } from "@/prisma/seed-orders";
import { startBenchShop } from "./bench-shop";

/**
 * How long a change of progress takes to reach a customer's screen while many customers follow their orders on one web
 * process: from before the UPDATE to the event's arrival. `npx tsx tests/bench/streams.ts --streams 1000`.
 */
const { values } = parseArgs({
  options: { streams: { type: "string", default: "1000" }, changes: { type: "string", default: "200" } },
});
const streams = Number(values.streams);
const changes = Number(values.changes);

type Followed = { id: string; token: string };

const shop = await startBenchShop();
const database = new pg.Client({ connectionString: shop.urls.database });
const open = new Set<IncomingMessage>();
try {
  await database.connect();
  await seedOrders(shop.urls.database, streams * 2);
  const { rows } = await database.query<Followed>(
    "SELECT o.id, o.token FROM orders o JOIN order_fulfillment f ON f.order_id = o.id WHERE o.status = 'completed' LIMIT $1",
    [streams],
  );
  console.log(`Opening ${rows.length} streams …`);
  const arrivals = new Map<string, () => void>();
  // A few at a time, as visitors come. A stream is open when it has sent the order's current state.
  const waiting = [...rows];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let row = waiting.pop(); row; row = waiting.pop()) await follow(row, arrivals);
    }),
  );
  const times: number[] = [];
  for (let nth = 0; nth < changes; nth++) {
    const row = rows[(nth * 7) % rows.length];
    if (!row) throw new Error("no order to change");
    const arrived = new Promise<void>((resolve) => arrivals.set(row.id, resolve));
    const start = performance.now();
    await database.query(
      "UPDATE order_fulfillment SET last_checked_at = clock_timestamp() WHERE order_id = $1",
      [row.id],
    );
    await arrived;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)} ms`;
  console.table({
    streams: open.size,
    changes: times.length,
    p50: at(0.5),
    p95: at(0.95),
    "target p95": "300 ms",
  });
} finally {
  for (const stream of open) stream.destroy();
  await database.end();
  await shop.stop();
}
process.exit(0);

/** Follows an order until the bench ends; resolves when the stream has sent the order's current state. */
function follow({ id, token }: Followed, arrivals: Map<string, () => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    arrivals.set(id, resolve);
    get(`${shop.urls.shop}/api/orders/${token}/events`, { agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream answered ${response.statusCode}`));
      open.add(response);
      response.setEncoding("utf8").on("error", () => undefined);
      response.on("data", (text: string) => {
        if (text.includes("event: progress")) arrivals.get(id)?.();
      });
    }).on("error", reject);
  });
}
