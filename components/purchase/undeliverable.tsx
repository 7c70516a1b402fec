import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";

/** Stands where an order cannot be delivered as it is, before anything is paid: what to change is in the message. */
export function Undeliverable({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <Alert variant="destructive">
      <AlertTitle>This order can't be delivered yet</AlertTitle>
      <AlertDescription>
        <p>{problem}</p>
      </AlertDescription>
    </Alert>
  );
}
