import { notFound } from "next/navigation";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";

export const dynamic = "force-static";

export const metadata = secretLinkMetadata("Your order");

/** The answer to every link without an order, made once by the build (app/_server/http/order-link.ts). */
export default function UnknownOrderPage() {
  notFound();
}
