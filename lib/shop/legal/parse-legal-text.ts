import { lexer, type Token, type Tokens } from "marked";

export type Inline =
  | string
  | { kind: "strong"; content: Inline[] }
  | { kind: "emphasis"; content: Inline[] }
  | { kind: "link"; href: string; content: Inline[] }
  | { kind: "break" };

export type Block =
  | { kind: "heading"; level: 2 | 3; content: Inline[] }
  | { kind: "paragraph"; content: Inline[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "rule" };

/** The values of {shop} and {email} in a text. */
export type ShopNames = { name: string; supportEmail: string };

/**
 * A text's Markdown as blocks for a page, a mail or a PDF. HTML, pictures and tables stay plain text, and only safe
 * addresses become links, so no text can run a script or load anything from elsewhere.
 */
export function parseLegalText(markdown: string, shop: ShopNames): Block[] {
  return blocksOf(lexer(markdown), (text) =>
    // A function, because `replaceAll` would interpret patterns such as `$&` in a name.
    text.replaceAll("{shop}", () => shop.name).replaceAll("{email}", () => shop.supportEmail),
  );
}

/** The blocks as lines of plain text. A link to elsewhere is followed by its address. */
export function plainLines(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "rule") return [];
    if (block.kind === "quote") return plainLines(block.blocks);
    if (block.kind !== "list") return [plainText(block.content)];
    return block.items.map((item, index) => {
      const mark = block.isOrdered ? `${block.start + index}.` : "-";
      return `${mark} ${plainLines(item).join(" ")}`;
    });
  });
}

type Fill = (text: string) => string;

function blocksOf(tokens: Token[], fill: Fill): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case "space":
      case "def":
        return [];
      case "heading":
        // The page's title is its only heading of the first level.
        return [{ kind: "heading", level: token.depth < 3 ? 2 : 3, content: inlinesOf(token.tokens, fill) }];
      case "paragraph":
      case "text":
        return [{ kind: "paragraph", content: inlinesOf(token.tokens ?? [token], fill) }];
      case "list":
        return [listOf(token as Tokens.List, fill)];
      case "blockquote":
        return [{ kind: "quote", blocks: blocksOf(token.tokens ?? [], fill) }];
      case "hr":
        return [{ kind: "rule" }];
      default:
        return [{ kind: "paragraph", content: [fill(token.raw.trim())] }];
    }
  });
}

function listOf({ ordered, start, items }: Tokens.List, fill: Fill): Block {
  return {
    kind: "list",
    isOrdered: ordered,
    start: start === "" ? 1 : start,
    items: items.map((item) => blocksOf(item.tokens, fill)),
  };
}

function inlinesOf(tokens: Token[] = [], fill: Fill): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case "strong":
        return [{ kind: "strong", content: inlinesOf(token.tokens, fill) }];
      case "em":
        return [{ kind: "emphasis", content: inlinesOf(token.tokens, fill) }];
      case "br":
        return [{ kind: "break" }];
      case "link": {
        const [href, content] = [fill(token.href), inlinesOf(token.tokens, fill)];
        return isSafe(href) ? [{ kind: "link", href, content }] : content;
      }
      case "text":
        return token.tokens ? inlinesOf(token.tokens, fill) : [fill(unwrapped(token.text))];
      case "escape":
        return [fill(token.text)];
      default:
        return [fill(unwrapped(token.raw))];
    }
  });
}

/** A line break in the source is a space, as it is on a page. */
const unwrapped = (text: string) => text.replace(/\s*\n\s*/g, " ");

/** An address of this shop, or one that opens a page, a mail or a call. */
function isSafe(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href) && !/[\p{C}\s]/u.test(href);
}

function plainText(content: Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.kind === "break") return " ";
      const text = plainText(part.content);
      return part.kind === "link" && /^https?:/i.test(part.href) && text !== part.href
        ? `${text} (${part.href})`
        : text;
    })
    .join("");
}
