import { hour, minute, second } from "@/lib/time";

type Limit = {
  points: number;
  windowMs: number;
  /** `memory` counts in each process for itself: for what is asked often and costs little. */
  store: "database" | "memory";
};

/** How often one address may ask for what. The only table of these numbers. */
export const limits = {
  profileLookup: { points: 20, windowMs: 60 * second, store: "database" },
  profileSearch: { points: 30, windowMs: 60 * second, store: "database" },
  posts: { points: 10, windowMs: 60 * second, store: "database" },
  createOrder: { points: 10, windowMs: 600 * second, store: "database" },
  verifyPayment: { points: 30, windowMs: 60 * second, store: "database" },
  orderStream: { points: 60, windowMs: 60 * second, store: "database" },
  /** Wrong passwords: of one account from one address; from one address; of one account from browsers it does not know; of one that it knows. */
  signIn: { points: 5, windowMs: 15 * minute, store: "database" },
  signInAddress: { points: 50, windowMs: hour, store: "database" },
  signInAccount: { points: 100, windowMs: hour, store: "database" },
  signInDevice: { points: 10, windowMs: 15 * minute, store: "database" },
  /** Asking what a passkey is to sign, which the sign-in page does by itself. */
  passkeyChallenge: { points: 60, windowMs: 10 * minute, store: "database" },
  signUp: { points: 10, windowMs: hour, store: "database" },
  /** Asking for links by mail, and following them. */
  accountLink: { points: 20, windowMs: hour, store: "database" },
  googleSignIn: { points: 30, windowMs: 10 * minute, store: "database" },
  /**
   * Wrong codes of the second factor: of one account from one network; of one account from all browsers that never gave
   * a right one; from one browser that did. The last is counted alone, so that strangers can't use up the owner's.
   */
  code: { points: 5, windowMs: 15 * minute, store: "database" },
  codeOfAccount: { points: 10, windowMs: hour, store: "database" },
  codeDevice: { points: 10, windowMs: 15 * minute, store: "database" },
  /** Of one account: giving its password again, and taking its data along. */
  reauthentication: { points: 10, windowMs: 15 * minute, store: "database" },
  exportData: { points: 5, windowMs: hour, store: "database" },
  orderRequest: { points: 10, windowMs: 600 * second, store: "database" },
  tracking: { points: 10, windowMs: 600 * second, store: "database" },
  /** Mails that anybody can ask for, to one email address: from one network, and from all of them together. */
  mailToFrom: { points: 4, windowMs: hour, store: "database" },
  mailTo: { points: 10, windowMs: hour, store: "database" },
  /** New email addresses that one account asks for. */
  emailChange: { points: 5, windowMs: hour, store: "database" },
  openTicket: { points: 10, windowMs: 10 * minute, store: "database" },
  ticketsOfAccount: { points: 10, windowMs: hour, store: "database" },
  replyToTicket: { points: 20, windowMs: 10 * minute, store: "database" },
  imageProxy: { points: 120, windowMs: 60 * second, store: "memory" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
