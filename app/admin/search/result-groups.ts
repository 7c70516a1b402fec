import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import type { Found, FoundOrder } from "@/lib/operator/search/search-shop";
import type { SearchTerms } from "@/lib/operator/search/search-terms";
import { orderStatusLabels } from "@/lib/orders/views/order-view";
import { ticketStatusLabels } from "@/lib/people/support/ticket-status";
import { platformLabels, serviceLabels } from "@/lib/shop/catalog/platforms";
import { adminMenu } from "../admin-pages";
import { customerHref } from "../customers/customer-href";

export type SearchResult = { href: string; title: string; detail: string };
export type ResultGroup = { title: string; results: SearchResult[] };

/** What was found, in words and by kind, without empty kinds. After a verb, each result leads to its dialog. Pure. */
export function resultGroups(found: Found, verb: SearchTerms["verb"]): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      title: "Orders",
      results: found.orders.map((order) => (verb === "refund" ? refundOf(order) : orderResult(order))),
    },
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
        href: `/admin/suppliers/${id}${verb ? "#pause" : ""}`,
        title: verb ? `${isActive ? "Pause" : "Resume"} ${name}` : name,
        detail: isActive ? "On" : "Paused",
      })),
    },
    {
      title: "Services",
      results: found.services.map(({ platform, service, name }) => ({
        href: `/admin/catalog?service=${service}&platform=${platform}`,
        title: name,
        detail: `${platformLabels[platform]} ${serviceLabels[service].toLowerCase()}`,
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
  ];
  return groups.filter(({ results }) => results.length > 0);
}

function orderResult({ id, email, status, ...order }: FoundOrder): SearchResult {
  return {
    href: `/admin/orders/${id}`,
    title: `#${shortOrderId(id)} ${serviceOf(order)} for @${order.username}`,
    detail: `${email}, ${formatCents(order.priceTotalCents)}, ${orderStatusLabels[status]}`,
  };
}

function refundOf({ id, email, ...order }: FoundOrder): SearchResult {
  return {
    href: `/admin/orders/${id}#refund`,
    title: `Refund #${shortOrderId(id)}`,
    detail: `${serviceOf(order)} for @${order.username}, ${email}, ${formatCents(order.priceTotalCents)}`,
  };
}

const serviceOf = ({ platform, service }: Pick<FoundOrder, "platform" | "service">) =>
  `${platformLabels[platform]} ${serviceLabels[service].toLowerCase()}`;

/** The menu's pages, among `allowed`, whose name or group has a word that begins with the text; all without one. Pure. */
export function findPages(typed: string, allowed: readonly string[]): ResultGroup[] {
  const text = typed.trim().toLowerCase();
  const matches = (name: string) =>
    name.toLowerCase().startsWith(text) || name.toLowerCase().includes(` ${text}`);
  const results = adminMenu.flatMap(({ group, pages }) =>
    pages
      .filter(({ href, label }) => allowed.includes(href) && (matches(label) || matches(group)))
      .map(({ href, label }) => ({ href, title: label, detail: group })),
  );
  return results.length > 0 ? [{ title: "Pages", results }] : [];
}
