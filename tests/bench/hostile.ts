import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startBenchShop } from "./bench-shop";
import type { Flooded } from "./flood";
import { type Flood, floods } from "./floods";
import { placeOrder } from "./place-order";
import type { Probed } from "./probe";
import { p95, probeDuring } from "./probing";
import { cpuMsOf, megabytesOf } from "./process-figures";

const warmUpSeconds = 5;
const idleSeconds = 15;
const floodSeconds = 8;

/** Counters of visits long ago, which the sweeper has to delete while floods make new ones. */
const oldCounters = 50_000;
/** The floods' own rows that may be left: the sweeper works every five seconds here. */
const mostOldCounters = 5_000;

/** A web process under any of the other benchmarks takes up to 490 MB. */
const mostMegabytes = 700;

/** Of web and worker, during one flood. */
const mostLines = 20;

/**
 * `npm run bench -- --only hostile`: floods a shop with a live shop's limits, one way after the other (floods.ts), and
 * measures beside each what honest visitors get: the p95 of pages and orders as a multiple of idle, and every answer
 * that was missing or no success. Returns the rows of a table, and the bounds that were broken. None of them is a time:
 * on a few cores the flood itself takes the processor from the shop.
 */
export async function measureHostile(): Promise<{ rows: Record<string, object>; broken: string[] }> {
  const lines: string[] = [];
  const shop = await startBenchShop({ rateLimitScale: 1, onOutput: (line) => lines.push(line) });
  const { urls, web } = shop;
  const database = new pg.Client({ connectionString: urls.database });
  await database.connect();
  const rows: Record<string, object> = {};
  const broken: string[] = [];
  const state = async () => ({
    megabytes: megabytesOf(web.process.pid ?? 0),
    cpuMs: cpuMsOf(web.process.pid ?? 0),
    paidCalls: await paidCallsAt(urls.social),
    lines: lines.length,
  });
  try {
    const { orderUrl } = (await (await placeOrder(urls.shop)).json()) as { orderUrl: string };
    await database.query(
      "INSERT INTO rate_limits (key, points, expire) SELECT 'old:' || n, 1, 1 FROM generate_series(1, $1::int) AS n",
      [oldCounters],
    );
    await probeDuring(urls.shop, () => wait(warmUpSeconds * 1_000), orderUrl);
    const idle = await probeDuring(urls.shop, () => wait(idleSeconds * 1_000), orderUrl);
    rows["idle p95 in ms; below, multiples of it"] = Object.fromEntries(
      Object.entries(idle).map(([target, { ms }]) => [target, Number(p95(ms).toFixed(1))]),
    );
    for (const [name, flood] of Object.entries(floods)) {
      console.log(`${name} …`);
      // The shop asks for a proof of work where one profile gets many orders in an hour.
      await database.query("UPDATE orders SET created_at = created_at - interval '2 hours'");
      const before = await state();
      let answers: Flooded = {};
      const probed = await probeDuring(
        urls.shop,
        async () => {
          const end = startFlood(urls.shop, name, orderUrl);
          await wait(floodSeconds * 1_000);
          answers = await end();
        },
        orderUrl,
      );
      const after = await state();
      const failures = Object.entries(probed).flatMap(([target, { failures }]) =>
        failures.map((failure) => `an honest visitor got for ${target}: ${failure}`),
      );
      const spent = {
        answers,
        paidCalls: after.paidCalls - before.paidCalls,
        lines: after.lines - before.lines,
        megabytes: after.megabytes,
      };
      for (const bound of [...failures, ...brokenBounds(flood, spent)]) broken.push(`${name}: ${bound}`);
      rows[name] = {
        ...timesIdle(idle, probed),
        "honest failures": failures.length,
        "flood's answers": Object.entries(answers)
          .map((answer) => answer.join(": "))
          .join(", "),
        "web, s of a core": ((after.cpuMs - before.cpuMs) / 1_000).toFixed(1),
        "web, MB": after.megabytes,
        "log lines": spent.lines,
      };
    }
    const { rows: left } = await database.query(
      "SELECT count(*)::int AS over FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000",
    );
    if (left[0].over > mostOldCounters) broken.push(`${left[0].over} old counters of limits are left`);
    return { rows, broken };
  } finally {
    await database.end();
    await shop.stop();
  }
}

type Spent = { answers: Flooded; paidCalls: number; lines: number; megabytes: number };

function brokenBounds(flood: Flood, { answers, paidCalls, lines, megabytes }: Spent): string[] {
  const { expects, most, mostPaidCalls = 0, isLogged = false } = flood;
  const allowed = [...expects, "429", "503"];
  const odd = Object.keys(answers).filter((answer) => /^\d+$/.test(answer) && !allowed.includes(answer));
  const costly = (most?.by ?? []).reduce((sum, answer) => sum + (answers[answer] ?? 0), 0);
  return [
    ...odd.map((answer) => `the flood was answered ${answer}`),
    ...(most && costly > most.times
      ? [`the flood was answered ${costly} times by ${most.by.join(" or ")}`]
      : []),
    ...(paidCalls > mostPaidCalls ? [`${paidCalls} calls were paid`] : []),
    ...(lines > mostLines && !isLogged ? [`${lines} lines were logged`] : []),
    ...(megabytes > mostMegabytes ? [`the web process took ${megabytes} MB`] : []),
  ];
}

/** The p95 of each target as a multiple of idle; `at most 3` is the aim on cores that the flood does not share. */
function timesIdle(idle: Probed, probed: Probed): Record<string, number> {
  const targets = Object.keys(idle) as (keyof Probed)[];
  return Object.fromEntries(
    targets.map((target) => [target, Number((p95(probed[target].ms) / p95(idle[target].ms)).toFixed(1))]),
  );
}

async function paidCallsAt(social: string): Promise<number> {
  const shown = (await (await fetch(`${social}/_control`)).json()) as { total: number };
  return shown.total;
}

/** Returns how to end the flood, and learn what it was answered. */
function startFlood(origin: string, name: string, orderPath: string): () => Promise<Flooded> {
  const script = fileURLToPath(new URL("flood.ts", import.meta.url));
  const child = fork(script, [origin, name, orderPath], { execArgv: ["--import", "tsx"] });
  const reported = once(child, "message");
  return async () => {
    child.send("stop");
    const [answers] = await reported;
    return answers as Flooded;
  };
}
