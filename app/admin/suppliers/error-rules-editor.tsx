"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useFieldErrors } from "@/components/admin/action-form";
import { FieldError } from "@/components/forms/field-error";
import { focusOn } from "@/components/forms/focus-on";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ErrorRule } from "@/lib/delivery/suppliers/protocol/error-rules";
import { errorMeanings } from "./error-meanings";

/** A supplier's error texts and what each means, sent as JSON in `errorRules`. */
export function ErrorRulesEditor({ rules: held }: { rules: ErrorRule[] }) {
  const errors = useFieldErrors();
  const [rules, setRules] = useState(() => held.map((rule, key) => ({ ...rule, key })));
  const change = (key: number, facts: Partial<ErrorRule>) =>
    setRules(rules.map((rule) => (rule.key === key ? { ...rule, ...facts } : rule)));
  return (
    // Takes the focus when the text that had it is removed.
    <fieldset tabIndex={-1} className="flex flex-col gap-3">
      <legend className="sr-only">Error texts, the first match decides</legend>
      <input
        type="hidden"
        name="errorRules"
        value={JSON.stringify(rules.map(({ pattern, code }) => ({ pattern, code })))}
      />
      <FieldError error={errors.errorRules} />
      {rules.map((rule, place) => {
        const error = errors[`errorRules.${place}.pattern`] ?? errors[`errorRules.${place}.code`];
        const id = `rule-${rule.key}-error`;
        return (
          <div key={rule.key} className="flex flex-col gap-2 rounded-lg border border-border p-3">
            <div className="flex gap-2">
              <Input
                aria-label={`Text ${place + 1}`}
                value={rule.pattern}
                autoComplete="off"
                placeholder="quantity must be * or more"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? id : undefined}
                onChange={(event) => change(rule.key, { pattern: event.target.value })}
              />
              <Button
                type="button"
                variant="ghost"
                size="icon"
                aria-label={`Remove text ${place + 1}`}
                onClick={({ currentTarget }) => {
                  focusOn(currentTarget.closest("fieldset"));
                  setRules(rules.filter(({ key }) => key !== rule.key));
                }}
              >
                <X aria-hidden="true" />
              </Button>
            </div>
            <Select
              aria-label={`Meaning of text ${place + 1}`}
              value={rule.code}
              onChange={(event) => change(rule.key, { code: event.target.value as ErrorRule["code"] })}
              options={Object.entries(errorMeanings)}
            />
            <FieldError id={id} error={error} />
          </div>
        );
      })}
      <Button
        type="button"
        variant="outline"
        className="self-start"
        onClick={() =>
          setRules([
            ...rules,
            { pattern: "", code: "other", key: Math.max(-1, ...rules.map(({ key }) => key)) + 1 },
          ])
        }
      >
        Add a text
      </Button>
    </fieldset>
  );
}
