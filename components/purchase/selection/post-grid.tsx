"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/base/text/plural";
import { capitalized } from "@/lib/base/text/words";
import { largestShare } from "@/lib/buyer/checkout/allocation";
import { AllocationStepper } from "./allocation-stepper";
import type { ShownPost } from "./fetch-posts";
import { PostCard } from "./post-card";
import { pageSize, type SelectionPlan, stepUnits, wordsOf } from "./selection-plan";
import type { Selection } from "./use-selection";

type PostGridProps = { plan: SelectionPlan; posts: ShownPost[]; selection: Selection };

/** The account's posts, four at a time; posts chosen earlier are always shown. */
export function PostGrid({ plan, posts, selection }: PostGridProps) {
  const { chosen, rules } = selection;
  const [count, setCount] = useState(() => firstCount(posts, chosen));
  const list = useRef<HTMLUListElement>(null);
  const { one, many } = wordsOf(plan);
  const firstNew = useRef<number | null>(null);
  const shown = posts.slice(0, Math.max(count, firstCount(posts, chosen)));

  // The button disappears after the last page: move the focus to the first new post.
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    list.current?.children[firstNew.current]?.querySelector("input")?.focus();
    firstNew.current = null;
  }, [count]);

  // A new stepper may lie under the fixed bar: bring it above.
  const justChosen = useRef<string | null>(null);
  useEffect(() => {
    const index = shown.findIndex(({ id }) => id === justChosen.current);
    if (index < 0 || !chosen.some(({ id }) => id === justChosen.current)) return;
    justChosen.current = null;
    list.current?.children[index]?.querySelector('[role="spinbutton"]')?.scrollIntoView({ block: "nearest" });
  }, [shown, chosen]);

  return (
    <div className="flex flex-col gap-5">
      <ul
        ref={list}
        aria-label={`Your ${many}`}
        className="grid grid-cols-2 gap-3 max-[20rem]:grid-cols-1 sm:gap-5"
      >
        {shown.map((post, index) => {
          const own = chosen.find((entry) => entry.id === post.id);
          const name = `${one} ${index + 1}`;
          return (
            <li key={post.id} className="min-w-0">
              <PostCard
                post={post}
                name={capitalized(name)}
                isChosen={own !== undefined}
                onToggle={() => {
                  justChosen.current = post.id;
                  selection.toggle(post);
                }}
              >
                {own ? (
                  <AllocationStepper
                    label={`${plan.service.unit.many} for ${name}`}
                    value={own.quantity}
                    min={rules.min}
                    max={largestShare(own.quantity, chosen, rules)}
                    step={stepUnits[plan.kind]}
                    onStep={(direction) => selection.step(post.id, direction)}
                    onType={(quantity) => selection.setQuantity(post.id, quantity)}
                  />
                ) : null}
              </PostCard>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-col items-center gap-3">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          Showing {shown.length} of {plural(posts.length, one, many)}
        </p>
        {shown.length < posts.length ? (
          <Button
            type="button"
            variant="outline"
            onClick={() => {
              firstNew.current = shown.length;
              setCount(shown.length + pageSize);
            }}
          >
            Load More
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** A multiple of four that includes every chosen post. */
function firstCount(posts: ShownPost[], chosen: { id: string }[]): number {
  const last = posts.findLastIndex((post) => chosen.some((entry) => entry.id === post.id));
  return Math.max(1, Math.ceil((last + 1) / pageSize)) * pageSize;
}
