import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { RecordProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { PriceHistory } from "@/app/admin/catalog/price-history";
import { AdminHeading } from "@/components/admin/admin-heading";
import { getDb } from "@/lib/base/db/client";
import { listPriceHistory } from "@/lib/shop/catalog/list-entries";

export const metadata: Metadata = { title: "Price history" };

export default async function PriceHistoryPage({ params }: RecordProps) {
  await requireAdmin("catalogue.read");
  const { id } = await params;
  const prices = await listPriceHistory(getDb(), id);
  if (prices.length === 0) notFound();
  return (
    <>
      <AdminHeading
        title="Price history"
        intro={`The prices of ${id}. A live shop strikes through a price only if it was the lowest in the 30 days before the current price began.`}
      />
      <PriceHistory prices={prices} />
    </>
  );
}
