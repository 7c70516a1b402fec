"use client";

import { useId, useState } from "react";
import { useFieldErrors } from "@/components/admin/action-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { OwnService } from "@/lib/shop/catalog/list-entries";
import { searchOwn } from "./find-own";

type OwnServiceFieldProps = {
  ours: readonly OwnService[];
  /** The service that the supplier's names say, with which the choice begins. */
  likely: number | null;
};

/** Chooses one of the shop's services by its name; sent as `smmServiceId`. What is searched for does not change the choice. */
export function OwnServiceField({ ours, likely }: OwnServiceFieldProps) {
  const [chosen, setChosen] = useState(likely);
  const [typed, setTyped] = useState("");
  const error = useFieldErrors().smmServiceId;
  const group = useId();
  const found = searchOwn(ours, typed);
  const own = ours.find(({ id }) => id === chosen);
  const named = ours.find(({ id }) => id === likely);
  // Two qualities of one service are no contradiction.
  const isOther = own && named && (own.platform !== named.platform || own.service !== named.service);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        Delivers <output className="font-semibold">{own?.name ?? "nothing yet"}</output>
      </legend>
      <input type="hidden" name="smmServiceId" value={chosen ?? ""} />
      <p role="status" className="text-sm text-destructive empty:hidden">
        {isOther
          ? `The supplier's name for it says ${named.name}. Map it to ${own.name} only if you know that it delivers that.`
          : null}
      </p>
      <Field label="Search our services" error={chosen === null ? error : undefined}>
        <Input
          type="search"
          autoComplete="off"
          placeholder="Platform, service or quality"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // Enter would send the form with what was chosen before.
            if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
          }}
        />
      </Field>
      <ul
        aria-label="Our services"
        className="flex max-h-60 flex-col overflow-y-auto rounded-lg border border-border px-3 py-1"
      >
        {found.map(({ id, name }) => (
          <li key={id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
              <input
                type="radio"
                name={group}
                checked={id === chosen}
                onChange={() => setChosen(id)}
                className="size-5 shrink-0 accent-primary"
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
        {found.length === 0 ? (
          <li className="py-2 text-sm text-muted-foreground">
            No service has this name. It needs a row in the catalogue first.
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
