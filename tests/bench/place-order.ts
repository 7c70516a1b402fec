import { newToken } from "@/lib/ids";

/** The body of create-order for 100 followers, from another buyer each time. */
export function orderBody(username = "warmcrumbs"): string {
  return JSON.stringify({
    platform: "instagram",
    serviceType: "followers",
    username,
    email: `${newToken().replace(/\W|_/g, "").toLowerCase()}@example.com`,
    packageId: "followers-100",
    quantity: 100,
    price: 2.29,
    selectedPosts: [],
    isGuest: true,
  });
}

/** Places an order at a shop, as a browser does. */
export function placeOrder(origin: string, username?: string): Promise<Response> {
  return fetch(`${origin}/api/functions/create-order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: orderBody(username),
  });
}
