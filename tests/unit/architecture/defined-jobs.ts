import type { Job, RowJob } from "@/lib/base/jobs/define-job";
import { files, textOf } from "./wings";

const modules: object[] = await Promise.all(
  files("lib")
    .filter((file) => /= rowJob\(|: (?:Row)?Job(?:<.*>)? = /.test(textOf(file)))
    .map((file) => import(/* @vite-ignore */ `${process.cwd()}/${file}`)),
);

/** Every job that lib defines, after the name of its export. */
export const definedJobs = modules
  .flatMap((module) => Object.entries(module) as [string, Job<unknown> | RowJob][])
  .filter(([, exported]) => exported?.payload);
