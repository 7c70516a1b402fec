import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { declaredSettings, type SettingName } from "./declared-settings";

export type SiteSettings = { [Name in SettingName]: z.infer<(typeof declaredSettings)[Name]["stored"]> };

const settingsSchema = z.object(
  Object.fromEntries(Object.entries(declaredSettings).map(([name, { stored }]) => [name, stored])),
);

/** The settings of a new shop. */
export const defaultSettings: SiteSettings = parseSettings({});

/** All settings, in one statement. */
export async function loadSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.siteSetting.findMany();
  return parseSettings(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}

/** SQL: the rows as one JSON value, for `parseSettings`. */
export const settingValues = Prisma.sql`
  (SELECT coalesce(json_object_agg(key, value), '{}') FROM site_settings)`;

/** The settings of rows that were read as `{key: value}`. A value that no longer parses counts as not set. */
export function parseSettings(values: Record<string, unknown>): SiteSettings {
  return settingsSchema.parse(values) as SiteSettings;
}
