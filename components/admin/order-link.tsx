import Link from "next/link";

/** Links to the order's admin page. */
export function OrderLink({ orderId }: { orderId: string }) {
  return (
    <Link
      href={`/admin/orders/${orderId}`}
      prefetch={false}
      className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
    >
      #{orderId.slice(0, 8)}
    </Link>
  );
}
