import { Image as ImageIcon } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { CoverImage } from "@/components/ui/cover-image";
import { plural } from "@/lib/base/text/plural";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import type { ServiceType } from "@/lib/shop/catalog/platforms";
import type { SelectedPost } from "./purchase-details";

type SelectedPostsProps = {
  posts: SelectedPost[];
  service: ServiceType;
  choosePath: string;
};

/** The posts or reels of an order with their quantities. */
export function SelectedPosts({ posts, service, choosePath }: SelectedPostsProps) {
  const noun = posts.every((post) => post.kind === "reel") ? "reel" : "post";
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4">
        <CardTitle>{plural(posts.length, noun)} selected</CardTitle>
        <ButtonLink href={choosePath} aria-label={`Change the ${noun}s`} variant="outline">
          Change
        </ButtonLink>
      </CardHeader>
      <CardContent>
        <ul className="flex flex-wrap gap-4">
          {posts.map((post, index) => (
            <li key={post.id} className="flex w-20 flex-col gap-1.5">
              <span className="relative grid aspect-[4/5] place-items-center overflow-hidden rounded-lg bg-muted text-muted-foreground">
                <ImageIcon aria-hidden="true" className="size-6" />
                <CoverImage src={post.imageUrl} width={80} height={100} loading="lazy" />
              </span>
              <span className="text-sm tabular-nums">
                <span className="sr-only">
                  {noun} {index + 1}:{" "}
                </span>
                {amountLabel(post.quantity, service)}
              </span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
