import type { Metadata } from "next";
import { z } from "zod";
import { requireAdmin } from "@/app/_server/session";
import { AddBlockDialog, BlockList } from "@/app/admin/blocks/block-list";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { FilterForm } from "@/components/admin/filter-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { listBlocks } from "@/lib/abuse/blocks";
import { getDb } from "@/lib/db/client";

export const metadata: Metadata = { title: "Block list" };

const limit = 200;

const searchSchema = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
});

type BlocksPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The block list: orders, sign-ups and tickets of its entries are refused. */
export default async function BlocksPage({ searchParams }: BlocksPageProps) {
  await requireAdmin("blocks.read");
  const { q } = searchSchema.parse(await searchParams);
  const blocks = await listBlocks(getDb(), { limit, ...(q && { search: q }) });
  return (
    <>
      <AdminHeading
        title="Block list"
        intro="The shop refuses orders, sign-ups and tickets from this list, without saying why. Paid orders continue."
      />
      <AdminSection title="Blocked" actions={<AddBlockDialog />}>
        <FilterForm className="flex">
          <Field label="Search" className="flex-1">
            <Input
              type="search"
              name="q"
              defaultValue={q}
              placeholder="Email, account, network or fingerprint"
            />
          </Field>
        </FilterForm>
        <BlockList blocks={blocks} isSearch={q !== undefined && q !== ""} limit={limit} />
      </AdminSection>
    </>
  );
}
