import { expect, it, vi } from "vitest";
import { errorResponse } from "@/app/_server/error-response";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";

it("logs a payment page that can't be opened as a payment error", () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  errorResponse(new AppError("payment_unavailable"), "create-order");
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ code: "payment_unavailable" }),
    "Payment error",
  );
});
