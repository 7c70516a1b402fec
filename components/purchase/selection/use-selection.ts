"use client";

import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { toast } from "@/components/ui/toast";
import {
  allocatedUnits,
  firstShare,
  fitShares,
  type ShareRules,
  splitEvenly,
  stepShare,
} from "@/lib/buyer/checkout/allocation";
import { recordEvent } from "@/lib/shop/analytics/recorder";
import { amountLabel, type UnitWords } from "@/lib/shop/catalog/catalog";
import { parsePostLink } from "@/lib/shop/catalog/links";
import type { PlatformView } from "@/lib/shop/catalog/platform-view";
import { type AddOnChoice, priceOrder } from "@/lib/shop/catalog/price-order";
import { addOnsOnSale, withAddOnCount } from "../add-on-choices";
import type { CallError } from "../call-function";
import { detailsStore, type SelectedPost } from "../purchase-details";
import { sayPostsDropped, usePurchaseDetails } from "../use-purchase-details";
import { fetchPosts, onlyShown, type ShownPost, toSelectedPost } from "./fetch-posts";
import {
  type SelectionKind,
  type SelectionPlan,
  selectionSurface,
  selectionTexts,
  stepUnits,
  wordsOf,
} from "./selection-plan";

export type Selection = ReturnType<typeof useSelection>;

/**
 * The state of the selection pages: loads the posts, stores the choice with the purchase details, allocates units and
 * changes add-ons.
 */
export function useSelection(plan: SelectionPlan) {
  const { platform, service, kind, catalog, limits } = plan;
  const { unit } = service;
  const words = platform.words[kind];
  const { details, isReady, update } = usePurchaseDetails(platform.slug, service.slug);
  const price = (packageId: string, addOns: AddOnChoice[]) =>
    priceOrder(catalog, {
      platform: platform.slug,
      service: service.slug,
      unit,
      surface: selectionSurface[kind],
      packageId,
      addOns: addOnsOnSale(addOns, catalog.addOns),
    });
  const rulesFor = (total: number): ShareRules => ({ total, ...limits });

  const priced = price(details.packageId, details.addOns);
  const username = details.profile?.username ?? null;
  const listed = usePosts(platform, priced && platform.hasLookup ? username : null, kind);
  const pasted = usePastedPosts(platform, username, kind, platform.hasLookup ? noPosts : details.posts);
  const posts = platform.hasLookup ? listed.state : pasted.state;
  const shown = posts.kind === "ready" ? posts.posts : null;
  // Until the posts are loaded, the stored choice counts: an add-on that is added meanwhile must not clear it.
  const chosen = shown ? onlyShown(details.posts, shown, kind) : details.posts;
  const total = priced?.ownQuantity ?? 0;
  const rules = rulesFor(total);
  const left = total - allocatedUnits(chosen);

  const refit = useEffectEvent((posts: ShownPost[]) => {
    const kept = detailsStore.read(platform.slug, service.slug);
    const quantity = price(kept.packageId, kept.addOns)?.ownQuantity ?? 0;
    const known = onlyShown(kept.posts, posts, kind);
    const fitted = fitShares(known, rulesFor(quantity));
    if (JSON.stringify(fitted) !== JSON.stringify(kept.posts)) update({ posts: fitted });
    sayDropped(known.length - fitted.length);
  });
  // Posts of an earlier visit may be gone, and another package may be smaller.
  useEffect(() => {
    if (shown && details.packageId) refit(shown);
  }, [shown, details.packageId]);

  const sayDropped = (count: number) => sayPostsDropped(count, words, amountLabel(limits.min, unit));

  const save = (next: SelectedPost[]) => update({ posts: next });

  const toggle = (post: ShownPost) => {
    if (chosen.some((entry) => entry.id === post.id)) {
      save(chosen.filter((entry) => entry.id !== post.id));
      return;
    }
    const quantity = firstShare(chosen, rules);
    if (quantity === null) {
      toast.info(left > 0 ? `Only ${amountLabel(left, unit)} left` : `No ${unit.many} left`, {
        description: nothingLeftText(plan, left),
      });
      return;
    }
    save([...chosen, toSelectedPost(post, kind, quantity)]);
    recordEvent("post_selected", { platform: platform.slug });
  };

  const setQuantity = (id: string, quantity: number) =>
    save(chosen.map((entry) => (entry.id === id ? { ...entry, quantity } : entry)));

  const step = (id: string, direction: 1 | -1) => {
    const own = chosen.find((entry) => entry.id === id)?.quantity;
    if (own !== undefined) setQuantity(id, stepShare(own, direction * stepUnits[kind], chosen, rules));
  };

  const even = splitEvenly(chosen, rules);
  const isEven = even.every(({ quantity }, index) => quantity === chosen[index]?.quantity);

  const setAddOn = (id: string, count: number) => {
    const addOns = withAddOnCount(details.addOns, id, count);
    const smaller = price(details.packageId, addOns)?.ownQuantity ?? 0;
    const fitted = smaller < total ? fitShares(chosen, rulesFor(smaller)) : chosen;
    update({ addOns, posts: fitted });
    sayDropped(chosen.length - fitted.length);
  };

  /** Adds and chooses the post of a link; a message about what is wrong with the link, or null. */
  const paste = (text: string): string | null => {
    const post = pasted.toPost(text);
    if (!post) return platform.wrongLink.replaceAll("{post}", words.one).replaceAll("{name}", username ?? "");
    pasted.add(post);
    if (!chosen.some((entry) => entry.id === post.id)) toggle(post);
    return null;
  };

  return {
    isReady,
    paste,
    details: { ...details, addOns: addOnsOnSale(details.addOns, catalog.addOns) },
    priced,
    username,
    posts,
    retry: listed.retry,
    chosen,
    rules,
    left,
    toggle,
    step,
    setQuantity,
    isEven,
    splitEvenly: () => save(even),
    setAddOn,
  };
}

/** The hint when no units are left for another post. */
function nothingLeftText(plan: SelectionPlan, left: number): string {
  const { limits, service } = plan;
  const { one } = wordsOf(plan);
  const way = `Give another ${one} fewer, or add more ${service.unit.many}.`;
  return left > 0 ? `Each ${one} takes at least ${amountLabel(limits.min, service.unit)}. ${way}` : way;
}

type PostsState =
  | { kind: "loading" }
  | { kind: "failed"; message: string }
  | { kind: "ready"; posts: ShownPost[] };

const loading: PostsState = { kind: "loading" };
const noPosts: SelectedPost[] = [];

/** The posts of an account, loaded once it is known; `retry` loads them again. */
function usePosts(platform: PlatformView, username: string | null, kind: SelectionKind) {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ request: string; state: PostsState } | null>(null);
  const request = `${platform.slug}:${kind}:${username}:${attempt}`;

  useEffect(() => {
    if (username === null) return;
    const inFlight = new AbortController();
    void fetchPosts(platform, username, kind, inFlight.signal).then((result) => {
      if (inFlight.signal.aborted) return;
      const state: PostsState = result.ok
        ? { kind: "ready", posts: result.data }
        : { kind: "failed", message: failureText(platform.words[kind], result.error) };
      setAnswer({ request, state });
    });
    return () => inFlight.abort();
  }, [platform, username, kind, request]);

  return {
    state: answer?.request === request ? answer.state : loading,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** The posts whose links were pasted: those chosen before, and those of this visit. */
function usePastedPosts(
  platform: PlatformView,
  username: string | null,
  kind: SelectionKind,
  chosen: SelectedPost[],
) {
  const [added, setAdded] = useState<ShownPost[]>([]);
  const toPost = (link: string): ShownPost | null => {
    const post = username === null ? null : parsePostLink(platform.links, link, username);
    if (!post || (kind === "reel" && !post.isVideo)) return null;
    const { id, permalink: url, isVideo } = post;
    return { id, url, imageUrl: null, caption: url.replace("https://www.", ""), isVideo };
  };
  // Posts chosen before are added once, so that they stay listed when they are unticked.
  const before = chosen.flatMap(({ url }) => toPost(url) ?? []);
  const missing = before.filter(({ id }) => !added.some((post) => post.id === id));
  if (missing.length > 0) setAdded([...added, ...missing]);
  // The same object until a post is added: a new list fits the shares again, which must not follow each typed digit.
  const state = useMemo<PostsState>(() => ({ kind: "ready", posts: added }), [added]);
  return {
    state,
    add: (post: ShownPost) => setAdded((posts) => [...posts.filter(({ id }) => id !== post.id), post]),
    toPost,
  };
}

/** Only a rate limit, which names the wait, and an invalid answer have a message of their own. */
function failureText(words: UnitWords, error: CallError): string {
  const isTelling = error.code === "rate_limited" || error.code === "internal";
  return isTelling ? error.message : selectionTexts(words).failedDetail;
}
