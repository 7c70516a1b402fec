import { expect, it } from "vitest";
import { routeFinder } from "@/app/_server/http/measure-requests";
import { files, pages, routes } from "../../support/access";

const addresses = Object.keys({ ...pages, ...routes }).map((name) => name.replace(/^[A-Z]+ /, ""));
const routeOf = routeFinder([...addresses, ...files]);

it.each([
  ["/", "/"],
  ["/instagram/details/followers", "/[platform]/details/[service]"],
  ["/order/AbC123_-", "/order/[token]"],
  ["/api/orders/AbC123_-/events", "/api/orders/[token]/events"],
  ["/api/auth/callback/google", "/api/auth/[...nextauth]"],
  ["/api/functions/create-order", "/api/functions/create-order"],
  ["/api/webhooks/stripe", "/api/webhooks/stripe"],
  ["/admin/orders/0199/evidence.pdf", "/admin/orders/[id]/evidence.pdf"],
  ["/admin/orders/0199/evidenceXpdf", "other"],
  ["/_next/static/chunks/a.js", "/_next"],
  ["/wp-login.php", "/[platform]"],
  ["/no/such/page/at/all", "other"],
])("the address %s counts under %s", (path, route) => expect(routeOf(path)).toBe(route));
