import type Stripe from "stripe";
import { expectTypeOf, test } from "vitest";
import type * as emulated from "@/lib/local/stripe/objects";

type Kind<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;

type Primitive = string | number | boolean | null | undefined;

type FieldOf<T, K extends PropertyKey> = T extends object ? (K extends keyof T ? T[K] : never) : never;

type Known<T> = T extends object ? keyof T : never;

/** The paths of our object's fields that the SDK's type lacks, or that have a kind which it does not allow. */
type Unlike<Ours, Theirs, Path extends string = ""> = Ours extends object
  ? {
      [K in keyof Ours & string]: K extends Known<Theirs>
        ? UnlikeField<Exclude<Ours[K], undefined>, FieldOf<Theirs, K>, `${Path}.${K}`>
        : `${Path}.${K} is unknown`;
    }[keyof Ours & string]
  : never;

type UnlikeField<Ours, Theirs, Path extends string> =
  | (Kind<Extract<Ours, Primitive>> extends Kind<Theirs> ? never : `${Path} has another kind`)
  | UnlikeObject<Exclude<Ours, Primitive>, Exclude<Theirs, Primitive>, Path>;

type UnlikeObject<Ours, Theirs, Path extends string> = Ours extends readonly unknown[]
  ? never
  : Unlike<Ours, Theirs, Path>;

// The compiler checks these, so `npm run check` fails and names the paths.
test("each field of the Stripe emulator's objects is one of the SDK's, of a kind that it allows", () => {
  expectTypeOf<Unlike<emulated.Session, Stripe.Checkout.Session>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.LineItem, Stripe.LineItem>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.PaymentIntent, Stripe.PaymentIntent>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.Charge, Stripe.Charge>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.Refund, Stripe.Refund>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.Dispute, Stripe.Dispute>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.FraudWarning, Stripe.Radar.EarlyFraudWarning>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.BalanceTransaction, Stripe.BalanceTransaction>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<Omit<emulated.StripeEvent, "data">, Stripe.Event>>().toEqualTypeOf<never>();
  expectTypeOf<Unlike<emulated.WebhookEndpoint, Stripe.WebhookEndpoint>>().toEqualTypeOf<never>();
});

test("a field that the SDK lacks and one of another kind are named, however deep", () => {
  type Wrong = { id: number; amounts: null; outcome: { type: string; mood: string } };
  expectTypeOf<Unlike<Wrong, Stripe.Charge>>().toEqualTypeOf<
    ".id has another kind" | ".amounts is unknown" | ".outcome.mood is unknown"
  >();
});
