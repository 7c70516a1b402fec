import { Alert } from "@/components/ui/alert";
import type { PublicError } from "@/lib/base/result";

/** A form's error that belongs to no field; nothing without one. */
export function FormFailure({ error, title }: { error: PublicError | null; title?: string }) {
  if (!error || error.fieldErrors) return null;
  return (
    <Alert variant="destructive" title={title}>
      {error.message}
    </Alert>
  );
}
