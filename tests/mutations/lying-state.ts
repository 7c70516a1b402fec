import { inFile, type Mutation } from "./mutation";

/** Mistakes about a database that went back in time, hangs or can't be written. */
export const lyingState: Mutation[] = [
  ...inFile("lib/delivery/hold-after-restore.ts", ["integration/recovery/restored-database"], {
    "recovery leaves a call that was open in the copy to the copy's evidence": [
      'WHERE item.state ${inSet("withoutNumber")}',
      'WHERE item.state ${inSet("unsent")}',
    ],
  }),
  ...inFile("lib/delivery/cancel-unsent.ts", ["integration/recovery/restored-database"], {
    "an item is cancelled in quarantine by its old state": [
      "'database_restored' AND ${maySendSql()})",
      "'database_restored')",
    ],
  }),
  ...inFile("lib/quarantine/database-mark.ts", ["integration/recovery/restored-database"], {
    "a quarantine holds nothing back": ["(SELECT may_send(", "(SELECT true OR may_send("],
  }),
  ...inFile("lib/quarantine/check-database.ts", ["integration/recovery/noticed-restore"], {
    "a missing mark is not noticed": [
      "remembered !== null && isMissing(remembered, state)",
      'remembered !== null && isMissing(remembered, state) && state.shop_id === ""',
    ],
  }),
  ...inFile("lib/quarantine/check-database.ts", ["integration/recovery/restored-database"], {
    "another database is not noticed": [
      "state.identity !== state.current && !state.is_held",
      'state.identity !== state.current && state.shop_id === ""',
    ],
  }),
  ...inFile("lib/db/guarded-client.ts", ["deep/frozen-connections"], {
    "a connection that hangs is kept": [
      "if (socket.bytesWritten > this.#answeredBytes) this.#drop(",
      "if (socket.bytesWritten < 0) this.#drop(",
    ],
  }),
];
