import Link from "next/link";
import { SwellMark } from "@/components/ui/swell";
import { chooserPath } from "./navigation";

/** The logo and the shop's name, linking home. */
export function ShopName({ name }: { name: string }) {
  return (
    <Link
      href={chooserPath}
      prefetch={false}
      className="inline-flex min-h-11 items-center gap-2 rounded-md text-lg font-semibold tracking-tight"
    >
      <SwellMark className="size-8 text-primary" />
      {name}
    </Link>
  );
}
