import { expect, it, onTestFinished, vi } from "vitest";
import { errorResponse } from "@/app/_server/error-response";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { logSecurity } from "@/lib/people/auth/log-security";

it("logs a failure that all requests share once, and then its number", () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  onTestFinished(() => {
    warn.mockRestore();
    vi.useRealTimers();
  });
  for (let nth = 0; nth < 100; nth++) errorResponse(new AppError("lookup_unavailable"), "made-up-names");
  expect(warn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(warn.mock.calls.map(([facts]) => facts)).toMatchObject([
    { where: "made-up-names", code: "lookup_unavailable", times: 1 },
    { where: "made-up-names", code: "lookup_unavailable", times: 99 },
  ]);
});

it("logs the refusals of each address on their own", () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  for (const address of ["203.0.113.7", "203.0.113.8", "203.0.113.7", "203.0.113.7"])
    logSecurity("admin_refused", { address });
  expect(warn.mock.calls.map(([facts]) => facts)).toMatchObject([
    { security: "admin_refused", address: "203.0.113.7", times: 1 },
    { security: "admin_refused", address: "203.0.113.8", times: 1 },
  ]);
});

it("logs a payment page that can't be opened as a payment error", () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  errorResponse(new AppError("payment_unavailable"), "create-order");
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ code: "payment_unavailable" }),
    "Payment error",
  );
});
