import { LocalTime } from "@/components/orders/local-time";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";

/** Stands on every admin page while nothing leaves the shop: it can't be mailed. */
export function QuarantineBanner({ since, reason }: { since: Date; reason: string }) {
  return (
    <Alert role="note" variant="destructive">
      <AlertTitle>Quarantine: nothing is sent, refunded or mailed</AlertTitle>
      <AlertDescription>
        <p>
          {reason} Since <LocalTime at={since.toISOString()} />. Customers can still order and pay; their
          deliveries begin when the quarantine ends.
        </p>
        <p>
          If a standby took over and nothing was lost, it ends by itself within minutes. Otherwise run{" "}
          <code>npm run ops -- recover</code>: it compares the database with Stripe and the suppliers, takes
          over what is certain, and lists what you have to decide.
        </p>
      </AlertDescription>
    </Alert>
  );
}
