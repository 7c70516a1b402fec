import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Agent, fetch } from "undici";
import { expect } from "vitest";
import { type Connection, connect } from "@/lib/base/db/client";
import { newToken } from "@/lib/base/ids";
import { instagram } from "@/lib/local/social/instagram";
import { orderBody, payAt, sessionIdOf } from "../../support/purchase";
import { addAuthority, agentOf, writeSettings } from "./authority";
import { composeCommand } from "./compose-command.mjs";

export const minutes = 60_000;

const here = "tests/deep/containers";
const run = promisify(execFile);
const compose = composeCommand();

/** The output of a Docker command. */
export const docker = async (...args: string[]) =>
  (await run("docker", args, { maxBuffer: 1e8 })).stdout.trim();

/** Builds the image, and the one with the sources for the emulators. Docker keeps the layers that have not changed. */
export async function buildImages(): Promise<void> {
  await docker("build", "-t", "groundswell-build", "--target", "build", ".");
  await docker("build", "-t", "groundswell", "--build-arg", "COMMIT=test", ".");
  await docker("build", "-t", "groundswell-drill-proxy", "-f", `${here}/proxy.Dockerfile`, here);
}

type Options = {
  /** The name under which Compose groups the containers, volumes and networks. */
  project: string;
  /** The ports are those from here to a hundred further. */
  port: number;
  /** Compose files beside docker-compose.yml and that of the emulators. */
  files?: string[];
};

/** The Compose project in a folder of its own, set up as docs/going-live.md says, and the steps of a buyer's order. */
export function openComposition({ project, port, files = [] }: Options) {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-composition-"));
  const ports = { stripe: port + 1, mail: port + 3, panel: port + 4, database: port + 6 };
  const edge = { http: port + 80, https: port + 43, authority: port + 50 };
  const origin = "https://shop.test";
  const stripeUrl = `http://127.0.0.1:${ports.stripe}`;
  const panelUrl = `http://127.0.0.1:${ports.panel}`;
  let agent: Agent;

  /** Fills the folder from the image and adds the emulators, an authority for certificates, and `.env`. */
  const fill = async (settings: Record<string, string | number> = {}) => {
    await run("sh", ["-c", "docker run --rm groundswell tar -cC composition . | tar -x"], { cwd: folder });
    for (const file of ["compose.try.yml", "forward-to-emulators.mjs"]) add(`lib/local/${file}`);
    add(`${here}/proxy.yml`, "proxy.yml");
    addAuthority(join(folder, "authority"));
    writeSettings(join(folder, ".env"), "lib/local/compose.try.env", {
      COMPOSE_FILE: ["docker-compose.yml", "lib/local/compose.try.yml", "proxy.yml", ...files].join(":"),
      SHOP_ORIGIN: origin,
      RATE_LIMIT_SCALE: 10_000,
      HTTP_PORT: `127.0.0.1:${edge.http}`,
      HTTPS_PORT: `127.0.0.1:${edge.https}`,
      AUTHORITY_PORT: edge.authority,
      PROXY_TLS: "",
      PROXY_REDIRECTS: "www.shop.test",
      PROXY_OPTIONS: "import /authority/options.caddy",
      STRIPE_PORT: ports.stripe,
      MAIL_PORT: ports.mail,
      PANEL_PORT: ports.panel,
      DATABASE_PORT: ports.database,
      ...settings,
    });
  };
  /** Copies a file of the repository into the folder. */
  const add = (file: string, to = file) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(file, join(folder, to));
  };
  /** Runs a command of Compose and returns what it prints. */
  const up = async (...args: string[]) => {
    if (!compose) throw new Error("No Docker daemon answers, or Compose is missing.");
    const [program = "", ...first] = compose;
    const { stdout, stderr } = await run(program, [...first, "-p", project, ...args], {
      cwd: folder,
      maxBuffer: 1e8,
    });
    return stdout + stderr;
  };
  const idOf = async (service: string) => (await up("ps", "-q", service)).trim().split("\n").at(-1) ?? "";
  const untilHealthy = async (service: string) => {
    const id = await idOf(service);
    const health = () => docker("inspect", "-f", "{{.State.Health.Status}}", id);
    await expect.poll(health, { timeout: 4 * minutes, interval: 500 }).toBe("healthy");
  };
  const openDatabase = (at = ports.database) => connect(`postgresql://shop:shop@127.0.0.1:${at}/shop`, 3);

  /** Starts everything; resolves when pages answer and the suppliers' balances are known. */
  const start = async (): Promise<Connection> => {
    await up("up", "-d");
    await untilHealthy("web-1");
    await untilHealthy("web-2");
    agent = await agentOf(edge);
    await expect
      .poll(() => ask("/api/health").then(({ status }) => status, String), { timeout: 2 * minutes })
      .toBe(200);
    const connection = openDatabase();
    // The balances will show what was bought. A worker reads them when it starts, but these started before the
    // suppliers existed.
    await expect.poll(() => connection.db.supplier.count(), { timeout: 2 * minutes }).toBeGreaterThan(0);
    // A worker that is killed in a call loses its answer. Without evidence an operator would have to decide.
    await connection.db.supplier.updateMany({ data: { evidenceMode: "request_id", evidenceField: "ref" } });
    await up("restart", "-t", "5", "worker-1");
    const unknown = () => connection.db.supplier.count({ where: { balanceAt: null } });
    await expect.poll(unknown, { timeout: 2 * minutes }).toBe(0);
    return connection;
  };
  /** Stops everything and removes volumes, the images that Compose built, and the folder. */
  const end = async () => {
    if (process.env.KEEP_CONTAINERS) return;
    await up("down", "-v", "--rmi", "local", "-t", "5").catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };

  const ask = (path: string, init: { body?: string; headers?: Record<string, string> } = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      method: init.body === undefined ? "GET" : "POST",
      headers: { origin, "content-type": "application/json", ...init.headers },
      dispatcher: agent,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
  const createOrder = (key: string, username = "wanderwithmara") =>
    ask("/api/functions/create-order", {
      body: JSON.stringify(
        orderBody({ username, email: `buyer-${key.slice(0, 12).toLowerCase()}@example.com` }),
      ),
      headers: { "idempotency-key": key },
    });
  /** Buys and pays; returns the order's id. Repeats a request under the same key until it is answered. */
  const buy = async (username?: string): Promise<string> => {
    const key = newToken();
    const order = await untilAnswered(async () => {
      const answer = await createOrder(key, username);
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { url: string; orderId: string };
    });
    // The shop names the page by the address of its own network.
    expect(await payAt(`${stripeUrl}/checkout/${sessionIdOf(order.url)}`)).toBe(303);
    return order.orderId;
  };
  /**
   * Two buyers who order, each time for another account, because items of one target wait for each other. They add
   * their orders to `placed`; the returned function stops them.
   */
  const startBuyers = (placed: string[]) => {
    let targets = 0;
    let isOver = false;
    const buyers = [1, 2].map(async () => {
      while (!isOver) {
        targets += 1;
        const [username] = instagram.accounts[targets % instagram.accounts.length] ?? [];
        placed.push(await buy(username));
        await wait(500);
      }
    });
    return async () => {
      isOver = true;
      await Promise.all(buyers);
    };
  };
  /** The control pages of the emulators, for checkInvariants. */
  const witnesses = { stripeControl: `${stripeUrl}/_control`, panelControl: `${panelUrl}/_control` };

  const life = { fill, add, up, idOf, untilHealthy, openDatabase, start, end };
  return { ...life, project, edge, origin, panelUrl, ask, createOrder, buy, startBuyers, witnesses };
}

async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + 3 * minutes; ; ) {
    try {
      return await request();
    } catch (error) {
      if (Date.now() > until) throw error;
      await wait(500);
    }
  }
}

/** Waits until all of these orders, and no others, are paid and completed. */
export async function untilCompleted({ db }: Connection, placed: string[]): Promise<void> {
  const read = async () => ({
    orders: await db.order.groupBy({
      by: ["paymentStatus", "status"],
      where: { id: { in: placed } },
      _count: true,
    }),
    openItems: await db.fulfillmentItem.groupBy({
      by: ["state", "reason"],
      where: { orderId: { in: placed }, state: { not: "completed" } },
      _count: true,
    }),
  });
  const states = () => read().catch((error: unknown) => String(error));
  await expect.poll(states, { timeout: 8 * minutes, interval: 2_000 }).toEqual({
    orders: [{ paymentStatus: "paid", status: "completed", _count: placed.length }],
    openItems: [],
  });
}
