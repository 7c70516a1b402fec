import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { may, permissions, staffRoleLabels, staffRoleOf, staffRoles } from "@/lib/people/auth/roles";

it.each([
  [[], null],
  [["user"], null],
  [["admin"], null],
  [["admin", "user"], null],
  [["admin", "owner", "user"], "owner"],
  [["admin", "support", "user"], "support"],
  [["admin", "read_only"], "read_only"],
  // Without `admin`, the other rows give no role.
  [["owner"], null],
  [["finance", "user"], null],
])("the role of an account with the rows %j is %s", (roles, role) => expect(staffRoleOf(roles)).toBe(role));

describe("permissions", () => {
  it.each(permissions)("include %s for the owner and not for a customer", (permission) => {
    expect(may("owner", permission)).toBe(true);
    expect(may(null, permission)).toBe(false);
  });

  it("of read-only staff are those to read, also when permissions are added", () => {
    const held = permissions.filter((permission) => may("read_only", permission));
    expect(held).toEqual(permissions.filter((name) => name === "overview" || name.endsWith(".read")));
  });

  it.each([
    "roles.change",
    "settings.change",
    "suppliers.change",
    "customers.erase",
    "legal.change",
  ] as const)("%s is the owner's alone", (permission) => {
    expect(staffRoles.filter((role) => may(role, permission))).toEqual(["owner"]);
  });

  it("to answer tickets need that to change orders, because saved replies contain orders' links", () => {
    const held = staffRoles.filter((role) => may(role, "tickets.change"));
    expect(held.filter((role) => !may(role, "orders.change"))).toEqual([]);
  });

  it("to decide held refunds are never support's", () => {
    expect(may("support", "refunds.request")).toBe(true);
    expect(may("support", "refunds.decide")).toBe(false);
  });
});

it("docs/security.md has the present table of roles", () => {
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const docs = readFileSync("docs/security.md", "utf8").replace(/ +\|/g, " |").split("\n");
  const wanted = [
    row(["permission", ...staffRoles.map((role) => staffRoleLabels[role])]),
    ...permissions.map((permission) =>
      row([`\`${permission}\``, ...staffRoles.map((role) => (may(role, permission) ? "yes" : "–"))]),
    ),
  ];
  expect(wanted.filter((line) => !docs.includes(line))).toEqual([]);
  const listed = docs.filter((line) => /^\| `[\w.]+` \| (?:yes|–) \|/.test(line));
  expect(listed).toHaveLength(permissions.length);
});
