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
