import { ButtonLink } from "@/components/ui/button-link";

type FilterLinksProps = {
  label: string;
  choices: { href: string; label: string; isHere: boolean }[];
};

/** A list's filter as links: one click applies it, the address keeps it, and it works without JavaScript. */
export function FilterLinks({ label, choices }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ href, label: text, isHere }) => (
        <ButtonLink
          key={text}
          href={href}
          prefetch={false}
          aria-current={isHere ? "page" : undefined}
          variant={isHere ? "secondary" : "outline"}
          size="sm"
        >
          {text}
        </ButtonLink>
      ))}
    </nav>
  );
}
