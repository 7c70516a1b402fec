import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { SearchForm } from "@/components/admin/search-form";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import type { Block } from "@/lib/base/db/generated/client";
import type { BlockKind } from "@/lib/base/db/generated/enums";
import { listBlocks } from "@/lib/people/abuse/blocks";
import { addBlockAction, removeBlockAction } from "./actions";

export const metadata: Metadata = { title: "Block list" };

const limit = 200;

const searchSchema = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
});

/**
 * The block list: orders, sign-ups and tickets of its entries are refused, and an order paid with a blocked card is held.
 */
export default async function BlocksPage({ searchParams }: SearchProps) {
  await requireAdmin("blocks.read");
  const { q } = searchSchema.parse(await searchParams);
  const blocks = await listBlocks(getDb(), { limit, ...(q && { search: q }) });
  return (
    <>
      <AdminHeading
        title="Block list"
        intro="The shop refuses orders, sign-ups and tickets from this list, without saying why. A card is known only once it has paid: nothing of that order is sent until you decide. Orders that are paid already continue."
      />
      <AdminSection title="Blocked" actions={<AddBlockDialog />}>
        <SearchForm query={q} placeholder="Email, account, network or fingerprint" />
        <AdminList
          empty={q ? "No entry matches your search." : "The block list is empty."}
          className="divide-y divide-border text-sm"
        >
          {blocks.map((block) => (
            <BlockEntry key={block.id} block={block} />
          ))}
        </AdminList>
        {blocks.length === limit ? (
          <p className="text-sm text-muted-foreground">
            The newest {limit} are shown. Search for older ones.
          </p>
        ) : null}
      </AdminSection>
    </>
  );
}

function BlockEntry({ block: { id, kind, value, reason, createdBy, createdAt } }: { block: Block }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {value} <Badge variant="outline">{blockKindLabels[kind]}</Badge>
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          {reason} ({createdBy}, <LocalTime at={createdAt} />)
        </p>
      </div>
      <AllowedDialog
        label="Remove"
        ariaLabel={`Remove ${value} from the block list`}
        title="Remove from the block list"
        detail={`${value} can order, sign up and write again.`}
        hidden={{ id }}
        reasons={["Blocked by mistake", "It is settled"]}
        isLight
        action={removeBlockAction}
      />
    </li>
  );
}

const blockKindLabels: Record<BlockKind, string> = {
  email: "Email",
  target: "Account on a platform",
  network: "Network",
  card: "Card",
};

function AddBlockDialog() {
  return (
    <AllowedDialog
      label="Add a block"
      variant="default"
      detail="The next order, sign-up or ticket is refused with a polite message that does not say why. An order paid with a blocked card waits for you in Needs me."
      action={addBlockAction}
      submitLabel="Block"
      reasons={["Fraud", "A chargeback", "Abuse"]}
    >
      <ActionSelect name="kind" label="What" defaultValue="email" options={Object.entries(blockKindLabels)} />
      <ActionInput
        name="value"
        label="Which"
        hint="name@example.com or @example.com; instagram:name; 203.0.113.0/24; a card's fingerprint from Stripe."
        maxLength={300}
        required
      />
    </AllowedDialog>
  );
}
