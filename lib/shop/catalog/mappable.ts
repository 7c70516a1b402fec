import { Prisma } from "@/lib/base/db/generated/client";

/** True for suppliers' services that take a link and a quantity: only these deliver what this shop sells. */
export function isMappable(type: string): boolean {
  return type.trim().toLowerCase() === "default";
}

/** `isMappable` for the row `service`: an import may have given a mapped service another type. */
export const isMappableSql = Prisma.sql`lower(btrim(service.type)) = 'default'`;
