import { describe, expect, test, vi } from "vitest";
import { insertAnnouncement, insertEngagement } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { ENDINGS, INDUSTRY_ENDINGS, reactivate } from "../support/endings";
import { fileBody, type HeldBody, holdRequest } from "../support/held-request";
import { openPortal, type Portal } from "../support/portal";
import { contents } from "../support/scenario";

/*
 * Uploads whose first half has arrived when their sender is deactivated, or loses the session. By then the server has
 * stored that half as a file, which must go too.
 */

const SUBMISSION = { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet, and it turns." };
const CONTENT = "It is quiet, and it turns. ".repeat(20_000);

interface Upload {
  what: string;
  by: PersonKey;
  /** @returns the path that it is sent to */
  arrange: (portal: Portal) => string;
  body: HeldBody;
  /** The status if nothing happens meanwhile. */
  accepted: number;
  /** The status otherwise. Pages redirect to the sign-in. */
  refused: number;
}

const halfSent = (body: HeldBody): HeldBody => ({ ...body, sent: Math.floor(body.text.length / 2) });

const UPLOADS: readonly Upload[] = [
  {
    what: "a submission through the API",
    by: "acmeUser",
    arrange: () => "/api/portal/submissions",
    body: halfSent(fileBody(SUBMISSION, "file", "paper.txt", CONTENT)),
    accepted: 201,
    refused: 401,
  },
  {
    what: "a submission on the page",
    by: "acmeUser",
    arrange: () => "/portal/submissions/new",
    body: halfSent(fileBody(SUBMISSION, "file", "paper.txt", CONTENT)),
    accepted: 302,
    refused: 302,
  },
  {
    what: "an announcement's file",
    by: "lead",
    arrange: (portal) => `/api/gov/announcements/${insertAnnouncement(portal)}/attachments`,
    body: halfSent(fileBody({}, "files", "agenda.txt", CONTENT)),
    accepted: 201,
    refused: 401,
  },
  {
    what: "an engagement's file",
    by: "poc",
    arrange: (portal) => `/api/gov/engagements/${insertEngagement(portal)}/attachments`,
    body: halfSent(fileBody({}, "files", "agenda.txt", CONTENT)),
    accepted: 201,
    refused: 401,
  },
];

/** Sends the first half, and waits until it is in a file. */
async function sendHalf(portal: Portal, { by, arrange, body }: Upload) {
  const path = arrange(portal);
  const before = portal.storedFiles();
  const cookie = portal.cookieOf(by);
  const held = await holdRequest(portal, { cookie }, ["POST", path], body);
  await vi.waitFor(() => expect(portal.storedFiles().length).toBeGreaterThan(before.length));
  return { path, before, cookie, ...held };
}

const sessionStatus = async (portal: Portal, cookie: string) =>
  (await portal.request(null, "GET", "/api/session", { headers: { cookie } })).status;

describe.each(UPLOADS)("$what that is half sent", (upload) => {
  const { by, body, accepted, refused } = upload;

  test("is accepted if nothing happens meanwhile", async () => {
    const portal = await openPortal();
    const { finish } = await sendHalf(portal, upload);
    const answer = await finish();
    expect(answer.status, answer.text.slice(0, 500)).toBe(accepted);
    expect(answer.headers.get("location") ?? "").not.toMatch(/^\/login/);
  });

  const endings = by === "acmeUser" ? INDUSTRY_ENDINGS : ENDINGS;
  test.each(endings)("is refused if $what meanwhile", { tags: "race" }, async ({ end, isInactive }) => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const { path, before, cookie, finish } = await sendHalf(portal, upload);
    await end(portal, by);
    const left = { ...contents(portal), files: before };
    const audited = portal.auditRows().length;
    const answer = await finish();
    expect(answer.status, answer.text.slice(0, 500)).toBe(refused);
    if (refused === 302) expect(answer.headers.get("location")).toMatch(/^\/login\?/);
    expect(contents(portal)).toEqual(left);
    expect(portal.auditRows()).toHaveLength(audited);
    if (isInactive) await reactivate(portal, by);
    expect(await sessionStatus(portal, cookie)).toBe(401);
    const options = { raw: body.text, headers: { cookie, "content-type": body.contentType } };
    expect((await portal.request(null, "POST", path, options)).status).toBe(refused);
    expect(portal.storedFiles()).toEqual(before);
  });
});
