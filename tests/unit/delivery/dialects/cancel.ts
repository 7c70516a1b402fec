/** An answer to `cancel` of the order 7: its family, HTTP status and body, and what it means. */
export type CancelAnswer = [family: string, httpStatus: number, body: string, meaning: string];

export const cancelAnswers: CancelAnswer[] = [
  ["PerfectPanel", 200, '[{"order":7,"cancel":1}]', "noted"],
  ["PerfectPanel", 200, '[{"order":7,"cancel":"1"}]', "noted"],
  ["clone", 200, '{"cancel":true}', "noted"],
  ["clone", 200, '{"success":"Your cancel request was sent"}', "noted"],
  ["clone", 200, '{"status":"success","message":"Cancellation requested"}', "noted"],
  ["Next", 200, '{"7":{"cancel":"requested"}}', "noted"],
  ["Laravel", 200, '{"success":true}', "noted"],
  ["PerfectPanel", 200, '[{"order":7,"cancel":{"error":"Incorrect order ID"}}]', "refused"],
  ["PerfectPanel", 200, '[{"order":7,"cancel":{"error":"Incorrect order status"}}]', "refused"],
  ["Next", 200, '{"7":{"error":"Cannot cancel"}}', "refused"],
  ["Laravel", 400, '{"error":"Cancellation not allowed for this service"}', "refused"],
  ["Laravel", 404, '{"error":"Order not found or cannot be cancelled"}', "refused"],
  ["SmartPanel", 200, '{"error":"This action is Invalid"}', "refused"],
  ["clone", 200, '{"status":"error","message":"Not available"}', "refused"],
  ["clone", 200, '{"cancel":0}', "unclear"],
  ["clone", 200, "[]", "unclear"],
  ["clone", 200, '"ok"', "unclear"],
  ["CDN", 502, "<html>502</html>", "unclear"],
  // Read in the sources of panels.
  ["Next", 200, '[{"order":7,"error":"Incorrect order ID"}]', "refused"],
  ["Next", 200, '[{"order":7,"cancel":{"error":"Order cannot be cancelled"}}]', "refused"],
  ["Laravel", 400, '{"error":"The selected action is invalid."}', "refused"],
];
