import { describe, expect, it } from "vitest";
import { adminPages, menuPageOf } from "@/app/admin/admin-pages";

describe("the menu's page", () => {
  it.each([
    ["/admin", "", "/admin"],
    ["/admin", "tab=orders", "/admin?tab=orders"],
    ["/admin", "status=failed&sort=oldest", "/admin?tab=orders"],
    ["/admin", "tab=tickets&status=open", "/admin?tab=tickets"],
    ["/admin/orders/123", "", "/admin?tab=orders"],
    ["/admin/tickets/replies", "", "/admin?tab=tickets"],
    ["/admin/suppliers/margins", "", "/admin/suppliers"],
    ["/admin/going-live", "", "/admin/going-live"],
  ])("of %s?%s is %s", (path, query, href) => {
    expect(menuPageOf(path, new URLSearchParams(query))).toBe(href);
    expect(adminPages.map((page) => page.href)).toContain(href);
  });
});
