"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type SelectionPlan, wordsOf } from "./selection-plan";

type PasteLinkProps = {
  plan: SelectionPlan;
  /** Takes a link; a message about what is wrong with it, or null. */
  onPaste: (text: string) => string | null;
};

/** Where the shop can't list an account's posts, the buyer pastes their links. */
export function PasteLink({ plan, onPaste }: PasteLinkProps) {
  const { one } = wordsOf(plan);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const isEmpty = text.trim() === "";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    const found = onPaste(text);
    setProblem(found);
    if (found === null) setText("");
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label={`Link to your ${one}`}
        hint={`Paste the links one after another. The account must be public, and each ${one} must belong to it: we can't check that here.`}
        error={problem}
        className="min-w-0 flex-1 basis-64"
      >
        <Input
          type="url"
          inputMode="url"
          name="link"
          value={text}
          maxLength={500}
          autoComplete="off"
          placeholder={`${plan.platform.label} link`}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="outline"
        // Not `disabled`: the button that added a link empties the field, and would drop the focus.
        aria-disabled={isEmpty || undefined}
        className="mt-7 aria-disabled:bg-muted aria-disabled:text-muted-foreground"
      >
        Add
      </Button>
    </form>
  );
}
