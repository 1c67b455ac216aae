import { LIMITS } from "~/values/limits";
import { addSubmitters, pdfOfSize, submissionForm } from "./data";
import { report } from "./measure";
import { makeFilledPlace, residentMegabytes, startPortal } from "./portal-process";

const UPLOADS = 10;

/** Measures the start time, the idle memory, and the memory that ten uploads of 15 MB at once add. */
export async function benchMemory(): Promise<void> {
  let tokens: string[] = [];
  const place = makeFilledPlace((db) => {
    tokens = addSubmitters(db, UPLOADS);
  });
  // The first start warms the file cache, because the disk's speed should not count.
  await (await startPortal(place)).stop();
  const portal = await startPortal(place);
  try {
    const seconds = portal.startMilliseconds / 1000;
    report(
      "(d) start to first response, migrated database",
      `${seconds.toFixed(2)} s`,
      "at most 0.80 s",
      seconds <= 0.8,
    );
    const idle = residentMegabytes(portal.pid, "VmRSS");
    report("(d) idle memory", `${idle.toFixed(0)} MB`, "at most 150 MB", idle <= 150);

    const upload = async (token: string, file: Buffer) => {
      const response = await fetch(`${portal.origin}/api/portal/submissions`, {
        method: "POST",
        body: submissionForm(file),
        headers: { cookie: `session=${token}` },
      });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
    };
    // One small upload first, so that what every process loads once does not count.
    await upload(tokens[0] ?? "", pdfOfSize(1024));
    const before = residentMegabytes(portal.pid, "VmRSS");
    const file = pdfOfSize(LIMITS.fileBytes);
    await Promise.all(tokens.map((token) => upload(token, file)));
    const added = residentMegabytes(portal.pid, "VmHWM") - before;
    const figure = `${added.toFixed(0)} MB over ${before.toFixed(0)} MB`;
    report(`(c) ${UPLOADS} uploads of 15 MB at once add`, figure, "at most 60 MB", added <= 60);
  } finally {
    await portal.stop();
    place.remove();
  }
}
