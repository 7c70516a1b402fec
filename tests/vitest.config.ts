import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const shared = {
  root,
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // What Next's server condition resolves the marker to: the doors are tested outside of Next.
      "server-only": `${root}node_modules/server-only/empty.js`,
    },
  },
};

// How long something that is bound to come may take on a machine that many share. What comes sooner ends sooner.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

/**
 * Two projects: `unit` needs nothing but Node; `integration` gets a real PostgreSQL (one database a test file), real
 * stand-ins and, in tests/faults, real processes that are killed.
 */
export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          env: { LOG_LEVEL: "silent" },
          sequence: { groupOrder: 0 },
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts", "tests/faults/**/*.test.ts"],
          globalSetup: ["tests/support/postgres-setup.ts"],
          env: { LOG_LEVEL: "silent" },
          sequence: { groupOrder: 1 },
          ...patience,
          maxWorkers: 2,
        },
      },
    ],
  },
});
