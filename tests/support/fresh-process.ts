import { vi } from "vitest";

// The test files of a worker share its process, which keeps packages loaded and compiled. What the shop's modules keep
// for the length of a process is each file's own: its modules are evaluated again, and its environment starts as the
// run's did.
const kept = globalThis as {
  testEnvironment?: NodeJS.ProcessEnv;
  shopConnection?: unknown;
  shopClock?: unknown;
};
kept.testEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in kept.testEnvironment)) delete process.env[name];
Object.assign(process.env, kept.testEnvironment);
delete kept.shopConnection;
delete kept.shopClock;
vi.resetModules();
