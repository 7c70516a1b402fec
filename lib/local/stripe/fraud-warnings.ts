import { type Account, notFromApi } from "./account";
import { noSuch } from "./api-error";
import type { FraudWarning } from "./objects";
import { lookUp, newStripeId, nowSeconds } from "./state";

type WarningOptions = { actionable?: boolean | undefined; fraud_type?: string | undefined };

/** The card's bank warns that a payment may be fraud. Throws ApiError 404. */
export function warnOfFraud(account: Account, chargeId: string, options: WarningOptions): FraudWarning {
  const charge = lookUp(account.state.charges, chargeId);
  if (!charge) throw noSuch("charge", chargeId, "charge");
  const warning: FraudWarning = {
    id: newStripeId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: options.actionable ?? !(charge.refunded || charge.disputed),
    charge: charge.id,
    created: nowSeconds(),
    fraud_type: options.fraud_type ?? "made_with_stolen_card",
    livemode: false,
    payment_intent: charge.payment_intent,
  };
  account.state.fraudWarnings[warning.id] = warning;
  account.publish([{ type: "radar.early_fraud_warning.created", object: warning }], notFromApi);
  return warning;
}
