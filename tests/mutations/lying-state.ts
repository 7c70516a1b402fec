import { at, type Mutation } from "./mutation";

/** Mistakes about a database that went back in time, hangs or can't be written. */
export const lyingState: Mutation[] = [
  {
    name: "recovery leaves a call that was open in the copy to the copy's evidence",
    file: "lib/delivery/hold-after-restore.ts",
    find: 'WHERE item.state ${inSet("withoutNumber")}',
    replace: 'WHERE item.state ${inSet("unsent")}',
    tests: [at.integration("recovery/restored-database")],
  },
  {
    name: "an item is cancelled in quarantine by its old state",
    file: "lib/delivery/cancel-unsent.ts",
    find: "'database_restored' AND ${maySendSql()})",
    replace: "'database_restored')",
    tests: [at.integration("recovery/restored-database")],
  },
  {
    name: "a quarantine holds nothing back",
    file: "lib/quarantine/database-mark.ts",
    find: "(SELECT may_send(",
    replace: "(SELECT true OR may_send(",
    tests: [at.integration("recovery/restored-database")],
  },
  {
    name: "a missing mark is not noticed",
    file: "lib/quarantine/check-database.ts",
    find: "remembered !== null && isMissing(remembered, state)",
    replace: 'remembered !== null && isMissing(remembered, state) && state.shop_id === ""',
    tests: [at.integration("recovery/noticed-restore")],
  },
  {
    name: "another database is not noticed",
    file: "lib/quarantine/check-database.ts",
    find: "state.identity !== state.current && !state.is_held",
    replace: 'state.identity !== state.current && state.shop_id === ""',
    tests: [at.integration("recovery/restored-database")],
  },
  {
    name: "a connection that hangs is kept",
    file: "lib/db/guarded-client.ts",
    find: "if (socket.bytesWritten > this.#answeredBytes) this.#drop(",
    replace: "if (socket.bytesWritten < 0) this.#drop(",
    tests: [at.deep("frozen-connections")],
  },
];
