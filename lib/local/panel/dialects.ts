/**
 * How the software of a panel words what all of them say. plain: PerfectPanel and most others. smart: SmartPanel and
 * its clones. laravel: resources in `data`, a validator's errors, and no question about several orders. comma: as
 * plain, but 1.234,56.
 */
export const dialects = ["plain", "smart", "laravel", "comma"] as const;
export type Dialect = (typeof dialects)[number];

type Fields = Record<string, unknown>;
type Spoken = { httpStatus: 200 | 201 | 400 | 401 | 404 | 422; body: unknown };

/** The answer of a panel in its own dialect. */
export function speak(dialect: Dialect, action: string, form: URLSearchParams, answer: unknown): Spoken {
  switch (dialect) {
    case "plain":
      return { httpStatus: 200, body: answer };
    case "comma":
      return { httpStatus: 200, body: withCommas(answer) };
    case "smart":
      return { httpStatus: 200, body: smart(action, answer) };
    case "laravel":
      return laravel(action, form, answer);
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const errorOf = (answer: unknown) =>
  isFields(answer) && typeof answer.error === "string" ? answer.error : null;

const amounts = ["charge", "balance", "rate", "remains", "start_count", "min", "max"];

/** `0.2781900` as `0,2781900` and `1500` as `1.500`. */
function withCommas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCommas);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isAmount = amounts.includes(name) && typeof field === "string" && /^\d+(\.\d+)?$/.test(field);
      return [name, isAmount ? commaText(field) : withCommas(field)];
    }),
  );
}

function commaText(text: string): string {
  const [whole = "0", fraction] = text.split(".");
  const grouped = BigInt(whole).toLocaleString("de-DE");
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

const smartTexts: [RegExp, string][] = [
  [/^Incorrect service ID$/, "Service ID does not exists"],
  [/^Incorrect link$/, "Invalid Link"],
  [/^Quantity less than minimal/, "Quantity must to be greater than or equal to minimum amount"],
  [/^Quantity more than maximal/, "Quantity must to be less than or equal to maximum amount"],
];

function smart(action: string, answer: unknown): unknown {
  const error = errorOf(answer);
  if (error !== null) {
    const message = smartTexts.reduce((text, [pattern, words]) => text.replace(pattern, words), error);
    return { status: "error", message };
  }
  if (action === "services" && Array.isArray(answer)) {
    return answer.map(({ cancel: _, ...service }) => ({
      ...service,
      service: String(service.service),
      name: String(service.name).replaceAll("&", "&amp;"),
      refill: service.refill ? 1 : 0,
    }));
  }
  if (action === "status" && isFields(answer) && !("status" in answer)) {
    return Object.fromEntries(
      Object.entries(answer).map(([order, entry]) => [
        order,
        errorOf(entry) ?? { order, ...(entry as Fields) },
      ]),
    );
  }
  if (action === "add" && isFields(answer)) return { status: "success", order: String(answer.order) };
  if (action === "balance" && isFields(answer)) return { status: "success", ...answer, currency: "$" };
  return answer;
}

const laravelErrors: [RegExp, field: string, message: string][] = [
  [/^Incorrect service ID$/, "service", "The selected service is invalid."],
  [/^Incorrect link$/, "link", "The link format is invalid."],
  [/^Incorrect quantity$/, "quantity", "The quantity must be an integer."],
  [/^Quantity less than minimal (\d+)$/, "quantity", "The quantity must be at least $1."],
  [/^Quantity more than maximal (\d+)$/, "quantity", "The quantity may not be greater than $1."],
];

function laravel(action: string, form: URLSearchParams, answer: unknown): Spoken {
  if (form.has("orders") && action === "status") return invalid("order", "The order field is required.");
  const error = errorOf(answer);
  if (error !== null) {
    const known = laravelErrors.find(([pattern]) => pattern.test(error));
    if (known) return invalid(known[1], error.replace(known[0], known[2]));
    if (/order ID/.test(error)) return { httpStatus: 404, body: { message: "Order not found" } };
    const isMoney = /funds/.test(error);
    return { httpStatus: 400, body: { message: isMoney ? "You don't have sufficient balance." : error } };
  }
  if (action === "add" && isFields(answer)) {
    return { httpStatus: 201, body: { success: true, data: { order_id: answer.order } } };
  }
  return { httpStatus: 200, body: { data: answer } };
}

function invalid(field: string, message: string): Spoken {
  return {
    httpStatus: 422,
    body: { message: "The given data was invalid.", errors: { [field]: [message] } },
  };
}
