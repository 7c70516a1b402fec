/** An answer about the orders 7, 8 and 9: its family, HTTP status and body, and what it means for each. */
export type BatchAnswer = [family: string, httpStatus: number, body: string, meaning: string];

const done = { status: "Completed", remains: "0" };
const json = JSON.stringify;

export const batchAnswers: BatchAnswer[] = [
  [
    "PerfectPanel",
    200,
    json({ 7: done, 8: { error: "Incorrect order ID" }, 9: done }),
    "7 completed, 8 not known, 9 completed",
  ],
  ["PerfectPanel", 200, json({ 7: done }), "7 completed"],
  [
    "SmartPanel",
    200,
    json({ 7: { order: "7", ...done }, 8: "Incorrect order ID" }),
    "7 completed, 8 not known",
  ],
  [
    "Laravel",
    200,
    json([
      { order: 7, ...done },
      { order: 9, ...done },
    ]),
    "7 completed, 9 completed",
  ],
  ["Laravel", 200, json([{ id: "7", ...done }]), "7 completed"],
  ["Laravel", 200, json({ data: { 7: done, 9: done } }), "7 completed, 9 completed"],
  ["Laravel", 200, json({ success: true, data: [{ order_id: 8, ...done }] }), "8 completed"],
  ["Next", 200, json({ status: "success", orders: { 7: done } }), "7 completed"],
  ["Next", 200, json({ orders: [{ order: "#7", ...done }] }), "7 completed"],
  ["clone", 200, json({ "#7": done, 8: { status: "Brewing" } }), "7 completed, 8 unclear"],
  ["clone", 200, json({ status: "success", 7: done }), "7 completed"],
  ["PHP", 200, `<b>Warning</b>: x in <b>y</b> on line <b>1</b>${json({ 7: done })}</body>`, "7 completed"],
  ["clone", 200, "{}", "nothing known"],
  // The batch is refused, perhaps because the panel answers only about one order at a time.
  [
    "SmartPanel",
    200,
    json({ error: "Order ID is required parameter. Please check your API Manual" }),
    "refused",
  ],
  ["Laravel", 422, json({ errors: { order: ["The order field is required."] } }), "refused"],
  ["Laravel", 200, json([done, done, done]), "refused"],
  ["clone", 200, "[]", "refused"],
  ["clone", 200, "null", "refused"],
  ["clone", 200, json({ status: "error", message: "Something went wrong" }), "refused"],
  ["clone", 200, json({ error: "Incorrect order ID" }), "refused"],
  // Nothing else may be asked now.
  ["PerfectPanel", 200, json({ error: "Invalid API key" }), "away"],
  ["PerfectPanel", 429, json({ error: "Too many requests" }), "away"],
  ["clone", 200, json({ error: "Account suspended" }), "away"],
  ["CDN", 502, "<html>502</html>", "away, but heard"],
  ["Laravel", 500, json({ message: "Server Error" }), "away, but heard"],
  // Read in the sources of panels: the PHP script knows only one order at a time.
  ["PHP script", 200, json({ error: "Order not found.", status: "104" }), "refused"],
  ["Laravel", 400, json({ error: "Invalid Order Ids" }), "refused"],
  ["Laravel", 400, json({ error: "Maximum 100 orders" }), "refused"],
];
