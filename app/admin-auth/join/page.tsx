import { type SearchProps, textOf } from "@/app/_server/page-props";
import { readLink } from "@/app/_server/read-link";
import { secretLinkMetadata } from "@/app/_server/secret-link-metadata";
import { getSite } from "@/app/_server/site";
import { PageFrame } from "@/components/layout/page-frame";
import { Alert } from "@/components/ui/alert";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { staffRoleDetails, staffRoleLabels } from "@/lib/people/auth/roles";
import { findInvitation, type Invitation } from "@/lib/people/customers/invite-admin";
import { JoinForm } from "./join-form";

export const metadata = secretLinkMetadata("Accept the invitation");
export const dynamic = "force-dynamic";

/** Where an invited administrator chooses a password; the second factor follows at the admin sign-in. */
export default async function JoinPage({ searchParams }: SearchProps) {
  const token = textOf((await searchParams).token);
  const [site, link] = await Promise.all([
    getSite(),
    readLink(findInvitation(getDb(), token, databaseNow())),
  ]);
  return (
    <PageFrame site={site}>
      <div className="mx-auto flex w-full max-w-md flex-col gap-6">
        <h1 className="text-2xl font-semibold tracking-tight">Welcome to {site.name}</h1>
        {link.ok ? (
          <>
            <WhatFollows {...link.data} />
            <JoinForm token={token} email={link.data.email} />
          </>
        ) : (
          <Alert variant="destructive" title="This invitation can't be used">
            {link.error.message} Ask the person who invited you for a new one.
          </Alert>
        )}
      </div>
    </PageFrame>
  );
}

function WhatFollows({ email, role, invitedBy }: Invitation) {
  return (
    <div className="flex flex-col gap-2 text-muted-foreground">
      <p className="wrap-anywhere">
        {invitedBy} invites {email} to run this shop. Your role is {staffRoleLabels[role]}:{" "}
        {staffRoleDetails[role]}.
      </p>
      <p>Choose a password now. On the next page you connect an authenticator app, and then you are in.</p>
    </div>
  );
}
