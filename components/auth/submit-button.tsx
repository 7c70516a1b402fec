import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

type SubmitButtonProps = { isPending: boolean; pendingLabel: string; children: React.ReactNode };

/** The one action of a form of accounts; it says what it is doing while it does it. */
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
