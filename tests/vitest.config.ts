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

// A busy machine makes a test slow, not wrong. Each wait for a condition has a limit, and the limit of a whole test is
// so long that only a test that hangs between its waits reaches it.
const longestWait = 300_000;
const timeouts = {
  testTimeout: 10 * longestWait,
  hookTimeout: 10 * longestWait,
  expect: { poll: { timeout: longestWait } },
};

// A worker's test files share its process, which keeps packages loaded and compiled: half of the time of most files.
const files = {
  env: { LOG_LEVEL: "silent" },
  isolate: false,
  setupFiles: ["tests/support/fresh-process.ts"],
  ...timeouts,
};
const withPostgres = { ...files, globalSetup: ["tests/support/postgres-setup.ts"] };

/**
 * Five projects: `unit` needs nothing but Node; `integration` gets a real PostgreSQL (one database a test file) and real
 * emulators; `deep` holds the drills of `npm run test:deep`, where processes are killed and connections freeze, and the
 * emulators' own tests; `upgrade` needs the clone's history; `containers` needs a Docker daemon.
 */
export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          ...files,
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...shared,
        test: {
          ...withPostgres,
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          sequence: { groupOrder: 1 },
          // More than the two cores of CI: many of these tests wait for a lease or a deadline to end.
          maxWorkers: 4,
        },
      },
      {
        ...shared,
        test: {
          ...withPostgres,
          name: "deep",
          include: ["tests/deep/*.test.ts", "tests/deep/emulators/**/*.test.ts"],
          exclude: ["tests/deep/upgrade.test.ts"],
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
        },
      },
      {
        ...shared,
        test: {
          ...files,
          name: "upgrade",
          include: ["tests/deep/upgrade.test.ts"],
          sequence: { groupOrder: 3 },
        },
      },
      {
        ...shared,
        test: {
          ...files,
          name: "containers",
          include: ["tests/deep/containers/*.test.ts"],
          sequence: { groupOrder: 4 },
          // One composition at a time: each is ten processes and more, and its images take time to build.
          maxWorkers: 1,
          testTimeout: 15 * longestWait,
          hookTimeout: 15 * longestWait,
        },
      },
    ],
  },
});
