import { createServer } from "node:http";

/** What the next `add` does: executed and answered, executed and the answer lost, or lost before it was executed. */
export type AddFate = "answer" | "lose-answer" | "lose-request";

export type EvidenceSupplier = {
  url: string;
  /** Every `add` that arrived. */
  calls: URLSearchParams[];
  /** The orders that were really made. */
  orders: { id: number; link: string; quantity: number }[];
  /** Tenths of a millionth of a dollar. */
  balance: number;
  fates: AddFate[];
  /** The most `add` calls that were ever open at once. */
  mostAtOnce: number;
  /** What it says about an order, by its number; "In progress" about every other one. */
  words: Map<string, string>;
  /** Its window is over: what it is sent next it buys again. */
  forget(): void;
  close(): Promise<void>;
};

/**
 * A supplier that knows a request again by `knownBy`, as some do, and whose balance pays for what it executes: 0.9
 * dollars for 1,000. `holdMs` is how long an `add` takes.
 */
export async function startEvidenceSupplier(
  knownBy: (form: URLSearchParams) => string | null = () => null,
  holdMs = 0,
): Promise<EvidenceSupplier> {
  const known = new Map<string, number>();
  let open = 0;
  const execute = (form: URLSearchParams): number => {
    const key = knownBy(form);
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) return before;
    const quantity = Number(form.get("quantity"));
    const id = 7_000 + supplier.orders.length;
    supplier.orders.push({ id, link: form.get("link") ?? "", quantity });
    supplier.balance -= 9_000 * quantity;
    if (key !== null) known.set(key, id);
    return id;
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    response.setHeader("content-type", "application/json");
    if (form.get("action") === "balance") {
      response.end(JSON.stringify({ balance: (supplier.balance / 10_000_000).toFixed(5), currency: "USD" }));
      return;
    }
    const asked = form.get("orders");
    if (form.get("action") === "status" && asked !== null) {
      const status = (id: string) => ({ status: supplier.words.get(id) ?? "In progress", remains: "1" });
      response.end(JSON.stringify(Object.fromEntries(asked.split(",").map((id) => [id, status(id)]))));
      return;
    }
    supplier.calls.push(form);
    open += 1;
    supplier.mostAtOnce = Math.max(supplier.mostAtOnce, open);
    const fate = supplier.fates.shift() ?? "answer";
    if (holdMs > 0) await new Promise((resolve) => setTimeout(resolve, holdMs));
    open -= 1;
    const order = fate === "lose-request" ? null : execute(form);
    if (fate !== "answer") response.statusCode = 504;
    response.end(fate === "answer" ? JSON.stringify({ order }) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const supplier: EvidenceSupplier = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/v2`,
    calls: [],
    orders: [],
    balance: 1_000_000_000,
    fates: [],
    mostAtOnce: 0,
    words: new Map(),
    forget: () => known.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return supplier;
}
