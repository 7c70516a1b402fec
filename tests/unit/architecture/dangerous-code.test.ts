import { expect, it } from "vitest";
import { sources, textOf } from "./wings";

const code = [...sources, "middleware.ts", "instrumentation.ts"];

/** Constructs that are dangerous with untrusted text, and the files that may use them because none reaches them. */
const dangers: [name: string, pattern: RegExp, mayHaveIt: RegExp][] = [
  [
    "SQL made of text: names of columns and states from a constant, of tables and columns of the demo from its code, of tables from the database or an authentic backup",
    /\$(?:queryRaw|executeRaw)Unsafe|Prisma\.raw\(|\bsql\.unsafe\(/,
    /^lib\/(?:base\/db\/item-status|orders\/order\/refund-status|running\/backups\/(?:backup|restore)-database|local\/busy\/rows)\.ts$/,
  ],
  ["code made of text", /\beval\(|new Function\(|setTimeout\(\s*["'`]/, /^$/],
  [
    "HTML made of text: constants, structured data that escapes `<`, and a QR code of our own",
    /dangerouslySetInnerHTML|\.innerHTML\b|document\.write\(/,
    /^(?:app\/layout|components\/(?:storefront\/(?:json-ld|service-tabs)|\w+\/set-up-second-factor))\.tsx$/,
  ],
  ["other programs", /["']node:child_process["']/, /^lib\/local\//],
  [
    "certificates that are not checked, and a lenient parser",
    /rejectUnauthorized|NODE_TLS_|insecureHTTPParser/,
    /^$/,
  ],
  [
    "server actions inside of functions: their variables would go to the browser, sealed with the key of next.config.mjs",
    /^\s+["']use server["']/m,
    /^$/,
  ],
  // S3 knows a file's content by SHA-256 too, but object locks demand an MD5 beside it.
  ["weak hashes", /createHash\(["'](?:md5|sha1)["']/, /^lib\/running\/backups\/backup-bucket\.ts/],
  [
    "guessable random numbers",
    /Math\.random\(/,
    /^lib\/(?:local\/|delivery\/social\/scrapecreators\/client\.ts)/,
  ],
  ["messages of other windows", /addEventListener\(\s*["']message["']/, /^$/],
];

it.each(dangers)("%s: only in the files that may have it", (_, pattern, mayHaveIt) => {
  expect(code.length).toBeGreaterThan(400);
  const found = code.filter((file) => pattern.test(textOf(file)) && !mayHaveIt.test(file));
  expect(found).toEqual([]);
});
