import { ActionDialog } from "@/components/admin/action-dialog";
import {
  anonymizeCustomerAction,
  grantRoleAction,
  removeSecondFactorAction,
  resendVerificationAction,
  revokeRoleAction,
  signOutCustomerAction,
} from "./actions";

type CustomerActionsProps = {
  customer: {
    id: string;
    email: string;
    isAdmin: boolean;
    isVerified: boolean;
    isSelf: boolean;
    hasSecondFactor: boolean;
  };
};

/** An administrator's actions on an account. */
export function CustomerActions({ customer }: CustomerActionsProps) {
  const { id, email, isAdmin, isVerified, isSelf, hasSecondFactor } = customer;
  const hidden = { userId: id };
  return (
    <>
      {isVerified ? null : (
        <ActionDialog
          label="Send the link again"
          title="Send the verification link again"
          detail={`A new link goes to ${email}. The old ones keep working until they expire.`}
          action={resendVerificationAction}
          submitLabel="Send the link"
          hidden={hidden}
        />
      )}
      <ActionDialog
        label="Sign out everywhere"
        title="Sign out everywhere"
        detail="Every device on which this account is open is signed out."
        action={signOutCustomerAction}
        submitLabel="Sign out"
        hidden={hidden}
      />
      {isAdmin && !isSelf ? (
        <ActionDialog
          label="Take the admin pages away"
          title="Take the admin role away"
          detail={`${email} is signed out and can't open the admin pages any more. Its second factor is forgotten.`}
          action={revokeRoleAction}
          submitLabel="Take the role away"
          isDestructive
          hidden={hidden}
        />
      ) : null}
      {isAdmin ? null : (
        <>
          {hasSecondFactor ? (
            <ActionDialog
              label="Remove second factor"
              title="Remove the second factor and the passkeys"
              detail={`For an owner who has lost app and recovery codes. Make sure who is asking: whoever has the password, or the mailbox of ${email}, can then sign in. The account is signed out everywhere and its owner is told by mail.`}
              action={removeSecondFactorAction}
              submitLabel="Remove it"
              isDestructive
              hidden={hidden}
            />
          ) : null}
          <ActionDialog
            label="Make administrator"
            title="Make an administrator"
            detail={`${email} can see everything and refund any order. The account is signed out, its password is taken away, and a link for a new one is sent.`}
            action={grantRoleAction}
            submitLabel="Make administrator"
            hidden={hidden}
          />
          <ActionDialog
            label="Anonymise"
            variant="destructive"
            title="Anonymise this account"
            detail="It can't be undone. Nothing will name this person any more: sums stay for the ledger, tickets and profiles are blanked, links to orders stop working. Do not write their name into the reason."
            action={anonymizeCustomerAction}
            submitLabel="Anonymise"
            isDestructive
            hidden={hidden}
          />
        </>
      )}
    </>
  );
}
