import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { type Found, type FoundOrder, type FoundSupplier, verbs } from "@/lib/operator/search/search-shop";
import type { SearchTerms, SearchVerb } from "@/lib/operator/search/search-terms";
import { soldService } from "@/lib/orders/order/sold-names";
import { orderStatusLabels } from "@/lib/orders/views/order-view";
import { may, type StaffRole } from "@/lib/people/auth/roles";
import { ticketStatusLabels } from "@/lib/people/support/ticket-status";
import { handleOf } from "@/lib/shop/catalog/catalog";
import { customerHref } from "../customers/customer-href";

export type SearchResult = { href: string; title: string; detail: string };
export type ResultGroup = { title: string; results: SearchResult[] };

/** So few results of a kind are certainly meant, so what can be done to them is offered too. */
const fewMeant = 2;
const ifFew = (found: readonly unknown[], actions: SearchResult[]) =>
  found.length <= fewMeant ? actions : [];

/**
 * What was found, in words and by kind, without empty kinds; after a verb, only what it does to what was found. Each
 * action leads to its dialog. Pure.
 */
export function resultGroups(
  found: Found,
  { verb, role }: { verb: SearchTerms["verb"]; role: StaffRole | null },
): ResultGroup[] {
  if (verb) return filled([{ title: "Actions", results: actionsOf(found, role)[verb] }]);
  const { refund, resend, block, pause } = actionsOf(found, role);
  return filled([
    { title: "Orders", results: found.orders.map(orderResult) },
    {
      title: "Customers",
      results: found.customers.map(({ id, email, name }) => ({
        href: customerHref({ id, email }),
        title: email,
        detail: name ?? (id ? "Account" : "Guest"),
      })),
    },
    {
      title: "Tickets",
      results: found.tickets.map(({ id, subject, email, status }) => ({
        href: `/admin/tickets/${id}`,
        title: subject,
        detail: `${email}, ${ticketStatusLabels[status]}`,
      })),
    },
    {
      title: "Suppliers",
      results: found.suppliers.map(({ id, name, isActive }) => ({
        href: `/admin/suppliers/${id}`,
        title: name,
        detail: isActive ? "On" : "Paused",
      })),
    },
    {
      title: "Actions",
      results: [
        ...ifFew(found.orders, [...refund, ...resend]),
        ...ifFew(block, block),
        ...ifFew(found.suppliers, pause),
      ],
    },
    {
      title: "Services",
      results: found.services.map(({ platform, service, name, ...names }) => ({
        href: `/admin/catalog?service=${service}&platform=${platform}`,
        title: name,
        detail: soldService(names),
      })),
    },
    {
      title: "Suppliers' services",
      results: found.supplierServices.map(({ supplierId, supplier, externalId, name }) => ({
        href: `/admin/suppliers/${supplierId}?q=${encodeURIComponent(externalId)}`,
        title: name,
        detail: `${supplier}, service ${externalId}`,
      })),
    },
  ]);
}

const filled = (groups: ResultGroup[]) => groups.filter(({ results }) => results.length > 0);

/** By verb, what the role may do to what was found. */
function actionsOf(found: Found, role: StaffRole | null): Record<SearchVerb, SearchResult[]> {
  const ifAllowed = (verb: SearchVerb, actions: SearchResult[]) =>
    may(role, verbs[verb].permission) ? actions : [];
  const paid = found.orders.filter(({ isPaid }) => isPaid);
  const unsent = found.orders.filter(({ hasFailedMail }) => hasFailedMail);
  const pause = ifAllowed("pause", found.suppliers.map(pauseOf));
  return {
    refund: ifAllowed(
      "refund",
      paid.map((order) => actionOf(order, "refund", "Refund")),
    ),
    resend: ifAllowed(
      "resend",
      unsent.map((order) => actionOf(order, "resend", "Resend the failed email of")),
    ),
    block: ifAllowed("block", blocksOf(found)),
    pause,
    resume: pause,
  };
}

function orderResult({ id, email, status, ...order }: FoundOrder): SearchResult {
  return {
    href: `/admin/orders/${id}`,
    title: `#${shortOrderId(id)} ${soldService(order)} for ${handleOf(order)}`,
    detail: `${email}, ${formatCents(order.priceTotalCents)}, ${orderStatusLabels[status]}`,
  };
}

function actionOf({ id, email, ...order }: FoundOrder, anchor: string, title: string): SearchResult {
  return {
    href: `/admin/orders/${id}#${anchor}`,
    title: `${title} #${shortOrderId(id)}`,
    detail: `${soldService(order)} for ${handleOf(order)}, ${email}, ${formatCents(order.priceTotalCents)}`,
  };
}

/** Each address once: at its customer, or at its newest order. */
function blocksOf({ customers, orders }: Found): SearchResult[] {
  const places = new Map<string, string>();
  for (const customer of customers) places.set(customer.email, customerHref(customer));
  for (const { id, email } of orders) if (!places.has(email)) places.set(email, `/admin/orders/${id}`);
  return [...places].map(([email, place]) => ({
    href: `${place}#block`,
    title: `Block ${email}`,
    detail: "New orders, sign-ups and tickets are refused",
  }));
}

const pauseOf = ({ id, name, isActive }: FoundSupplier): SearchResult => ({
  href: `/admin/suppliers/${id}#pause`,
  title: `${isActive ? "Pause" : "Resume"} ${name}`,
  detail: isActive ? "On" : "Paused",
});
