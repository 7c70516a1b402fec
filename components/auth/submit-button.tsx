import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

type SubmitButtonProps = { isPending: boolean; pendingLabel: string; children: React.ReactNode };

/** The submit button of an account form, with a label for the time it takes. */
export function SubmitButton({ isPending, pendingLabel, children }: SubmitButtonProps) {
  return (
    <Button type="submit" size="lg" aria-disabled={isPending} className="w-full">
      {isPending ? (
        <>
          <Spinner /> {pendingLabel}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
