import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionSelect } from "@/components/admin/action-form";
import { type StaffRole, staffRoleLabels } from "@/lib/people/auth/roles";
import type { findCustomer } from "@/lib/people/customers/find-customers";
import {
  anonymizeCustomerAction,
  grantRoleAction,
  removeSecondFactorAction,
  resendVerificationAction,
  revokeRoleAction,
  signOutCustomerAction,
} from "./actions";

type Customer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;
type CustomerActionsProps = { customer: Customer; isSelf: boolean };

export function CustomerActions({ customer, isSelf }: CustomerActionsProps) {
  const { id, email, role, emailVerifiedAt, totpConfirmedAt } = customer;
  const hidden = { userId: id };
  return (
    <>
      {emailVerifiedAt ? null : (
        <AllowedDialog
          label="Send the link again"
          title="Send the verification link again"
          detail={`A new link goes to ${email}. The old ones keep working until they expire.`}
          action={resendVerificationAction}
          submitLabel="Send the link"
          hidden={hidden}
        />
      )}
      <AllowedDialog
        label="Sign out everywhere"
        detail="This account is signed out on every device."
        action={signOutCustomerAction}
        submitLabel="Sign out"
        hidden={hidden}
      />
      {role !== null && !isSelf ? (
        <>
          <AllowedDialog
            label="Change role"
            title="Change the role"
            detail={`The role of ${email} is ${staffRoleLabels[role]} now. The account is signed out; password and second factor stay.`}
            action={grantRoleAction}
            hidden={hidden}
          >
            <RoleSelect defaultValue={role} />
          </AllowedDialog>
          <AllowedDialog
            label="Remove admin role"
            title="Remove the admin role"
            detail={`${email} is signed out and can't open the admin pages any more. Its authenticator app, recovery codes and passkeys are removed.`}
            action={revokeRoleAction}
            submitLabel="Remove the role"
            isDestructive
            hidden={hidden}
          />
        </>
      ) : null}
      {role !== null ? null : (
        <>
          {totpConfirmedAt ? (
            <AllowedDialog
              label="Remove second factor"
              title="Remove the second factor and the passkeys"
              detail={`For account holders who have lost their app and recovery codes. Check who is asking: afterwards the password, or access to the mailbox of ${email}, is enough to sign in. The account is signed out everywhere and the account holder is told by email.`}
              action={removeSecondFactorAction}
              submitLabel="Remove it"
              isDestructive
              hidden={hidden}
            />
          ) : null}
          <AllowedDialog
            label="Make administrator"
            title="Make an administrator"
            detail={`${email} can then open the admin pages and do what the role includes. The account is signed out; its password, passkeys, authenticator app and Google connection are removed; and its owner gets a link to set a new password.`}
            action={grantRoleAction}
            hidden={hidden}
          >
            <RoleSelect defaultValue="read_only" />
          </AllowedDialog>
          <AllowedDialog
            label="Anonymise"
            variant="destructive"
            title="Anonymise this account"
            detail="This can't be undone. All personal data is removed: amounts stay in the ledger, tickets and profiles are blanked, and order links stop working. Do not put the customer's name into the reason."
            action={anonymizeCustomerAction}
            isDestructive
            hidden={hidden}
          />
        </>
      )}
    </>
  );
}

function RoleSelect({ defaultValue }: { defaultValue: StaffRole }) {
  const options = Object.entries(staffRoleLabels);
  return <ActionSelect name="role" label="Role" defaultValue={defaultValue} options={options} />;
}
