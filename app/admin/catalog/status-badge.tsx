import { Badge } from "@/components/ui/badge";

const looks = {
  live: ["completed", "Live"],
  draft: ["outline", "Draft"],
  retired: ["expired", "Retired"],
} as const;

/** Whether buyers see a platform or service. */
export function StatusBadge({ status }: { status: keyof typeof looks }) {
  const [variant, label] = looks[status];
  return <Badge variant={variant}>{label}</Badge>;
}

export const statusOptions = [
  ["draft", "Draft: only these pages know it"],
  ["live", "Live: it is sold"],
  ["retired", "Retired: no longer sold, its orders go on"],
] as const;
