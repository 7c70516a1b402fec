import { inFile, type Mutation } from "./mutation";

/** Mistakes in what is bought at suppliers: leases, calls, evidence, reports. */
export const delivery: Mutation[] = [
  ...inFile("lib/delivery/submit/record-refusal.ts", ["integration/delivery/late-answers"], {
    "a late refusal sends an item again although its repetition may have bought it": [
      "!before || before.is_repeated",
      "!before",
    ],
    "an unfamiliar refusal of a lost call lets another supplier be asked": [
      'if (before.state === "unknown" && policy.needsOperator) {',
      'if (before.state === "unknown" && policy.needsOperator && lease.attempt < 0) {',
    ],
  }),
  ...inFile("lib/delivery/submit/lease-item.ts", ["integration/delivery/submit"], {
    "a leased item stays ready": [
      "UPDATE fulfillment_items AS item SET state = 'submitting'",
      "UPDATE fulfillment_items AS item SET state = 'ready'",
      { seed: 9740, count: 16, always: "worker killed in a call", breaks: "I1" },
    ],
  }),
  ...inFile("lib/delivery/submit/lease-item.ts", ["integration/delivery/pace"], {
    "a lease ignores the supplier's pace": ["pace.tokens < 1", "pace.tokens < -1e12"],
    "a lease ignores how many calls are in flight": ["${pace.atOnce}::int > (", "1000 > ("],
  }),
  ...inFile("lib/delivery/submit/submit-item.ts", ["integration/delivery/leases"], {
    "the send deadline begins after the lease": [
      "const deadline = startSendDeadline(deps.leaseMs);\n  const lease = await leaseItem(db, itemId);",
      "const lease = await leaseItem(db, itemId);\n  const deadline = startSendDeadline(deps.leaseMs);",
    ],
  }),
  ...inFile("lib/orders/order/may-order-send.ts", ["integration/delivery/operator-decisions"], {
    "a lease ignores a blocked order": ["AND orders.blocked_at IS NULL AND", "AND"],
  }),
  ...inFile("lib/orders/order/may-order-send.ts", ["integration/buyer/withdrawal"], {
    "a lease ignores a withdrawal": ["orders.withdrawn_at IS NOT NULL OR ", ""],
  }),
  ...inFile(
    "lib/orders/order/may-order-send.ts",
    ["integration/delivery/leases", "integration/delivery/late-answers"],
    {
      "a lease ignores that the money went back": [
        "orders.payment_status IN ('paid', 'partially_refunded')",
        "orders.payment_status IS NOT NULL",
      ],
    },
  ),
  ...inFile("lib/orders/order/may-order-send.ts", ["integration/delivery/late-answers"], {
    "only a refund that has arrived stops an order": [
      'refund.status ${inRefundSet("onItsWay")}',
      "refund.status = 'succeeded'",
    ],
  }),
  ...inFile("lib/delivery/submit/lease-item.ts", ["integration/delivery/evidence"], {
    "a supplier that merges equal requests is asked within its window": [
      "if (awayUntil && awayUntil > now)",
      "if (awayUntil && awayUntil < now)",
    ],
  }),
  ...inFile(
    "lib/delivery/submit/record-outcome.ts",
    ["deep/worker-stopped", "integration/delivery/late-answers", "integration/delivery/operator-decisions"],
    {
      "the lease's token is not checked on record": ["lease_token = ${lease.token}::uuid AND ", ""],
    },
  ),
  ...inFile("lib/delivery/submit/record-outcome.ts", ["integration/delivery/order-numbers"], {
    "a number that two items have is reported to nobody": [
      "await recordRepeatedNumber(deps.db, lease, outcome);",
      "isTaken = true;",
    ],
  }),
  ...inFile("lib/delivery/submit/record-outcome.ts", ["integration/delivery/order-numbers"], {
    "the item that had a repeated number first is not reviewed": [
      "AND reason IS DISTINCT FROM 'duplicate_order_id'",
      "AND reason = 'duplicate_order_id'",
    ],
    "a supplier that repeats a number gets the next order": [
      "await holdSupplier(tx, supplierId, {",
      "if (number === null) await holdSupplier(tx, supplierId, {",
    ],
  }),
  ...inFile("lib/delivery/progress/poll-items.ts", ["integration/delivery/order-numbers"], {
    "an item follows the report about a number that two items have": [
      "AND reason IS DISTINCT FROM 'duplicate_order_id'",
      "",
    ],
  }),
  ...inFile("lib/delivery/operator/change-supplier.ts", ["integration/delivery/account-change"], {
    "a new account is asked about the old one's orders": ["await leaveAccount(tx, supplierId);", ""],
    "an order that is being sent to the old account is tracked at the new one": [
      "if (asked.calls > 0) {",
      "if (asked.calls < 0) {",
    ],
    "a late answer of the old account numbers an item of the new one": [
      "provider_order_id = NULL, lease_token = NULL,",
      "provider_order_id = NULL,",
    ],
    "completed items are asked about at a new account": [
      'AND (state ${inSet("mayBeAtSupplier")} OR next_check_at IS NOT NULL)\n',
      'AND state ${inSet("mayBeAtSupplier")}\n',
    ],
  }),
  ...inFile("lib/delivery/suppliers/edit-supplier.ts", ["integration/delivery/account-change"], {
    "a new key is entered without a question about the items in flight": [
      "Boolean(apiKey) || after.apiUrl !== before.apiUrl",
      "after.apiUrl !== before.apiUrl",
    ],
  }),
  ...inFile("lib/delivery/refills/poll-refills.ts", ["integration/delivery/account-change"], {
    "refills of the old account are asked about at the new one": [
      "AND item.provider_order_id IS NOT NULL)`",
      ")`",
    ],
  }),
  ...inFile("lib/delivery/suppliers/watch-charges.ts", ["integration/delivery/charges"], {
    "a supplier charges twelve times its rate in silence": [
      "const tolerated = 1.2;",
      "const tolerated = 12;",
    ],
    "an order costs more than its buyer paid in silence": ["OR new_charge * 100 > sold_cents", ""],
    "roubles are compared with the rates of a dollar account": [
      "CASE WHEN new_currency = account_currency THEN",
      "CASE WHEN true THEN",
    ],
    "roubles are compared with what the buyer paid in dollars": [
      "CASE WHEN new_currency = 'usd' AND",
      "CASE WHEN",
    ],
    "an order from before a stop stops a mapping again": [
      "AND (stopped_at IS NULL OR stopped_at < ${odd.sentAt})",
      "AND ${odd.sentAt}::timestamptz IS NOT NULL",
    ],
    "a charge that no order can cost is posted": [
      "return new Set(odd.flatMap(({ id, isAbsurd }) => (isAbsurd ? id : [])));",
      "return new Set();",
    ],
  }),
  ...inFile("lib/delivery/operator/attach-provider-order.ts", ["integration/delivery/order-numbers"], {
    "a number that its supplier reports on is replaced": [
      'isItemIn("atSupplier", item.state) && item.reviewSince !== null',
      'isItemIn("atSupplier", item.state)',
    ],
  }),
  ...inFile(
    "lib/delivery/submit/record-outcome.ts",
    ["integration/delivery/late-answers", "deep/worker-stopped"],
    {
      "an answer that comes late is dropped": [
        "if (!isTaken) await recordLateAnswer(",
        "if (isTaken && false) await recordLateAnswer(",
      ],
    },
  ),
  ...inFile("lib/running/worker/sweep.ts", ["integration/delivery/sweep"], {
    "a sweep takes a retry that waits for a lost job": [
      "(attempts > 0 OR run_at <",
      "(attempts < 0 OR run_at <",
    ],
  }),
  ...inFile(
    "lib/base/jobs/add-again.ts",
    ["integration/delivery/sweep", "integration/money/reconcile-events"],
    {
      "a job whose attempts are used up begins again": [
        "locked_at IS NULL AND attempts",
        "locked_at IS NOT NULL AND attempts",
      ],
      "a job whose attempts are used up waits no longer": ["now() + ${lastWaitMs}::int", "now() + ${1}::int"],
    },
  ),
  ...inFile(
    "lib/mail/alerts/raise-alert.ts",
    ["integration/mail/raise-alert", "integration/delivery/review-alert"],
    {
      "an alert that is on hides what comes later": [
        "member.since > before.mailed_at",
        "member.since IS NULL",
      ],
      "an alert is mailed for each row": [
        "SELECT FROM before WHERE mailed_at < now() - ",
        "SELECT FROM before WHERE now() > now() - ",
      ],
      "an alert tells the same rows again and again": [
        "CASE WHEN EXISTS (SELECT FROM due) THEN now() ELSE alert.mailed_at END",
        "alert.mailed_at",
      ],
    },
  ),
  ...inFile("lib/delivery/items/watch-review.ts", ["integration/delivery/review-alert"], {
    "an item whose evidence is looked for again keeps an alarm on": [
      "NOT (state = 'unknown' AND COALESCE(not_before > now(), false))",
      "(state = 'unknown' OR COALESCE(not_before > now(), true))",
    ],
  }),
  ...inFile("lib/mail/alerts/raise-alert.ts", ["integration/delivery/review-alert"], {
    "what is put off hides what came later": [
      "AND snooze.snoozed_at >= ${since}",
      "AND ${since} IS NOT NULL",
    ],
    "what is put off hides other matters of its order": [
      "${kind}::text = ANY(snooze.kinds)",
      "${kind}::text <> ''",
    ],
  }),
  ...inFile("lib/delivery/suppliers/protocol/ask-in-parts.ts", ["unit/delivery/ask-in-parts"], {
    "one number that a panel does not know fails its batch": [
      "if (answer.isRefused) {",
      "if (answer.isRefused && part.length > 1_000) {",
    ],
    "a number that was not asked about counts as unknown to its supplier": [
      "if (isOver) {\n      for (const number of part) unanswered.add(number);",
      "if (isOver) {",
    ],
    "a supplier that is away is asked again and again": ["if (answer.isRefused) {", "if (!answer.isHeard) {"],
  }),
  ...inFile("lib/delivery/suppliers/protocol/read-batch.ts", ["unit/delivery/dialects/dialects"], {
    "a supplier that refuses the key is asked about each number": [
      "isRefused: httpStatus < 500 && !isAboutAll",
      "isRefused: true",
    ],
    "a refusal of the key counts as the order's status": ["code === null && !isAboutForm", "!isAboutForm"],
  }),
  ...inFile("lib/delivery/suppliers/protocol/known-refusals.ts", ["unit/delivery/classify-answer"], {
    "a known refusal with a tail that says something else is a refusal": [
      " && words.every((word) => fillers.has(word))",
      "",
    ],
  }),
  ...inFile("lib/delivery/suppliers/protocol/read-number.ts", ["unit/delivery/read-number"], {
    "an ambiguous number is taken for one with decimals": [
      "own && readAs(figure, own)",
      'readAs(figure, own ?? "point")',
    ],
  }),
  ...inFile("lib/delivery/progress/next-progress.ts", ["unit/delivery/next-progress"], {
    "a completed order with units left is whole": ["quantity * tolerancePercent", "quantity * 100"],
  }),
  ...inFile("lib/delivery/progress/ask-due.ts", ["integration/running/bad-rows"], {
    "a supplier's answer that can't be written stops its batch": [
      "runIsolated(db, batch, answered, (part) =>",
      "((all, run) => run(all))(answered, (part) =>",
    ],
  }),
  ...inFile("lib/delivery/progress/late-items.ts", ["integration/running/bad-rows"], {
    "a late item that can't be written stops its batch": [
      'runIsolated(db, "late", late, (items) =>',
      "((all, run) => Promise.all([run(all)]))(late, (items) =>",
    ],
  }),
  ...inFile("lib/delivery/submit/record-unknown.ts", ["integration/running/bad-rows"], {
    "a lost call that can't be written stops its batch": [
      'runEach(db, "lost", lost, (lease) =>',
      "((all, run) => Promise.all(all.map(run)))(lost, (lease) =>",
    ],
  }),
  ...inFile("lib/money/webhooks/store-events.ts", ["integration/money/reconcile-events"], {
    "an event with an odd subject stops the requeueing of all": [
      "subjectSchema.safeParse(subject).data ?? {}",
      "subjectSchema.parse(subject)",
    ],
  }),
  ...inFile("lib/delivery/submit/record-unknown.ts", ["integration/delivery/sweep"], {
    "the sweeper makes a lost call ready": [
      "UPDATE fulfillment_items SET state = 'unknown', reason",
      "UPDATE fulfillment_items SET state = 'ready', reason",
      { seed: 9740, count: 16, always: "worker killed in a call", breaks: "whole" },
    ],
  }),
  ...inFile("lib/delivery/suppliers/protocol/classify-answer.ts", ["unit/delivery/classify-answer"], {
    "a lost answer counts as a refusal": [
      'if (answer.kind === "lost") return { kind: "unknown", reason: answer.reason };',
      'if (answer.kind === "lost") return { kind: "rejected", code: "unreachable" };',
      { seed: 9740, count: 20, always: "add lost", breaks: "I1" },
    ],
    "a contradictory answer counts as accepted": ["if (numbers.size === 1 && number)", "if (number)"],
    "a redirect counts as a refusal": ["if (isMoved(answer))", "if (answer.httpStatus < 400)"],
  }),
  ...inFile("lib/delivery/submit/resolve-item.ts", ["integration/delivery/evidence"], {
    "every lost call goes to manual review": [
      "if (!lost) return;",
      "if (lost) return giveUpEvidence(db, lost, 'evidence_exhausted');\n  if (!lost) return;",
      { seed: 9740, count: 30, always: "add lost", breaks: "review" },
    ],
  }),
  ...inFile("lib/delivery/items/evidence-limits.ts", ["unit/delivery/evidence"], {
    "a lost call is repeated without its limit": ["if (call.repeats >= mostRepeats) return 0;", ""],
  }),
  ...inFile(
    "lib/delivery/items/evidence-limits.ts",
    ["unit/delivery/evidence", "integration/delivery/evidence"],
    {
      "the margin at the end of a window is dropped": [" - timeoutMs - windowMarginMs", " - timeoutMs"],
      "an equal request is sent while the lost one may be on its way": [
        "timeoutMs - sinceLastMs",
        "-sinceLastMs",
      ],
      "an id is trusted for ever": ["call.hasEvidenceId ? leftMs : 0", "call.hasEvidenceId ? Infinity : 0"],
    },
  ),
  ...inFile(
    "lib/delivery/suppliers/protocol/post-form.ts",
    ["deep/worker-stopped", "integration/delivery/provider"],
    {
      "the deadline is not checked when the request is written": [
        "deadline.leftMs() > 0",
        "deadline.leftMs() > -1e12",
      ],
    },
  ),
  ...inFile("lib/delivery/items/lock-items.ts", ["deep/worker-stopped"], {
    "an operator decides while a lost call is repeated": [
      "outcome IS NULL AND ended_at > now()",
      "outcome IS NULL AND ended_at < now()",
    ],
  }),
  ...inFile("lib/delivery/progress/poll-items.ts", ["integration/delivery/poll"], {
    "a report reopens what is completed": [
      'WHERE item.id = change.id AND item.state = change."from"::item_state',
      "WHERE item.id = change.id",
    ],
    "a late report takes a newer one back": ["AND item.remains IS NOT DISTINCT FROM change.known", ""],
  }),
  ...inFile("lib/delivery/counts/count-targets.ts", ["integration/delivery/target-counts"], {
    "units that have arrived are counted as a delivery's start": [
      " && addMs(saidAt, 2 * minute) >= social.now",
      "",
    ],
  }),
  ...inFile("lib/delivery/progress/poll-items.ts", ["integration/delivery/tidy"], {
    "one unclear report makes a late item forget that it is late": [
      "keepsReview(item, next) ? item.reason : next.review",
      "next.review ?? (keepsReview(item, next) ? item.reason : null)",
    ],
    "progress hides that an item is late": ['reason === "not_finished" || ', ""],
  }),
  ...inFile(
    "lib/delivery/items/promote-waiting.ts",
    ["integration/delivery/items", "integration/delivery/poll"],
    {
      "a second item for a target does not wait": [
        'AND other.state ${inSet("holdsTarget")})',
        "AND other.state IN ('paused'))",
      ],
    },
  ),
  ...inFile("lib/delivery/submit/resolve-item.ts", ["integration/delivery/evidence"], {
    "a lost call is repeated whatever became of its order": [
      " AND supplier.is_active AND ${mayOrderSendSql}",
      "",
    ],
  }),
  ...inFile("lib/delivery/suppliers/health.ts", ["integration/delivery/refusals"], {
    "a supplier that only answers too many requests keeps its orders": [
      "if (drained?.had_tokens) await",
      "if (drained?.had_tokens && waitMs < 0) await",
    ],
    "each call of a burst counts as too many requests": [
      "RETURNING before.tokens >= 0 AS had_tokens",
      "RETURNING true AS had_tokens",
    ],
    "the breaker opens for less time than the supplier asked for": ["${pauseMs + waitMs}", "${pauseMs}"],
  }),
  ...inFile("lib/operator/reporting/needs-me.ts", ["integration/operator/needs-me"], {
    "each attempt hides for how long an item has not been sent": [
      "AND created_at < now()",
      "AND updated_at < now()",
    ],
  }),
  ...inFile("lib/delivery/progress/late-items.ts", ["integration/delivery/tidy"], {
    "an item that never ends stays unseen": ['item.state ${inSet("atSupplier")}', "item.state = 'submitted'"],
  }),
  ...inFile("lib/delivery/cancel/cancel-at-supplier.ts", ["integration/buyer/stop-requests"], {
    "a supplier is asked to cancel what is no longer to be canceled": [
      'outcome: "ask_supplier", lookAgainAt: { not: null }',
      'outcome: "ask_supplier"',
    ],
    "a supplier is asked to cancel while another call is open": [
      "addMs(databaseNow(), -minute)",
      "addMs(databaseNow(), minute)",
    ],
    "a supplier's refusal to stop an item stays unseen": [
      '"rejected" ? reviewReasons[asker]',
      '"accepted" ? reviewReasons[asker]',
    ],
  }),
  ...inFile("lib/delivery/cancel/cancel-at-supplier.ts", ["integration/buyer/withdrawal"], {
    "a supplier that agreed to cancel is asked again and again": [
      'cancelOutcome === "accepted" || (cancelOutcome && !isOperator)',
      "false",
    ],
  }),
  ...inFile("lib/delivery/cancel/cancel-at-supplier.ts", ["integration/delivery/tidy"], {
    "a supplier is asked to cancel in quarantine": [
      "if (!(await maySend(tx))) {",
      "if (isOperator && !(await maySend(tx))) {",
    ],
  }),
  ...inFile("lib/delivery/submit/eligible-services.ts", ["integration/delivery/refusals"], {
    "an item of one quality is sent to another's supplier": [" AND ours.variant = item.variant", ""],
  }),
];
