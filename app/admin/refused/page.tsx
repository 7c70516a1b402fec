import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { staffRoleLabels, staffRoleOf } from "@/lib/people/auth/roles";

export const metadata: Metadata = { title: "Not part of your role" };

/** For administrators whose role does not include the page that they opened. */
export default async function RefusedPage() {
  const role = staffRoleOf((await requireAdmin("overview")).roles);
  return (
    <EmptyState
      level={1}
      title="Your role does not include this page"
      detail={`You are signed in as ${role && staffRoleLabels[role]}. Ask an owner if you need it for your work.`}
    >
      <ButtonLink href="/admin" prefetch={false}>
        Back to the overview
      </ButtonLink>
    </EmptyState>
  );
}
