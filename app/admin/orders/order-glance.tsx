import { visitorMay } from "@/app/_server/session";
import { OrderControls } from "@/app/admin/orders/order-controls";
import { Address } from "@/components/admin/address";
import { AdminLink } from "@/components/admin/admin-link";
import { Progress } from "@/components/ui/progress";
import { formatCents, formatMicros } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import { inWords } from "@/lib/base/text/words";
import type { BuyerSums } from "@/lib/operator/reporting/buyer-history";
import type { OrderDetails } from "@/lib/operator/reporting/find-order-details";
import { nextSteps, ownCourse } from "@/lib/operator/reporting/next-steps";
import { reasonText } from "@/lib/operator/reporting/reason-text";

/** An order on one screen: its money, delivery, risk and buyer, and what it waits for. */
export async function OrderGlance({ order }: { order: OrderDetails }) {
  const costs = (await visitorMay("numbers.read")) ? costLines(order) : [];
  return (
    <section
      aria-label="At a glance"
      className="flex min-w-0 flex-col divide-y divide-border rounded-xl border border-border bg-card"
    >
      <div className="grid gap-x-6 gap-y-5 p-4 sm:grid-cols-2 sm:p-6 xl:grid-cols-4">
        <Cell label="Money" value={moneyText(order)} lines={[...moneyLines(order), ...costs]} />
        <Cell label="Delivery" value={deliveryText(order)} lines={deliveryLines(order)}>
          <Progress aria-label="Delivered" value={(100 * order.delivered) / order.quantity} />
        </Cell>
        <RiskCell order={order} />
        <BuyerCell order={order} />
      </div>
      <NextSteps order={order} />
    </section>
  );
}

type CellProps = {
  label: string;
  value: React.ReactNode;
  lines: React.ReactNode[];
  children?: React.ReactNode;
};

function Cell({ label, value, lines, children }: CellProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm tabular-nums">
      <h2 className="text-muted-foreground">{label}</h2>
      <p className="text-lg leading-snug font-semibold tracking-tight wrap-anywhere">{value}</p>
      {children}
      <ul className="flex flex-col gap-0.5 wrap-anywhere empty:hidden">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state and no other key.
          <li key={at}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function moneyText({ paidCents, totalCents }: OrderDetails): string {
  return paidCents > 0 ? `${formatCents(paidCents)} paid` : `${formatCents(totalCents)} not paid`;
}

function moneyLines({ refundedCents, money }: OrderDetails): string[] {
  const amounts = [
    [refundedCents, "refunded"],
    [money.owedCents, "owed to the buyer"],
    [money.onItsWayCents, "on its way back"],
    [money.heldCents, "waiting for a decision"],
    [money.bouncedCents, "did not reach the card"],
    [money.bankCents, "returned by the bank"],
  ] as const;
  const lines = amounts
    .filter(([cents]) => cents > 0)
    .map(([cents, what]) => `${formatCents(cents)} ${what}`);
  return lines.length > 0 ? lines : ["Nothing refunded or owed"];
}

function costLines({ ledger }: OrderDetails): string[] {
  return ledger
    .filter(({ label, micros }) => label === "Suppliers" && micros !== "0")
    .map(({ micros, currency }) => `Supplier cost ${formatMicros(String(-BigInt(micros)), currency)}`);
}

function deliveryText({ delivered, quantity }: OrderDetails): string {
  return `${delivered.toLocaleString("en-US")} of ${quantity.toLocaleString("en-US")}`;
}

/** How many items are in each state, by supplier. */
function deliveryLines({ items }: OrderDetails): string[] {
  if (items.length === 0) return ["Starts once the order is paid"];
  const counts = new Map<string, number>();
  for (const { state, supplierName } of items) {
    const place = supplierName ? `, ${supplierName}` : "";
    const line = `${inWords(state)}${place}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${plural(count, "item")} ${line}`);
}

function RiskCell({ order }: { order: OrderDetails }) {
  const { flagReason, blockedReason, disputes, refunds, buyer } = order;
  const known = buyer.account ?? buyer.address;
  const others = Math.max(0, known.disputes - disputes.length);
  const open = disputes.filter(({ closedAt }) => closedAt === null).length;
  const warned = order.events.some(({ type }) => type === "fraud.warned");
  const signs = [
    open > 0 && "The payment is disputed",
    open === 0 && disputes.length > 0 && "It was disputed",
    warned && "The card's bank warned of fraud",
    flagReason !== null && `Flagged: ${reasonText(flagReason)}`,
    blockedReason !== null && `Blocked: ${reasonText(blockedReason)}`,
    others > 0 && `${plural(others, "dispute")} of other orders`,
    known.refundedOrders > 1 && `${plural(known.refundedOrders, "refunded order")} in all`,
    order.emailAtPurchase !== null && "The email address was changed after the purchase",
    refunds.some(({ isOwed }) => isOwed) && "A refund did not reach the card",
  ].filter((sign) => sign !== false);
  const [first = "Nothing unusual", ...rest] = signs;
  return <Cell label="Risk" value={first} lines={rest} />;
}

function BuyerCell({ order }: { order: OrderDetails }) {
  const { account, address } = order.buyer;
  const href = order.userId
    ? `/admin/customers/${order.userId}`
    : `/admin/customers/guest?email=${encodeURIComponent(order.email)}`;
  const email = (
    <AdminLink href={href} className="text-primary underline underline-offset-4">
      <Address email={order.email} />
    </AdminLink>
  );
  const lines = [buyerKind(order)];
  if (account) lines.push(worth(account, "by this account"));
  if (!account || account.orders !== address.orders) lines.push(worth(address, "by this address"));
  return <Cell label="Buyer" value={email} lines={lines} />;
}

function buyerKind({ userId, isGuest }: OrderDetails): string {
  if (userId === null) return "Guest";
  return isGuest ? "Bought as a guest, now linked to an account" : "Customer with an account";
}

const worth = ({ orders, netCents }: BuyerSums, by: string) =>
  `${formatCents(netCents)} kept from ${plural(orders, "paid order")} ${by}`;

/** What the order waits for: its alerts with their buttons, then the other steps as links. */
function NextSteps({ order }: { order: OrderDetails }) {
  const steps = nextSteps(order);
  const isStopped =
    order.flagReason !== null ||
    order.blockedAt !== null ||
    order.alerts.length > 0 ||
    order.disputes.some(({ closedAt }) => closedAt === null);
  return (
    <div className="flex flex-col gap-3 p-4 text-sm sm:px-6">
      <h2 className="text-muted-foreground">Next step</h2>
      {steps.length === 0 && !isStopped ? <p className="text-base font-medium">{ownCourse(order)}</p> : null}
      <ul className="flex flex-col empty:hidden">
        {steps.map(({ text, href }) => (
          <li key={`${href} ${text}`}>
            <AdminLink
              href={href}
              className="inline-flex min-h-11 items-center text-base font-medium wrap-anywhere text-primary underline underline-offset-4"
            >
              {text}
            </AdminLink>
          </li>
        ))}
      </ul>
      <OrderControls order={order} />
    </div>
  );
}
