import { describe, expect, it } from "vitest";
import { markFile } from "@/lib/base/quarantine/database-mark";

const file = (url: string) => markFile(url, "/state");

describe("the file of a database's mark", () => {
  it("is the same for any password and settings in the address", () => {
    expect(file("postgresql://shop:one@db:5432/shop")).toBe(
      file("postgresql://shop:two@db:5432/shop?sslmode=require"),
    );
    expect(file("postgresql://db:5432/shop")).toMatch(/^\/state\/[0-9a-f]{16}\.json$/);
  });

  it("differs by host and by database name, and an address may name several hosts", () => {
    const urls = [
      "postgresql://shop@a:5432/shop",
      "postgresql://shop@b:5432/shop",
      "postgresql://shop@a:5432/other",
      "postgresql://shop@a:5432,b:5432/shop?target_session_attrs=read-write",
    ];
    expect(new Set(urls.map(file)).size).toBe(4);
  });
});
