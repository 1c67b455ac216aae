import type { Logger } from "pino";
import type { PublishedSet } from "./publish.server";

/** Logs the problems of a set that was made anyway, as errors that a monitor sees. */
export function logProblems({ name, damaged, damagedFiles, problems }: PublishedSet, log: Logger): void {
  if (problems.length > 0) log.error({ name, problems }, "backup made with problems");
  if (damagedFiles.length > 0)
    log.error({ damaged, damagedFiles }, "uploads are missing or do not match their records");
}
