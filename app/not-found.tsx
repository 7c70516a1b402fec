import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { NotFoundNotice } from "@/components/layout/not-found-notice";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFoundPage() {
  const { name, logo } = await getSite();
  return <NotFoundNotice name={name} logo={logo} />;
}
