import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Agent, fetch } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Connection, connect } from "@/lib/db/client";
import { newToken } from "@/lib/ids";
import { instagramAccounts } from "@/lib/local/social/instagram-accounts";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";
import { version } from "@/package.json";
import { checkInvariants } from "../../support/invariants";
import { orderBody } from "../../support/shop";
import { goodCard } from "../../support/stripe";
import { composeCommand } from "./compose-command.mjs";

// The image and the composition, for real: needs a Docker daemon, Compose, and the base images or a registry.
const minutes = 60_000;
const project = "groundswelltest";
const ports = { http: 5680, https: 5643, stripe: 5601, mail: 5603, panel: 5604, database: 5606 };
const origin = `https://localhost:${ports.https}`;
const stripeUrl = `http://127.0.0.1:${ports.stripe}`;
const panelUrl = `http://127.0.0.1:${ports.panel}`;

const run = promisify(execFile);
const docker = async (...args: string[]) => (await run("docker", args, { maxBuffer: 1e8 })).stdout.trim();
const compose = composeCommand();

describe("the containers", () => {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-composition-"));
  let agent: Agent;
  let connection: Connection;

  const up = async (...args: string[]) => {
    if (!compose) throw new Error("No Docker daemon answers, or Compose is missing.");
    const [program = "", ...first] = compose;
    const files = ["-p", project, "-f", "docker-compose.yml", "-f", "lib/local/compose.try.yml"];
    const { stdout, stderr } = await run(program, [...first, ...files, ...args], {
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

  beforeAll(async () => {
    await run("docker", ["build", "-t", "groundswell-build", "--target", "build", "."], { maxBuffer: 1e8 });
    await run("docker", ["build", "-t", "groundswell", "--build-arg", "COMMIT=test", "."], {
      maxBuffer: 1e8,
    });
    mkdirSync(join(folder, "tls"));
    cpSync("docker-compose.yml", join(folder, "docker-compose.yml"));
    cpSync("lib/local/compose.try.yml", join(folder, "lib/local/compose.try.yml"));
    for (const file of ["nginx.conf", "lib/local/forward-to-emulators.mjs"]) cpSync(file, join(folder, file));
    cpSync("lib/local/compose.try.env", join(folder, ".env"));
    const settings = {
      SHOP_ORIGIN: origin,
      RATE_LIMIT_SCALE: 10_000,
      HTTP_PORT: `127.0.0.1:${ports.http}`,
      HTTPS_PORT: `127.0.0.1:${ports.https}`,
      STRIPE_PORT: ports.stripe,
      MAIL_PORT: ports.mail,
      PANEL_PORT: ports.panel,
      DATABASE_PORT: ports.database,
    };
    for (const [name, value] of Object.entries(settings))
      appendFileSync(join(folder, ".env"), `${name}=${value}\n`);
    const certificate = join(folder, "tls", "certificate.pem");
    execFileSync(
      "openssl",
      [
        ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext".split(" "),
        ...["subjectAltName=DNS:localhost", "-out", certificate, "-keyout", join(folder, "tls", "key.pem")],
      ],
      { stdio: "ignore" },
    );
    agent = new Agent({ connect: { ca: readFileSync(certificate) } });
  }, 30 * minutes);
  afterAll(async () => {
    await connection?.close();
    if (process.env.KEEP_CONTAINERS) return;
    await up("down", "-v", "-t", "5").catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }, 5 * minutes);

  it(
    "start from a folder with settings and a certificate",
    async () => {
      await up("up", "-d");
      await untilHealthy("web-1");
      await untilHealthy("web-2");
      connection = connect(`postgresql://shop:shop@127.0.0.1:${ports.database}/shop`, 3);
      // What was bought is judged by balances. A worker reads them when it starts, and these began before the suppliers.
      await expect.poll(() => connection.db.supplier.count(), { timeout: 2 * minutes }).toBeGreaterThan(0);
      await up("restart", "-t", "5", "worker-1");
      const unknown = () => connection.db.supplier.count({ where: { balanceAt: null } });
      await expect.poll(unknown, { timeout: 2 * minutes }).toBe(0);
    },
    10 * minutes,
  );

  it("come from one image of at most 250 MB over its base, without root or packages of development", async () => {
    const sizeOf = async (image: string) =>
      Number(await docker("image", "inspect", "-f", "{{.Size}}", image));
    const added = ((await sizeOf("groundswell")) - (await sizeOf("node:22-bookworm-slim"))) / 1e6;
    console.log(`the image adds ${added.toFixed(0)} MB to its base`);
    expect(added).toBeLessThan(250);
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    expect(await docker("image", "inspect", "-f", label, "groundswell")).toBe(version);
    const container = await idOf("web-1");
    expect(await docker("exec", container, "id", "-un")).toBe("node");
    expect(await docker("exec", container, "ls", "node_modules")).not.toMatch(
      /^(tsx|vitest|playwright|@biomejs|esbuild|prisma)$/m,
    );
    await expect(docker("exec", container, "touch", "/shop/file")).rejects.toThrow(/[Rr]ead-only/);
  });

  it(
    "are replaced one after the other under load without one failed request",
    async () => {
      const failures: string[] = [];
      let answered = 0;
      let isOver = false;
      const load = ["/", "/instagram/followers", "/api/health", "order"].map(async (path) => {
        while (!isOver) {
          try {
            const { status, ...answer } = await (path === "order" ? createOrder(newToken()) : ask(path)).then(
              async (response) => ({ status: response.status, text: await response.text() }),
            );
            answered += 1;
            if (status !== 200) failures.push(`${path}: ${status} ${answer.text.slice(0, 200)}`);
          } catch (error) {
            failures.push(`${path}: ${String(error)}`);
          }
          await wait(50);
        }
      });
      for (const service of ["web-1", "web-2", "worker-1", "worker-2"]) {
        await up("up", "-d", "--no-deps", "--force-recreate", service);
        if (service.startsWith("web")) await untilHealthy(service);
      }
      isOver = true;
      await Promise.all(load);
      console.log(`${answered} requests answered during the replacement`);
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(100);
    },
    15 * minutes,
  );

  it(
    "lose no order and double none when one after the other is killed",
    async () => {
      const placed: string[] = [];
      // Items of one target wait for each other.
      let targets = 0;
      let isOver = false;
      // As a browser does: the same request under the same key until it is answered.
      const untilAnswered = async <T>(request: () => Promise<T>): Promise<T> => {
        for (const until = Date.now() + 3 * minutes; ; ) {
          try {
            return await request();
          } catch (error) {
            if (Date.now() > until) throw error;
            await wait(500);
          }
        }
      };
      const buyers = [1, 2].map(async () => {
        while (!isOver) {
          const key = newToken();
          targets += 1;
          const [username] = instagramAccounts[targets % instagramAccounts.length] ?? ["wanderwithmara"];
          const order = await untilAnswered(async () => {
            const answer = await createOrder(key, username);
            if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
            return (await answer.json()) as { url: string; orderId: string };
          });
          const session = new URL(order.url).pathname.split("/").at(-1);
          const paid = await fetch(`${stripeUrl}/checkout/${session}/complete`, {
            method: "POST",
            redirect: "manual",
            body: new URLSearchParams({ card: goodCard, email: "typed-on-the-page@example.com" }),
          });
          expect(paid.status).toBe(303);
          placed.push(order.orderId);
          await wait(500);
        }
      });
      await expect.poll(() => placed.length, { timeout: 2 * minutes }).toBeGreaterThan(2);
      for (const service of ["worker-1", "web-1", "web-2", "proxy", "database", "worker-2"]) {
        const before = placed.length;
        await up("kill", service);
        await wait(1_000);
        await up("start", service);
        // Purchases go on before the next one is killed.
        await expect.poll(() => placed.length, { timeout: 3 * minutes }).toBeGreaterThan(before + 1);
        if (service.startsWith("web")) await untilHealthy(service);
      }
      isOver = true;
      await Promise.all(buyers);
      const states = async () =>
        connection.db.order
          .groupBy({ by: ["paymentStatus", "status"], where: { id: { in: placed } }, _count: true })
          .catch((error: unknown) => String(error));
      await expect
        .poll(states, { timeout: 8 * minutes, interval: 2_000 })
        .toEqual([{ paymentStatus: "paid", status: "completed", _count: placed.length }]);
      console.log(`${placed.length} orders paid and completed while containers were killed`);
      const witnesses = { stripeControl: `${stripeUrl}/_control`, panelControl: `${panelUrl}/_control` };
      expect(await checkInvariants(connection.db, witnesses)).toEqual([]);
    },
    25 * minutes,
  );

  it(
    "restore a backup into a new volume, in quarantine until nothing is known to be lost",
    async () => {
      const orders = await connection.db.order.count();
      const [file = ""] =
        (await up("run", "--rm", "ops", "backup", "/backups")).match(/\/backups\/\S+\.backup/) ?? [];
      await connection.close();
      const startedAt = Date.now();
      await up("stop", "-t", "20");
      await up("rm", "-f", "database");
      await docker("volume", "rm", `${project}_database`);
      await up("up", "-d", "database");
      await untilHealthy("database");
      expect(await up("run", "--rm", "--no-deps", "ops", "restore", file)).toContain("Restored");
      await up("up", "-d");
      await untilHealthy("web-1");
      console.log(`restored and healthy after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
      connection = connect(`postgresql://shop:shop@127.0.0.1:${ports.database}/shop`, 3);
      expect(await connection.db.order.count()).toBe(orders);
      // Nothing was bought or paid since, so the workers may have ended the quarantine already.
      await up("run", "--rm", "ops", "recover");
      expect(await findQuarantine(connection.db)).toBeNull();
    },
    15 * minutes,
  );
});
