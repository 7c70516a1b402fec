// Local mode calls suppliers at 127.0.0.1 only. In a composition (lib/local/compose.try.yml) their emulator is another
// container, so this forwards the port to it, and then runs the given command.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

createServer((here) => {
  const there = connect(3404, "emulators");
  here.on("error", () => there.destroy());
  there.on("error", () => here.destroy());
  here.pipe(there).pipe(here);
}).listen(3404, "127.0.0.1");

const child = spawn(process.execPath, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
