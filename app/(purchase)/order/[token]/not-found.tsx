import Link from "next/link";
import { StopNotice } from "@/components/purchase/stop-notice";
import { Button } from "@/components/ui/button";

/** For a link without an order. */
export default function OrderNotFound() {
  return (
    <StopNotice
      title="We can't find this order"
      detail="Please open the complete link from your confirmation email. If you have lost it, we can send it again."
    >
      <Button asChild variant="outline">
        <Link href="/track">Get the link again</Link>
      </Button>
      <Button asChild>
        <Link href="/?browse=1">Return to Home</Link>
      </Button>
    </StopNotice>
  );
}
