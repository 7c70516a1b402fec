import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { files, textOf } from "../architecture/wings";

const folder = "lib/operator/monitoring";
const rules = readFileSync(`${folder}/alerts.yml`, "utf8");
const dashboard = readFileSync(`${folder}/dashboard.json`, "utf8");
const [, runbooks = ""] = /runbooks: (\S+) \}/.exec(readFileSync(`${folder}/prometheus.yml`, "utf8")) ?? [];
const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook_url: "(.+)"/g)].map(
  ([, name = "", page = ""]) => ({ name, page: page.replace("{{ $externalLabels.runbooks }}", runbooks) }),
);
/** The metrics that a text names. */
const metricsIn = (text: string) => [...text.matchAll(/\bgroundswell_\w+/g)].map(([name]) => name);

/** The metrics that the code exports. */
const made = new Set(["lib", "app"].flatMap(files).flatMap((file) => metricsIn(textOf(file))));
/** The metrics that the rules and the dashboard read; they read a histogram by its parts. */
const read = new Set(
  metricsIn(rules + dashboard).map((name) => name.replace(/(?<=duration_seconds)_(?:bucket|count|sum)$/, "")),
);

describe("the monitoring's files", () => {
  it("read only metrics that the code exports, and all of them", () => {
    expect([...read].filter((name) => !made.has(name))).toEqual([]);
    expect([...made].filter((name) => !read.has(name))).toEqual([]);
  });

  it("have a runbook section for each alert, under its name, and no other", () => {
    expect(alerts.length).toBe((rules.match(/- alert:/g) ?? []).length);
    const pages = readdirSync("docs/runbook").map((name) => `docs/runbook/${name}`);
    expect(alerts.map(({ page }) => page).sort()).toEqual(pages.sort());
  });

  it.each(alerts)("have a runbook page for $name with where to look and a first step", ({ name, page }) => {
    const text = readFileSync(page, "utf8");
    expect(text).toMatch(
      new RegExp(`^# ${name}\n\n\\S[\\s\\S]+\n## Look at\n\n- \\S[\\s\\S]+\n## Do\n\n- \\S`),
    );
  });

  it("test every alert", () => {
    const tests = readFileSync(`${folder}/alerts.test.yml`, "utf8");
    expect(alerts.filter(({ name }) => !tests.includes(`alertname="${name}"`))).toEqual([]);
  });
});
