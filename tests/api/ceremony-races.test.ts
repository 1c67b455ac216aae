import { afterEach, describe, expect, test, vi } from "vitest";
import { makeAuthenticator } from "../support/authenticator";
import { emailOf, idOf, PASSWORD } from "../support/cast";
import { DEACTIVATIONS, ENDINGS, type Ending, reactivate } from "../support/endings";
import { formBody, type HeldBody, holdRequest, jsonBody } from "../support/held-request";
import { addPasskey, beginPasskey, ceremonyOf, NEW_PASSKEY, PASSKEY_SETTINGS } from "../support/passkeys";
import { openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";
import { codesOf, insertSecondFactor, keyIn } from "../support/second-factor";
import { type Visitor, visitorOf } from "../support/visitor";

/*
 * Sign-ins and changes to the ways to sign in that are under way while an account is deactivated, or its sessions end.
 * Nothing may come of them: no session, no write, and nothing that is valid again once the account is active again.
 */

afterEach(() => void vi.restoreAllMocks());

const SESSION = "__Host-session";
const SECOND_FACTOR = "/account/second-factor";
const NEW_PASSWORD = "Marble-Lantern-42-Quay";
const credentials = { email: emailOf("poc"), password: PASSWORD };

/** The last request of what is under way. */
interface Last {
  cookie: string;
  path: string;
  body: HeldBody;
}

interface UnderWay {
  what: string;
  /** Does everything before the last request. */
  begin: (portal: Portal) => Promise<Last> | Last;
  /** What happens between the body and the write; nothing for what only the write checks. */
  checks?: "password" | "passkey";
  /** The status, and where a page leads. */
  refused: [status: number, location?: RegExp];
  /** The audit events of the refusal. */
  events?: readonly string[];
  /** If nothing began before the last request, or nothing that belongs to the account: what must end it nevertheless. */
  startsWith?: { request: true } | { endings: readonly Ending[] };
}

const cookieOf = ({ cookies }: Visitor) => Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
const asPoc = (portal: Portal, path: string, fields: Record<string, string>): Last => ({
  cookie: portal.cookieOf("poc"),
  path,
  body: formBody(fields),
});

/** A browser that gave the right password, and now has to give the second factor. */
async function afterPassword(portal: Portal): Promise<Visitor> {
  const visitor = visitorOf(portal);
  expect((await visitor.post("/login", credentials)).headers.get("location")).toBe("/login/second-factor");
  return visitor;
}
const giveCode = async (portal: Portal, code: string): Promise<Last> => ({
  cookie: cookieOf(await afterPassword(portal)),
  path: "/login/second-factor",
  body: formBody({ code }),
});

/** Asks for a passkey and uses it. */
async function usePasskey(portal: Portal, path: string, makeVisitor: (portal: Portal) => Promise<Visitor> | Visitor) {
  const { device } = await addPasskey(portal, "poc");
  portal.newSessions();
  const visitor = await makeVisitor(portal);
  await visitor.post(`${path}?passkey`);
  const passkey = device.use(ceremonyOf(portal, { userHandle: idOf("poc") }));
  return { cookie: cookieOf(visitor), path: "/login/passkey", body: formBody({ passkey }) };
}

/** Signs in through the API. */
const signIn = (secondFactor?: string): Last => ({
  cookie: "",
  path: "/api/session",
  body: jsonBody({ ...credentials, secondFactor }),
});

const SIGN_INS: readonly UnderWay[] = [
  {
    what: "a sign-in by password through the API",
    begin: () => signIn(),
    checks: "password",
    refused: [401],
    events: ["sign_in_failure"],
    startsWith: { request: true },
  },
  {
    what: "a sign-in by password on the page",
    begin: () => ({ cookie: "", path: "/login", body: formBody(credentials) }),
    checks: "password",
    refused: [401],
    events: ["sign_in_failure"],
    startsWith: { request: true },
  },
  {
    what: "a sign-in by password and a code of the app",
    begin: (portal) => signIn(insertSecondFactor(portal, "poc").code()),
    checks: "password",
    refused: [401],
    events: ["sign_in_failure"],
    startsWith: { request: true },
  },
  {
    what: "a sign-in by password and a recovery code",
    begin: (portal) => signIn(insertSecondFactor(portal, "poc").recoveryCodes[0]),
    checks: "password",
    refused: [401],
    events: ["sign_in_failure"],
    startsWith: { request: true },
  },
  {
    what: "a code of the app after the password",
    begin: (portal) => giveCode(portal, insertSecondFactor(portal, "poc").code()),
    refused: [302, /^\/login$/],
  },
  {
    what: "a recovery code after the password",
    begin: (portal) => giveCode(portal, insertSecondFactor(portal, "poc").recoveryCodes[0] ?? ""),
    refused: [302, /^\/login$/],
  },
  {
    what: "a sign-in by passkey alone",
    begin: (portal) => usePasskey(portal, "/login", visitorOf),
    checks: "passkey",
    refused: [302, /^\/login$/],
    events: ["passkey_failure"],
    // Its challenge belongs to no account, so that one that is active again may use it.
    startsWith: { endings: DEACTIVATIONS },
  },
  {
    what: "a passkey after the password",
    begin: (portal) => usePasskey(portal, "/login/second-factor", afterPassword),
    checks: "passkey",
    refused: [302, /^\/login\/second-factor$/],
    events: ["passkey_failure"],
  },
];

/** What someone who is signed in does. */
const CHANGES: readonly UnderWay[] = [
  {
    what: "starting to set up an app",
    begin: (portal) => asPoc(portal, `${SECOND_FACTOR}?start`, { currentPassword: PASSWORD }),
    checks: "password",
    refused: [302, /^\/login\?/],
  },
  {
    what: "the first code of an app",
    async begin(portal) {
      const visitor = visitorOf(portal, undefined, "poc");
      await visitor.post(`${SECOND_FACTOR}?start`, { currentPassword: PASSWORD });
      const key = keyIn((await visitor.get(SECOND_FACTOR)).text);
      return asPoc(portal, `${SECOND_FACTOR}?confirm`, { code: codesOf(portal, key)() });
    },
    refused: [302, /^\/login\?/],
  },
  {
    what: "turning the app off with a recovery code",
    begin(portal) {
      const [code = ""] = insertSecondFactor(portal, "poc").recoveryCodes;
      return asPoc(portal, `${SECOND_FACTOR}?change`, { change: "off", code });
    },
    refused: [302, /^\/login\?/],
  },
  {
    what: "getting new recovery codes with the password",
    begin(portal) {
      insertSecondFactor(portal, "poc");
      return asPoc(portal, `${SECOND_FACTOR}?change`, { change: "renew", currentPassword: PASSWORD });
    },
    checks: "password",
    refused: [302, /^\/login\?/],
  },
  {
    what: "starting to add a passkey",
    begin: (portal) => asPoc(portal, NEW_PASSKEY, { name: "My laptop", currentPassword: PASSWORD }),
    checks: "password",
    refused: [302, /^\/login\?/],
  },
  {
    what: "adding a passkey",
    async begin(portal) {
      await beginPasskey(visitorOf(portal, undefined, "poc"));
      return asPoc(portal, `${NEW_PASSKEY}?add`, { passkey: makeAuthenticator().make(ceremonyOf(portal)) });
    },
    checks: "passkey",
    refused: [302, /^\/login\?/],
  },
  {
    what: "removing a passkey",
    async begin(portal) {
      const { device } = await addPasskey(portal, "poc");
      return asPoc(portal, "/account/passkeys", { passkeyId: device.id, currentPassword: PASSWORD });
    },
    checks: "password",
    refused: [302, /^\/login\?/],
  },
  {
    what: "changing the password",
    begin: (portal) => ({
      cookie: portal.cookieOf("poc"),
      path: "/api/account/password",
      body: jsonBody({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    }),
    checks: "password",
    refused: [401],
  },
];

const send = (portal: Portal, { cookie, path, body }: Last): Promise<TestResponse> =>
  portal.request(null, "POST", path, {
    raw: body.text,
    headers: { "content-type": body.contentType, ...(cookie !== "" && { cookie }) },
  });

/** Runs `meanwhile` once, between a check and the write that follows it. */
function duringCheck(portal: Portal, checks: "password" | "passkey", meanwhile: () => Promise<void>): void {
  let hasRun = false;
  const once = async () => {
    if (hasRun) return;
    hasRun = true;
    await meanwhile();
  };
  if (checks === "password") {
    const { passwords } = portal.services;
    const { verify } = passwords;
    passwords.verify = async (...given) => {
      const matches = await verify(...given);
      await once();
      return matches;
    };
    return;
  }
  // The library that checks passkeys hashes what the browser signed.
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (...given) => {
    await once();
    return digest(...given);
  });
}

const MOMENTS = ["before its last request", "while the body arrives", "while the proof is checked"] as const;
type Moment = (typeof MOMENTS)[number];

/** The endings that must refuse what is under way, if they come at a moment. */
function endingsAt(moment: Moment, { checks, startsWith }: UnderWay): readonly Ending[] {
  if (moment === "while the proof is checked") return checks ? ENDINGS : [];
  if (!startsWith) return ENDINGS;
  if ("endings" in startsWith) return startsWith.endings;
  // A request that is checked after the account was deactivated is any other sign-in to it.
  return moment === "while the body arrives" ? DEACTIVATIONS : [];
}

/** Sends the last request, with the ending at the moment. */
async function sendWith(
  portal: Portal,
  last: Last,
  moment: Moment,
  checks: UnderWay["checks"],
  end: () => Promise<void>,
) {
  if (moment === "before its last request") {
    await end();
    return send(portal, last);
  }
  const { cookie, path, body } = last;
  const held = await holdRequest(portal, { cookie }, ["POST", path], body);
  if (moment === "while the body arrives") await end();
  else if (checks) duringCheck(portal, checks, end);
  return held.finish();
}

/** Everything that a refusal must leave as it is. A refused passkey uses its challenge up. */
const kept = (portal: Portal) => ({ ...contents(portal), passkey_ceremony: [] });
const placeOf = ({ status, headers }: TestResponse) => [status, headers.get("location")];
const setsSession = ({ headers }: TestResponse) =>
  headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION}=`) && !cookie.startsWith(`${SESSION}=;`));

// Without its session, what a signed-in person sends later is refused like any other request.
const CASES = [
  ...SIGN_INS.map((underWay) => ({ ...underWay, moments: MOMENTS })),
  ...CHANGES.map((underWay) => ({ ...underWay, moments: MOMENTS.slice(1) })),
];

describe.each(CASES)("$what", ({ moments, ...underWay }) => {
  const { begin, checks, refused, events = [] } = underWay;
  for (const moment of moments) {
    for (const { what, isInactive, end } of endingsAt(moment, underWay)) {
      test(`comes to nothing if ${what} ${moment}`, { tags: "race" }, async () => {
        const portal = await openPortal(PASSKEY_SETTINGS);
        const last = await begin(portal);
        let left = kept(portal);
        let audited = 0;
        let hasEnded = false;
        const answer = await sendWith(portal, last, moment, checks, async () => {
          await end(portal);
          left = kept(portal);
          audited = portal.auditRows().length;
          hasEnded = true;
        });
        expect(hasEnded).toBe(true);
        const [status, location] = refused;
        expect(answer.status, answer.text.slice(0, 500)).toBe(status);
        if (location) expect(answer.headers.get("location")).toMatch(location);
        expect(setsSession(answer)).toBe(false);
        expect(kept(portal)).toEqual(left);
        expect(
          portal
            .auditRows()
            .slice(audited)
            .map(({ event }) => event),
        ).toEqual(events);
        if (isInactive) await expectStillRefused(portal, last, underWay);
      });
    }
  }
});

/** Sends the same again after the account was reactivated. Only a sign-in that proves everything again may succeed. */
async function expectStillRefused(portal: Portal, last: Last, { startsWith }: UnderWay): Promise<void> {
  expect(portal.db.query.session.findMany({ where: (row, { eq }) => eq(row.userId, idOf("poc")) }).sync()).toEqual([]);
  await reactivate(portal);
  const left = kept(portal);
  vi.restoreAllMocks();
  if (startsWith && "request" in startsWith) return;
  const again = await send(portal, last);
  expect(setsSession(again)).toBe(false);
  expect(placeOf(again)[0]).toBeGreaterThanOrEqual(300);
  expect(kept(portal)).toEqual(left);
  const { cookie } = last;
  const who = await portal.request(null, "GET", "/api/session", { headers: { cookie } });
  expect(who.status).toBe(401);
}
