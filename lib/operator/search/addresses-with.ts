import { Prisma } from "@/lib/base/db/generated/client";
import { containing } from "@/lib/base/text/containing";

/** As many addresses with a part are looked up; a part that more of them have needs more letters. */
const most = 100;

/** SQL: customers' addresses that contain a text, as of the last sweep. */
export const addressesWith = (part: string) =>
  Prisma.sql`SELECT email FROM customer_sums WHERE email LIKE ${containing(part)} LIMIT ${most}::int`;
