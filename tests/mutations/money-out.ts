import { inFile, type Mutation } from "./mutation";

/** Mistakes in refunds, disputes and what they do to the ledger. */
export const moneyOut: Mutation[] = [
  ...inFile("lib/money/refunds/request-refund.ts", ["integration/money/refunds"], {
    "a refund above the payment is requested": ["amountCents < 1 || amountCents > left", "amountCents < 1"],
  }),
  ...inFile("lib/money/refunds/request-refund.ts", ["integration/money/held-refunds"], {
    "the automatic refunds' limit is ignored": [
      "if (isAutomatic && !(await mayRefundAutomatically(tx, { orderId, amountCents }))) return true;",
      "if (isAutomatic && amountCents < 0) return true;",
    ],
  }),
  ...inFile("lib/money/refunds/request-refund.ts", ["integration/money/refund-order"], {
    "an administrator moves money in quarantine": ["if (await maySend(tx)) return;", "if (attempt) return;"],
  }),
  ...inFile(
    "lib/orders/order/refund-status.ts",
    ["integration/money/refunds", "integration/money/refund-order"],
    {
      "requested refunds don't count against the payment": [
        'released: ["failed", "dropped"],',
        'released: ["failed", "dropped", "requested"],',
      ],
    },
  ),
  ...inFile("lib/orders/order/refund-status.ts", ["integration/buyer/drop-refunds"], {
    "units whose refund was dropped count as paid back": [
      '.some(({ status }) => !isRefundIn("released", status))',
      ".length > 0",
    ],
  }),
  ...inFile("lib/money/refunds/refund-limits.ts", ["integration/money/held-refunds"], {
    "automatic refunds are counted without their lock": [
      "await tx.$executeRaw`SELECT pg_advisory_xact_lock(${countingLock})`;",
      "await tx.$executeRaw`SELECT ${countingLock}::bigint`;",
    ],
    "automatic refunds count for half an hour only": ["interval '1 hour'", "interval '30 minutes'"],
    "automatic refunds count for longer than an hour": ["interval '1 hour'", "interval '2 hours'"],
    "automatic refunds count for less than a day": ["interval '24 hours' AND", "interval '23 hours' AND"],
    "automatic refunds count for longer than a day": ["interval '24 hours' AND", "interval '25 hours' AND"],
  }),
  ...inFile("lib/money/refunds/refund-limits.ts", ["integration/money/refund-ceiling"], {
    "an administrator's refunds of a day are counted without a lock": [
      "WHERE user_id = ${id}::uuid ORDER BY id FOR UPDATE`;",
      "WHERE user_id = ${id}::uuid ORDER BY id`;",
    ],
    "an administrator's ceiling is ignored": [
      "return isWithinCeiling(ceiling, await refundedCentsOfDay(tx, id), amountCents);",
      "return ceiling.dayCents >= 0;",
    ],
  }),
  ...inFile("lib/delivery/refills/request-refill.ts", ["integration/delivery/refills"], {
    "two refills of one item are requested at once": ["ORDER BY id FOR UPDATE`;", "ORDER BY id`;"],
  }),
  ...inFile("lib/delivery/refills/send-refill.ts", ["integration/delivery/refills"], {
    "a refill's time to send begins with its lease": [
      "const leased = await lease(deps.db, refillId);",
      "const leased = await lease(deps.db, refillId); Object.assign(deadline, startSendDeadline(deps.leaseMs));",
    ],
    "a refill is sent in quarantine": ["${mayOrderSendSql} AND ${maySendSql()}", "${mayOrderSendSql}"],
    "a refill is ended in quarantine": ["${isCalledOff} AND ${maySendSql()}", "${isCalledOff}"],
    "a refill is given up while its answer may still come": [
      "refill.updated_at < now() - ${deps.leaseMs}::int",
      "refill.updated_at < now() - ${deps.leaseMs}::int * 0",
    ],
    "a late answer to a refill is dropped": [
      'return { state: "unknown", reason } as const;',
      'return { state: "unknown", reason, leaseToken: null } as const;',
    ],
    "one lost answer to a refill is recorded twice": [
      "leaseToken: token, state: { not: change.state } }",
      "leaseToken: token }",
    ],
  }),
  ...inFile("lib/delivery/refills/poll-refills.ts", ["integration/delivery/late-refills"], {
    "a status of a number that an operator replaced ends the refill": [
      'state: "in_progress", supplierRefillId: number } as const;',
      'state: "in_progress" } as const;',
    ],
  }),
  ...inFile("lib/delivery/refills/decide-refill.ts", ["integration/delivery/late-refills"], {
    "an operator decides a refill by its first lost call after a second": [
      "version !== refill.version",
      "version > refill.version",
    ],
  }),
  ...inFile("lib/delivery/items/lock-items.ts", ["integration/delivery/lock-order"], {
    "an order is locked before its items": [
      "export async function lockOrderAndItems(tx: Tx, orderId: string): Promise<void> {",
      "export async function lockOrderAndItems(tx: Tx, orderId: string): Promise<void> {\n  await tx.$queryRaw`SELECT FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;",
    ],
    "items are locked before their targets' queues": [
      "await lockTargets(tx, keys);",
      "await tx.$queryRaw`SELECT FROM fulfillment_items WHERE order_id = ${orderId}::uuid FOR UPDATE`;\n  await lockTargets(tx, keys);",
    ],
    "one item is locked before its order's summary": [
      "await lockItemsOf(tx, item.orderId);",
      "await tx.$queryRaw`SELECT FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;\n  await lockItemsOf(tx, item.orderId);",
    ],
  }),
  ...inFile("lib/money/refunds/refund-limits.ts", ["integration/money/ways-to-refund"], {
    "a refund that follows from a decision does not count in the day": [
      "requested_by_id = ${id}::uuid OR ${id}::uuid = ANY(caused_by_ids)",
      "requested_by_id = ${id}::uuid",
    ],
    "an administrator releases a refund that follows from their decision": [
      "held.causedByIds.includes(id)",
      "held.causedByIds.includes(held.requestedById ?? '')",
    ],
  }),
  ...inFile("lib/money/refunds/request-refund.ts", ["integration/money/ways-to-refund"], {
    "a refund that follows from a decision has no ceiling": [
      "requestedById ? [requestedById] : causedByIds",
      "requestedById ? [requestedById] : []",
    ],
  }),
  ...inFile("lib/delivery/operator/change-item.ts", ["integration/money/ways-to-refund"], {
    "who ended an item is forgotten": [
      'to === "ready" ? null : audit.actor.id',
      'to === "ready" ? audit.actor.id : null',
    ],
  }),
  ...inFile("lib/delivery/cancel/cancel-at-supplier.ts", ["integration/money/ways-to-refund"], {
    "who had an item cancelled at its supplier is forgotten": [
      'if (outcome !== "rejected") await markDecided',
      'if (outcome === "rejected") await markDecided',
    ],
  }),
  ...inFile("lib/money/refunds/refund-order.ts", ["integration/money/ways-to-refund"], {
    "what a dropped refund had cancelled is paid back without a second administrator": [
      'if (kind === "undelivered") await markDecided',
      'if (kind === "part") await markDecided',
    ],
  }),
  ...inFile("lib/delivery/refills/decide-refill.ts", ["integration/money/ways-to-refund"], {
    "who decided a refill is forgotten": ["await markDecided(tx, { id: itemId }, audit.actor);", ""],
  }),
  ...inFile("lib/money/disputes/dispute-status.ts", ["unit/money/dispute-status"], {
    "a lost dispute's amount in another currency is taken for the payment's": [
      "return currency === payment.currency ?",
      "return currency !== payment.currency + '!' ?",
    ],
  }),
  ...inFile("lib/money/refunds/request-refund.ts", ["integration/money/dispute-webhooks"], {
    "what a lost dispute took is refunded too": [
      'attempt.status === "paid" ? attempt.order.bankReturnedCents : 0',
      'attempt.status === "open" ? attempt.order.bankReturnedCents : 0',
    ],
  }),
  ...inFile("lib/money/disputes/record-dispute.ts", ["integration/money/dispute-webhooks"], {
    "a partly lost dispute holds the rest for good": ["takenSum >= order.paidCents ||", "takenSum >= 1 ||"],
    "a held refund stays whole when a lost dispute has paid a part of it": [
      'await capUndelivered(tx, orderId, "lost_dispute");',
      "await Promise.resolve();",
    ],
  }),
  ...inFile("lib/orders/order/order-money.ts", ["integration/money/dispute-webhooks"], {
    "what a lost dispute took is paid again for undelivered units": [
      "    bankReturnedCents +\n    centsOf(",
      "    centsOf(",
    ],
  }),
  ...inFile("lib/money/refunds/decide-held-refund.ts", ["integration/money/refund-ceiling"], {
    "a held full refund cancels nothing when it is released": [
      "if (held.reason === refundReasons.full)",
      'if (held.reason === "")',
    ],
  }),
  ...inFile("lib/delivery/counts/shared-counter.ts", ["unit/buyer/item-facts"], {
    "units that were paid back are missing again": [
      "deliveredUnits(item) - unitsPaidBack(item.decisions, refunds)",
      "deliveredUnits(item)",
    ],
  }),
  ...inFile(
    "lib/delivery/counts/known-units.ts",
    ["unit/buyer/decision-rules", "unit/delivery/known-units"],
    {
      "one look proves a loss": [
        "lossSince(addMs(newest.takenAt, -betweenProofsMs), settled)",
        "lossSince(newest.takenAt, settled)",
      ],
      "a look in the hour after the end counts": ["takenAt >= addMs(since, settlingMs)", "takenAt >= since"],
      "a count from before a refill's end counts after it": [
        "one.takenAt >= since && !isStuck(one)",
        "one.takenAt >= endedAt && !isStuck(one)",
      ],
      "a counter that has not moved counts": [
        "one.takenAt >= since && !isStuck(one)",
        "one.takenAt >= since",
      ],
      "yesterday's looks decide today": ["const missing = isFresh ?", "const missing = newest ?"],
      "a rounded counter is taken as exact": [
        "level.lowest + units - highest",
        "level.lowest + units - lowest",
      ],
      "a look that shows all units is forgotten": [
        "first < 0 ? 0 : leastOf(settled.slice(first))",
        "first < 0 ? 0 : leastOf(settled.slice(-1))",
      ],
    },
  ),
  ...inFile("lib/buyer/requests/decide-request.ts", ["integration/buyer/drops"], {
    "a private profile is taken for a public one": ["!found.exists || found.is_private", "!found.exists"],
  }),
  ...inFile("lib/buyer/requests/load-facts.ts", ["integration/buyer/drops"], {
    "the replacements' budget is counted for ever": ["AND created_at > now() - interval '24 hours'", ""],
    "the replacements' budget is counted for half a day": ["interval '24 hours'", "interval '12 hours'"],
  }),
  ...inFile("lib/delivery/counts/count-targets.ts", ["integration/delivery/target-counts"], {
    "an item that was canceled without a number ends without proof": [
      "if (!isWholeTwice && (missing === 0 || unknown * 100 > quantity * tolerancePercent)) return;",
      "",
    ],
  }),
  ...inFile("lib/delivery/progress/next-progress.ts", ["unit/delivery/next-progress"], {
    "a pending order with the default of 0 is nearly done": [
      "remains || null), review: null",
      "remains), review: null",
    ],
    "a canceled order without a number pays everything back": [
      "if (isFree && !hasBegun(item))",
      "if (isFree || !hasBegun(item))",
    ],
  }),
  ...inFile("lib/delivery/counts/shared-counter.ts", ["unit/delivery/shared-counter"], {
    "a later order's units hide what is missing": [
      "count > before ? Math.max(before, count - units) : count",
      "count > before ? Math.max(before, count) : count",
    ],
  }),
  ...inFile("lib/delivery/counts/shared-counter.ts", ["integration/buyer/two-orders"], {
    "a later order begins at a count from while an earlier one's replacement added": [
      "new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)))",
      "item.finishedAt",
    ],
  }),
  ...inFile("lib/buyer/requests/decision-rules.ts", ["unit/buyer/decision-rules"], {
    "a buyer who asks again loses the time of the first request": [
      "askedAt: item.waitsSince ?? order.askedAt",
      "askedAt: order.askedAt",
    ],
  }),
  ...inFile("lib/buyer/requests/load-facts.ts", ["integration/buyer/operator-requests"], {
    "an item that may have been bought before a restore is canceled for its buyer": [
      'mayBeBought ? ("unknown" as const) : state',
      "state",
    ],
  }),
  ...inFile("lib/orders/order/order-parts.ts", ["integration/orders/several-services"], {
    "an order of several services owes the average price of a unit": [
      "if (parts.length === 0) return",
      "if (parts.length >= 0) return",
    ],
  }),
  ...inFile("lib/buyer/requests/decide-request.ts", ["integration/orders/several-services"], {
    "missing units of an extra go back at the order's average price": [
      "loaded.parts.map((part) => ({",
      "[loaded.facts].map((part) => ({",
    ],
  }),
  ...inFile("lib/delivery/items/delivery-summary.ts", ["integration/buyer/drops"], {
    "a replacement counts as the order's own units": [
      "SELECT replaces_item_id IS NULL AS is",
      "SELECT true AS is",
    ],
  }),
  ...inFile("lib/buyer/requests/load-facts.ts", ["integration/buyer/drop-refunds"], {
    "a refund in Stripe's dashboard is no other refund": [
      'refund.reason !== "undelivered" && !isRefundIn',
      '!["undelivered", "dashboard"].includes(refund.reason) && !isRefundIn',
    ],
  }),
  ...inFile("lib/buyer/requests/load-facts.ts", ["integration/buyer/drops"], {
    "replacements do not count against their budget": [
      "return Math.max(0, centsPerDay - (row?.cents ?? 0));",
      "return Math.max(0, centsPerDay - (row?.cents ?? 0) * 0);",
    ],
  }),
  ...inFile("lib/money/refunds/send-refund.ts", ["integration/money/refunds"], {
    "a refund that Stripe made is not looked for": ["await syncRefunds(deps, paymentIntentId);", ""],
    "a refund of a payment that Stripe does not know is tried forever": [
      'if (!hasCode(error, "not_found")) throw error;',
      "if (error) throw error;",
    ],
    "a refund of a payment that Stripe does not know fails in quarantine": [
      "if (await maySend(deps.db)) await failRefund(",
      "await failRefund(",
    ],
    "a refund is sent without its idempotency key": [
      "idempotencyKey: refundIdempotencyKey(orderId, refund.number)",
      "idempotencyKey: refundIdempotencyKey(orderId, Math.random())",
    ],
    "a refund's call is tried again within its job": [", ...askOnce }", " }"],
  }),
  ...inFile("lib/orders/order/flag-order.ts", ["integration/orders/order-alerts"], {
    "clearing a flag ends the alert of a failed refund that came later": [
      "kind === flagReason)",
      'kind !== "")',
    ],
    "a reason that comes after an order's flag is lost": [
      "if (message) await raiseAlert",
      "if (message === '') await raiseAlert",
    ],
  }),
  ...inFile(
    "lib/money/refunds/record-refund.ts",
    ["integration/money/refunds", "integration/money/refund-webhooks"],
    {
      "a refund is posted twice": ['return status !== "succeeded" && (', 'return status !== "canceled" && ('],
    },
  ),
  ...inFile("lib/money/refunds/record-refund.ts", ["integration/money/refunds"], {
    "a refund is not posted": [
      "await recordMovement(tx, refundMovement(await countRefund(tx, refund, amountCents)));",
      "",
    ],
  }),
  ...inFile("lib/orders/order/order-money.ts", ["integration/money/refunds"], {
    "a refund by an operator is paid beside what was not delivered": [
      "const unpaid = owedCents - paidOfUndelivered(order, refunds);",
      'const unpaid = owedCents - paidOfUndelivered(order, refunds.filter(({ reason }) => reason === "undelivered"));',
    ],
    "a refund in Stripe's dashboard is paid beside what was not delivered": [
      'refund.reason !== "missing_units" && isSpent',
      '!["missing_units", "dashboard"].includes(refund.reason) && isSpent',
    ],
    "a refund of units that went missing pays for undelivered ones": [
      'refund.reason !== "missing_units" && isSpent',
      'refund.reason !== "" && isSpent',
    ],
  }),
  ...inFile("lib/orders/order/order-money.ts", ["integration/money/held-refunds"], {
    "a refund that an administrator dropped is made again": [
      "if (isDecided) return 0;",
      "if (isDecided && owedCents < 0) return 0;",
    ],
  }),
  ...inFile("lib/orders/order/refund-status.ts", ["integration/money/failed-refunds"], {
    "the shop refunds by itself what a failed refund is to pay": [
      'if (refund.status === "failed") return !isSentAgain(refund, refunds);',
      'if (refund.status === "failed") return false;',
    ],
    "a failed refund that was sent again is owed too": [
      "refund.paidAnotherWayAt === null && !isSentAgain(refund, refunds)",
      "refund.paidAnotherWayAt === null",
    ],
  }),
  ...inFile("lib/money/refunds/retry-refund.ts", ["integration/money/failed-refunds"], {
    "a refund that was paid another way is sent again": [
      "if (failed.paidAnotherWayAt !== null)\n      throw",
      "if (failed.paidAnotherWayAt !== null && amountCents < 0)\n      throw",
    ],
  }),
  ...inFile("lib/money/refunds/stop-refunded.ts", ["integration/money/failed-refunds"], {
    "a failed refund of a payment that went back in full is owed": [
      "for (const { id } of bounced) await markPaid",
      "for (const { id } of bounced.slice(0, 0)) await markPaid",
    ],
  }),
  ...inFile(
    "lib/money/refunds/cap-refunds.ts",
    ["integration/money/refunds", "integration/money/refunds-at-stripe"],
    {
      "a refund that Stripe reports late is paid beside what was not delivered": [
        "paidOfUndelivered(owed.order, refunds) - owed.cents",
        "owed.cents - paidOfUndelivered(owed.order, refunds)",
      ],
    },
  ),
  ...inFile("lib/money/refunds/refund-order.ts", ["integration/money/refund-order"], {
    "an intent is not recognised again": ["if (known) return repeated(known, input);", ""],
    "a full refund leaves unsent items": ['if (kind !== "part" && !isHeld)', 'if (kind === "undelivered")'],
  }),
  ...inFile("lib/money/refunds/retry-refund.ts", ["integration/money/refunds-at-stripe"], {
    "a failed refund of units that were paid since is sent again": [
      'if (failed.reason === "undelivered") await',
      'if (failed.reason === "") await',
    ],
  }),
  ...inFile("lib/money/refunds/refund-undelivered.ts", ["integration/money/refunds"], {
    "an undelivered share does not lock its order": [
      "WHERE id = ${orderId}::uuid FOR UPDATE`;",
      "WHERE id = ${orderId}::uuid`;",
    ],
    "an order that release 1.0 ended is not refunded": ["await recordOwedAmounts(tx, [orderId]);", ""],
  }),
  ...inFile("lib/orders/order/close-order.ts", ["integration/orders/order-money"], {
    "an order ends without what it owes": ["await recordOwedAmounts(tx, ended);", ""],
  }),
  ...inFile(
    "lib/money/refunds/refund-undelivered.ts",
    ["integration/money/dispute-webhooks", "integration/money/refunds"],
    {
      "a disputed payment is refunded": ['if (order.paymentStatus === "disputed") return;', ""],
    },
  ),
  ...inFile("lib/orders/order/block-delivery.ts", ["integration/money/dispute-webhooks"], {
    "a won dispute lifts another block": ["reason === disputeBlock ? []", "reason !== null ? []"],
  }),
  ...inFile("lib/money/disputes/record-dispute.ts", ["integration/money/dispute-webhooks"], {
    "a dispute leaves unsent items": [
      'await cancelUnsent(tx, orderId, { reason: "dispute" });',
      "await Promise.resolve();",
    ],
  }),
  ...inFile(
    "lib/money/disputes/dispute-status.ts",
    ["unit/money/dispute-status", "integration/money/inquiries"],
    {
      "an inquiry holds the payment": [" && !isOpenInquiry(status);", ";"],
    },
  ),
  ...inFile("lib/base/money.ts", ["unit/money/refund-amounts", "integration/money/refunds"], {
    "a share is rounded down": ["BigInt(part) * 2n + BigInt(whole)", "BigInt(part) * 2n"],
  }),
  ...inFile("lib/money/refunds/sync-refunds.ts", ["integration/money/refund-webhooks"], {
    "a refund of the dashboard is not taken over": [
      "if (movedNoMoney(sent)) return false;",
      "if (sent.id) return false;",
    ],
  }),
  ...inFile(
    "lib/money/refunds/stop-refunded.ts",
    ["integration/money/refund-webhooks", "integration/money/refunds-at-stripe"],
    {
      "a full refund made at Stripe leaves unsent items": [
        "if (refunded.length === 0) return;",
        "if (!isOperator || refunded.length === 0) return;",
      ],
    },
  ),
  ...inFile("lib/money/refunds/refund-jobs.ts", ["integration/money/failed-refunds"], {
    "an order is due again and again": ["WHERE refund_id IS NULL AND cents >", "WHERE cents >"],
  }),
  ...inFile("lib/money/refunds/refund-jobs.ts", ["integration/money/dispute-webhooks"], {
    "an order whose owed amount the bank has paid is due forever": [
      "cents > bank_returned_cents",
      "cents > 0",
    ],
  }),
  ...inFile("lib/money/refunds/held-refunds.ts", ["integration/money/held-refunds"], {
    "held refunds are counted without their lock": [
      "await tx.$executeRaw`SELECT pg_advisory_xact_lock(${countingLock})`;",
      "await tx.$executeRaw`SELECT ${countingLock}::bigint`;",
    ],
  }),
  ...inFile("lib/money/disputes/record-fraud-warning.ts", ["integration/money/fraud-warnings"], {
    "a fraud warning about a second payment stops the order": [
      "if (isOrders) await blockDelivery",
      "await blockDelivery",
    ],
  }),
];
