import { newId, sha256 } from "@/lib/base/ids";
import { addMs, day, second } from "@/lib/base/time/time";
import type { PanelSupplierKey } from "../panel/services";
import type { PastPanel } from "./panel-past";
import type { PlannedOrder } from "./plan";
import type { Rows } from "./rows";
import type { PastStripe } from "./stripe-past";

/** A supplier's service for one of ours. */
export type SceneService = { id: string; externalId: string; supplierId: string; key: PanelSupplierKey };

export type Scene = {
  now: Date;
  origin: string;
  shopId: string;
  rows: Rows;
  stripe: PastStripe;
  panel: PastPanel;
  /** Accounts by address. */
  userIds: Map<string, string>;
  /** By `<platform>:<service>`, the suppliers in the order in which they are asked. */
  services: Map<string, SceneService[]>;
};

/** An order that is being written. */
export type Writing = {
  scene: Scene;
  planned: PlannedOrder;
  orderId: string;
  paidAt: Date;
  /** When the order ended; null while it does not. */
  endedAt: Date | null;
};

type NewMail = { kind: string; orderId: string; recipient: string; at: Date; about?: string; props?: object };

/** A mail that was sent and reported on, or given up. */
export function addMail({ rows }: Scene, { kind, orderId, recipient, at, about, props = {} }: NewMail): void {
  const row = {
    id: newId(),
    key: [kind, orderId, about].filter((part) => part !== undefined).join(":"),
    kind,
    orderId,
    recipient,
    props,
    createdAt: at,
  };
  const lot = sha256(recipient).slice(0, 2);
  // The mail server of one address in a hundred was down for days.
  if (lot === "2a" || lot === "3b" || lot === "4c") {
    rows.mails.push({ ...row, state: "failed", attempts: 12, error: "timeout", failedAt: addMs(at, day) });
    return;
  }
  // One address in two hundred and fifty does not exist.
  const isBounced = lot === "04";
  rows.mails.push({
    ...row,
    state: "sent",
    attempts: 1,
    resendId: newId(),
    sentAt: addMs(at, 2 * second),
    report: isBounced ? "bounced" : "delivered",
    reportedAt: addMs(at, 5 * second),
  });
}
