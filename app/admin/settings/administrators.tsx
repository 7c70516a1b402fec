import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import type { AdminInvitation } from "@/lib/base/db/generated/client";
import { databaseNow } from "@/lib/base/time/clock";
import { type StaffRole, staffRoleDetails, staffRoleLabels, staffRoles } from "@/lib/people/auth/roles";
import { invitationDays } from "@/lib/people/customers/admin-invited-mail";
import { listInvitations } from "@/lib/people/customers/invite-admin";
import { listStaff, type StaffRow } from "@/lib/people/customers/list-staff";
import { inviteAdminAction, withdrawInvitationAction } from "./actions";

/** Who works in the admin pages, and who is invited to. */
export async function Administrators() {
  const [staff, invitations] = await Promise.all([listStaff(getDb()), listInvitations(getDb())]);
  const now = databaseNow();
  return (
    <>
      <AdminSection
        title="Administrators"
        detail="Everyone who can open these pages, with the role that says what they see and change. Open an account to change its role or to remove it."
        actions={<InviteDialog />}
      >
        <AdminList empty="There is no administrator yet.">
          {staff.map((one) => (
            <Administrator key={one.id} {...one} />
          ))}
        </AdminList>
      </AdminSection>
      {invitations.length > 0 ? (
        <AdminSection title="Invited" detail="They have a link by email and have not accepted yet.">
          <AdminList empty="">
            {invitations.map((one) => (
              <Invited key={one.id} {...one} isExpired={one.expiresAt <= now} />
            ))}
          </AdminList>
        </AdminSection>
      ) : null}
    </>
  );
}

function Administrator({ id, email, role, hasSecondFactor, lastSeenAt }: StaffRow) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-t border-border pt-3 first:border-t-0 first:pt-0">
      <AdminLink
        href={`/admin/customers/${id}`}
        className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 wrap-anywhere"
      >
        {email}
      </AdminLink>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
        <Badge variant="outline">{role ? staffRoleLabels[role] : "No role"}</Badge>
        {hasSecondFactor ? null : <span>has not set up the second factor</span>}
        {lastSeenAt ? (
          <span>
            last here <LocalTime at={lastSeenAt} />
          </span>
        ) : (
          <span>was never here</span>
        )}
      </p>
    </li>
  );
}

function Invited({
  id,
  email,
  role,
  invitedBy,
  expiresAt,
  isExpired,
}: AdminInvitation & { isExpired: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border pt-3 first:border-t-0 first:pt-0">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{email}</span> as {staffRoleLabels[role as StaffRole] ?? role},
        invited by {invitedBy}; {isExpired ? "the link expired" : "the link works until"}{" "}
        <LocalTime at={expiresAt} />
        {isExpired ? ". Invite the address again to send a new one." : "."}
      </p>
      <AllowedDialog
        label="Withdraw"
        ariaLabel={`Withdraw the invitation of ${email}`}
        title="Withdraw the invitation"
        detail={`The link that ${email} got no longer works.`}
        action={withdrawInvitationAction}
        hidden={{ invitationId: id }}
        reasons={["Invited by mistake", "No longer needed"]}
        isLight
      />
    </li>
  );
}

function InviteDialog() {
  return (
    <AllowedDialog
      label="Invite an administrator"
      variant="default"
      detail={`The address gets a mail with a link that works once, for ${invitationDays} days. The person who opens it chooses a password and connects an authenticator app. An account that the address has already keeps its orders and gets the new password.`}
      action={inviteAdminAction}
      submitLabel="Send the invitation"
      reasons={["Joins the team", "Replaces someone"]}
    >
      <ActionInput name="email" label="Email address" type="email" required maxLength={254} />
      <ActionSelect
        name="role"
        label="Role"
        defaultValue="support"
        options={staffRoles.map(
          (role) => [role, `${staffRoleLabels[role]}: ${staffRoleDetails[role]}`] as const,
        )}
      />
    </AllowedDialog>
  );
}
