"use client";

import { FormFailure } from "@/components/forms/form-failure";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

/** Signs in with Google and returns to `next`. */
export function GoogleButton({ action, next }: { action: FormAction; next: string }) {
  const { formProps, isPending, error } = useSentForm(action);
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <FormFailure error={error} title="Google Sign-In Failed" />
      <Button type="submit" variant="outline" size="lg" aria-disabled={isPending} className="w-full">
        {isPending ? <Spinner /> : <GoogleGlyph />} Continue with Google
      </Button>
    </form>
  );
}

function GoogleGlyph() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5" fill="currentColor">
      <path d="M12.2 10.3v3.6h5.1c-.4 2.2-2.3 3.7-5.1 3.7a5.6 5.6 0 1 1 3.6-9.9l2.7-2.6A9.4 9.4 0 1 0 12.2 21.4c5.4 0 9-3.8 9-9.2 0-.7-.1-1.3-.2-1.9Z" />
    </svg>
  );
}
