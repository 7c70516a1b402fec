"use client";

import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { capitalized } from "@/lib/base/text/words";

type AllocationStepperProps = {
  /** The counted unit and its target: "likes for post 2". */
  label: string;
  value: number;
  min: number;
  /** The current maximum; a larger typed number is kept and marked. */
  max: number;
  /** Units per press. */
  step: number;
  onStep: (direction: 1 | -1) => void;
  onType: (value: number) => void;
};

/** The shop takes numbers up to a billion (lib/buyer/checkout/create-order-schema.ts). */
const maxDigits = 9;

/** The quantity of one post: two buttons and a number field with arrow keys. */
export function AllocationStepper(props: AllocationStepperProps) {
  const { label, value, min, max, step, onStep, onType } = props;
  const problemId = useId();
  // The typed text while it is not a valid quantity.
  const [draft, setDraft] = useState<string | null>(null);
  // When too much is allocated, every post exceeds what is left, so only the edited one is marked.
  const [isTyped, setIsTyped] = useState(false);
  const isTooMuch = isTyped && value > max;

  const type = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, maxDigits);
    setDraft(digits);
    setIsTyped(true);
    if (Number(digits) >= min) onType(Number(digits));
  };
  const commit = () => {
    if (draft !== null && draft !== "" && Number(draft) < min) onType(min);
    setDraft(null);
  };
  const press = (direction: 1 | -1) => {
    setDraft(null);
    setIsTyped(false);
    onStep(direction);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") commit();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    press(event.key === "ArrowUp" ? 1 : -1);
  };

  return (
    <div className="flex flex-col gap-1">
      {/* On the narrowest phones the number has a line of its own: beside the buttons it would be cut off. */}
      <div className="flex items-center gap-0.5 max-[22rem]:flex-wrap">
        <StepButton label={`${step} fewer ${label}`} isAtEnd={value <= min} onPress={() => press(-1)}>
          <Minus aria-hidden="true" />
        </StepButton>
        <Input
          role="spinbutton"
          aria-label={capitalized(label)}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={isTooMuch || undefined}
          aria-describedby={problemId}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={draft ?? String(value)}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={onKeyDown}
          className="min-h-11 flex-1 px-0 text-center font-semibold tabular-nums max-[22rem]:order-first max-[22rem]:basis-full"
        />
        <StepButton label={`${step} more ${label}`} isAtEnd={value >= max} onPress={() => press(1)}>
          <Plus aria-hidden="true" />
        </StepButton>
      </div>
      <p id={problemId} className="text-center text-xs font-medium text-destructive empty:hidden">
        {isTooMuch ? `At most ${max.toLocaleString("en-US")}` : null}
      </p>
    </div>
  );
}

type StepButtonProps = {
  label: string;
  isAtEnd: boolean;
  onPress: () => void;
  children: React.ReactNode;
};

/** At the limit the button does nothing, but keeps the keyboard focus, which a disabled one would lose. */
function StepButton({ label, isAtEnd, onPress, children }: StepButtonProps) {
  return (
    <Button
      type="button"
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd) onPress();
      }}
      className="w-10 max-[22rem]:grow aria-disabled:cursor-default aria-disabled:text-muted-foreground aria-disabled:opacity-60 sm:w-11"
    >
      {children}
    </Button>
  );
}
