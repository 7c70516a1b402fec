import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const shared = {
  root,
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // What Next's server condition resolves to: handlers are tested outside of Next.
      "server-only": `${root}node_modules/server-only/empty.js`,
    },
  },
};

// Generous, for a shared machine; a test ends as soon as its conditions hold.
const timeouts = { testTimeout: 180_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };

/**
 * Three projects: `unit` needs nothing but Node; `integration` gets a real PostgreSQL (one database a test file), real
 * emulators and, in tests/faults, real processes that are killed; `deep` holds the drills of `npm run test:deep`.
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
          ...timeouts,
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
          ...timeouts,
          maxWorkers: 2,
        },
      },
      {
        ...shared,
        test: {
          name: "deep",
          include: ["tests/deep/**/*.test.ts"],
          globalSetup: ["tests/support/postgres-setup.ts"],
          env: { LOG_LEVEL: "silent" },
          sequence: { groupOrder: 2 },
          ...timeouts,
          testTimeout: 300_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
