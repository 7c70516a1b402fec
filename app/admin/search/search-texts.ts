export const searchHint =
  "An order number, an address, @name, a link, a supplier's number or a Stripe id. “refund 1234abcd”, “resend”, “block” and “pause Panel” open the dialog.";

export const nothingMatches =
  "Try an order number or its beginning, an address, @name, a link, a supplier's number or a Stripe id such as pi_ or re_.";
