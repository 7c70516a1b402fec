import { ActionDialog } from "@/components/admin/action-dialog";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { removeBlockAction } from "./actions";
import { blockKindLabels } from "./block-kinds";

export type BlockView = {
  id: string;
  kind: string;
  value: string;
  reason: string;
  createdBy: string;
  /** ISO 8601. */
  createdAt: string;
};

type BlockListProps = { blocks: BlockView[]; isSearch: boolean; limit: number };

/** The block list, the newest first. */
export function BlockList({ blocks, isSearch, limit }: BlockListProps) {
  if (blocks.length === 0) {
    return (
      <p className="text-sm text-muted-foreground">
        {isSearch ? "No entry matches your search." : "The block list is empty."}
      </p>
    );
  }
  return (
    <>
      <ul className="flex flex-col divide-y divide-border text-sm">
        {blocks.map((block) => (
          <li key={block.id} className="flex flex-wrap items-start justify-between gap-3 py-3">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                {block.value} <Badge variant="outline">{blockKindLabels[block.kind] ?? block.kind}</Badge>
              </p>
              <p className="wrap-anywhere text-muted-foreground">
                {block.reason} ({block.createdBy}, <LocalTime at={block.createdAt} />)
              </p>
            </div>
            <ActionDialog
              label="Remove"
              ariaLabel={`Remove ${block.value} from the block list`}
              title="Remove from the block list"
              detail={`${block.value} can order, sign up and write again.`}
              submitLabel="Remove"
              hidden={{ id: block.id }}
              action={removeBlockAction}
            />
          </li>
        ))}
      </ul>
      {blocks.length === limit ? (
        <p className="text-sm text-muted-foreground">The newest {limit} are shown. Search for older ones.</p>
      ) : null}
    </>
  );
}
