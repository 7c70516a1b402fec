import { notFound } from "next/navigation";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { getSite } from "@/app/_server/site";
import { BackLink } from "@/components/layout/back-link";
import { WithdrawalForm } from "@/components/withdrawal/withdrawal-form";
import { WithdrawalReceived } from "@/components/withdrawal/withdrawal-received";
import { getDb } from "@/lib/base/db/client";
import { previewWithdrawal } from "@/lib/buyer/withdrawal/carry-out-withdrawal";
import { findWithdrawal } from "@/lib/buyer/withdrawal/take-statement";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { amountLabel, handleOf } from "@/lib/shop/catalog/catalog";
import { withdrawOrderAction } from "./actions";

type WithdrawOrderPageProps = { params: Promise<{ token: string }> };

export const dynamic = "force-dynamic";

export const metadata = secretLinkMetadata("Withdraw from contract");

export default async function WithdrawOrderPage({ params }: WithdrawOrderPageProps) {
  const { token } = await params;
  if (!(await getSite()).takesWithdrawals) notFound();
  const db = getDb();
  const [found, view] = await Promise.all([findWithdrawal(db, token), findOrderView(db, token)]);
  if (!found || !view) notFound();
  const { order, receipt } = found;
  const isOpen = receipt === null || receipt.isUnconfirmed;
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-8">
      <header className="flex flex-col gap-3">
        <BackLink href={`/order/${token}`}>Your order</BackLink>
        <h1 className="text-3xl font-semibold tracking-tight">Withdraw from contract</h1>
        <p className="text-muted-foreground wrap-anywhere">
          Order #{order.number}: {amountLabel(order.quantity, order.unit)} for {handleOf(view)} on{" "}
          {order.platformLabel}. You do not have to give a reason.
        </p>
      </header>
      {receipt ? <WithdrawalReceived receipt={receipt} view={view} /> : null}
      {isOpen ? (
        <WithdrawalForm
          action={withdrawOrderAction}
          token={token}
          preview={await previewWithdrawal(db, view.orderId)}
        />
      ) : null}
    </div>
  );
}
