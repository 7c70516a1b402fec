import { openPostgres } from "@/lib/local/postgres";

const server = await openPostgres({
  dataDir: "/tmp/ff-pg",
  port: 56432,
  settings: { fsync: "off", full_page_writes: "off", synchronous_commit: "off" },
});
console.log(server.url("postgres"));
process.on("SIGTERM", () => server.stop("immediate").then(() => process.exit(0)));
setInterval(() => {}, 1e6);
