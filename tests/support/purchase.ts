/** A create-order body as a browser sends it: 100 followers for an account of the social emulator, $2.29. */
export function orderBody(changes: object = {}): Record<string, unknown> {
  return {
    platform: "instagram",
    serviceType: "followers",
    username: "wanderwithmara",
    email: "buyer@example.com",
    packageId: "followers-100",
    quantity: 100,
    price: 2.29,
    isGuest: true,
    ...changes,
  };
}

/** The changes in the body of an order of 100 likes, $2.49, beside the chosen posts. */
export const likesOrder = { serviceType: "likes", packageId: "likes-100", quantity: 100, price: 2.49 };

/** Stripe's id in the address of a hosted page. */
export function sessionIdOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}

export const goodCard = "4242 4242 4242 4242";
export const declinedCard = "4000 0000 0000 0002";
/** The emulator's delayed method: accepted now, paid or refused by `/_control/async`. */
export const delayedMethod = "async";

/**
 * Pays on the hosted page at this address as a buyer does: the answer's status is 303 paid, 402 declined, 410 closed.
 */
export async function payAt(url: string, card = goodCard, country?: string): Promise<number> {
  const answer = await fetch(`${url}/complete`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ card, email: "typed-on-the-page@example.com", ...(country && { country }) }),
    signal: AbortSignal.timeout(20_000),
  });
  await answer.arrayBuffer();
  return answer.status;
}
