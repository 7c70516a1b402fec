"use client";

import { createContext, use, useState } from "react";
import { Button } from "@/components/ui/button";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/** The selected rows by id, as TanStack Table keeps them. */
export type Selected = Record<string, true>;

type SelectionState = {
  selected: Selected;
  setSelected: React.Dispatch<React.SetStateAction<Selected>>;
};

const SelectionContext = createContext<SelectionState | null>(null);

/** The selection of the list around; null where nothing can be selected. */
export function useSelection(): SelectionState | null {
  return use(SelectionContext);
}

type SelectionProps = {
  /** What can be done with all selected rows: BulkDialogs and links. */
  actions: React.ReactNode;
  children: React.ReactNode;
};

/** A list whose rows can be selected. What can be done with them shows below as soon as one is. */
export function Selection({ actions, children }: SelectionProps) {
  const [selected, setSelected] = useState<Selected>({});
  const count = Object.keys(selected).length;
  return (
    <SelectionContext value={{ selected, setSelected }}>
      {children}
      <section
        aria-label="Selection"
        hidden={count === 0}
        className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-border bg-popover p-3 text-popover-foreground shadow-lg [&[hidden]]:hidden"
      >
        <span aria-live="polite" className="px-1 text-sm font-semibold tabular-nums">
          {count} selected
        </span>
        {actions}
        <Button variant="ghost" size="sm" onClick={() => setSelected({})}>
          Clear the selection
        </Button>
      </section>
    </SelectionContext>
  );
}

/** Selects an entry of a list that is no table. */
export function SelectBox({ id, label }: { id: string; label: string }) {
  const selection = useSelection();
  const isHydrated = useIsHydrated();
  if (!selection) return null;
  const { selected, setSelected } = selection;
  return (
    <SelectMark
      label={label}
      isOn={selected[id] === true}
      isDisabled={!isHydrated}
      onChange={(isOn) =>
        setSelected(({ [id]: _, ...others }) => (isOn ? { ...others, [id]: true } : others))
      }
    />
  );
}

type SelectMarkProps = {
  label: string;
  isOn: boolean;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
};

/** The box that selects a row; a finger's width. */
export function SelectMark({ label, isOn, isDisabled, onChange }: SelectMarkProps) {
  return (
    <label className="-m-3 inline-grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        data-select=""
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 accent-primary"
      />
    </label>
  );
}
