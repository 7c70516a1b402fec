/** An answer to `refill`: its family, HTTP status and body, and what it means. */
export type RefillAnswer = [family: string, httpStatus: number, body: string, meaning: string];

const error = (text: string) => JSON.stringify({ error: text });

export const refillAnswers: RefillAnswer[] = [
  ["PerfectPanel", 200, '{"refill":"1"}', "accepted 1"],
  ["PerfectPanel", 200, '[{"order":1,"refill":7}]', "accepted 7"],
  [
    "SmartPanel",
    200,
    '{"success":"Your order will be refill asap. Thank you for patience","refill":12345}',
    "accepted 12345",
  ],
  ["Laravel", 201, '{"refill":81}', "accepted 81"],
  ["Laravel", 200, '{"data":{"refill":81}}', "accepted 81"],
  ["Laravel", 200, '{"refill":81,"message":"Refill request submitted"}', "accepted 81"],
  [
    "Next",
    200,
    '{"refill_id":"0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"}',
    "accepted 0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f",
  ],
  ["Next", 200, '{"7":{"order":7,"refill":31}}', "accepted 31"],
  ["clone", 200, '{"refill":{"id":5}}', "accepted 5"],
  ["PHP", 200, 'Notice: x in y on line 1 {"refill":5}', "accepted 5"],
  ["PerfectPanel", 200, error("Order not eligible for refill."), "refused"],
  ["PerfectPanel", 200, '[{"order":1,"refill":{"error":"Incorrect order ID"}}]', "refused"],
  ["Laravel", 422, error("Refill is disabled for this service"), "refused"],
  ["Laravel", 422, error("The order is not completed"), "refused"],
  ["Laravel", 400, error("You are not eligible to send refill request."), "refused"],
  ["Laravel", 400, error("Refill period has expired"), "refused"],
  ["Laravel", 404, error("Order not found or not eligible for refill"), "refused"],
  ["clone", 200, '{"status":"error","message":"Refill not available for this order"}', "refused"],
  ["PerfectPanel", 200, error("Invalid API key"), "refused for now"],
  ["PerfectPanel", 429, error("Too many requests"), "refused for now"],
  ["clone", 403, error("Account suspended"), "refused for now"],
  // A refill may be in progress, so a second one is not asked for.
  ["clone", 200, error("Refill already requested"), "unclear"],
  ["clone", 200, error("Refill already pending"), "unclear"],
  ["clone", 200, error("The refill task is still in progress"), "unclear"],
  [
    "Laravel",
    422,
    error("The order was completed or refill was requested less than 24 hours ago"),
    "unclear",
  ],
  ["clone", 200, '{"refill":"approved"}', "unclear"],
  ["clone", 200, '{"refill":"already requested"}', "unclear"],
  ["clone", 200, '{"success":"Refill requested"}', "unclear"],
  ["Laravel", 500, error("Refill request failed"), "unclear"],
  ["CDN", 502, "<html>502</html>", "unclear"],
  // Read in the source of a panel; older copies of it answer null to an action that they don't know.
  ["PHP script", 200, '{"error":"Refill not allowed"}', "refused"],
  ["PHP script", 200, "null", "unclear"],
];

/** A refill's status, and what it means. */
export const refillWords: [word: string, state: string | null][] = [
  ["Pending", "in_progress"],
  ["In progress", "in_progress"],
  ["Approved", "in_progress"],
  ["Accepted", "in_progress"],
  ["Refilling", "in_progress"],
  ["Queued", "in_progress"],
  ["Completed", "completed"],
  ["Success", "completed"],
  ["Refilled", "completed"],
  ["Rejected", "rejected"],
  ["Cancelled", "rejected"],
  ["Declined", "rejected"],
  ["Tamamlandı", "completed"],
  ["Brewing", null],
];
