import { expect, it, vi } from "vitest";
import { AppError } from "@/lib/base/errors";
import { ProviderError } from "@/lib/delivery/social/provider";

// Next evaluates modules once for pages and actions and once for routes. Both share semaphores, breakers and clients,
// so each gets errors that the other's copy of a module threw.
it("an error that another copy of its module threw is recognized as one", async () => {
  vi.resetModules();
  const other = {
    ...(await import("@/lib/base/errors")),
    ...(await import("@/lib/delivery/social/provider")),
  };
  expect(other.AppError).not.toBe(AppError);
  expect(new other.AppError("busy")).toBeInstanceOf(AppError);
  expect(new other.ProviderError("upstream", "away")).toBeInstanceOf(ProviderError);
});

it("other errors, and objects that only look like one, are not recognized as one", () => {
  expect(new Error("busy")).not.toBeInstanceOf(AppError);
  expect({ name: "AppError", code: "busy" }).not.toBeInstanceOf(AppError);
  expect(new Error("away")).not.toBeInstanceOf(ProviderError);
  expect(new AppError("busy")).not.toBeInstanceOf(ProviderError);
  expect(null).not.toBeInstanceOf(AppError);
});
