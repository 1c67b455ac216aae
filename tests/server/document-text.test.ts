import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { closeDatabase } from "#db/open";
import { makePdf } from "~/demo/formats/pdf";
import { addSubmitters, submissionForm } from "../bench/data";
import { openMigrated } from "../support/migrated";
import { makePlace, PORTAL, startServer } from "../support/server-process";

/** The tests' machine may be busy. */
const SLOWLY = { timeout: 90_000 };

const PAPER = makePdf({
  title: "Quiet rotors",
  author: "Acme Rotors, Inc.",
  date: new Date("2026-03-02T15:00:00Z"),
  sections: [{ heading: "Summary", paragraphs: ["The rotor turns at 41 decibels."] }],
});

/** The processes that a process started, on Linux. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
/** A process that ended stays in the list until its parent, or whoever inherited it, has looked. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}

test.runIf(process.platform === "linux")(
  "the confined server reads a document soon after its upload, and leaves no process behind",
  SLOWLY,
  async () => {
    const place = makePlace();
    const db = openMigrated(place.settings.DATABASE_PATH);
    const [token = ""] = addSubmitters(db, 1);
    closeDatabase(db);
    const server = await startServer(PORTAL, place.settings);
    const ledger = new Sqlite(place.settings.DATABASE_PATH, { readonly: true });
    try {
      const hosts = childrenOf(server.pid);
      expect(hosts).toHaveLength(1);
      const answer = await fetch(`${server.origin}/api/portal/submissions`, {
        method: "POST",
        headers: { cookie: `session=${token}` },
        body: submissionForm(Buffer.from(PAPER)),
      });
      expect(answer.status).toBe(201);
      const status = ledger.prepare<[], string>("SELECT status FROM document_text").pluck();
      await until(() => status.get() !== "WAITING");
      expect(status.get()).toBe("READ");
      expect(await server.stop()).toBe(0);
      await until(() => !hosts.some(isRunning));
    } finally {
      ledger.close();
      place.remove();
    }
  },
);

test.runIf(process.platform === "linux")(
  "a server that is killed leaves no process behind either",
  SLOWLY,
  async () => {
    const place = makePlace();
    closeDatabase(openMigrated(place.settings.DATABASE_PATH));
    const server = await startServer(PORTAL, place.settings);
    const hosts = childrenOf(server.pid);
    server.process.kill("SIGKILL");
    await until(() => !hosts.some(isRunning));
    expect(hosts).toHaveLength(1);
    place.remove();
  },
);
