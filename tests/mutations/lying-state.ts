import { inFile, type Mutation } from "./mutation";

/** Mistakes about a database that went back in time, hangs or can't be written. */
export const lyingState: Mutation[] = [
  ...inFile("lib/delivery/items/hold-after-restore.ts", ["integration/running/restored-database"], {
    "recovery leaves a call that was open in the copy to the copy's evidence": [
      'item.state ${inSet("withoutNumber")} AND',
      'item.state ${inSet("unsent")} AND',
    ],
  }),
  ...inFile("lib/delivery/cancel/cancel-unsent.ts", ["integration/running/restored-database"], {
    "an item is cancelled in quarantine by its old state": [
      "'database_restored' AND ${maySendSql()})",
      "'database_restored')",
    ],
  }),
  ...inFile("lib/base/quarantine/database-mark.ts", ["integration/running/restored-database"], {
    "a quarantine holds nothing back": ["(SELECT may_send(", "(SELECT true OR may_send("],
  }),
  ...inFile("lib/base/quarantine/check-database.ts", ["integration/running/noticed-restore"], {
    "a missing mark is not noticed": [
      "known !== null && isMissing(known, state)",
      'known !== null && isMissing(known, state) && state.shop_id === ""',
    ],
    "a copy that no process knows goes live": [
      "if (unusedMs !== null) await startQuarantine(",
      "if (unusedMs === -1) await startQuarantine(",
    ],
    "a process works before it knows the database": [
      "if (unusedMs !== null && unusedMs < patienceMs) return null;",
      "",
    ],
    "a copy that was promoted is taken for the shop's database": [
      "own !== null && isPromotionOf(",
      "isPromotionOf(",
    ],
    "a change that several processes notice at once counts as several": [
      "return replaced > 0;",
      "return replaced >= 0;",
    ],
    "a standby that may lack the last seconds is taken for complete": [
      "isPromotion && state.waited_for_standby === true",
      "isPromotion",
    ],
  }),
  ...inFile("lib/base/quarantine/check-database.ts", ["integration/running/restored-database"], {
    "another database is not noticed": [
      "state.identity !== null && isFirst",
      'state.identity === "" && isFirst',
    ],
  }),
  ...inFile("lib/base/quarantine/start-quarantine.ts", ["integration/running/noticed-restore"], {
    "a loss that is seen after a promotion is forgotten": [
      "is_promotion = ${isPromotion} AND (quarantine_since IS NULL OR is_promotion)",
      "is_promotion = ${isPromotion} OR is_promotion",
    ],
    "a quarantine ends although the database changed again": [
      " AND (identity IS NULL OR identity = database_identity())",
      "",
    ],
  }),
  ...inFile("lib/running/recovery/recover.ts", ["integration/running/noticed-restore"], {
    "a quarantine ends while calls of the lost timeline are in flight": [
      "addMs(gap.until, leaseMs + onTheWireMs)",
      "addMs(gap.until, leaseMs)",
    ],
    "any quarantine ends by itself": ["if (!gap?.isPromotion) return false;", "if (!gap) return false;"],
  }),
  ...inFile("lib/delivery/operator/attach-provider-order.ts", ["integration/running/restored-database"], {
    "an item takes the number of a supplier that it was not sent to": [
      'isElsewhere && item.reason !== "database_restored"',
      'isElsewhere && item.reason === ""',
    ],
  }),
  ...inFile("lib/base/audit/seal-audit.ts", ["integration/base/audit"], {
    "a changed log is sealed again": ["if (newest && !isOwnSeal(secret, newest)) return false;", ""],
    "a seal without the key counts": [
      "secretKeys(secret).some((key) => sealOf(key, entry.previous) === seal)",
      "secretKeys(secret).some(() => seal !== undefined)",
    ],
  }),
  ...inFile("lib/running/backups/backup-names.ts", ["integration/running/backup-bucket"], {
    "copies that somebody adds push out good ones": [
      "names.filter((name) => isOwnName(backupKey, name)).sort()",
      "[...names].sort()",
    ],
  }),
  ...inFile("lib/base/db/guarded-client.ts", ["deep/frozen-connections"], {
    "a connection that hangs is kept": [
      "if (socket.bytesWritten > this.#answeredBytes) this.#drop(",
      "if (socket.bytesWritten < 0) this.#drop(",
    ],
  }),
];
