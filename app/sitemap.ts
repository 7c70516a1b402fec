import type { MetadataRoute } from "next";
import { platformParams, serviceParams } from "@/app/_server/platform-pages";
import { getSite } from "@/app/_server/site";

/** Every page that should be found: home, hubs, landing pages and the texts. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { origin, takesWithdrawals } = await getSite();
  const entry = (path: string, priority: number) => ({ url: `${origin}${path}`, priority });
  return [
    entry("/", 1),
    ...platformParams().map(({ platform }) => entry(`/${platform}`, 0.9)),
    ...serviceParams().map(({ platform, service }) => entry(`/${platform}/${service}`, 0.8)),
    ...["/reviews", "/facts", "/contact", "/track", "/refunds", "/terms", "/privacy", "/accessibility"].map(
      (path) => entry(path, 0.3),
    ),
    ...(takesWithdrawals ? [entry("/withdraw", 0.3)] : []),
  ];
}
