"use client";

import { useState } from "react";
import { focusOn } from "@/components/forms/focus-on";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";

type RecoveryCodesProps = {
  codes: string[];
  /** Where to continue once the codes are saved. */
  children: React.ReactNode;
};

/** Recovery codes, shown only once: to read, copy or download. */
export function RecoveryCodes({ codes, children }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-5">
      <Alert ref={focusOn} tabIndex={-1} variant="success" title="Keep your recovery codes">
        Each of them signs you in once without your app. Put them in a safe place now: they are not shown
        again.
      </Alert>
      <ul aria-label="Recovery codes" className="grid gap-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="rounded-lg bg-muted px-3 py-2 text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() =>
            navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {copied ? "Copied" : "Copy"}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonVariants({ variant: "outline" })}
        >
          Download
        </a>
      </div>
      {copied === false ? (
        <Alert variant="warning">Your browser did not let us copy them. Please download them instead.</Alert>
      ) : null}
      {children}
    </div>
  );
}
