import { ProsePage } from "@/components/storefront/prose-page";
import { longDate } from "@/lib/base/time/time";
import { type LegalText, legalTitles } from "@/lib/shop/legal/kinds";
import { parseLegalText, type ShopNames } from "@/lib/shop/legal/parse-legal-text";
import { LegalBlocks } from "./legal-blocks";

type LegalArticleProps = {
  text: Pick<LegalText, "kind" | "lead" | "body"> & { publishedAt?: Date };
  shop: ShopNames;
  /** Shown below the date: which version this is, and where the others are. */
  note?: React.ReactNode;
};

/** A legal text as customers see it. */
export function LegalArticle({ text, shop, note }: LegalArticleProps) {
  const { kind, lead, body, publishedAt } = text;
  return (
    <ProsePage
      title={legalTitles[kind]}
      lead={lead}
      note={
        <>
          {publishedAt ? (
            <p className="text-sm text-muted-foreground">Published {longDate(publishedAt)}</p>
          ) : null}
          {note}
        </>
      }
    >
      <LegalBlocks blocks={parseLegalText(body, shop)} />
    </ProsePage>
  );
}
