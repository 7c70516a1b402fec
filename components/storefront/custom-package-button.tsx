"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import type { CustomPackageDialog } from "@/components/support/custom-package-dialog";
import type { OpenTicketAction } from "@/components/support/support-form";
import { opensElsewhere } from "@/components/ui/opens-elsewhere";

type DialogProps = React.ComponentProps<typeof CustomPackageDialog>;

const formPage = "/contact/custom-package";

const Dialog = lazy<React.ComponentType<DialogProps>>(() =>
  import("@/components/support/custom-package-dialog").then(
    ({ CustomPackageDialog }) => ({ default: CustomPackageDialog }),
    () => ({ default: FollowLink }),
  ),
);

/** In place of the dialog when its code can't be loaded: each click follows the link. */
function FollowLink({ opened }: DialogProps) {
  useEffect(() => {
    if (opened > 0) location.assign(formPage);
  }, [opened]);
  return null;
}

/** A link to the form's page that opens it in a dialog; the dialog's code loads with the first click. */
export function CustomPackageButton({ action, className }: { action: OpenTicketAction; className: string }) {
  const [clicks, setClicks] = useState(0);
  const open = (event: React.MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    setClicks((count) => count + 1);
  };
  return (
    <>
      <a href={formPage} aria-haspopup="dialog" onClick={open} className={className}>
        Need a Custom Package?
      </a>
      {clicks > 0 ? (
        <Suspense fallback={null}>
          <Dialog opened={clicks} action={action} />
        </Suspense>
      ) : null}
    </>
  );
}
