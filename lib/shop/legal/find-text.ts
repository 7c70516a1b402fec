import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type LegalKind, type LegalText, legalKinds, type TextVersions } from "./kinds";
import { shippedText, shippedVersions } from "./shipped-texts";

export type PublishedVersions = Partial<Record<LegalKind, number>>;

/** The newest version of each published text, as one JSON column. */
export const publishedVersions = Prisma.sql`
  (SELECT coalesce(json_object_agg(kind, version), '{}')
    FROM (SELECT kind, max(version) AS version FROM legal_texts GROUP BY kind) AS newest)`;

/** The newest versions; a text without a published one has its newest shipped version. */
export function newestVersions(published: PublishedVersions): TextVersions {
  const entries = legalKinds.map((kind) => [kind, published[kind] ?? shippedText(kind)?.version ?? 0]);
  return Object.fromEntries(entries);
}

/** The newest version of each text; 0 for an imprint that was never written. */
export async function loadTextVersions(db: Db): Promise<TextVersions> {
  const rows = await db.$queryRaw<{ published: PublishedVersions }[]>`
    SELECT ${publishedVersions} AS published`;
  return newestVersions(rows[0]?.published ?? {});
}

/** One version of a text; null when there is none. */
export async function findText(db: Db, kind: LegalKind, version: number): Promise<LegalText | null> {
  const published = await db.legalText.findUnique({
    where: { kind_version: { kind, version } },
    select: { kind: true, version: true, lead: true, body: true, publishedAt: true },
  });
  return published ?? shippedText(kind, version) ?? null;
}

/** A text's last fifty versions, newest first, without their bodies. */
export async function listVersions(db: Db, kind: LegalKind) {
  const published = await db.legalText.findMany({
    where: { kind },
    orderBy: { version: "desc" },
    take: 50,
    select: { version: true, publishedAt: true, publishedBy: true, reason: true },
  });
  const oldest = published.at(-1)?.version ?? Number.POSITIVE_INFINITY;
  const shipped = shippedVersions(kind)
    .filter(({ version }) => version < oldest)
    .map(({ version, publishedAt }) => ({
      version,
      publishedAt,
      publishedBy: "the shop",
      reason: "Shipped text",
    }));
  return [...published, ...shipped];
}
