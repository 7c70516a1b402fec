import type { Metadata } from "next";
import { findRecord, type RecordProps } from "@/app/_server/page-props";
import { requireFreshAdmin } from "@/app/_server/session";
import { fixTargetAction, objectAction, requestAction } from "@/app/(purchase)/order/[token]/actions";
import { BackLink } from "@/components/layout/back-link";
import { LiveOrder } from "@/components/orders/live-order";
import { Alert } from "@/components/ui/alert";
import { getDb } from "@/lib/base/db/client";
import { shortOrderId } from "@/lib/base/order-id";
import { findBuyersView } from "@/lib/orders/views/find-order-view";
import { loadReplyTime } from "@/lib/shop/settings/reply-time";

const actions = {
  payAgain: null,
  request: requestAction,
  object: objectAction,
  fixTarget: fixTargetAction,
};

export async function generateMetadata({ params }: RecordProps): Promise<Metadata> {
  return { title: `Order #${shortOrderId((await params).id)} as its buyer sees it` };
}

/** An order as its buyer sees it. The view has no token, so its forms, which are shown disabled, can do nothing. */
export default async function BuyersViewPage(props: RecordProps) {
  await requireFreshAdmin("orders.read", `/admin/orders/${(await props.params).id}/buyer`);
  const [view, replyTime] = await Promise.all([
    findRecord(props, (id) => findBuyersView(getDb(), id)),
    loadReplyTime(getDb()),
  ]);
  return (
    <>
      <BackLink href={`/admin/orders/${view.orderId}`}>The order</BackLink>
      <Alert role="note">The buyer sees this page. You can look at it, but not act for the buyer.</Alert>
      <fieldset disabled className="contents">
        <LiveOrder
          initial={view}
          isCanceled={false}
          canOrderAgain={false}
          replyTime={replyTime}
          actions={actions}
          review={null}
          withdrawal={null}
        />
      </fieldset>
    </>
  );
}
