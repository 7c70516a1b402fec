import { execFileSync } from "node:child_process";

/** Compose as it is installed here (program and first arguments); null where it, or a daemon, is missing. */
export function composeCommand() {
  const answers = ([program, ...args]) => {
    try {
      execFileSync(program, args, { stdio: "ignore", timeout: 30_000 });
      return true;
    } catch {
      return false;
    }
  };
  if (!answers(["docker", "info"])) return null;
  return [["docker", "compose"], ["docker-compose"]].find((way) => answers([...way, "version"])) ?? null;
}
