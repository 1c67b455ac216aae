import { MB } from "~/values/limits";
import type { RunningServer } from "../support/server-process";
import { addSubmitters, pdfOfSize, submissionForm } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace, startBareServer, startPortal } from "./portal-process";

const WARM_UP = 10;
const TIMED = 60;
/** Below the limit of 20 per user and hour. */
const SUBMISSIONS_PER_USER = 10;
const CONNECTIONS = 16;
const ROUNDS = 3;
const UPLOADS_IN_A_ROUND = 80;

/**
 * Compares the time of a submission with a 1 MB PDF with that of a bare server that streams, flushes and inserts: one at a
 * time, and 16 at a time.
 */
export async function benchUploads(): Promise<void> {
  let tokens: string[] = [];
  const place = makeFilledPlace((db) => {
    tokens = addSubmitters(db, (WARM_UP + TIMED + ROUNDS * UPLOADS_IN_A_ROUND) / SUBMISSIONS_PER_USER);
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
  let submissions = 0;
  const nextToken = () => {
    submissions += 1;
    return tokens[submissions % tokens.length] ?? "";
  };
  /** How many uploads of a round there are in a second. */
  const rate = async (server: RunningServer, path: string) => {
    let left = UPLOADS_IN_A_ROUND;
    const started = performance.now();
    const connection = async () => {
      for (; left > 0; ) {
        left -= 1;
        await send(server, path, nextToken());
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return UPLOADS_IN_A_ROUND / ((performance.now() - started) / 1000);
  };
  try {
    const times: { portal: number; bare: number }[] = [];
    for (let index = 0; index < WARM_UP + TIMED; index += 1) {
      const token = nextToken();
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

    const rounds: { portal: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ portal: await rate(portal, "/api/portal/submissions"), bare: await rate(bare, "/") });
    }
    const many = median(rounds.map((each) => each.bare / each.portal));
    const [ours, theirs] = [median(rounds.map((each) => each.portal)), median(rounds.map((each) => each.bare))];
    const rates = `${many.toFixed(2)} (${ours.toFixed(0)}/s to ${theirs.toFixed(0)}/s)`;
    report(`(b) ${CONNECTIONS} such submissions at a time`, rates, "at most 1.25", many <= 1.25);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
    barePlace.remove();
  }
}
