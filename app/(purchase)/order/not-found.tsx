import { chooserPath } from "@/components/layout/navigation";
import { StopNotice } from "@/components/purchase/stop-notice";
import { ButtonLink } from "@/components/ui/button-link";

export default function OrderNotFound() {
  return (
    <StopNotice
      level={1}
      title="We can't find this order"
      detail="Please open the complete link from your confirmation email. If you have lost it, we can send it again."
    >
      <ButtonLink href="/track" variant="outline">
        Get the link again
      </ButtonLink>
      <ButtonLink href={chooserPath}>Return to Home</ButtonLink>
    </StopNotice>
  );
}
