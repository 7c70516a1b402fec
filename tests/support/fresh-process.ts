import { vi } from "vitest";

// The test files of a worker share its process, which keeps packages loaded and compiled. Each file still gets its own
// process-wide state: the shop's modules are evaluated again, its values on `globalThis` are removed, and the
// environment is reset.
const held = globalThis as { testEnvironment?: NodeJS.ProcessEnv } & Record<string, unknown>;
held.testEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in held.testEnvironment)) delete process.env[name];
Object.assign(process.env, held.testEnvironment);
for (const name of Object.keys(held)) if (name.startsWith("shop")) delete held[name];
vi.resetModules();
