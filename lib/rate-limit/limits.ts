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
  /** Wrong codes after a right password: of one account from one address or browser; of one account from browsers it does not know. */
  secondFactor: { points: 10, windowMs: 15 * minute, store: "database" },
  secondFactorAccount: { points: 50, windowMs: hour, store: "database" },
  /** Asking what a passkey is to sign, which the sign-in page does by itself. */
  passkeyChallenge: { points: 60, windowMs: 10 * minute, store: "database" },
  signUp: { points: 10, windowMs: hour, store: "database" },
  /** Asking for links by mail, and following them. */
  accountLink: { points: 20, windowMs: hour, store: "database" },
  googleSignIn: { points: 30, windowMs: 10 * minute, store: "database" },
  /** Codes of the second factor, and renewed proofs, of one administrator. */
  adminProof: { points: 10, windowMs: 15 * minute, store: "database" },
  /** Of one account: giving its password again, and taking its data along. */
  passwordProof: { points: 10, windowMs: 15 * minute, store: "database" },
  exportData: { points: 5, windowMs: hour, store: "database" },
  orderRequest: { points: 10, windowMs: 600 * second, store: "database" },
  tracking: { points: 10, windowMs: 600 * second, store: "database" },
  /** By the email that is asked about, so that nobody's inbox is filled from many addresses. */
  trackingOfEmail: { points: 5, windowMs: 3600 * second, store: "database" },
  openTicket: { points: 10, windowMs: 10 * minute, store: "database" },
  /** By the address that is told of it, so that nobody's inbox is filled from many addresses. */
  ticketsOfEmail: { points: 10, windowMs: hour, store: "database" },
  replyToTicket: { points: 20, windowMs: 10 * minute, store: "database" },
  imageProxy: { points: 120, windowMs: 60 * second, store: "memory" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
