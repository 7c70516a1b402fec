import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AdminList } from "@/components/admin/admin-list";

describe("a list that reads at most fifty entries", () => {
  const listOf = (count: number) => {
    const children = Array.from({ length: count }, (_, at) => createElement("li", { key: at }));
    return renderToStaticMarkup(AdminList({ empty: "None.", most: ["newest", 50], children }));
  };

  it("says which it has once there may be more", () => {
    expect(listOf(50)).toContain("Only the newest 50 are listed.");
    expect(listOf(49)).not.toContain("Only the");
    expect(listOf(0)).toBe('<p class="text-muted-foreground">None.</p>');
  });
});
