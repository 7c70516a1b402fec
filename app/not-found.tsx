import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { NotFound } from "@/components/layout/not-found";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFoundPage() {
  const { name, logo, supportEmail, claims, textVersions, takesWithdrawals, hasFacts, ...rest } =
    await getSite();
  const { sold, strangers } = rest;
  const site = {
    name,
    logo,
    supportEmail,
    claims,
    textVersions,
    takesWithdrawals,
    hasFacts,
    sold,
    strangers,
  };
  return <NotFound site={site} />;
}
