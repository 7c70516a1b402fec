"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { RecoveryCodes } from "@/components/auth/recovery-codes";
import { AuthenticatorForm } from "@/components/auth/set-up-second-factor";
import { focusOn } from "@/components/forms/focus-on";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { codeField, reauthenticationFields } from "./reauthentication-fields";
import { SettingsFrame } from "./settings-form";
import { Disclosure } from "./settings-section";
import {
  beginSecondFactorAction,
  replaceRecoveryCodesAction,
  turnOffSecondFactorAction,
  turnOnSecondFactorAction,
} from "./sign-in-actions";

type SecondFactorSettingsProps = {
  isOn: boolean;
  /** Administrators can't turn it off. */
  isRequired: boolean;
  recoveryCodesLeft: number;
  hasPassword: boolean;
};

const fewCodes = 3;

/** Two-step sign-in: set-up, new recovery codes and turning it off. */
export function SecondFactorSettings(props: SecondFactorSettingsProps) {
  const { isOn, isRequired, recoveryCodesLeft: left, hasPassword } = props;
  const router = useRouter();
  const ownPassword = reauthenticationFields(hasPassword);
  const begin = useSentForm(beginSecondFactorAction);
  const turnOn = useSentForm(turnOnSecondFactorAction);
  const replaceCodes = useSentForm(replaceRecoveryCodesAction);
  const turnOff = useSentForm(turnOffSecondFactorAction);
  // The codes stay visible until the account holder confirms that they are saved, even if the page is refreshed.
  // After that, earlier results are ignored, so that neither these codes nor that set-up's key is shown again.
  const [over, setOver] = useState<unknown[]>([]);
  const made = [replaceCodes.result, turnOn.result].find((result) => result?.ok && !over.includes(result));
  if (made?.ok) {
    return (
      <RecoveryCodes codes={made.data}>
        <Button
          className="self-start"
          onClick={({ currentTarget }) => {
            focusOn(currentTarget.closest("[role=region]"));
            setOver([begin.result, turnOn.result, replaceCodes.result]);
            router.refresh();
          }}
        >
          I have saved them
        </Button>
      </RecoveryCodes>
    );
  }
  if (!isOn) {
    return (
      <>
        {turnOff.result?.ok ? (
          <Alert ref={focusOn} tabIndex={-1} variant="success">
            {turnOff.result.data.message}
          </Alert>
        ) : null}
        <p>Off. Turn it on, and your password alone is no longer enough to sign in.</p>
        {begin.result?.ok && !over.includes(begin.result) ? (
          <div ref={focusOn} tabIndex={-1}>
            <AuthenticatorForm {...begin.result.data} form={turnOn} />
          </div>
        ) : (
          <SettingsFrame form={begin} submitLabel="Set up an authenticator app" fields={ownPassword} />
        )}
      </>
    );
  }
  return (
    <>
      <p>
        On. After your password we ask for a code from your app.{" "}
        {left === 1 ? "1 recovery code is" : `${left} recovery codes are`} left.
      </p>
      {left <= fewCodes ? (
        <Alert variant="warning">Make new recovery codes before you run out of them.</Alert>
      ) : null}
      <Disclosure title="Make new recovery codes">
        <SettingsFrame
          form={replaceCodes}
          submitLabel="Make new codes"
          fields={[...ownPassword, codeField]}
        />
      </Disclosure>
      {isRequired ? (
        <p className="text-sm text-muted-foreground">
          Administrators always sign in with a second factor, so it can&apos;t be turned off.
        </p>
      ) : (
        <Disclosure title="Turn it off">
          <SettingsFrame
            form={turnOff}
            submitLabel="Turn off two-step sign-in"
            fields={[...ownPassword, codeField]}
            variant="destructive"
          />
        </Disclosure>
      )}
    </>
  );
}
