type ErrorFields = { type?: string; code?: string; param?: string };

/**
 * A refusal in Stripe's envelope. The default type follows the status. `isOutcome` marks refusals that follow from the
 * current state (a refunded charge, a closed session): unlike validation errors, Stripe stores these under the
 * idempotency key.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: ErrorFields;
  readonly isOutcome: boolean;

  constructor(status: number, message: string, fields: ErrorFields = {}, isOutcome = false) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.isOutcome = isOutcome;
  }
}

/** The body that makes the SDK throw: `{error: {type, message, code?, param?}}`. */
export function errorBody(error: ApiError, requestId: string): { error: Record<string, unknown> } {
  const type = error.status >= 500 ? "api_error" : "invalid_request_error";
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return { error: { type, message: error.message, ...error.fields, request_log_url } };
}
