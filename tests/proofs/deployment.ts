import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { DEMONSTRATION_MARK } from "#db/open";
import { setNames } from "~/backup/set.server";
import { permissionsFor } from "../../app/programs/confine.mjs";
import { type Environment, makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";
import { problemsOf } from "./ledger-problems";
import type { Finding } from "./proof";
import { makePlaceForWrites, Writers } from "./writers";

const SOUND: Environment = {
  SESSION_SECRET: "a-secret-that-is-long-enough-for-anyone",
  PUBLIC_ORIGIN: "https://portal.example.gov",
  TRUSTED_PROXY_HOPS: "1",
  DEMO_LOCK_CREDENTIALS: "false",
};

interface Weak {
  what: string;
  settings?: Environment;
  spoil?: (place: Place) => void;
  message: string;
}

const WEAK: readonly Weak[] = [
  { what: "no secret", settings: { SESSION_SECRET: "" }, message: "SESSION_SECRET is not set" },
  { what: "no origin", settings: { PUBLIC_ORIGIN: "" }, message: "PUBLIC_ORIGIN is not https" },
  {
    what: "an http origin",
    settings: { PUBLIC_ORIGIN: "http://portal.example.gov" },
    message: "PUBLIC_ORIGIN is not https",
  },
  {
    what: "an unlocked demonstration",
    settings: { DEMONSTRATION: "true", DEMO_LOCK_CREDENTIALS: "false" },
    message: "anyone can sign in and change the public passwords",
  },
  {
    what: "a demonstration that sends mail",
    settings: {
      ...{ DEMONSTRATION: "true", DEMO_LOCK_CREDENTIALS: "true" },
      ...{ SMTP_URL: "smtps://mail.agency.gov", MAIL_FROM: "portal@agency.gov" },
    },
    message: "strangers can make the server send mail",
  },
  {
    what: "the demonstration's database",
    spoil({ settings }) {
      const ledger = new Sqlite(settings.DATABASE_PATH);
      ledger.prepare("INSERT INTO installation_secret VALUES (?, ?)").run(DEMONSTRATION_MARK, Buffer.from("seeded"));
      ledger.close();
    },
    message: "The database is the demonstration's",
  },
  {
    what: "a database that everyone can read",
    spoil: ({ settings }) => chmodSync(settings.DATABASE_PATH, 0o644),
    message: "is open to everyone on this machine (mode 644)",
  },
  {
    what: "uploads that everyone can read",
    spoil({ settings }) {
      mkdirSync(settings.UPLOADS_DIR);
      chmodSync(settings.UPLOADS_DIR, 0o755);
    },
    message: "is open to everyone on this machine (mode 755)",
  },
  {
    what: "backups that everyone can read",
    spoil({ settings }) {
      mkdirSync(settings.BACKUP_DIR);
      chmodSync(settings.BACKUP_DIR, 0o751);
    },
    message: "is open to everyone on this machine (mode 751)",
  },
];

/** Runs `check:deploy` on a sound setup and on weak ones, and the confined service. */
export async function* proveDeployment(): AsyncGenerator<Finding> {
  const sound = await checkDeploy({});
  yield {
    what: "check:deploy passes a sound setup",
    figure: sound.stdout.trim().split("\n").at(-1) ?? "",
    bound: "exits with 0",
    holds: sound.code === 0,
  };
  const missed: string[] = [];
  for (const weak of WEAK) {
    const { code, stdout } = await checkDeploy(weak);
    if (code !== 1 || !stdout.includes(weak.message)) missed.push(`${weak.what}: ${code} ${stdout}`);
  }
  yield {
    what: "check:deploy names the weakness of each weak setup",
    figure: missed[0] ?? `${WEAK.length} of ${WEAK.length}`,
    bound: "each exits with 1",
    holds: missed.length === 0,
  };
  yield* confined();
}

async function checkDeploy({ settings = {}, spoil }: Partial<Weak>) {
  const { place } = makePlaceForWrites(1);
  chmodSync(place.settings.DATABASE_PATH, 0o600);
  spoil?.(place);
  const environment = { ...place.settings, BACKUP_INTERVAL_MINUTES: "15", ...SOUND, ...settings };
  const outcome = await outcomeOf([...PORTAL, "check:deploy"], environment);
  place.remove();
  return outcome;
}

/** What an intruder in the process might try. */
const INTRUDER = `
  import { writeFileSync } from "node:fs";
  import { spawnSync } from "node:child_process";
  import { Worker } from "node:worker_threads";
  const tries = {
    "write next to the data": () => writeFileSync(process.argv[2] + "/beside", ""),
    "write over the program": () => writeFileSync("app/programs/start.mjs", "", { flag: "a" }),
    "start a program": () => { const { error } = spawnSync("true"); if (error) throw error; },
  };
  for (const [what, attempt] of Object.entries(tries)) {
    try { attempt(); console.log("could " + what); } catch (error) { if (error.code !== "ERR_ACCESS_DENIED") console.log(what + ": " + error); }
  }
  writeFileSync(process.argv[2] + "/uploads/within", "");
  console.log("tried " + Object.keys(tries).length);
`;

async function* confined(): AsyncGenerator<Finding> {
  const { place, cast } = makePlaceForWrites(100);
  const { settings, folder } = place;
  const data = { ...settings, DATABASE_PATH: join(folder, "data", "ledger.sqlite") };
  mkdirSync(join(folder, "data"));
  for (const made of [data.UPLOADS_DIR, data.BACKUP_DIR]) mkdirSync(made);
  const intruder = makePlace();
  try {
    await outcomeOf(["mv", settings.DATABASE_PATH, data.DATABASE_PATH], {});
    const node = [process.execPath, "--permission", ...permissionsFor(data)];
    const program = join(intruder.folder, "intruder.mjs");
    writeFileSync(program, INTRUDER);
    const outcome = await outcomeOf([...node, program, folder], data);
    yield {
      what: "confined, the process writes only to its data and starts no program",
      figure: outcome.stdout.trim() || outcome.stderr,
      bound: "nothing else",
      holds: outcome.stdout === "tried 3\n",
    };
    const server = await startServer([...node, "app/programs/start.mjs"], { ...data, BACKUP_INTERVAL_MINUTES: "1000" });
    const writers = new Writers(cast);
    for (let count = 0; count < 20; count += 1) await writers.write(server.origin);
    const code = await server.stop();
    const problems = [...writers.failures, ...problemsOf({ settings: data }, writers.acknowledged)];
    const sets = setNames(data.BACKUP_DIR).length;
    yield {
      what: "confined, it serves, takes uploads, makes backups and stops",
      figure: problems[0] ?? `${writers.acknowledged.length} of 20 writes, ${sets} backups, exited with ${code}`,
      bound: "all",
      holds: problems.length === 0 && sets > 0 && code === 0,
    };
  } finally {
    place.remove();
    intruder.remove();
  }
}
