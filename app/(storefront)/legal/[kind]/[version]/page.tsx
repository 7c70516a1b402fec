import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { legalMetadata, VersionLegalPage } from "@/app/_server/legal-page";
import { legalKinds } from "@/lib/shop/legal/kinds";

type VersionPageProps = { params: Promise<{ kind: string; version: string }> };

// Rendered on each visit: these pages are rarely opened, and invented version numbers must not fill a cache.
export const dynamic = "force-dynamic";

const paramsSchema = z.object({
  kind: z.enum(legalKinds),
  version: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number),
});

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  const { data } = paramsSchema.safeParse(await params);
  if (!data) return {};
  return { ...(await legalMetadata(data.kind)), robots: { index: false } };
}

/** One version of a legal text, at the address that orders and mails name. */
export default async function VersionPage({ params }: VersionPageProps) {
  const { data } = paramsSchema.safeParse(await params);
  if (!data) notFound();
  return <VersionLegalPage {...data} />;
}
