import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { plural } from "@/lib/base/text/plural";
import { inWords } from "@/lib/base/text/words";
import { daysToFinishRefill } from "@/lib/delivery/progress/refill-rules";
import { isOpenInquiry } from "@/lib/money/disputes/dispute-status";
import { deadlineOf, type Matter } from "@/lib/operator/reporting/needs-me-rules";
import type { StoppedSupplier } from "@/lib/operator/reporting/needs-me-supply-rules";
import { reasonText } from "@/lib/operator/reporting/reason-text";
import { serviceName } from "@/lib/shop/catalog/vocabulary";

type MatterText = {
  /** Names the subject of the entry. */
  title: string;
  /** The cost of waiting: the beginning of a message that ends with a time. */
  cost: string;
  /** Null where the time is not known. */
  at: Date | null;
};

/** An entry in words. Pure. */
export function matterText(matter: Matter, now: Date): MatterText {
  const { kind, text, count, since, dueAt } = matter;
  const money = formatCents(matter.cents);
  const say = (title: string, cost: string, at: Date | null = since): MatterText => ({ title, cost, at });
  switch (kind) {
    case "dispute":
      if (isOpenInquiry(matter.detail ?? "")) {
        const cost = `${money} may be disputed if it is neither refunded nor answered`;
        return say(
          `The bank is asking about the payment of ${money}: ${inWords(text)}`,
          dueAt ? `${cost} by` : `${cost}. Asked`,
          dueAt ?? since,
        );
      }
      return say(
        `The payment of ${money} is disputed: ${inWords(text)}`,
        dueAt
          ? `${money} is lost if it is not answered by`
          : `${money} is lost if it is not answered. Opened`,
        dueAt ?? since,
      );
    case "held_refund":
      return say(
        `A refund of ${money} is held: ${inWords(text)}`,
        `The customer has been owed ${money} since`,
      );
    case "unsent_refund":
      return say(
        text === "pending"
          ? `A refund of ${money} is still pending at Stripe, most likely because the balance there is too low. Top it up; then Stripe makes the refund automatically`
          : `A refund of ${money} has not been sent${matter.detail ? `: ${matter.detail}` : ""}. Check that Stripe answers and that the shop's key may write refunds; then it's sent automatically`,
        `The order says that ${money} is going back, but the customer has been waiting since`,
      );
    case "review":
      return say(
        `${count === 1 ? "An item needs" : `${count} items need`} your decision: ${reasonText(text)}`,
        `${money} is paid and not delivered. Waiting since`,
      );
    case "paused":
      return say(
        `${reasonText(text)}, and the buyer has not fixed it`,
        `${money} goes back to the card if it is not fixed by`,
        deadlineOf(matter),
      );
    case "flagged":
      return say(`The order is flagged: ${reasonText(text)}`, `${money} of the payment is at stake. Flagged`);
    case "order_alert":
      return say(text, `${money} of the payment is at stake. Since`);
    case "blocked":
      return say(
        count === 0
          ? `The order has been blocked for more than a week: ${reasonText(text)}`
          : `The order is blocked with unsent items: ${reasonText(text)}`,
        count === 0
          ? `${money} of the payment is undecided. Blocked`
          : `${money} is paid and not delivered. Blocked`,
      );
    case "unsent":
      return say(
        `${count === 1 ? "An item has" : `${count} items have`} not been sent, although the shop keeps trying: ${reasonText(text)}`,
        `${money} is paid and has not been sent. Waiting since`,
      );
    case "waiting":
      return say(
        `${count === 1 ? "An item waits" : `${count} items wait`} for order #${shortOrderId(matter.id)}, which has the same account or post`,
        `${money} is paid, and delivery has not started. Waiting since`,
      );
    case "unpaid":
      return say(
        `Delivered without a payment: ${inWords(text)}`,
        `A supplier is delivering units worth ${money} that are not paid for. Ordered`,
      );
    case "refill":
      return say(refillText(matter), "The customer has been waiting for what is missing since");
    case "ticket": {
      const dueBy = deadlineOf(matter);
      return say(text, dueBy <= now ? "The answer is late. It was due by" : "An answer is due by", dueBy);
    }
    case "supplier":
      return say(
        text,
        count === 0
          ? "No order is waiting for it yet. Since"
          : `${plural(count, "order")} ${count === 1 ? "is" : "are"} waiting for it, worth ${money}. Since`,
      );
    case "no_supply":
      return outageText(matter, money);
    case "off_sale":
      return say(
        `${count === 1 ? "A package is" : `${count} packages are`} off sale: ${text}${count > 3 ? ", …" : ""}`,
        "The price leaves less than the least margin, or no supplier takes that quantity. Checked",
        now,
      );
    case "balance":
      return say(
        `The balance at ${text} won't last the night: ${matter.detail} is left`,
        "At the present rate of spending it is used up",
        dueAt ?? since,
      );
    case "no_payment":
      return say(
        `No payment for longer than usual. On each of the last ${count} days these hours had some, about ${text} on average`,
        "Check that the checkout works and that Stripe answers. The last payment came",
      );
    case "standstill":
      return say(text, "No order moves until this is fixed. Since");
    case "quarantine":
      return say(
        `Quarantine: nothing is sent, refunded or mailed. ${text}`,
        "Run npm run ops -- recover. Every order has been waiting since",
      );
    case "job":
      return say(
        `A job failed for good: ${text}${matter.detail ? `, ${matter.detail}` : ""}`,
        "Its work is still undone. Added",
      );
    case "discrepancy":
      return say(text, "The figures do not agree until this is explained. Found");
    case "alert":
      return say(text, "Since");
  }
}

const offSale: string[] = ["paused", "held:no_funds"];

/** Without a supplier that is on and has funds, the shop has taken the service off sale by itself. */
function outageText(matter: Matter, money: string): MatterText {
  const { outage, count } = matter;
  const isOnSale = outage?.suppliers.some(({ stop }) => !offSale.includes(stop)) ?? false;
  const names = servicesOf(matter).join(", ");
  const waiting =
    count === 0 ? "" : `${plural(count, "paid order")} ${count === 1 ? "waits" : "wait"}, worth ${money}.`;
  const more = isOnSale ? "Buyers still pay, and each new order waits too." : "Buyers can't order it.";
  const at = outage?.since ?? null;
  return {
    title: isOnSale
      ? `On sale, but no supplier can take it: ${names}`
      : `Off sale, because nobody delivers it: ${names}`,
    cost: `${waiting} ${more}${at ? " Since" : ""}`.trim(),
    at,
  };
}

/** The services of an outage: `Instagram followers`. Pure. */
function servicesOf({ outage }: Matter): string[] {
  return (outage?.services ?? []).map(({ platform, service }) => serviceName(platform, service));
}

const stopTexts: Record<string, string> = {
  paused: "is paused. Resume it if it may take orders again.",
  failing: "failed several times in a row and is only probed. Check whether its panel is up.",
  empty: "has an empty balance. Top up its account, then ask for the balances again.",
  "held:no_funds": "has no funds left. Top up its account first, then resume it.",
  "held:bad_key": "refuses our API key. Enter the right one on its page; then resume it.",
  "held:access_denied": "turns our calls away. Ask its support, then resume it.",
  "held:wrong_address":
    "sends our calls on to another address. Test its connection and enter the address it names.",
  "held:repeated_number": "repeats order numbers. Ask its support before you resume it.",
};

/** Why a supplier takes nothing, and what helps. Pure. */
export function stopText({ name, stop }: StoppedSupplier): string {
  return `${name} ${stopTexts[stop] ?? "is on hold. Open it to see why."}`;
}

/** The page where the entry is dealt with. Pure. */
export function placeOf({ kind, subject, id }: Pick<Matter, "kind" | "subject" | "id">): string {
  const [type, ...rest] = subject.split(":");
  const anchors: Partial<Record<Matter["kind"], string>> = {
    dispute: "#disputes",
    held_refund: "#refunds",
    unsent_refund: "#refunds",
    review: "#delivery",
    unsent: "#delivery",
    paused: "#delivery",
    refill: "#delivery",
    unpaid: "#delivery",
  };
  if (type === "order") return `/admin/orders/${rest.join(":")}${anchors[kind] ?? ""}`;
  if (type === "offers") return "/admin/suppliers/margins";
  if (type === "supply") return "/admin/suppliers/mapping";
  if (type === "supplier") return `/admin/suppliers/${id}`;
  if (type === "ticket") return `/admin/tickets/${id}`;
  return "/admin/operations";
}

function refillText({ text, detail }: Matter): string {
  if (detail === null) {
    return `The answer to a refill was lost${text ? `: number ${text} at the supplier` : ""}`;
  }
  const late = detail
    ? `accepted refill ${detail} of its order ${text} and did not finish it`
    : `did not accept a refill of its order ${text}`;
  return `A supplier ${late} in ${daysToFinishRefill} days. Ask the supplier, then decide the refill`;
}
