import { Star } from "lucide-react";
import { cn } from "@/components/ui/cn";

/** One to five stars; screen readers hear the number. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="inline-flex gap-0.5" role="img" aria-label={`${stars} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star
          key={place}
          aria-hidden="true"
          className={cn("size-4.5 text-primary", place <= stars && "fill-current")}
        />
      ))}
    </span>
  );
}
