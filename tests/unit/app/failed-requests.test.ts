import { expect, it, onTestFinished, vi } from "vitest";
import { onRequestError } from "@/instrumentation";
import { logger } from "@/lib/base/logger";

it.each([
  ["/order/NJqgXfJelbvEHyvAXwJ5vIPtQ54?from=mail", "/order/-"],
  ["/order/NJqgXfJelbvEHyvAXwJ5vIPtQ54/withdraw", "/order/-/withdraw"],
  ["/api/orders/NJqgXfJelbvEHyvAXwJ5vIPtQ54/events", "/api/orders/-/events"],
  ["/auth/verify?token=secret", "/auth/verify"],
  ["/admin/orders/0199", "/admin/orders/0199"],
])("a failed request of %s is logged without the secret of a link", async (path, logged) => {
  const log = vi.spyOn(logger, "error").mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await onRequestError(new Error("it broke"), { path, method: "GET" });
  expect(log.mock.calls).toMatchObject([[{ method: "GET", path: logged }, "a request failed"]]);
});
