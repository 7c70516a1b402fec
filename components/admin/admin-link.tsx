import Link from "next/link";
import { shortOrderId } from "@/lib/base/order-id";

/** A link between admin pages, which are too costly to load before they are opened. */
export function AdminLink(props: React.ComponentProps<typeof Link>) {
  return <Link {...props} prefetch={false} />;
}

export function OrderLink({ orderId }: { orderId: string }) {
  return (
    <AdminLink
      href={`/admin/orders/${orderId}`}
      className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
    >
      #{shortOrderId(orderId)}
    </AdminLink>
  );
}
