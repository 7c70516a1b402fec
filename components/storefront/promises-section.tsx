import Link from "next/link";
import { promises } from "@/lib/shop/content/promises";
import { type ClaimSwitches, findClaim, listClaims, withoutHiddenClaims } from "@/lib/shop/settings/claims";
import { Section } from "./section";

export function PromisesSection({ claims }: { claims: ClaimSwitches }) {
  const figures = listClaims(["rating", "successRate"], claims);
  const trustedBy = findClaim("trustedBy", claims);
  return (
    <Section id="promises" title="What we promise" lead="Each line is one you can quote back to us.">
      {figures.length > 0 || trustedBy ? (
        <dl className="mb-12 grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3">
          {figures.map(({ name, figure, text }) => (
            <Figure key={name} figure={figure} text={text} />
          ))}
          {trustedBy ? <Figure figure={`${trustedBy.figure}+`} text="creators" /> : null}
        </dl>
      ) : null}
      <ul className="grid gap-x-10 border-t border-border sm:grid-cols-2">
        {withoutHiddenClaims(promises, claims).map(({ title, text, link }) => (
          <li key={title} className="flex flex-col gap-1.5 border-b border-border py-6">
            <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
            <p className="text-muted-foreground">
              {text}
              {link ? (
                <>
                  {" "}
                  <Link
                    href={link.href}
                    prefetch={false}
                    className="text-primary underline underline-offset-4"
                  >
                    {link.label}
                  </Link>
                </>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Figure({ figure, text }: { figure: string | undefined; text: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1">
      <dt className="text-sm text-muted-foreground">{text}</dt>
      <dd className="text-3xl font-semibold tracking-tight tabular-nums">{figure}</dd>
    </div>
  );
}
