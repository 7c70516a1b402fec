import { day, hour, minute, second } from "@/lib/base/time/time";

export type Limit = {
  points: number;
  windowMs: number;
  /** Counted in each process's memory, not in the database: for frequent, cheap calls. */
  isPerProcess?: true;
};

/** Every rate limit. These numbers are defined nowhere else. */
export const limits = {
  profileLookup: { points: 20, windowMs: minute },
  profileSearch: { points: 30, windowMs: minute },
  posts: { points: 10, windowMs: minute },
  /** Questions to the provider of profiles, of all callers together: by pages, and by orders. */
  lookUps: { points: 120, windowMs: minute },
  lookUpsOfDay: { points: 10_000, windowMs: day },
  checkoutLookUps: { points: 60, windowMs: minute },
  checkoutLookUpsOfDay: { points: 5_000, windowMs: day },
  createOrder: { points: 10, windowMs: 10 * minute },
  verifyPayment: { points: 30, windowMs: minute },
  /** Questions at Stripe about sessions that no attempt has, of all callers together. */
  unknownSession: { points: 1, windowMs: second },
  /** Opening live pages. */
  orderStream: { points: 60, windowMs: minute, isPerProcess: true },
  /**
   * Wrong passwords: of an account from one network; from one network; of an account from all unknown browsers; of one
   * known browser, which has only this limit.
   */
  signIn: { points: 5, windowMs: 15 * minute },
  signInAddress: { points: 50, windowMs: hour },
  signInAccount: { points: 100, windowMs: hour },
  signInDevice: { points: 10, windowMs: 15 * minute },
  /** Refused passkeys of one network. */
  passkeySignIn: { points: 50, windowMs: hour },
  /** Passkey challenges, which the sign-in page requests on its own. */
  passkeyChallenge: { points: 60, windowMs: 10 * minute },
  signUp: { points: 10, windowMs: hour },
  /** Requesting links by mail, and following them. */
  accountLink: { points: 20, windowMs: hour },
  googleSignIn: { points: 30, windowMs: 10 * minute },
  /** Returns from Google, each of which may cost three questions there. */
  googleReturn: { points: 30, windowMs: 10 * minute },
  /**
   * Wrong codes of the second factor: of an account from one network; of an account from all unknown browsers, in an
   * hour and until its password changes; of one known browser, which has only this limit, so that strangers can't use
   * up the account holder's.
   */
  code: { points: 5, windowMs: 15 * minute },
  codeOfAccount: { points: 10, windowMs: hour },
  codeOfPassword: { points: 100, windowMs: 90 * day },
  codeDevice: { points: 10, windowMs: 15 * minute },
  /** Per account: re-authentication, and export of its data. */
  reauthentication: { points: 10, windowMs: 15 * minute },
  exportData: { points: 5, windowMs: hour },
  orderRequest: { points: 10, windowMs: 10 * minute },
  /** Both steps of a withdrawal. */
  withdrawal: { points: 20, windowMs: 10 * minute },
  tracking: { points: 10, windowMs: 10 * minute },
  /**
   * Mails to one mailbox that any visitor can request: from one network, and in total. Password resets count
   * separately.
   */
  mailToFrom: { points: 4, windowMs: hour },
  mailTo: { points: 10, windowMs: hour },
  /** Changes of email address, per account. */
  emailChange: { points: 5, windowMs: hour },
  /** New addresses for a guest's order, per order. */
  orderEmail: { points: 5, windowMs: day },
  openTicket: { points: 10, windowMs: 10 * minute },
  ticketsOfAccount: { points: 10, windowMs: hour },
  replyToTicket: { points: 20, windowMs: 10 * minute },
  /** Opening the pages of own tickets, per account. */
  readTickets: { points: 30, windowMs: minute, isPerProcess: true },
  /** Writing, changing and removing a review through an order's link. */
  review: { points: 20, windowMs: 10 * minute },
  /** Requests that count a page view. */
  pageView: { points: 120, windowMs: minute, isPerProcess: true },
  imageProxy: { points: 120, windowMs: minute, isPerProcess: true },
  /** Searches of one administrator; each rest in typing is one. */
  adminSearch: { points: 240, windowMs: minute, isPerProcess: true },
  /** Forms of one network, whatever they do: thirty people behind one address send five each in a minute. */
  formOfNetwork: { points: 150, windowMs: minute, isPerProcess: true },
  /** Pages made for visitors of one network: thirty people behind one address open thirteen each in a minute. */
  pageOfNetwork: { points: 400, windowMs: minute, isPerProcess: true },
  /**
   * Calls of routes (/api) by one network, whatever they do: more than all pages of `pageOfNetwork` make, with pictures
   * and functions.
   */
  routeOfNetwork: { points: 1_000, windowMs: minute, isPerProcess: true },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
