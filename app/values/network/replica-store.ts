import { isAbsolute, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** Where the copy outside of this machine is kept. Paths in it are below `folder` or `prefix`. */
type ReplicaStore = { kind: "file"; folder: string } | { kind: "s3"; bucket: string; prefix: string };

/** S3's rules for a bucket, and what needs no quoting in the arguments of either program. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^([\w.-]+(\/[\w.-]+)*)?$/;

/** Reads REPLICA_URL. Its credentials are settings of their own, so it never has any. */
export function readReplicaUrl(value: string, context: z.RefinementCtx): ReplicaStore {
  const fail = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !["file:", "s3:"].includes(url.protocol)) {
    return fail("Enter an address such as s3://bucket/portal or file:///mnt/other-machine/portal");
  }
  if (url.username + url.password + url.search + url.hash + url.port !== "") {
    return fail("Enter only a bucket and a folder. Credentials have settings of their own");
  }
  if (url.protocol === "file:") {
    if (url.hostname !== "" || !isAbsolute(url.pathname)) return fail("Enter three slashes: file:///mnt/portal");
    return { kind: "file", folder: normalize(fileURLToPath(url)) };
  }
  const prefix = url.pathname.replace(/^\/|\/$/g, "");
  if (!BUCKET.test(url.hostname)) return fail("Enter the name of a bucket, such as s3://bucket/portal");
  if (!PREFIX.test(prefix) || prefix.split("/").includes("..")) {
    return fail("Enter a folder of letters, digits, dots, dashes and underscores");
  }
  return { kind: "s3", bucket: url.hostname, prefix };
}
