/** An answer to `services`: its family, HTTP status and body, and the services that are read from it. */
export type ServicesAnswer = [family: string, httpStatus: number, body: string, meaning: string];

const one = {
  service: 1,
  name: "Followers",
  type: "Default",
  category: "First",
  rate: "0.90",
  min: "50",
  max: "10000",
};
const json = JSON.stringify;

export const serviceAnswers: ServicesAnswer[] = [
  [
    "PerfectPanel",
    200,
    json([{ ...one, refill: true, cancel: false }]),
    "1 Followers 0.90 50-10000 refill, point",
  ],
  [
    "PerfectPanel",
    200,
    json([{ ...one, refill: 0, cancel: "1" }]),
    "1 Followers 0.90 50-10000 cancel, point",
  ],
  [
    "SmartPanel",
    200,
    json([{ ...one, name: "IG &amp; TikTok &#039;HQ&#039;", refill: 0 }]),
    "1 IG & TikTok 'HQ' 0.90 50-10000 cancel, point",
  ],
  ["SmartPanel", 200, json([one]), "1 Followers 0.90 50-10000 refill cancel, point"],
  ["SmartPanel", 200, '{"status":"success","data":"Empty Data"}', "no list"],
  [
    "Laravel",
    200,
    json({ data: [{ ...one, rate: 1.5, min: 10, max: 500, refill: false, cancel: false }] }),
    "1 Followers 1.5 10-500",
  ],
  [
    "Laravel",
    200,
    json({ status: "success", services: [{ ...one, refill: false, cancel: false }] }),
    "1 Followers 0.90 50-10000, point",
  ],
  ["Next", 200, json({ 1: { ...one, refill: false, cancel: false } }), "1 Followers 0.90 50-10000, point"],
  [
    "Indonesian",
    200,
    json({
      status: true,
      data: [{ id: 1, name: "Followers", price: 10000, min: 100, max: 10000, category: "IG" }],
    }),
    "1 Followers 10000 100-10000 refill cancel",
  ],
  [
    "comma",
    200,
    json([{ ...one, rate: "12,50", min: "1.000", max: "1.000.000", refill: 1, cancel: 1 }]),
    "1 Followers 12.50 1000-1000000 refill cancel, comma",
  ],
  [
    "comma",
    200,
    json([{ ...one, rate: "1.250,00", refill: 1, cancel: 1 }]),
    "1 Followers 1250.00 50-10000 refill cancel, comma",
  ],
  [
    "sign",
    200,
    json([{ ...one, rate: "$0.90", refill: 1, cancel: 1 }]),
    "1 Followers 0.90 50-10000 refill cancel, point",
  ],
  [
    "clone",
    200,
    json([{ ...one, min: 1, max: 0, refill: 1, cancel: 1 }]),
    "1 Followers 0.90 1-2147483647 refill cancel, point",
  ],
  ["clone", 200, json([one, { ...one, rate: "0.95" }]), "1 Followers 0.95 50-10000 refill cancel, point"],
  ["clone", 200, json([{ ...one, rate: "1.000" }]), "1 left out"],
  ["clone", 200, json([{ ...one, min: 500, max: 5 }, "garbage"]), "2 left out, point"],
  [
    "PHP",
    200,
    `Notice: x in y on line 1\n${json({ services: [{ ...one, refill: 0, cancel: 0 }] })}`,
    "1 Followers 0.90 50-10000, point",
  ],
  ["PerfectPanel", 200, '{"error":"Invalid API key"}', "Invalid API key"],
  ["CDN", 403, "<html>blocked</html>", "not_json, HTTP 403"],
];
