import { json } from "node:stream/consumers";
import { openSmtp } from "@/lib/mail/transport/mail-transport";

// Sends the mail of its input over TLS to the server that its argument names, and prints the answer (exim.ts).
const transport = openSmtp(process.argv[2] ?? "", { isTlsRequired: true, name: "shop.example" });
const mail = (await json(process.stdin)) as Parameters<typeof transport.send>[0];
console.log(JSON.stringify(await transport.send(mail)));
