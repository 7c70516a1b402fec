import Link from "next/link";
import { StopNotice } from "@/components/purchase/stop-notice";
import { Button } from "@/components/ui/button";

/** For a link without an order. */
export default function OrderNotFound() {
  return (
    <StopNotice
      title="We do not know this order"
      detail="Please open the whole link from your confirmation email. It may have been cut off. If it is lost, we send it again."
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
