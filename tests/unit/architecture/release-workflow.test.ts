import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "@/package.json";

type Step = { name?: string; uses?: string; run?: string };
type Workflow = { permissions: Record<string, string>; jobs: Record<string, { steps: Step[] }> };

const folder = ".github/workflows";
const release: Workflow = parse(readFileSync(`${folder}/release.yml`, "utf8"));
const steps = release.jobs.image?.steps ?? [];
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

// Docker's part is played by a script that notes how it was called: the steps run, and nothing is built or pushed.
let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "release-"));
  const docker = `#!/bin/sh
printf '%s\\n' "$*" >> "${place}/calls"
case "$*" in
  "login "*) cat > "${place}/password" ;;
  *imagetools*) echo ${digest("b")} ;;
  "buildx build "*) echo '{"containerimage.digest":"${digest("a")}"}' > built.json ;;
esac
`;
  writeFileSync(join(place, "docker"), docker, { mode: 0o755 });
  writeFileSync(join(place, "package.json"), readFileSync("package.json"));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function runStep(name: string, env: Record<string, string> = {}) {
  const { run = "" } = steps.find((step) => step.name === name) ?? {};
  const { status, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", run], {
    cwd: place,
    encoding: "utf8",
    env: {
      NODE_ENV: "test",
      PATH: `${place}:${process.env.PATH}`,
      GIT_DIR: spawnSync("git", ["rev-parse", "--absolute-git-dir"], { encoding: "utf8" }).stdout.trim(),
      IMAGE: "ghcr.io/Owner/Shop",
      TAG: `v${version}`,
      NODE_IMAGE: "node:22-bookworm-slim",
      GITHUB_STEP_SUMMARY: resolve(place, "summary"),
      ...env,
    },
  });
  return { status, stderr };
}

const calls = () => readFileSync(join(place, "calls"), "utf8");

it("every action of a workflow is named by its commit, with its version beside it", () => {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(`${folder}/${file}`, "utf8")
      .split("\n")
      .filter((line) => line.includes("uses:")),
  );
  expect(lines.length).toBeGreaterThan(2);
  const pinned = /uses: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
});

it("a release may write packages and nothing else, and starts by a tag alone", () => {
  expect(release.permissions).toEqual({ contents: "read", packages: "write" });
  expect(readFileSync(`${folder}/release.yml`, "utf8")).toContain('on:\n  push:\n    tags: ["v*"]\n');
  // A value of GitHub inside of a script could be a command; in an environment variable it is a value.
  expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
});

it("a tag that is not the source's version is refused", () => {
  const name = "The tag names the version of the source";
  expect(runStep(name)).toMatchObject({ status: 0 });
  expect(runStep(name, { TAG: "v0.0.1" }).status).not.toBe(0);
});

it("the key of the registry is read from standard input", () => {
  const env = { TOKEN: "the-token", ACTOR: "owner" };
  expect(runStep("Sign in to the registry", env)).toMatchObject({ status: 0 });
  expect(readFileSync(join(place, "password"), "utf8").trim()).toBe("the-token");
  expect(calls()).not.toContain("the-token");
});

it("the image is built on the base's digest, labelled, pushed, and named by its own digest", () => {
  const env = { SOURCE: "https://github.com/Owner/Shop" };
  expect(runStep("Build and push", env)).toMatchObject({ status: 0 });
  const build = calls()
    .split("\n")
    .find((call) => call.startsWith("buildx build "));
  expect(build).toContain(`--push --tag ghcr.io/owner/shop:v${version} `);
  expect(build).toContain("--provenance=mode=max --sbom=true");
  expect(build).toContain(`--build-arg NODE_IMAGE=node:22-bookworm-slim@${digest("b")} `);
  expect(build).toContain(`--build-arg SOURCE=${env.SOURCE} `);
  expect(build).toMatch(/--build-arg COMMIT=[0-9a-f]{7,} /);
  expect(build).toMatch(/--build-arg CREATED=\d{4}-\d\d-\d\dT/);
  expect(runStep("Name the digest")).toMatchObject({ status: 0 });
  const summary = readFileSync(join(place, "summary"), "utf8");
  expect(summary).toBe(`\`SHOP_IMAGE=ghcr.io/owner/shop@${digest("a")}\`\n`);
});

const dockerfile = readFileSync("Dockerfile", "utf8");

it("the workflow gives each build argument of the Dockerfile, so that each label has a value", () => {
  const workflow = readFileSync(`${folder}/release.yml`, "utf8");
  const given = [...workflow.matchAll(/--build-arg (\w+)=/g)].map(([, name]) => name);
  const taken = new Set([...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name));
  expect(given.sort()).toEqual([...taken].sort());
});

it("each stage of an image starts from the base that the operator chose, or from its packages", () => {
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)).toEqual([
    `\${NODE_IMAGE}`,
    "packages",
    `\${NODE_IMAGE}`,
  ]);
});

it("an image runs no script of a package but esbuild's while it is built", () => {
  expect(dockerfile).toContain("npm ci --ignore-scripts");
  expect(dockerfile.match(/npm (?:rebuild|install)[^&]*/g)).toEqual(["npm rebuild esbuild "]);
});
