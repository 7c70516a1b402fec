import { migrate } from "./migrate";

// `npm run db:migrate`.
const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is missing");
const applied = await migrate(url);
console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "the database is up to date");
// The queue's pool would keep the process alive for ten idle seconds.
process.exit(0);
