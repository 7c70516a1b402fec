import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireCustomer } from "@/app/_server/session";
import { BackLink } from "@/components/layout/back-link";
import { chooserPath } from "@/components/layout/navigation";
import { OrderHistory } from "@/components/orders/more-orders";
import { NoOrders } from "@/components/orders/no-orders";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { getDb } from "@/lib/base/db/client";
import { readCursor } from "@/lib/base/list-page";
import { listOwnOrders } from "@/lib/orders/views/own-orders";
import { loadOrdersAction } from "./actions";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "My Orders", robots: { index: false } };

const pageSize = 20;

/** The customer's orders, newest first; `?before=` starts at an older one. */
export default async function OrdersPage({ searchParams }: SearchProps) {
  const user = await requireCustomer("/orders");
  const after = readCursor((await searchParams).before);
  const first = await listOwnOrders(getDb(), { userId: user.id, limit: pageSize, after });
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-5 border-b border-border pb-6">
        <BackLink href={chooserPath}>Back to Home</BackLink>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="text-3xl font-semibold tracking-tight">My Orders</h1>
          <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-2">
            <p className="min-w-0 text-sm">
              <span className="block text-muted-foreground">Customer Account</span>
              <span className="block font-medium wrap-anywhere">{user.email}</span>
            </p>
            <form method="post" action="/auth/sign-out">
              <Button type="submit" variant="outline">
                Sign Out
              </Button>
            </form>
          </div>
        </div>
      </header>
      <section aria-labelledby="history" className="flex flex-col gap-5">
        <div>
          <h2 id="history" className="text-xl font-semibold tracking-tight">
            Order History
          </h2>
          <p className="text-muted-foreground">View and track all your orders</p>
        </div>
        {first.orders.length > 0 ? <OrderHistory first={first} load={loadOrdersAction} /> : null}
        {first.orders.length === 0 && !after ? (
          <NoOrders detail="Start boosting your social media presence today!" />
        ) : null}
        {after ? (
          <ButtonLink href="/orders" prefetch={false} variant="ghost">
            Back to the newest orders
          </ButtonLink>
        ) : null}
      </section>
    </div>
  );
}
