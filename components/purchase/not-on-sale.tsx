import { nameOf } from "@/lib/shop/catalog/platform-view";

type NotOnSaleProps = { platform: { label: string }; service: { label: string } };

/** Stands in place of a service's packages while nobody delivers it, or while an operator has hidden them all. */
export function NotOnSale({ platform, service }: NotOnSaleProps) {
  return (
    <p className="max-w-lg rounded-xl border border-border bg-card p-6">
      {platform.label} {nameOf(service)} can&apos;t be ordered right now. Orders that are already placed are
      not affected. Please try again later, or choose something else.
    </p>
  );
}
