import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findLogo, saveLogo } from "@/lib/shop/settings/save-settings";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";

const { db } = useDatabase();
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(40)]);
const webp = Buffer.concat([Buffer.from("RIFF\x20\x00\x00\x00WEBPVP8 ", "latin1"), Buffer.alloc(20)]);

describe("the shop's logo", () => {
  it.each([
    ["PNG", png, "image/png"],
    ["WebP", webp, "image/webp"],
  ])("may be a %s, and is kept by the hash of its bytes", async (_, bytes, type) => {
    await saveLogo(db(), bytes, byOps);
    await saveLogo(db(), bytes, byOps);
    const { logo } = await loadSettings(db());
    const found = await findLogo(db(), logo);
    expect(found?.type).toBe(type);
    expect(Buffer.from(found?.bytes ?? [])).toEqual(bytes);
    expect(logo).toBe(createHash("sha256").update(bytes).digest("hex"));
    const where = { action: "settings.changed" };
    expect(await db().auditEntry.findFirst({ where, orderBy: { id: "desc" } })).toMatchObject({
      after: { logo },
    });
  });

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a GIF", Buffer.from("GIF89a")],
    ["an empty file", Buffer.alloc(0)],
    ["more than 64 KB", Buffer.concat([png, Buffer.alloc(64 * 1024)])],
  ])("is refused when it is %s", async (_, bytes) => {
    const before = await db().logo.count();
    await expect(saveLogo(db(), bytes, byOps)).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { logo: expect.any(String) },
    });
    expect(await db().logo.count()).toBe(before);
  });
});
