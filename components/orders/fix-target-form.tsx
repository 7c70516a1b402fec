"use client";

import { focusOn } from "@/components/forms/focus-on";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { ExactInput } from "@/components/ui/input";
import type { OrderView } from "@/lib/orders/views/order-view";
import { hasPosts } from "@/lib/shop/catalog/catalog";
import { LocalTime } from "./local-time";
import { isDeliveryOver } from "./read-order-view";

/**
 * Why an order is paused, what the buyer can do and until when, then that it worked; nothing for other orders. Works
 * without JavaScript.
 */
export function FixTargetForm({ view, action }: { view: OrderView; action: FormAction }) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(action);
  const fix = isDeliveryOver(view) ? null : view.items.find((item) => item.fix)?.fix;
  if (!fix) {
    return result?.ok ? (
      <Alert ref={focusOn} tabIndex={-1} variant="success" title="Thank you, that worked">
        We reached the account and put your {view.service} back in the queue. This page shows how they arrive.
      </Alert>
    ) : null;
  }
  const isPrivate = fix.reason === "target_private";
  const message = errors.username ?? error?.message;
  return (
    <Alert
      variant="warning"
      title={isPrivate ? `@${view.username} is private` : `We can't find @${view.username}`}
    >
      <p>
        {whatToDo(view, isPrivate)} If nothing changes by <LocalTime at={fix.until} />, we cancel what is left
        and refund it.
      </p>
      <form {...formProps} noValidate className="flex flex-col gap-4 pt-2">
        <input type="hidden" name="token" value={view.token} />
        {!hasPosts(view.target) ? (
          <Field label="Username" hint="Changed it? Enter the current name." error={message}>
            <ExactInput
              name="username"
              defaultValue={typed.username ?? view.username}
              maxLength={200}
              required
            />
          </Field>
        ) : null}
        <div>
          <SubmitButton isPending={isPending}>I have fixed it</SubmitButton>
        </div>
        {hasPosts(view.target) && message ? <p role="alert">{message}</p> : null}
      </form>
    </Alert>
  );
}

function whatToDo(view: OrderView, isPrivate: boolean): string {
  const what = `Your ${view.service} are waiting.`;
  if (isPrivate) return `${what} Make the account public, then press the button.`;
  return !hasPosts(view.target)
    ? `${what} Enter the current username, or make the account available again.`
    : `${what} Make the account available under this name again, then press the button.`;
}
