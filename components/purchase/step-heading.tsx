import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ServiceType } from "@/lib/platforms";
import type { PurchaseStep } from "./purchase-steps";
import { StepIndicator } from "./step-indicator";

type StepHeadingProps = {
  service: ServiceType;
  step: PurchaseStep;
  title: string;
  backTo: { href: string; label: string };
};

/** The heading of each step: back link, step indicator and title. */
export function StepHeading({ service, step, title, backTo }: StepHeadingProps) {
  return (
    <header className="mb-8 flex flex-col gap-4">
      <Link
        href={backTo.href}
        className="inline-flex min-h-11 items-center gap-2 self-start text-sm text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-4" /> {backTo.label}
      </Link>
      <StepIndicator service={service} current={step} />
      <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
      <noscript>
        <p className="rounded-xl bg-muted px-4 py-3 text-sm">
          Buying needs JavaScript: please switch it on and load this page again, or{" "}
          <a href="/contact" className="underline underline-offset-4">
            write to us
          </a>
          .
        </p>
      </noscript>
    </header>
  );
}
