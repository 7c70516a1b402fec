import { hour, minute, second } from "@/lib/time";

type Limit = {
  points: number;
  windowMs: number;
  /** `memory` counts per process: for frequent, cheap calls. */
  store: "database" | "memory";
};

/** Every rate limit. These numbers are defined nowhere else. */
export const limits = {
  profileLookup: { points: 20, windowMs: 60 * second, store: "database" },
  profileSearch: { points: 30, windowMs: 60 * second, store: "database" },
  posts: { points: 10, windowMs: 60 * second, store: "database" },
  createOrder: { points: 10, windowMs: 600 * second, store: "database" },
  verifyPayment: { points: 30, windowMs: 60 * second, store: "database" },
  orderStream: { points: 60, windowMs: 60 * second, store: "database" },
  /**
   * Wrong passwords: of an account from one network; from one network; of an account from all unknown browsers; of one
   * known browser, which has only this limit.
   */
  signIn: { points: 5, windowMs: 15 * minute, store: "database" },
  signInAddress: { points: 50, windowMs: hour, store: "database" },
  signInAccount: { points: 100, windowMs: hour, store: "database" },
  signInDevice: { points: 10, windowMs: 15 * minute, store: "database" },
  /** Refused passkeys of one network. */
  passkeySignIn: { points: 50, windowMs: hour, store: "database" },
  /** Passkey challenges, which the sign-in page requests on its own. */
  passkeyChallenge: { points: 60, windowMs: 10 * minute, store: "database" },
  signUp: { points: 10, windowMs: hour, store: "database" },
  /** Requesting links by mail, and following them. */
  accountLink: { points: 20, windowMs: hour, store: "database" },
  googleSignIn: { points: 30, windowMs: 10 * minute, store: "database" },
  /**
   * Wrong codes of the second factor: of an account from one network; of an account from all unknown browsers; of one
   * known browser, which has only this limit, so that strangers can't use up the account holder's.
   */
  code: { points: 5, windowMs: 15 * minute, store: "database" },
  codeOfAccount: { points: 10, windowMs: hour, store: "database" },
  codeDevice: { points: 10, windowMs: 15 * minute, store: "database" },
  /** Per account: re-authentication, and export of its data. */
  reauthentication: { points: 10, windowMs: 15 * minute, store: "database" },
  exportData: { points: 5, windowMs: hour, store: "database" },
  orderRequest: { points: 10, windowMs: 600 * second, store: "database" },
  /** Both steps of a withdrawal. */
  withdrawal: { points: 20, windowMs: 600 * second, store: "database" },
  tracking: { points: 10, windowMs: 600 * second, store: "database" },
  /**
   * Mails to one mailbox that any visitor can request: from one network, and in total. Password resets count
   * separately.
   */
  mailToFrom: { points: 4, windowMs: hour, store: "database" },
  mailTo: { points: 10, windowMs: hour, store: "database" },
  /** Changes of email address, per account. */
  emailChange: { points: 5, windowMs: hour, store: "database" },
  openTicket: { points: 10, windowMs: 10 * minute, store: "database" },
  ticketsOfAccount: { points: 10, windowMs: hour, store: "database" },
  replyToTicket: { points: 20, windowMs: 10 * minute, store: "database" },
  /** Writing, changing and removing a review through an order's link. */
  review: { points: 20, windowMs: 10 * minute, store: "database" },
  /** Requests that count a page view. */
  pageView: { points: 120, windowMs: 60 * second, store: "memory" },
  imageProxy: { points: 120, windowMs: 60 * second, store: "memory" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
