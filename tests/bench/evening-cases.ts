import { expect, type Locator } from "@playwright/test";
import type { Hand } from "./evening-hand";

type Case = { name: string; play(hand: Hand): Promise<void> };

type OrderRow = { id: string; email: string };

const order = (hand: Hand, condition: string) =>
  hand.row<OrderRow>(`SELECT id, email FROM orders WHERE ${condition} ORDER BY created_at DESC, id`);

const itemIn = (state: string, more = "true") =>
  `id IN (SELECT order_id FROM fulfillment_items WHERE state = '${state}' AND ${more})`;

const noRefunds = "id NOT IN (SELECT order_id FROM refunds)";
const plainOrder = `status = 'completed' AND payment_status = 'paid' AND flagged_at IS NULL AND ${noRefunds}
  AND id NOT IN (SELECT order_id FROM disputes)`;

const numberOf = ({ id }: OrderRow) => id.slice(0, 8);

const openRefund = (hand: Hand, found: OrderRow) =>
  hand.act(numberOf(found), new RegExp(`^Refund #${numberOf(found)}`));

/** Thirty things that come up on an evening, in no order. */
export const eveningCases: Case[] = [
  {
    name: "find an order by its buyer's address",
    play: async (hand) => {
      const { id, email } = await order(hand, plainOrder);
      await hand.openOrder(email, id);
    },
  },
  {
    name: "find an order by its number",
    play: async (hand) => {
      const { id } = await order(hand, plainOrder);
      await hand.openOrder(id.slice(0, 8), id);
    },
  },
  {
    name: "find an order by the supplier's number",
    play: async (hand) => {
      const { id, number } = await hand.row<{ id: string; number: string }>(
        `SELECT id, provider_order_id AS number FROM orders WHERE ${plainOrder} AND service_slug = 'followers' ORDER BY created_at`,
      );
      await hand.openOrder(number, id);
    },
  },
  {
    name: "find a customer by address",
    play: async (hand) => {
      const { email } = await hand.row<{ email: string }>(
        "SELECT email FROM users WHERE email LIKE '%customer.example' ORDER BY email",
      );
      await hand.find(email, "Customers", email);
      await hand.page.getByRole("heading", { level: 1, name: email }).waitFor();
    },
  },
  {
    name: "refund what was not delivered",
    play: async (hand) => {
      await openRefund(hand, await order(hand, `${itemIn("paused")} AND ${noRefunds}`));
      await hand.confirm(/^Refund \$/);
    },
  },
  {
    name: "refund a part",
    play: async (hand) => {
      await openRefund(hand, await order(hand, `${plainOrder} AND price_total_cents > 500`));
      await hand.tap(hand.dialog().getByLabel("Another amount"));
      await hand.type(hand.dialog().getByLabel("Amount in dollars"), "1.00");
      await hand.confirm("Refund this amount");
    },
  },
  {
    name: "refund in full",
    play: async (hand) => {
      await openRefund(hand, await order(hand, `${plainOrder} AND price_total_cents < 300`));
      await hand.tap(hand.dialog().getByLabel(/^Everything that is left/));
      await hand.confirm(/^Refund \$/);
    },
  },
  {
    name: "release a held refund",
    play: async (hand) => {
      await hand.open("Needs me");
      await hand.tap(hand.button(/^Release/));
      await hand.confirm(/^Release/);
    },
  },
  {
    name: "send a failed refund another way",
    play: async (hand) => {
      const { id, email } = await order(hand, "id IN (SELECT order_id FROM refunds WHERE status = 'failed')");
      await hand.openOrder(email, id);
      await hand.tap(hand.button(/^Mark the refund of .* as paid another way/));
      await hand.confirm("Mark as paid");
    },
  },
  {
    name: "answer a ticket in one's own words",
    play: async (hand) => {
      const { subject } = await hand.row<{ subject: string }>(
        "SELECT subject FROM support_tickets WHERE status = 'open' ORDER BY created_at DESC",
      );
      await hand.openTickets();
      const ticket = hand.page.getByRole("article", { name: subject }).first();
      await respondTo(hand, ticket);
      await hand.type(ticket.getByRole("textbox").first(), "Thank you for writing. It arrives tonight.");
      await hand.tap(ticket.getByRole("button", { name: /Send/ }).first());
      await ticket.getByText("It arrives tonight.").first().waitFor();
    },
  },
  {
    name: "answer a ticket with a saved reply",
    play: async (hand) => {
      await hand.open("Needs me");
      const ticket = hand.page
        .getByRole("listitem")
        .filter({ has: hand.page.getByRole("button", { name: /^Respond to/ }) })
        .first();
      await respondTo(hand, ticket);
      const replies = hand.page.getByLabel(/saved reply/i).first();
      await hand.choose(replies, "Slow start");
      const text = hand.page.getByLabel("Your response").first();
      await expect(text).toHaveValue(/starts later/);
      await hand.tap(hand.button(/^Send/));
      await expect(text).toBeHidden();
    },
  },
  {
    name: "set a ticket to in progress",
    play: async (hand) => {
      await hand.openTickets();
      const select = hand.page.getByRole("article").getByLabel("Status").first();
      await hand.choose(select, "In Progress");
      const set = hand.page.getByRole("button", { name: /^Set the status/ });
      if (
        await set
          .first()
          .isVisible()
          .catch(() => false)
      )
        await hand.tap(set.first());
      await hand.page
        .getByText(/updated|status/i)
        .first()
        .waitFor();
    },
  },
  {
    name: "attach a supplier's number",
    play: async (hand) => {
      const { id, email } = await order(hand, itemIn("unknown"));
      await hand.openOrder(email, id);
      await hand.tap(hand.button(/Attach the number/));
      await hand.dialog().getByLabel("Order number at the supplier").waitFor();
      await hand.type(hand.dialog().getByLabel("Order number at the supplier"), "60000001");
      await hand.giveReason(hand.dialog());
      await hand.tap(hand.dialog().getByRole("button", { name: "Attach" }).last());
      // The invented number is refused, which an operator reads.
      await hand.dialog().getByRole("alert").first().waitFor();
    },
  },
  {
    name: "send an item again",
    play: async (hand) => {
      const { id, email } = await order(hand, itemIn("rejected"));
      await hand.openOrder(email, id);
      await hand.tap(hand.button(/Send again/));
      await hand.confirm(/Send|again/);
    },
  },
  {
    name: "cancel an item that is not sent",
    play: async (hand) => {
      const { id, email } = await hand.row<OrderRow>(
        `SELECT id, email FROM orders WHERE ${itemIn("paused")} ORDER BY created_at`,
      );
      await hand.openOrder(email, id);
      await hand.tap(hand.button(/^Cancel/));
      await hand.confirm(/Cancel the item/);
    },
  },
  {
    name: "pause a supplier",
    play: async (hand) => {
      await hand.act("Emulator supplier 2", /^(Pause|Resume) Emulator supplier 2/);
      await hand.confirm(/Pause|Resume/);
    },
  },
  {
    name: "read a supplier's balance",
    play: async (hand) => {
      await hand.open("Suppliers");
      await hand.page
        .getByText(/\$11\.|11\.35/)
        .first()
        .waitFor();
    },
  },
  {
    name: "clear a flag",
    play: async (hand) => {
      await hand.open("Needs me");
      await hand.tap(hand.button(/^Clear the flag/));
      await hand.confirm("Clear it");
    },
  },
  {
    name: "open a dispute's evidence",
    play: async (hand) => {
      await hand.open("Needs me");
      await hand.tap(hand.page.getByRole("link", { name: "Answer with the evidence" }).first());
      await hand.page.getByRole("link", { name: /PDF/i }).first().waitFor();
    },
  },
  {
    name: "block a card's bearer by address",
    play: async (hand) => {
      const { email } = await order(hand, "flag_reason = 'fraud_warning'");
      await hand.act(email, new RegExp(`^Block ${email.replaceAll(".", "\\.")}`));
      await hand.confirm("Block");
    },
  },
  {
    name: "take a block off the list",
    play: async (hand) => {
      await hand.open("Block list");
      await hand.tap(hand.button(/^Remove .* from the block list/));
      await hand.confirm(/Remove/);
    },
  },
  {
    name: "resend a mail",
    play: async (hand) => {
      const found = await order(hand, "id IN (SELECT order_id FROM email_log WHERE state = 'failed')");
      await hand.act(numberOf(found), /^Resend the failed email/);
      await hand.confirm(/Send again/);
    },
  },
  {
    name: "change a price",
    play: async (hand) => {
      await hand.open("Catalogue");
      await hand.tap(hand.button(/^Edit 5,000 followers/));
      await hand.type(
        hand.dialog().getByLabel("Price in dollars"),
        `7${4 + Math.floor(Math.random() * 5)}.0${Math.floor(Math.random() * 9)}`,
      );
      await hand.confirm("Save package");
    },
  },
  {
    name: "hide a review",
    play: async (hand) => {
      await hand.open("Reviews");
      await hand.tap(hand.button(/^Hide the review/));
      await hand.confirm(/Hide/);
    },
  },
  {
    name: "read what a colleague changed",
    play: async (hand) => {
      await hand.open("Audit log");
      await hand.page.getByText("keel@admin.example").first().waitFor();
      await hand.page.getByText("Views got cheaper at both suppliers.").first().waitFor();
    },
  },
  {
    name: "see what was earned",
    play: async (hand) => {
      await hand.open("Numbers");
      await hand.page.getByRole("heading", { level: 2 }).first().waitFor();
    },
  },
  {
    name: "change a setting",
    play: async (hand) => {
      await hand.open("Settings");
      const section = hand.page.getByRole("link", { name: "Delivery", exact: true }).locator("visible=true");
      if ((await section.count()) > 0) await hand.tap(section.first());
      const field = hand.page.getByLabel("Hours to fix an unreachable target");
      await hand.type(field, String(60 + Math.floor(Math.random() * 12)));
      const form = hand.page.locator("form").filter({ has: field });
      await hand.giveReason(form);
      await hand.tap(form.getByRole("button", { name: /^Save/ }).last());
      await form
        .getByText(/Saved\.|Nothing has changed/)
        .first()
        .waitFor();
    },
  },
  {
    name: "invite an administrator",
    play: async (hand) => {
      const email = `crew${Date.now()}@admin.example`;
      await hand.open("Settings");
      await hand.tap(hand.page.getByRole("link", { name: "Administrators" }).locator("visible=true").first());
      await hand.tap(hand.button("Invite an administrator"));
      await hand.type(hand.dialog().getByLabel("Email address"), email);
      await hand.confirm("Send the invitation");
      await hand.page.getByText(email).first().waitFor();
    },
  },
  {
    name: "put a matter off until morning",
    play: async (hand) => {
      await hand.open("Needs me");
      await hand.tap(hand.button(/^Snooze/));
      await hand.tap(hand.button("Until morning"));
      await hand.page
        .getByText(/snoozed|until/i)
        .first()
        .waitFor();
    },
  },
  {
    name: "save a reply for tickets",
    play: async (hand) => {
      await hand.openTickets();
      await hand.tap(hand.page.getByRole("link", { name: /repl/i }).locator("visible=true").first());
      await hand.tap(hand.button("New reply"));
      await hand.type(hand.dialog().getByLabel("Title"), `Evening ${Date.now()}`);
      await hand.type(hand.dialog().getByLabel("Reply"), "Hello {name}, it is on its way.");
      await hand.confirm(/Save/);
    },
  },
];

/** Opens the form of a ticket's answer, where it is not open. */
async function respondTo(hand: Hand, ticket: Locator): Promise<void> {
  const respond = ticket.getByRole("button", { name: /^Respond/ }).first();
  if (await respond.isVisible()) await hand.tap(respond);
}
