"use client";

import { useState } from "react";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { LegalArticle } from "@/components/legal/legal-article";
import { Textarea } from "@/components/ui/textarea";
import type { LegalText } from "@/lib/shop/legal/kinds";
import type { ShopNames } from "@/lib/shop/legal/parse-legal-text";

type LegalFieldsProps = {
  /** The current version, from which the new one is written. */
  text: Pick<LegalText, "kind" | "lead" | "body">;
  shop: ShopNames;
};

/** The fields of a text's next version, with a preview as customers will see it. */
export function LegalFields({ text, shop }: LegalFieldsProps) {
  const [lead, setLead] = useState(text.lead);
  const [body, setBody] = useState(text.body);
  return (
    <>
      <ActionInput
        name="lead"
        label="Beside the title"
        hint="One sentence. You may leave it empty."
        maxLength={200}
        value={lead}
        onChange={(event) => setLead(event.target.value)}
      />
      <ActionField name="body" label="Text">
        <Textarea
          name="body"
          required
          maxLength={60_000}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          className="max-h-[32rem] min-h-64 font-mono text-sm"
        />
      </ActionField>
      <section aria-label="Preview" className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">Preview, as customers will see it</h3>
        <div inert className="rounded-xl border border-dashed border-border bg-background px-4">
          <LegalArticle text={{ kind: text.kind, lead, body }} shop={shop} />
        </div>
      </section>
    </>
  );
}
