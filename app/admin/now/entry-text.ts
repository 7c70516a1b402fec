import { reasonText } from "@/app/admin/fulfillment/reason-text";
import { inWords } from "@/components/admin/state-badge";
import { formatCents } from "@/lib/money";
import { deadlineOf, type Matter } from "@/lib/reporting/needs-me-rules";

type MatterText = {
  /** What it is. */
  title: string;
  /** What waiting costs, as the beginning of a sentence that ends with a time. */
  cost: string;
  at: Date;
};

/** A matter in words. Pure. */
export function matterText(matter: Matter, now: Date): MatterText {
  const { kind, text, count, since, dueAt } = matter;
  const money = formatCents(matter.cents);
  switch (kind) {
    case "dispute":
      return {
        title: `The payment of ${money} is disputed: ${inWords(text)}`,
        cost: dueAt
          ? `${money} is lost if it is not answered by`
          : `${money} is lost if it is not answered. Opened`,
        at: dueAt ?? since,
      };
    case "held_refund":
      return {
        title: `A refund of ${money} is held: ${inWords(text)}`,
        cost: `The customer has been owed ${money} since`,
        at: since,
      };
    case "review":
      return {
        title: `${count === 1 ? "An item needs" : `${count} items need`} your decision: ${reasonText(text)}`,
        cost: `${money} is paid and not delivered. Waiting since`,
        at: since,
      };
    case "paused":
      return {
        title: "The buyer has not fixed the account or post",
        cost: `${money} goes back to the card if it is not fixed by`,
        at: dueAt ?? deadlineOf(matter),
      };
    case "flagged":
      return {
        title: `The order is flagged: ${reasonText(text) || "no reason was given"}`,
        cost: `${money} of the payment is at stake. Flagged`,
        at: since,
      };
    case "unpaid":
      return {
        title: `Delivered without a payment: ${inWords(text)}`,
        cost: `A supplier is delivering units worth ${money} that are not paid for. Ordered`,
        at: since,
      };
    case "refill":
      return {
        title: `The answer to a refill was lost${text ? `: number ${text} at the supplier` : ""}`,
        cost: "The customer has been waiting for what is missing since",
        at: since,
      };
    case "ticket": {
      const promised = deadlineOf(matter);
      return {
        title: text,
        cost: promised > now ? "An answer is promised by" : "The answer is late. It was promised by",
        at: promised,
      };
    }
    case "supplier":
      return {
        title: text,
        cost:
          count === 0
            ? "No order is waiting for it yet. Since"
            : `${ordersText(count)} for it, worth ${money}. Since`,
        at: since,
      };
    case "standstill":
      return { title: text, cost: "No order moves until this is fixed. Since", at: since };
    case "quarantine":
      return {
        title: `Quarantine: nothing is sent, refunded or mailed. ${text}`,
        cost: "Run npm run ops -- recover. Every order has been waiting since",
        at: since,
      };
    case "job":
      return {
        title: `A job was given up: ${text}${matter.detail ? `, ${matter.detail}` : ""}`,
        cost: "What it should have done is still not done. Added",
        at: since,
      };
    case "discrepancy":
      return { title: text, cost: "The figures do not agree until this is explained. Found", at: since };
    case "alert":
      return { title: text, cost: "Since", at: since };
  }
}

function ordersText(count: number): string {
  return count === 1 ? "1 order is waiting" : `${count.toLocaleString("en-US")} orders are waiting`;
}

/** The page where a matter is dealt with. Pure. */
export function placeOf({ kind, subject, id }: Pick<Matter, "kind" | "subject" | "id">): string {
  const [type, ...rest] = subject.split(":");
  const anchors: Partial<Record<Matter["kind"], string>> = {
    dispute: "#disputes",
    held_refund: "#refunds",
    review: "#delivery",
    paused: "#delivery",
    refill: "#delivery",
    unpaid: "#delivery",
  };
  if (type === "order") return `/admin/orders/${rest.join(":")}${anchors[kind] ?? ""}`;
  if (type === "supplier") return `/admin/suppliers/${id}`;
  if (type === "ticket") return `/admin/tickets/${id}`;
  return "/admin/operations";
}
