import Link from "next/link";
import { SwellMark } from "@/components/ui/swell";
import { chooserPath } from "./navigation";

/** The logo and the shop's name, linking home. The shop's own logo, `/logo/<hash>`, stands in place of both. */
export function ShopName({ name, logo }: { name: string; logo: string | null }) {
  return (
    <Link
      href={chooserPath}
      prefetch={false}
      className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 rounded-md text-lg font-semibold tracking-tight"
    >
      {logo ? (
        // A fixed box, so that nothing moves when the picture arrives. next/image would re-encode it.
        // biome-ignore lint/performance/noImgElement: served as it was uploaded
        <img src={logo} alt={name} width={128} height={32} className="h-8 w-32 object-contain object-left" />
      ) : (
        <>
          <SwellMark className="size-8 shrink-0 text-primary" />
          <span className="truncate">{name}</span>
        </>
      )}
    </Link>
  );
}
