import { request } from "node:https";

// A visitor of cdn.test.ts in a container: sends the same request several times, and prints the answers as JSON.
const { times, ...options } = JSON.parse(process.argv[2]);

/** The answer's status and headers. */
const send = () =>
  new Promise((resolve, reject) => {
    const sent = request({ ...options, rejectUnauthorized: false }, (answer) => {
      answer.resume().once("end", () => resolve({ status: answer.statusCode, headers: answer.headers }));
    });
    sent.once("error", reject).end();
  });

const answers = [];
for (let nth = 0; nth < times; nth++) answers.push(await send());
console.log(JSON.stringify(answers));
