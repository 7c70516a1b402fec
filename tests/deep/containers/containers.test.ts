import { type IncomingMessage, request } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request as requestOverTls } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connection } from "@/lib/base/db/client";
import { newToken } from "@/lib/base/ids";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { version } from "@/package.json";
import { checkInvariants } from "../../support/invariants";
import { certificateOf } from "./authority";
import { buildImages, docker, minutes, openComposition, untilCompleted } from "./composition";

// The image and the composition, for real: needs a Docker daemon, Compose, and the base images or a registry.
describe("the containers", () => {
  const shop = openComposition({ project: "groundswelltest", port: 5600 });
  const { up, idOf, untilHealthy, ask, createOrder, edge } = shop;
  let connection: Connection;

  beforeAll(async () => {
    await buildImages();
    await shop.fill();
  });
  afterAll(async () => {
    await connection?.close();
    await shop.end();
  });

  it("start from a folder with settings alone, and obtain a certificate for each of the shop's names", async () => {
    connection = await shop.start();
    for (const name of ["shop.test", "www.shop.test"]) {
      const nameOf = async () => (await certificateOf(edge, name)).subjectaltname;
      await expect.poll(() => nameOf().catch(String), { timeout: minutes }).toBe(`DNS:${name}`);
    }
  });

  it("lead every other address to the shop's own, and never to one that was asked for", async () => {
    const path = "/instagram?from=1";
    /** The status and the target of an answer to this Host header, over TLS for a name of the certificate or plainly. */
    const redirectOf = (host: string, servername?: string) =>
      new Promise<string>((resolve, reject) => {
        const options = { host: "127.0.0.1", path, headers: { host } };
        const answered = ({ statusCode, headers }: IncomingMessage) =>
          resolve(`${statusCode} ${headers.location}`);
        const sent = servername
          ? requestOverTls({ ...options, port: edge.https, servername, rejectUnauthorized: false }, answered)
          : request({ ...options, port: edge.http }, answered);
        sent.on("error", reject).end();
      });
    const own = `308 ${shop.origin}${path}`;
    for (const host of ["shop.test", "www.shop.test", "elsewhere.example", "127.0.0.1"])
      expect.soft(await redirectOf(host), host).toBe(own);
    expect(await redirectOf("www.shop.test", "www.shop.test")).toBe(own);
    expect(await redirectOf("elsewhere.example", "shop.test")).toBe(own);
    await expect(certificateOf(edge, "elsewhere.example")).rejects.toThrow();
  });

  it("speak HTTP/2, and offer HTTP/3", async () => {
    const client = connectHttp2(`https://127.0.0.1:${edge.https}`, {
      rejectUnauthorized: false,
      servername: "shop.test",
    });
    const answer = await new Promise<Record<string, unknown>>((resolve, reject) => {
      client.on("error", reject);
      client.request({ ":path": "/api/health", ":authority": "shop.test" }).on("response", resolve);
    });
    client.destroy();
    expect(answer[":status"]).toBe(200);
    expect(answer["alt-svc"]).toContain("h3=");
  });

  it("serve the scripts of an earlier release, which the web servers do not have", async () => {
    const script = "/_next/static/chunks/earlier.js";
    expect((await ask(script)).status).toBe(404);
    const scripts = `${shop.project}_scripts:/scripts`;
    const write = "echo 'earlier()' > /scripts/chunks/earlier.js";
    await docker("run", "--rm", "-v", scripts, "--entrypoint", "sh", "groundswell", "-c", write);
    const answer = await ask(script);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("javascript");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(await answer.text()).toBe("earlier()\n");
  });

  it("log requests without an order's link", async () => {
    const { orderUrl } = (await (await createOrder(newToken())).json()) as { orderUrl: string };
    expect((await ask(`${orderUrl}?token=in-the-query`)).status).toBe(200);
    const log = await up("logs", "--no-color", "proxy");
    expect(log).toContain('"uri":"/order/-');
    expect(log).not.toContain(orderUrl.split("/").at(-1));
    expect(log).not.toContain("in-the-query");
  });

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

  it("are replaced one after the other under load without one failed request", async () => {
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    // A POST that was sent is not sent again, so there are more of them.
    const posts = Array.from({ length: 6 }, () => "/api/passkeys/challenge");
    const send = (path: string) => {
      if (path === "order") return createOrder(newToken());
      return posts.includes(path) ? ask(path, { body: "" }) : ask(path);
    };
    const load = ["/", "/instagram/followers", "/api/health", "order", ...posts].map(async (path) => {
      while (!isOver) {
        try {
          const answer = await send(path);
          const text = await answer.text();
          answered += 1;
          if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
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
  });

  it("serve a renewed certificate without a restart", async () => {
    const startedAt = async () => docker("inspect", "-f", "{{.State.StartedAt}}", await idOf("proxy"));
    const serial = async () => (await certificateOf(edge, "shop.test")).serialNumber;
    const [began, before] = [await startedAt(), await serial()];
    await expect.poll(serial, { timeout: 4 * minutes, interval: 1_000 }).not.toBe(before);
    expect((await ask("/api/health")).status).toBe(200);
    expect(await startedAt()).toBe(began);
  });

  it("lose no order and double none when one container after the other is killed", async () => {
    const placed: string[] = [];
    const stop = shop.startBuyers(placed);
    await expect.poll(() => placed.length, { timeout: 2 * minutes }).toBeGreaterThan(2);
    for (const service of ["worker-1", "web-1", "web-2", "proxy", "database", "worker-2"]) {
      const before = placed.length;
      await up("kill", service);
      await wait(1_000);
      await up("start", service);
      // Purchases continue before the next one is killed.
      await expect.poll(() => placed.length, { timeout: 3 * minutes }).toBeGreaterThan(before + 1);
      if (service.startsWith("web")) await untilHealthy(service);
    }
    await stop();
    await untilCompleted(connection, placed);
    console.log(`${placed.length} orders paid and completed while containers were killed`);
    expect(await checkInvariants(connection.db, shop.witnesses)).toEqual([]);
  });

  it("restore a backup into a new volume, and stay in quarantine until an operator ends it", async () => {
    const orders = await connection.db.order.count();
    const [file = ""] =
      (await up("run", "--rm", "ops", "backup", "/backups")).match(/\/backups\/\S+\.backup/) ?? [];
    await connection.close();
    const startedAt = Date.now();
    await up("stop", "-t", "20");
    await up("rm", "-f", "database");
    await docker("volume", "rm", `${shop.project}_database`);
    await up("up", "-d", "database");
    await untilHealthy("database");
    expect(await up("run", "--rm", "--no-deps", "ops", "restore", file)).toContain("Restored");
    await up("up", "-d");
    await untilHealthy("web-1");
    console.log(`restored and healthy after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
    connection = shop.openDatabase();
    expect(await connection.db.order.count()).toBe(orders);
    expect(await findQuarantine(connection.db)).not.toBeNull();
    await up("run", "--rm", "ops", "recover");
    expect(await findQuarantine(connection.db)).toBeNull();
  });
});
