"use client";

import { Star } from "lucide-react";
import { FieldError } from "@/components/forms/field-error";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, type SentForm, useSentForm } from "@/components/forms/use-sent-form";
import { LocalTime } from "@/components/orders/local-time";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { OwnReview } from "@/lib/people/reviews/reviews";

type ReviewFormProps = {
  token: string;
  /** The buyer's earlier review; null before the first. */
  own: OwnReview | null;
  save: FormAction;
  remove: FormAction;
};

/** Writes, changes and removes the review of a delivered order. Works without JavaScript. */
export function ReviewForm({ token, own, save, remove }: ReviewFormProps) {
  const removal = useSentForm(remove);
  if (own?.state === "removed") {
    return (
      <p ref={removal.result?.ok ? focusOn : null} tabIndex={-1}>
        You removed your review. It is no longer shown.
      </p>
    );
  }
  if (own?.state === "hidden") {
    return (
      <div className="flex flex-col gap-4">
        <p>
          We had to hide your review. The reviews page says how many reviews are hidden and for which reasons.
          If you think this is a mistake, please write to us.
        </p>
        <RemoveForm token={token} form={removal} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {own?.state === "final" ? (
        <p>Thank you for your review: {own.stars} of 5 stars. It can no longer be changed.</p>
      ) : (
        <EditForm token={token} own={own} save={save} />
      )}
      {own ? <RemoveForm token={token} form={removal} /> : null}
    </div>
  );
}

function EditForm({ token, own, save }: Pick<ReviewFormProps, "token" | "own" | "save">) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(save);
  const stars = Number(typed.stars ?? own?.stars);
  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <fieldset className="flex flex-col gap-1.5" aria-describedby={errors.stars ? "stars-error" : undefined}>
        <legend className="mb-1.5 text-sm font-medium">How was it?</legend>
        <div className="flex flex-wrap gap-2">
          {[1, 2, 3, 4, 5].map((number) => (
            <label
              key={number}
              className="inline-flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-1 rounded-lg border border-input bg-card has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="stars"
                value={number}
                defaultChecked={number === stars}
                required
                className="sr-only"
              />
              {number} <Star aria-hidden="true" className="size-4 text-primary" />
              <span className="sr-only">{number === 1 ? "star" : "stars"}</span>
            </label>
          ))}
        </div>
        <FieldError id="stars-error" error={errors.stars} />
      </fieldset>
      <Field
        label="Your review (optional)"
        hint="Everyone can read it. Please leave out links, addresses, phone numbers and account names."
        error={errors.message}
      >
        <Textarea name="message" defaultValue={typed.message ?? own?.text} rows={3} maxLength={1_000} />
      </Field>
      <Field label="First name (optional)" hint="Everyone can see it beside your review." error={errors.name}>
        <Input name="name" defaultValue={typed.name ?? own?.name} maxLength={40} autoComplete="given-name" />
      </Field>
      <FormFailure error={error} />
      {result?.ok ? (
        <Alert variant="success">Thank you. Your review appears on our pages within a few minutes.</Alert>
      ) : null}
      <div>
        <SubmitButton isPending={isPending}>{own ? "Save changes" : "Publish review"}</SubmitButton>
      </div>
      {own ? (
        <p className="text-sm text-muted-foreground">
          You can change your review until <LocalTime at={own.editableUntil} />.
        </p>
      ) : null}
    </form>
  );
}

type RemoveFormProps = { token: string; form: SentForm<null> };

function RemoveForm({ token, form: { formProps, isPending, error } }: RemoveFormProps) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
        Remove my review
      </summary>
      <form {...formProps} className="flex flex-col items-start gap-3 pt-2">
        <input type="hidden" name="token" value={token} />
        <p className="text-sm text-muted-foreground">
          We erase its text and name, and you can't review this order again.
        </p>
        {error ? <Alert variant="destructive">{error.message}</Alert> : null}
        <SubmitButton isPending={isPending} variant="outline" size="sm">
          Remove for good
        </SubmitButton>
      </form>
    </details>
  );
}
