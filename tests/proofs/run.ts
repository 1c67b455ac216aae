import { availableParallelism } from "node:os";
import { report } from "../bench/measure";
import { proveBackup } from "./backup";
import { proveCache } from "./cache";
import { proveCost } from "./cost";
import { proveCrash } from "./crash";
import { proveDeployment } from "./deployment";
import { proveDocuments } from "./documents";
import { drillFailover, proveFailover } from "./failover";
import { proveHandover } from "./handover";
import { proveInput } from "./input";
import { proveLoad } from "./load";
import { proveMail } from "./mail";
import { proveNetwork } from "./network";
import type { Proof } from "./proof";
import { proveRaces } from "./races";
import { proveSoak } from "./soak";
import { proveStorage } from "./storage";

/*
 * `npm run prove:<name>` tests a promise of SECURITY.md or of the other documents on the built server. docs/proofs.md has
 * the figures, in the same sizes. It exits with 1 if a promise does not hold.
 */
const PROOFS: Record<string, Proof> = {
  backup: proveBackup,
  cache: proveCache,
  cost: proveCost,
  crash: proveCrash,
  deployment: proveDeployment,
  documents: proveDocuments,
  drill: drillFailover,
  failover: proveFailover,
  handover: proveHandover,
  input: proveInput,
  mail: proveMail,
  network: proveNetwork,
  races: proveRaces,
  load: proveLoad,
  soak: proveSoak,
  storage: proveStorage,
};

const [name = ""] = process.argv.slice(2);
const proof = PROOFS[name];
if (!proof) throw new Error(`Unknown proof "${name}". Choose one of: ${Object.keys(PROOFS).join(", ")}.`);
process.stdout.write(`${name}: Node ${process.version}, ${availableParallelism()} cores\n`);
const started = performance.now();
for await (const { what, figure, bound, holds } of proof()) report(what, figure, bound, holds);
process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
