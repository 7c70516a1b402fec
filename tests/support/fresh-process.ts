import { vi } from "vitest";

// The test files of a worker share its process, which keeps packages loaded and compiled. What the shop keeps for the
// length of a process is each file's own: its modules are evaluated again, its values of `globalThis` are forgotten, and
// the environment is the run's.
const held = globalThis as { testEnvironment?: NodeJS.ProcessEnv } & Record<string, unknown>;
held.testEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in held.testEnvironment)) delete process.env[name];
Object.assign(process.env, held.testEnvironment);
for (const name of Object.keys(held)) if (name.startsWith("shop")) delete held[name];
vi.resetModules();
