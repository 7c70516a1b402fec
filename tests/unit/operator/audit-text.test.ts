import { expect, it } from "vitest";
import { actorText, changeTexts, deedLabel, deedText } from "@/lib/operator/reporting/audit-text";

it.each([
  ["harbor@admin.example", "harbor@admin.example"],
  ["shop", "The shop itself"],
  ["ops", "The command line"],
])("the actor %s is called %s", (actor, name) => {
  expect(actorText(actor)).toBe(name);
});

it("an action without words of its own keeps its name", () => {
  expect(deedText("moon.phase_changed").deed).toBe("did “moon phase changed” with");
  expect(deedLabel("moon.phase_changed")).toBe("Moon phase changed");
});

it("a known action is words that follow a name", () => {
  expect(deedText("supplier.paused")).toEqual({ deed: "paused the supplier", namesSubject: true });
  expect(deedText("settings.changed")).toEqual({ deed: "changed the settings", namesSubject: false });
});

it.each<[string, string, object | null, object | null, string]>([
  ["dollars", "package.changed", { priceCents: 2499 }, { priceCents: 2399 }, "Price: was $24.99, is $23.99"],
  ["on and off", "supplier.paused", { isActive: true }, { isActive: false }, "On: was on, is off"],
  [
    "a setting's label",
    "settings.changed",
    { fixWithinHours: 72 },
    { fixWithinHours: 71 },
    "Hours to fix an unreachable target: was 72, is 71",
  ],
  [
    "a setting's option",
    "settings.changed",
    { whenNotStarted: "review" },
    { whenNotStarted: "refund" },
    "If it has not started by then: was Wait in Needs me, is Refund to the card",
  ],
  ["a role's name", "role.granted", null, { role: "read_only" }, "Role: Read-only"],
  [
    "nothing after",
    "order.flag_cleared",
    { flag: "late_change" },
    null,
    "Flag: was The supplier changed its report after the item had ended",
  ],
  [
    "an empty value",
    "settings.changed",
    { announcement: "" },
    { announcement: "Hello" },
    "Announcement: was empty, is Hello",
  ],
  [
    "no ids",
    "refund.released",
    { refundId: "01900000-0000-7000-8000-000000000000", status: "held" },
    { refundId: "01900000-0000-7000-8000-000000000000", status: "requested" },
    "Status: was held, is requested",
  ],
])("a change is told with %s", (_, action, before, after, text) => {
  const changes = changeTexts({ action, before, after });
  expect(changes.map(({ label, text: words }) => `${label}: ${words}`)).toEqual([text]);
});
