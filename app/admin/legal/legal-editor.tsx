"use client";

import { useState } from "react";
import { ActionField, ActionForm } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { LegalArticle } from "@/components/legal/legal-article";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { LegalText } from "@/lib/legal/kinds";
import type { ShopNames } from "@/lib/legal/parse-legal-text";
import { publishTextAction } from "./actions";

type LegalEditorProps = {
  /** The current version, from which the new one is written. */
  text: Pick<LegalText, "kind" | "version" | "lead" | "body">;
  shop: ShopNames;
};

/** Writes a text's next version, with a preview as customers will see it. */
export function LegalEditor({ text, shop }: LegalEditorProps) {
  const { kind, version } = text;
  const [lead, setLead] = useState(text.lead);
  const [body, setBody] = useState(text.body);
  return (
    <>
      <AdminSection
        title={`Version ${version + 1}`}
        detail="Markdown: ## begins a heading, - an item, and [text](https://…) is a link. {shop} and {email} become the shop's name and support address. HTML is shown as it is typed."
      >
        <ActionForm
          action={publishTextAction}
          submitLabel={`Publish version ${version + 1}`}
          hidden={{ kind, basedOn: String(version) }}
        >
          <ActionField name="lead" label="Beside the title" hint="One sentence; may be empty.">
            <Input
              name="lead"
              autoComplete="off"
              maxLength={200}
              value={lead}
              onChange={(event) => setLead(event.target.value)}
            />
          </ActionField>
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
        </ActionForm>
      </AdminSection>
      <AdminSection title="Preview" detail="As customers will see it.">
        <div inert className="rounded-xl border border-dashed border-border bg-background px-4">
          <LegalArticle text={{ kind, lead, body }} shop={shop} />
        </div>
      </AdminSection>
    </>
  );
}
