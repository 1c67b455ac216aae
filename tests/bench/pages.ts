import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { readSettings } from "~/settings.server";
import { ORGANIZATIONS } from "../../app/demo/organizations";
import { PEOPLE } from "../../app/demo/people";
import { seedDemonstration } from "../../app/demo/seed";
import { DEMONSTRATION_PASSWORD, FIRST_ADMIN } from "../../app/demo/stage/credentials";
import { makePlace } from "../support/server-process";
import { median, percentile, report } from "./measure";
import { startPortal } from "./portal-process";

const WARM_UP = 100;
const TIMED = 200;
/** Long enough for the work that the server does after it sends a response. */
const SETTLE_MILLISECONDS = 2;
const BOUND_MILLISECONDS = 15;

/** Every list page, and a person who sees a long list there. */
const LISTS = {
  administrator: [
    "/gov/submissions",
    "/gov/organizations",
    "/gov/engagements",
    "/gov/calls",
    "/gov/announcements",
    "/gov/admin/users",
    "/gov/admin/tags",
    "/gov/admin/commands",
    "/gov/admin/audit",
  ],
  reviewer: ["/notifications"],
  company: ["/portal/submissions", "/portal/users", "/calls", "/announcements"],
} as const;

const EMAILS: Record<keyof typeof LISTS, string> = {
  administrator: FIRST_ADMIN.email,
  reviewer: PEOPLE.find(({ role }) => role === "GOV_POC")?.email ?? "",
  company: ORGANIZATIONS[0]?.email ?? "",
};

/**
 * Measures what list pages cost on the demonstration's data, one request at a time: the processor time of the server's
 * process, and the time that the reader waits. Also compares the processor time with that of /healthz.
 */
export async function benchPages(): Promise<void> {
  const place = makePlace();
  await seedDemonstration(readSettings({ ...place.settings, NODE_ENV: "production", LOG_LEVEL: "error" }), new Date());
  await measurePages(place, Object.entries(LISTS) as [keyof typeof LISTS, readonly string[]][]);
}

/** Measures pages of a portal on the demonstration's data, and reports each one. Removes the portal's place. */
export async function measurePages(
  place: ReturnType<typeof makePlace>,
  lists: readonly (readonly [keyof typeof LISTS, readonly string[]])[],
): Promise<void> {
  const portal = await startPortal(place);
  try {
    const health = await measure(portal.pid, `${portal.origin}/healthz`, {});
    for (const [who, paths] of lists) {
      const cookie = await signIn(portal.origin, EMAILS[who]);
      for (const path of paths) {
        const { processor, waited, body } = await measure(portal.pid, portal.origin + path, { cookie });
        const middle = median(processor);
        const ratio = middle / median(health.processor);
        const figure = [
          `${middle.toFixed(1)} ms (p95 ${percentile(processor, 0.95).toFixed(1)})`,
          `waited ${median(waited).toFixed(1)}`,
          `${ratio.toFixed(0)} x /healthz`,
          `${(gzipSync(body).length / 1024).toFixed(1)} KB gzipped`,
        ].join(", ");
        report(`(i) ${path} (${who})`, figure, `at most ${BOUND_MILLISECONDS} ms`, middle <= BOUND_MILLISECONDS);
      }
    }
  } finally {
    await portal.stop();
    place.remove();
  }
}

/** Signs someone of the demonstration in. @returns the session's cookie */
export async function signIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMONSTRATION_PASSWORD }),
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  if (response.status !== 200 || !cookie) throw new Error(`Signing in as ${email} returned ${response.status}`);
  await response.arrayBuffer();
  return cookie;
}

/** Requests a page repeatedly. @returns the times in milliseconds after the warm-up */
async function measure(pid: number, url: string, headers: Record<string, string>) {
  const processor: number[] = [];
  const waited: number[] = [];
  let body = new Uint8Array();
  for (let round = 0; round < WARM_UP + TIMED; round += 1) {
    const before = processorMilliseconds(pid);
    const started = performance.now();
    const response = await fetch(url, { headers, redirect: "manual" });
    body = new Uint8Array(await response.arrayBuffer());
    const milliseconds = performance.now() - started;
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
    await pause(SETTLE_MILLISECONDS);
    if (round < WARM_UP) continue;
    processor.push(processorMilliseconds(pid) - before);
    waited.push(milliseconds);
  }
  return { processor, waited, body };
}

/** The processor time of all threads of a process (proc(5): schedstat, in nanoseconds). */
export function processorMilliseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** The same of its first thread alone, which in the server handles each request and makes each write. */
export const firstThreadMilliseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
