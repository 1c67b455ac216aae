import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { counted } from "~/values/format";
import { signingKeyPath } from "../backup/signing-key";
import { promote as promoteHere } from "../replica/promote.server";
import { replicate as copyFromHere } from "../replica/replicate.server";
import { type StartServer, standBy } from "../replica/standby.server";
import type { ReplicaSettings, Settings } from "../settings.server";
import type { Program } from "./program";

/* The programs of docs/replicate.md. */

function requireReplica({ replica }: Settings): ReplicaSettings {
  if (!replica) throw new Error("Set REPLICA_URL to the place of the copy. See docs/replicate.md.");
  return replica;
}

/** Aborted by SIGTERM or SIGINT. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Copies the data to the store until it is told to stop. Stop it after the server. */
export const replicate: Program = {
  usage: "replicate",
  async run(options, settings, say) {
    parseArgs({ args: [...options], options: {} });
    return copyFromHere({ settings, replica: requireReplica(settings), say, signal: stopSignal() });
  },
};

/** Keeps a copy of the store's data on this machine and serves pages from it that only read, until it is told to stop. */
export const standbyWith = (startServer: StartServer): Program => ({
  usage: "standby",
  async run(options, settings, say) {
    parseArgs({ args: [...options], options: {} });
    await standBy({ settings, replica: requireReplica(settings), startServer, say, signal: stopSignal() });
    return true;
  },
});

/** Makes this machine the one whose server may write. */
export const promote: Program = {
  usage: "promote [--other-stopped] [--replace-own-data]",
  async run(options, settings, say) {
    const { values } = parseArgs({
      args: [...options],
      options: { "other-stopped": { type: "boolean" }, "replace-own-data": { type: "boolean" } },
    });
    const { dataAt, missingUploads, aside, isAhead, term } = await promoteHere({
      settings,
      replica: requireReplica(settings),
      isOtherStopped: values["other-stopped"] ?? false,
      replacesOwnData: values["replace-own-data"] ?? false,
      say,
      clock: () => new Date(),
    });
    say(`The data is in place. It was last written to at ${dataAt ?? "an unknown time"}.`);
    if (aside !== null) {
      say(`The former database of this machine is now at ${aside}. Delete it when you no longer need it.`);
      if (isAhead) say("It has changes that the copy does not have: keep it, and enter them again.");
      else if (isAhead === null) say("It could not be compared with the copy: keep it until you know what it has.");
    }
    if (!existsSync(signingKeyPath(settings))) {
      say(
        "This machine has no key that signs backups: put the former machine's beside the database, or a new one is made.",
      );
    }
    for (const key of missingUploads) say(`The upload ${key} was not copied in time.`);
    if (missingUploads.length > 0) {
      say(`${counted(missingUploads.length, "upload is", "uploads are")} missing. The audit log lists them.`);
    }
    say(`Now start the server and \`npm run replicate\`, which copies from this machine as term ${term}.`);
    return missingUploads.length === 0;
  },
};
