import { logger } from "@/lib/base/logger";
import { type Env, EnvError, getEnv } from "./env";

/** The configuration of a process that starts. Ends the process if it is not usable, with one log line per problem. */
export function getEnvOrExit(): Env {
  try {
    return getEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    for (const problem of error.message.split("\n")) logger.fatal(problem);
    process.exit(1);
  }
}
