import { Mail } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { SwellGround } from "@/components/ui/swell";
import { type ClaimSwitches, findClaim } from "@/lib/shop/settings/claims";

type ContactSectionProps = { supportEmail: string; claims: ClaimSwitches };

export function ContactSection({ supportEmail, claims }: ContactSectionProps) {
  const available = findClaim("supportAvailable", claims);
  const replyTime = findClaim("replyTime", claims);
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="relative isolate overflow-hidden bg-deep text-deep-foreground"
    >
      <div className="column flex flex-col items-start gap-6 pt-20 pb-44 sm:pb-28 lg:py-32">
        <h2 id="contact-title" className="max-w-2xl text-3xl font-semibold tracking-tight">
          A question, or a number we don't list?
        </h2>
        <p className="max-w-xl text-lg text-deep-muted">
          {available ? `${available.text}. ` : ""}Write to us about an order, a custom package or anything
          else. {replyTime?.text ?? "We'll reply by email."}
        </p>
        <div className="flex flex-wrap gap-3">
          <a
            href={`mailto:${supportEmail}`}
            className={cn(
              buttonVariants({ size: "lg" }),
              "bg-deep-primary text-deep hover:bg-deep-foreground",
            )}
          >
            <Mail aria-hidden="true" /> Write to us
          </a>
          <ButtonLink
            href="/contact"
            prefetch={false}
            variant="outline"
            size="lg"
            className="border-deep-muted text-deep-foreground hover:border-deep-foreground hover:bg-deep-raised"
          >
            All ways to reach us
          </ButtonLink>
        </div>
      </div>
      <SwellGround lines={9} className="h-36 text-deep-primary/40 sm:h-3/4" />
    </section>
  );
}
