import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const shared = {
  root,
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // The module to which Next resolves it on the server, because the handlers are tested outside of Next.
      "server-only": `${root}node_modules/server-only/empty.js`,
    },
  },
};

// Exim is Debian's package `exim4-daemon-light`, and may be run as root only.
const hasExim = process.getuid?.() === 0 && spawnSync("exim4", ["-bV"], { stdio: "ignore" }).status === 0;

// A busy machine makes a test slow, not wrong. Each wait for a condition has a limit, and the limit of a whole test is
// so long that only a test that hangs between its waits reaches it.
const longestWait = 300_000;

// A worker's test files share its process, which keeps packages loaded and compiled: half of the time of most files.
const files = {
  env: { LOG_LEVEL: "silent" },
  isolate: false,
  setupFiles: ["tests/support/fresh-process.ts"],
  testTimeout: 10 * longestWait,
  hookTimeout: 10 * longestWait,
  expect: { poll: { timeout: longestWait } },
};
const withPostgres = { ...files, globalSetup: ["tests/support/postgres-setup.ts"] };

/**
 * `unit` needs nothing but Node; `integration` gets a real PostgreSQL (one database a test file) and real emulators;
 * `deep` holds the drills of `npm run test:deep`, where processes are killed and connections freeze, and the emulators'
 * own tests; `upgrade` needs the clone's history; `containers` needs a Docker daemon. One runs after the other.
 */
const projects = [
  { ...files, name: "unit", include: ["tests/unit/**/*.test.ts"] },
  {
    ...withPostgres,
    name: "integration",
    include: ["tests/integration/**/*.test.ts"],
    // More than the two cores of CI: many of these tests wait for a lease or a deadline to end.
    maxWorkers: 4,
  },
  {
    ...withPostgres,
    name: "deep",
    include: ["tests/deep/*.test.ts", "tests/deep/emulators/**/*.test.ts"],
    exclude: ["tests/deep/upgrade.test.ts", ...(hasExim ? [] : ["tests/deep/exim.test.ts"])],
    maxWorkers: 1,
  },
  { ...files, name: "upgrade", include: ["tests/deep/upgrade.test.ts"] },
  {
    ...files,
    name: "containers",
    include: ["tests/deep/containers/*.test.ts"],
    // One composition at a time: each is ten processes and more, and its images take time to build.
    maxWorkers: 1,
    testTimeout: 15 * longestWait,
    hookTimeout: 15 * longestWait,
  },
];

export default defineConfig({
  ...shared,
  test: {
    projects: projects.map((test, groupOrder) => ({
      ...shared,
      test: { ...test, sequence: { groupOrder } },
    })),
  },
});
