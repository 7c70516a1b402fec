"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { plainCharacters } from "@/lib/base/text/typed-text";
import { readLink, writeLink } from "@/lib/shop/catalog/link-form";
import type { PlatformLinks } from "@/lib/shop/catalog/links";

/** Shows what the shop would store for a link, as the draft has its rules. */
export function TryLink({ rules }: { rules: PlatformLinks }) {
  const [text, setText] = useState("");
  return (
    <div className="flex flex-col gap-2">
      <Field label="Try a link">
        <Input
          value={text}
          onChange={(event) => setText(event.target.value)}
          inputMode="url"
          autoCapitalize="none"
        />
      </Field>
      <p aria-live="polite" className="text-sm wrap-anywhere">
        {text.trim() === "" ? "Paste one to see what the shop would store." : answerTo(text, rules)}
      </p>
    </div>
  );
}

function answerTo(text: string, rules: PlatformLinks): string {
  for (const form of rules.linkForms) {
    const values = readLink(plainCharacters(text), rules, form);
    if (values) return `Taken as the link of a ${form.target}, and stored as ${writeLink(form, values)}`;
  }
  return "Refused: no template reads it.";
}
