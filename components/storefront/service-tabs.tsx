"use client";

import { useSyncExternalStore } from "react";
import { TabList } from "@/components/ui/tab-list";
import { serviceTabScript } from "./service-tab-script";

type ServiceTabsProps = {
  /** The page's path; a tab adds `?service=`. */
  path: string;
  /** The first is shown where the address names none. */
  tabs: { slug: string; label: string; panel: React.ReactNode }[];
};

const changed = "service-tab-changed";

/** The tabs that app/globals.css knows; the rules of others are in the page. */
const inStylesheet = ["followers", "likes", "views"];

/**
 * Tabs with the choice in the address (`?service=likes`), so that links, reload and the back button keep it. CSS
 * shows the panel named by `data-service`; without JavaScript all of them show and the tabs link to them.
 */
export function ServiceTabs({ path, tabs }: ServiceTabsProps) {
  const slugs = tabs.map(({ slug }) => slug);
  const first = slugs[0] ?? "";
  const labels = new Map(tabs.map(({ slug, label }) => [slug, label]));
  const readService = () => {
    const wanted = new URLSearchParams(window.location.search).get("service") ?? "";
    return labels.has(wanted) ? wanted : first;
  };
  const active = useSyncExternalStore(subscribe, readService, () => first);

  const choose = (service: string) => {
    if (service === active) return;
    window.history.pushState(null, "", `${path}?service=${service}`);
    window.dispatchEvent(new Event(changed));
  };

  const rules = slugs.filter((slug) => !inStylesheet.includes(slug)).map(rulesOf);
  return (
    <div data-service={active} suppressHydrationWarning className="service-tabs">
      {rules.length > 0 ? <style>{rules.join("")}</style> : null}
      <script
        type={typeof window === "undefined" ? "text/javascript" : "text/plain"}
        suppressHydrationWarning
        data-services={slugs.join(" ")}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text, and the only way to run before the paint.
        dangerouslySetInnerHTML={{ __html: serviceTabScript }}
      />
      <TabList
        label="Service"
        tabs={slugs}
        active={active}
        onChoose={choose}
        textOf={(service) => labels.get(service) ?? ""}
        hrefOf={(service) => `${path}?service=${service}#${service}`}
        panelIdOf={(service) => service}
        className={`${slugs.length === 3 ? "grid grid-cols-3" : "flex flex-wrap"} gap-x-1 border-b border-border sm:flex sm:gap-x-3`}
        tabClassName="min-h-13 px-3 text-lg tracking-tight sm:px-5"
      />
      {tabs.map(({ slug, panel }) => (
        <div
          key={slug}
          role="tabpanel"
          id={slug}
          data-panel={slug}
          aria-labelledby={`tab-${slug}`}
          className="pt-10"
        >
          {panel}
        </div>
      ))}
    </div>
  );
}

/** What app/globals.css says of the tabs that it knows. */
function rulesOf(slug: string): string {
  const chosen = `.service-tabs[data-service="${slug}"]`;
  return `@media (scripting:enabled){${chosen}>[data-panel="${slug}"]{display:block}}${chosen} #tab-${slug}{border-color:var(--platform);color:var(--foreground)}`;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener("popstate", listener);
    window.removeEventListener(changed, listener);
  };
}
