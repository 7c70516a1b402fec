import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

type SubmitButtonProps = React.ComponentProps<typeof Button> & {
  isPending: boolean;
  /** The label for the time it takes; by default it stays. */
  pendingLabel?: string;
};

/** A form's button. It is never `disabled` while the form is sent, which would drop the focus. */
export function SubmitButton({ isPending, pendingLabel, children, ...button }: SubmitButtonProps) {
  return (
    <Button type="submit" aria-disabled={isPending} {...button}>
      {isPending ? (
        <>
          <Spinner /> {pendingLabel ?? children}
        </>
      ) : (
        children
      )}
    </Button>
  );
}
