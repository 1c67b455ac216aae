import { MB } from "~/values/limits";
import type { RunningServer } from "../support/server-process";
import { addSubmitters, pdfOfSize, submissionForm } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace, startBareServer, startPortal } from "./portal-process";

const WARM_UP = 10;
const TIMED = 60;
/** Below the limit of 20 per user and hour. */
const SUBMISSIONS_PER_USER = 10;

/** Compares the time of a submission with a 1 MB PDF with that of a bare server that streams, flushes and inserts. */
export async function benchUploads(): Promise<void> {
  let tokens: string[] = [];
  const place = makeFilledPlace((db) => {
    tokens = addSubmitters(db, (WARM_UP + TIMED) / SUBMISSIONS_PER_USER);
  });
  const barePlace = makeFilledPlace(() => {});
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-upload.ts", barePlace);
  const file = pdfOfSize(MB);
  const send = async ({ origin }: RunningServer, path: string, token: string) => {
    const started = performance.now();
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      body: submissionForm(file),
      headers: { cookie: `session=${token}` },
    });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
    return performance.now() - started;
  };
  try {
    const times: { portal: number; bare: number }[] = [];
    for (let index = 0; index < WARM_UP + TIMED; index += 1) {
      const token = tokens[Math.floor(index / SUBMISSIONS_PER_USER)] ?? "";
      const round = {
        portal: await send(portal, "/api/portal/submissions", token),
        bare: await send(bare, "/", token),
      };
      if (index >= WARM_UP) times.push(round);
    }
    const portalTime = median(times.map((time) => time.portal));
    const bareTime = median(times.map((time) => time.bare));
    const ratio = portalTime / bareTime;
    const figure = `${ratio.toFixed(2)} (${portalTime.toFixed(1)} ms to ${bareTime.toFixed(1)} ms, ${Math.round(1000 / portalTime)}/s)`;
    report("(b) submission with a 1 MB PDF, compared with a bare upload", figure, "at most 1.25", ratio <= 1.25);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
    barePlace.remove();
  }
}
