import { AllowedDialog } from "@/app/admin/allowed-action";
import { pauseSupplierAction } from "./actions";

type PauseSupplierProps = {
  supplier: { id: string; name: string };
  /** True when it takes no orders: then the dialog resumes it. */
  isOff: boolean;
} & Partial<Pick<React.ComponentProps<typeof AllowedDialog>, "anchor" | "variant" | "detail">>;

const details = {
  on: "Nothing more is sent to it, and what nobody else delivers goes off sale. Orders that it already has are still tracked.",
  off: "Orders are sent to it again from now on.",
};

/** Pauses a supplier, or resumes it. */
export function PauseSupplier({ supplier: { id, name }, isOff, detail, ...dialog }: PauseSupplierProps) {
  const label = isOff ? "Resume" : "Pause";
  return (
    <AllowedDialog
      {...dialog}
      label={label}
      ariaLabel={`${label} ${name}`}
      title={`${label} ${name}`}
      detail={detail ?? details[isOff ? "off" : "on"]}
      action={pauseSupplierAction}
      isDestructive={!isOff}
      hidden={{ supplierId: id, isPaused: String(!isOff) }}
      reasons={
        isOff
          ? ["It was topped up", "It delivers again"]
          : ["Deliveries are late", "Orders fail there", "Its prices went up"]
      }
      isLight
    />
  );
}
