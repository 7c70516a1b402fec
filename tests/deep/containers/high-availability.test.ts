import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Connection } from "@/lib/base/db/client";
import { control } from "../../support/control";
import { checkInvariants } from "../../support/invariants";
import { buildImages, docker, minutes, openComposition, untilCompleted } from "./composition";

// The composition with ha/compose.ha.yml and monitoring/compose.yml, for real, from a folder that the image fills.
const port = 5700;
const ports = { standby: port + 7, prometheus: port + 90 };
const here = "tests/deep/containers";

type Rule = { name: string; health: string; lastError?: string };
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] };

// Metrics that have no value while there is no item in review, no due dispute or no open alert.
const isAbsentAtTimes = /_oldest_age_seconds|_evidence_due_seconds|_alerts_open/;

/** An answer of Prometheus's API. */
async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${ports.prometheus}/api/v1/${path}`);
  const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: T };
  if (status !== "success") throw new Error(`${path}: ${error}`);
  return data;
}

describe("the containers with a standby, PgBouncer and Prometheus", () => {
  const files = ["ha/compose.ha.yml", "monitoring/compose.yml", "drill.yml"];
  const shop = openComposition({ project: "groundswellhatest", port, files });
  const placed: string[] = [];
  let connection: Connection;
  const standbys = () =>
    connection.db
      .$queryRaw`SELECT application_name AS name, state, sync_state AS mode FROM pg_stat_replication`;
  const inStep = [{ name: "standby", state: "streaming", mode: "sync" }];

  beforeAll(async () => {
    await buildImages();
    for (const name of ["postgres", "prometheus"])
      await docker("build", "-t", `groundswell-drill-${name}`, "-f", `${here}/${name}.Dockerfile`, here);
    await shop.fill({ STANDBY_PORT: ports.standby, PROMETHEUS_PORT: ports.prometheus });
    shop.add(`${here}/drill.yml`, "drill.yml");
  });
  afterAll(async () => {
    await connection?.close();
    await shop.end();
  });

  it("start together, and a commit waits for the standby", async () => {
    connection = await shop.start();
    await expect.poll(standbys).toEqual(inStep);
  });

  it("deliver paid orders, and write through PgBouncer", async () => {
    // Seconds instead of a minute.
    await control(`${shop.panelUrl}/_control`, { speed: 1 });
    for (const username of ["lucarows", "northfold", "warmcrumbs"]) placed.push(await shop.buy(username));
    await untilCompleted(connection, placed);
    const network = `{{(index .NetworkSettings.Networks "${shop.project}_inside").IPAddress}}`;
    const addressOf = async (service: string) => docker("inspect", "-f", network, await shop.idOf(service));
    const changes = connection.db.$queryRaw`
      SELECT pid FROM pg_stat_activity
      WHERE client_addr = ${await addressOf("pooler")}::inet AND query ~ '\\m(INSERT|UPDATE|COMMIT)\\M'`;
    expect(await changes).not.toEqual([]);
  });

  it("are all measured, and each rule and panel can be evaluated", async () => {
    type Target = { labels: { instance: string }; health: string };
    const health = async () => {
      const { activeTargets } = await ask<{ activeTargets: Target[] }>("targets");
      return Object.fromEntries(activeTargets.map(({ labels, health: is }) => [labels.instance, is]));
    };
    await expect
      .poll(health)
      .toEqual(
        Object.fromEntries(["web-1", "web-2", "worker-1", "worker-2"].map((on) => [`${on}:9464`, "up"])),
      );

    const { groups } = parse(readFileSync("lib/operator/monitoring/alerts.yml", "utf8")) as {
      groups: { rules: { alert: string }[] }[];
    };
    const evaluated = async () =>
      (await ask<{ groups: { rules: Rule[] }[] }>("rules")).groups
        .flatMap(({ rules }) => rules)
        .map(({ name, health: is }) => ({ name, is }));
    const rules = groups.flatMap((group) => group.rules.map(({ alert }) => ({ name: alert, is: "ok" })));
    await expect.poll(evaluated).toEqual(rules);

    const { panels } = JSON.parse(
      readFileSync("lib/operator/monitoring/dashboard.json", "utf8"),
    ) as Dashboard;
    const expressions = panels.flatMap(({ targets: shown = [] }) => shown.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(30);
    const withoutData = async () => {
      const results = await Promise.all(
        expressions.map(async (expr) => {
          const { result } = await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expr)}`);
          return result.length > 0 || isAbsentAtTimes.test(expr) ? [] : [expr];
        }),
      );
      return results.flat();
    };
    await expect.poll(withoutData).toEqual([]);
  });

  it("copy the primary again for a standby whose volume was removed", async () => {
    // If the copy kept the primary's synchronous commits, the next test would hang: once promoted, it has no standby.
    await shop.up("rm", "-s", "-f", "standby");
    await docker("volume", "rm", `${shop.project}_standby`);
    await shop.up("up", "-d", "--no-deps", "standby");
    await expect.poll(standbys, { timeout: 2 * minutes }).toEqual(inStep);
  });

  it("keep every paid order when the primary is killed and the standby promoted", async () => {
    const first = placed.length;
    const stop = shop.startBuyers(placed);
    await expect.poll(() => placed.length).toBeGreaterThan(first + 2);
    const killedAt = Date.now();
    await shop.up("kill", "database");
    await shop.up("exec", "-T", "standby", "psql", "-U", "shop", "-c", "SELECT pg_promote()");
    const before = placed.length;
    await expect.poll(() => placed.length).toBeGreaterThan(before + 4);
    console.log(
      `purchases went on ${((Date.now() - killedAt) / 1000).toFixed(0)} s after the primary was killed`,
    );
    await stop();
    await connection.close();
    connection = shop.openDatabase(ports.standby);
    await untilCompleted(connection, placed);
    expect(await connection.db.order.count({ where: { id: { in: placed } } })).toBe(placed.length);
    expect(await checkInvariants(connection.db, shop.witnesses)).toEqual([]);
  });
});
