import { inFile, type Mutation } from "./mutation";

/** Mistakes on the way from an order's price to its settled payment. */
export const moneyIn: Mutation[] = [
  ...inFile("lib/buyer/checkout/price-request.ts", ["integration/buyer/create-order"], {
    "the browser's price is taken": [" || priced.totalCents !== input.price", ""],
  }),
  ...inFile("lib/buyer/checkout/create-order.ts", ["integration/buyer/idempotency-keys"], {
    "an order's request key is not kept": ["requestKey: request?.keys[0] ?? null", "requestKey: null"],
  }),
  ...inFile("lib/buyer/checkout/choose-posts.ts", ["integration/buyer/create-order"], {
    "a post of another profile is accepted": [
      "own.find((candidate) => candidate.id === chosen.id)",
      "own.find((candidate) => candidate.id === chosen.id) ?? own[0]",
    ],
  }),
  ...inFile(
    "lib/money/payments/create-session.ts",
    ["integration/buyer/open-checkout", "integration/buyer/idempotency-keys"],
    {
      "a session is asked for without its idempotency key": [
        "idempotencyKey: checkoutIdempotencyKey(attempt.orderId, attempt.number)",
        "idempotencyKey: checkoutIdempotencyKey(attempt.orderId, attempt.number) + Math.random()",
      ],
    },
  ),
  ...inFile("lib/money/payments/lock-attempt.ts", ["integration/money/settle-payment"], {
    "a payment's amount is not compared": ["session.amount_total === row.amountCents && ", ""],
    "a payment's currency is not compared": [" && session.currency === row.currency", ""],
    "a second payment settles the order again": [
      'const isPayable = row.status === "pending" || row.status === "expired";',
      "const isPayable = true;",
    ],
  }),
  ...inFile("lib/money/payments/settle-payment.ts", ["integration/money/settle-payment"], {
    "a duplicate payment is kept": [
      "await requestRefund(tx, { orderId, attemptId, amountCents, reason });",
      "",
    ],
    "a payment is not posted": ["...(payment ? [Prisma.sql`payment_posted AS (${payment})`] : []),", ""],
  }),
  ...inFile("lib/money/payments/lock-attempt.ts", ["integration/buyer/withdrawal-undelivered"], {
    "a payment after a withdrawal is kept": ['if (row.isWithdrawn) return "withdrawn";', ""],
  }),
  ...inFile("lib/money/payments/lock-attempt.ts", ["integration/buyer/excluded-countries"], {
    "a payment from an excluded country is kept": ['if (row.isExcluded) return "excluded_country";', ""],
  }),
  ...inFile("lib/money/payments/lock-attempt.ts", ["integration/buyer/block-list"], {
    "a payment of a buyer on the block list is kept": [
      'row.isBlocked ? "blocked" : null',
      "row.isBlocked ? null : null",
    ],
  }),
  ...inFile("lib/money/payments/settle-payment.ts", ["integration/buyer/block-list"], {
    "the order of a blocked card is not held back by its settlement": [
      "row.isCardBlocked && !isRebuilt",
      "row.isCardBlocked && isRebuilt",
    ],
  }),
  ...inFile("lib/money/reconciliation/compare-balance.ts", ["integration/money/reconcile-ledger"], {
    "another currency in Stripe's balance agrees": [
      "formatAmount(posted, postedCurrency)",
      "formatAmount(posted, currency)",
    ],
    "a fee that is not the ledger's agrees": [
      "postedFee === null || postedFee === fee",
      "postedFee === null || fee",
    ],
    "a refund that Stripe has not finished is a discrepancy": [
      "AND own.is_pending IS DISTINCT FROM true",
      "",
    ],
    "a webhook in flight is a discrepancy": ["money.filter(({ isMoving }) => !isMoving)", "money"],
    "money of the ledger that Stripe's balance lacks is not noticed": [
      "UNION SELECT own.subject FROM moved JOIN own ON own.kind = moved.kind AND own.id = moved.id",
      "",
    ],
    "a payment that Stripe lists and the ledger lacks is not noticed": [
      "WHERE intent IS NOT NULL AND created_at BETWEEN ${since} AND ${until}",
      "WHERE false",
    ],
  }),
  ...inFile("lib/money/reconciliation/compare-spending.ts", ["integration/money/compare-spending"], {
    "a top-up that hides a double purchase raises no alert": [
      "row.credited - row.returned <= tolerance.amount",
      "true",
    ],
    "a balance that is not read raises no alert": ["if (row.isUnread) return", "if (false) return"],
  }),
  ...inFile(
    "lib/money/payments/lock-attempt.ts",
    ["integration/money/settle-payment", "integration/money/stripe-webhook"],
    {
      "a settlement does not lock its order": ["FOR UPDATE OF o, a", ""],
    },
  ),
  ...inFile(
    "lib/money/payments/settle-payment.ts",
    ["integration/money/reconcile-payments", "integration/money/settle-payment"],
    {
      "an older page's end expires the order": [
        'status === "expired" && isNewest && (await',
        'status === "expired" && (await',
      ],
    },
  ),
  ...inFile("lib/buyer/checkout/open-checkout.ts", ["integration/buyer/open-checkout"], {
    "an expired order is paid at an old price": ["await requireSamePrice(deps.db, last.orderId);", ""],
  }),
  ...inFile("lib/people/privacy/erase-personal-data.ts", ["integration/people/delete-account"], {
    "a deleted account's unpaid order takes a payment": ["COALESCE(withdrawn_at, now())", "withdrawn_at"],
  }),
  ...inFile("lib/money/payments/record-card.ts", ["integration/buyer/block-list"], {
    "a blocked card's event holds its order back a second time": [
      "  await countCard(tx, orderId, charge);",
      "",
    ],
    "a blocked card is counted like any other": [" AND NOT ${isBlockedSql({ card: fingerprint })}", ""],
    "a blocked card of a second payment holds the order back": [
      '?.status === "paid"',
      '?.status !== "failed"',
    ],
  }),
  ...inFile(
    "lib/money/payments/read-session.ts",
    ["integration/money/returned-payment", "integration/money/refund-webhooks"],
    {
      "a refund from before the settlement is left to its event": [
        "charge.amount_refunded > 0",
        "charge.amount_refunded < 0",
      ],
    },
  ),
  ...inFile("lib/money/payments/read-session.ts", ["integration/money/returned-payment"], {
    "a dispute from before the settlement is left to its event": [
      "disputes: charge?.disputed ?",
      "disputes: charge?.disputed === null ?",
    ],
  }),
  ...inFile("lib/money/payments/settle-payment.ts", ["integration/money/fraud-warnings"], {
    "a fraud warning from before the settlement is left to its event": [
      "for (const warning of warnings) await recordFraudWarning(tx, paid, warning);",
      "",
    ],
    "a fraud warning that has arrived is not read": [
      'return { kind: "warned", warningIds };',
      "void warningIds;",
    ],
  }),
  ...inFile("lib/money/payments/read-session.ts", ["integration/money/fraud-warnings"], {
    "a fraud warning that Stripe does not know keeps its payment from being settled": [
      'if (!hasCode(error, "not_found")) throw error;',
      "throw error;",
    ],
  }),
  ...inFile("lib/orders/ledger/movements.ts", ["unit/orders/movements"], {
    "one side of a movement is dropped": ["{ account: credit, amountMicros: -amountMicros },", ""],
  }),
  ...inFile(
    "lib/money/webhooks/event-handlers.ts",
    ["integration/money/stripe-webhook", "deep/worker-events"],
    {
      "a Stripe event is handled again and again": [
        "if (!event || event.outcome !== null) return;",
        "if (!event) return;",
      ],
    },
  ),
  ...inFile("app/_server/http/handle-webhook.ts", ["integration/money/settlement-failures"], {
    "a webhook is acknowledged although its event could not be stored": [
      '"a Stripe event could not be stored");\n    return reply(failureCode(error));',
      '"a Stripe event could not be stored");\n    return failureCode(error) ? Response.json({ received: true }) : reply(failureCode(error));',
    ],
  }),
  ...inFile(
    "lib/money/payments/settle-payment.ts",
    ["integration/money/settle-payment", "integration/money/settlement-failures"],
    {
      "a job is added outside of its transaction": [
        "await promoteLocked(tx, items.targetKeys)",
        "void promoteLocked(tx, items.targetKeys)",
      ],
    },
  ),
  ...inFile("lib/delivery/items/create-items.ts", ["integration/delivery/items"], {
    "a settlement does not lock the queues of its targets": [" WHERE (SELECT count(*) FROM queues) > 0", ""],
  }),
  ...inFile("lib/shop/catalog/load-catalog.ts", ["integration/buyer/create-order"], {
    "what only a supplier without funds delivers is sold": [
      "AND suppliers.hold_reason IS DISTINCT FROM 'no_funds'",
      "",
    ],
    "a package is sold below its cost": ["THEN 'margin'", "THEN NULL"],
    "a package is judged by a supplier that does not take it": [
      "(entry.quantity BETWEEN least AND most) DESC, place",
      "place",
    ],
  }),
  ...inFile("lib/shop/catalog/load-catalog.ts", ["integration/shop/draft"], {
    "a platform that is retired is sold by a process that does not know it yet": [
      "AND platforms.status = 'live'",
      "",
    ],
  }),
  ...inFile("lib/shop/catalog/load-catalog.ts", ["integration/buyer/custom-amount"], {
    "an amount is sold below its cost": [
      "const max = cost ? mostAboveCost(entry.priceSteps, cost, entry) : entry.max;",
      "const max = cost ? mostAboveCost(entry.priceSteps, cost, entry) * 1_000 : entry.max;",
    ],
  }),
];
