import { describe, expect, it } from "vitest";
import { parseLegalText, plainLines } from "@/lib/shop/legal/parse-legal-text";

const shop = { name: "Harbor & <Sons> $&", supportEmail: "help@harbor.example" };
const parse = (markdown: string) => parseLegalText(markdown, shop);

describe("a legal text", () => {
  it("becomes headings, paragraphs and lists, the first heading below the page's title", () => {
    expect(parse("# One\n\nTwo\nlines.\n\n### Three\n\n- a\n- **b** *c*\n\n2. d\n\n> e\n\n---")).toEqual([
      { kind: "heading", level: 2, content: ["One"] },
      { kind: "paragraph", content: ["Two lines."] },
      { kind: "heading", level: 3, content: ["Three"] },
      {
        kind: "list",
        isOrdered: false,
        start: 1,
        items: [
          [{ kind: "paragraph", content: ["a"] }],
          [
            {
              kind: "paragraph",
              content: [{ kind: "strong", content: ["b"] }, " ", { kind: "emphasis", content: ["c"] }],
            },
          ],
        ],
      },
      { kind: "list", isOrdered: true, start: 2, items: [[{ kind: "paragraph", content: ["d"] }]] },
      { kind: "quote", blocks: [{ kind: "paragraph", content: ["e"] }] },
      { kind: "rule" },
    ]);
  });

  it("contains the shop's name unchanged, also where the name looks like markup or a pattern", () => {
    expect(parse("{shop} answers at [{email}](mailto:{email}?subject=Refund).")).toEqual([
      {
        kind: "paragraph",
        content: [
          "Harbor & <Sons> $& answers at ",
          {
            kind: "link",
            href: "mailto:help@harbor.example?subject=Refund",
            content: ["help@harbor.example"],
          },
          ".",
        ],
      },
    ]);
    expect(parseLegalText("Ask {shop}.", { ...shop, name: "**A** [b](https://c.example)" })).toEqual([
      { kind: "paragraph", content: ["Ask **A** [b](https://c.example)."] },
    ]);
  });

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "file:///etc/passwd",
  ])("has no link to %s", (href) => {
    expect(JSON.stringify(parse(`[text](${href}) [text](<${href}>)`))).not.toContain('"link"');
  });

  it.each(["https://law.example/a?b=c#d", "mailto:a@b.example", "tel:+4930123", "/refunds", "#top"])(
    "links to %s",
    (href) => {
      expect(parse(`[text](${href})`)).toEqual([
        { kind: "paragraph", content: [{ kind: "link", href, content: ["text"] }] },
      ]);
    },
  );

  it.each([
    "<script>alert(1)</script>",
    "a <b>bold</b> <img src=x onerror=alert(1)> word",
    "![picture](https://elsewhere.example/p.png)",
    "| a | b |\n| - | - |\n| c | d |",
  ])("shows %j as it was typed", (typed) => {
    const text = plainLines(parse(typed)).join(" ");
    expect(text.replace(/\s+/g, " ")).toBe(typed.replace(/\s+/g, " "));
  });

  it("can be turned into plain lines, with the addresses of external links", () => {
    const text =
      "## 1. Use\n\nSee [the law](https://law.example/1) or [refunds](/refunds).\n\n1. one\n2. two\n\n> said";
    expect(plainLines(parse(text))).toEqual([
      "1. Use",
      "See the law (https://law.example/1) or refunds.",
      "1. one",
      "2. two",
      "said",
    ]);
  });
});
