import type { OpenTicketAction } from "@/components/support/support-form";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { SwellGround } from "@/components/ui/swell";
import { CustomPackageButton } from "./custom-package-button";

export function CustomPackage({ action }: { action: OpenTicketAction }) {
  return (
    <div className="relative isolate flex flex-col items-start justify-between gap-5 overflow-hidden rounded-2xl bg-deep p-7 text-deep-foreground sm:flex-row sm:items-center sm:p-9">
      <div className="flex flex-col gap-1">
        <p className="text-xl font-semibold tracking-tight">A number that isn't listed?</p>
        <p className="text-deep-muted">Tell us what you have in mind; you get a price by email.</p>
      </div>
      <CustomPackageButton
        action={action}
        className={cn(buttonVariants({ size: "lg" }), "bg-deep-foreground text-deep hover:bg-deep-primary")}
      />
      <SwellGround lines={6} className="h-2/5 text-deep-primary/35 sm:h-full" />
    </div>
  );
}
