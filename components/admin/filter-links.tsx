"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { cn } from "@/components/ui/cn";
import { queryString } from "@/lib/base/text/query-string";
import { pageMarks } from "./page-marks";

type FilterLinksProps = {
  label: string;
  /** The parameter of the address; its first choice is the default, which the address leaves out. */
  name: string;
  choices: readonly (readonly [value: string, label: string])[];
  /** Where on the page the filtered list begins. */
  anchor?: string;
  className?: string;
};

/**
 * A list's filter as links: a click applies it and leads to the first page, the address keeps it with the other filters,
 * and it works without JavaScript.
 */
export function FilterLinks({ label, name, choices, anchor, className }: FilterLinksProps) {
  const path = usePathname();
  const search = useSearchParams();
  const kept = [...search].filter(([each]) => !pageMarks.includes(each) && search.getAll(each).length === 1);
  const isChoice = choices.some(([value]) => value === search.get(name));
  const chosen = isChoice ? search.get(name) : choices[0]?.[0];
  return (
    <nav aria-label={label} className={cn("min-w-0", className)}>
      {/* On a phone one line, which scrolls sideways, so that the list below is in sight. */}
      <ul className="flex gap-2 max-md:-m-1 max-md:overflow-x-auto max-md:p-1 md:flex-wrap">
        {choices.map(([value, text], at) => (
          <li key={value}>
            <ButtonLink
              href={`${path}${queryString({
                ...Object.fromEntries(kept),
                [name]: at === 0 ? undefined : value,
              })}${anchor ? `#${anchor}` : ""}`}
              prefetch={false}
              aria-current={value === chosen ? "page" : undefined}
              variant={value === chosen ? "secondary" : "outline"}
              size="sm"
            >
              {text}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
