import Link from "next/link";
import type { Block, Inline } from "@/lib/shop/legal/parse-legal-text";

/** A parsed legal text. Prose styles are the page's. */
export function LegalBlocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text, in its order
    <LegalBlock key={index} block={block} />
  ));
}

function LegalBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level === 2 ? "h2" : "h3";
      return (
        <Heading>
          <LegalInlines content={block.content} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p className="wrap-anywhere">
          <LegalInlines content={block.content} />
        </p>
      );
    case "list": {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of one list, in its order
        <li key={index}>
          <LegalItem blocks={item} />
        </li>
      ));
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "quote":
      return (
        <blockquote className="flex flex-col gap-4 border-l-4 border-border pl-4">
          <LegalBlocks blocks={block.blocks} />
        </blockquote>
      );
    case "rule":
      return <hr className="border-border" />;
  }
}

/** An item of one paragraph needs no paragraph of its own. */
function LegalItem({ blocks }: { blocks: Block[] }) {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph") return <LegalBlocks blocks={blocks} />;
  return (
    <>
      <LegalInlines content={first.content} />
      <LegalBlocks blocks={rest} />
    </>
  );
}

function LegalInlines({ content }: { content: Inline[] }) {
  return content.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line, in its order
    <LegalInline key={index} part={part} />
  ));
}

function LegalInline({ part }: { part: Inline }) {
  if (typeof part === "string") return part;
  if (part.kind === "break") return <br />;
  const content = <LegalInlines content={part.content} />;
  if (part.kind === "strong") return <strong>{content}</strong>;
  if (part.kind === "emphasis") return <em>{content}</em>;
  if (part.href.startsWith("/")) {
    return (
      <Link href={part.href} prefetch={false} className="underline underline-offset-4">
        {content}
      </Link>
    );
  }
  return (
    <a href={part.href} rel="noopener noreferrer" className="underline underline-offset-4">
      {content}
    </a>
  );
}
